package dyadmem

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// A Change is what a bank takes on at once: all of it or nothing. The log of a
// dyad is the list of its changes, and its bank is their fold.
type Change struct {
	Rev      int64     `json:"rev"`                // its number in the dyad's log, 1 first; the store sets it
	Base     int64     `json:"-"`                  // the revision it was made for
	At       time.Time `json:"at"`                 // when it took effect: the time of its session, or of the hand that made it
	Recorded time.Time `json:"recorded,omitzero"`  // when it was written, by the caller's clock; zero if the caller has none
	Session  string    `json:"session,omitempty"`  // the session that it applies; empty if it was made by hand
	Captured int       `json:"captured,omitempty"` // the first so many operations add what the session captured
	Actor    string    `json:"actor"`              // ActorUser, ActorAgent, "rules", the name of a model
	Reason   string    `json:"reason,omitempty"`
	Ops      []Op      `json:"ops,omitempty"`
	// Late says that its session came after sessions of a later time. Its
	// operations then bring the bank to what it would be had the session come in
	// its time, and Retold tells the history as it goes now: what this session
	// and those after it do, each operation with its time. It stands for what
	// they did before wherever a log is read in the order of time.
	Late   bool `json:"late,omitempty"`
	Retold []Op `json:"retold,omitempty"`
}

// Keys returns the keys that the operations of c name, successors included,
// each once, in ascending order.
func (c Change) Keys() []EntryKey {
	set := make(map[EntryKey]bool)
	for _, op := range c.Ops {
		set[op.Entry.Key] = true
		set[op.Successor] = true
	}
	delete(set, "")
	return slices.Sorted(maps.Keys(set))
}

// orderShift leaves room for the operations of one change in Record.Order.
const orderShift = 20

// Fold returns the records that c leaves changed, by key. known holds those of
// c.Keys() that exist, and is not changed. An operation on a key that is not
// there, or a successor that is not, is an error that wraps
// [ErrNotFound]; an add without key, or without valid content, one that wraps
// [ErrInvalid].
func (c Change) Fold(known map[EntryKey]Record) (map[EntryKey]Record, error) {
	return c.fold(known, false)
}

// fold is Fold; a lenient one leaves out the operations that do not apply. It
// serves to fold a log in another order than that of writing.
func (c Change) fold(known map[EntryKey]Record, lenient bool) (map[EntryKey]Record, error) {
	changed := make(map[EntryKey]Record)
	if len(c.Ops) >= 1<<orderShift {
		return nil, fmt.Errorf("change of %d operations: %w: the most is %d", len(c.Ops), ErrInvalid, 1<<orderShift-1)
	}
	get := func(k EntryKey) (Record, bool) {
		if r, ok := changed[k]; ok {
			return r, true
		}
		r, ok := known[k]
		return r, ok
	}
	for i, op := range c.Ops {
		r, err := c.apply(op, c.Rev<<orderShift|int64(i), get)
		if err != nil && !lenient {
			return nil, fmt.Errorf("operation %d: %w", i, err)
		}
		if err == nil && r.Key != "" {
			changed[r.Key] = r
		}
	}
	return changed, nil
}

// apply returns the record that op leaves. The zero Record says that it leaves
// none.
func (c Change) apply(op Op, order int64, get func(EntryKey) (Record, bool)) (Record, error) {
	at := c.effect(op)
	if op.Action == Purge {
		return Record{}, nil
	}
	if op.Entry.Key == "" {
		return Record{}, fmt.Errorf("%s: %w: the operation names no key", op.Action, ErrInvalid)
	}
	r, ok := get(op.Entry.Key)
	if op.Action == Add || op.Action == Revise {
		if err := op.Entry.Validate(); err != nil {
			return Record{}, err
		}
	}
	if op.Action == Add {
		e := op.Entry.clone()
		e.Pinned, e.Doubted = e.Pinned || ok && r.Pinned, false
		hand := c.Session == "" && c.Actor == ActorUser || ok && r.Hand
		return Record{Entry: e, State: Active, Since: at, Hand: hand, Order: order}, nil
	}
	if !ok {
		return Record{}, fmt.Errorf("%s %q: %w", op.Action, op.Entry.Key, ErrNotFound)
	}
	r.Entry = r.Entry.clone()
	switch op.Action {
	case Revise:
		pinned, doubted := r.Pinned, r.Doubted
		r.Entry = op.Entry.clone()
		r.Pinned, r.Doubted = pinned, doubted
	case Invalidate, Archive:
		if op.Successor != "" {
			if _, ok := get(op.Successor); !ok {
				return Record{}, fmt.Errorf("%s %q: its successor %q is not there: %w", op.Action, r.Key, op.Successor, ErrNotFound)
			}
		}
		r.State, r.Why, r.Successor, r.Since = Invalid, op.Why, op.Successor, at
		if op.Action == Archive {
			r.State = Archived
		}
	case Restore:
		r.State, r.Why, r.Successor, r.Since = Active, "", "", at
	case Pin, Unpin:
		r.Pinned = op.Action == Pin
	case Doubt:
		r.Doubted, r.Why, r.Successor = true, op.Why, op.Successor
	case Confirm:
		r.Doubted = false
		if r.State == Active {
			r.Why, r.Successor = "", ""
		}
	case Promote:
	default:
		return Record{}, fmt.Errorf("operation %q: %w: it has no place in a log", op.Action, ErrInvalid)
	}
	return r, nil
}

// effect returns when op, an operation of c, took effect.
func (c Change) effect(op Op) time.Time {
	if op.At.IsZero() {
		return c.At
	}
	return op.At
}

// Without returns c as it is once the entries of keys were erased, and how many
// operations that took. They become purges that name nothing, so that the
// others keep their place; links to the entries go too.
func (c Change) Without(keys map[EntryKey]bool) (Change, int) {
	var n, again int
	c.Ops, n = without(c.Ops, keys)
	c.Retold, again = without(c.Retold, keys)
	return c, n + again
}

func without(ops []Op, keys map[EntryKey]bool) (left []Op, n int) {
	for _, op := range ops {
		if keys[op.Successor] {
			op.Successor = ""
		}
		if keys[op.Entry.Key] {
			op = Op{Action: Purge, At: op.At}
			n++
		}
		left = append(left, op)
	}
	return left, n
}

// captures returns the entries that the session of c captured.
func (c Change) captures() []Entry {
	entries := make([]Entry, 0, c.Captured)
	for _, op := range c.Ops[:c.Captured] {
		if op.Action == Add { // and not purged since
			entries = append(entries, op.Entry.clone())
		}
	}
	return entries
}
