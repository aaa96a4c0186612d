package dyadmem

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// An Event is one operation of a log, with the change that it is part of.
type Event struct {
	Change Change // without its operations
	Index  int    // of the operation in its change
	Op     Op
}

// History returns what became of the entry of key k, oldest first;
// [ErrNotFound] if it never was.
func (e Engine) History(ctx context.Context, d Dyad, k EntryKey) ([]Event, error) {
	st, err := e.of(d)
	if err != nil {
		return nil, err
	}
	if err := validID("key", string(k)); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	var events []Event
	for c, err := range st.Changes(ctx, d) {
		if err != nil {
			return nil, fmt.Errorf("history of %q: %w", k, err)
		}
		ops := c.Ops
		c.Ops = nil
		for i, op := range ops {
			if op.Entry.Key == k {
				events = append(events, Event{c, i, op})
			}
		}
	}
	if events == nil {
		return nil, fmt.Errorf("history of %q: %w", k, ErrNotFound)
	}
	return events, nil
}

// BankAt returns the bank as it held at a time: the log up to then, in the
// order of events rather than of writing. What the user asked to forget since
// is not in it.
func (e Engine) BankAt(ctx context.Context, d Dyad, at time.Time) (Bank, error) {
	st, err := e.of(d)
	if err != nil {
		return Bank{}, err
	}
	var log []Change
	then := make(ledger)
	for c, err := range st.Changes(ctx, d) {
		if err != nil {
			return Bank{}, fmt.Errorf("bank as of %s: %w", at.Format(time.RFC3339), err)
		}
		log = append(log, c)
	}
	for _, c := range timeline(log, at) {
		then.fold(c)
	}
	for k, asked := range forgotten(log) {
		if asked.After(at) {
			delete(then, k)
		}
	}
	b := then.bank()
	if len(log) > 0 {
		b.Rev = log[len(log)-1].Rev
	}
	return b, nil
}

// Revert takes back one operation of the log, by an operation of its own: the
// entry is again what it was before it. What a change by hand put in the place of
// other entries goes, or comes back, together with them. A purge can't be taken
// back, and what is the user's only a person reverts.
func (e Engine) Revert(ctx context.Context, d Dyad, rev int64, index int, by Hand) error {
	err := e.byHand(ctx, d, by, func(Bank) ([]Op, error) {
		now, before := make(ledger), make(ledger)
		var keys []EntryKey
		for c, err := range e.Store.Changes(ctx, d) {
			if err != nil {
				return nil, err
			}
			if c.Rev == rev {
				if index < 0 || index >= len(c.Ops) {
					break
				}
				if c.Ops[index].Action == Purge {
					return nil, fmt.Errorf("%w: what was purged is gone", ErrInvalid)
				}
				var first int
				keys, first = c.together(index)
				head := c
				head.Ops = c.Ops[:first]
				before.fold(head)
			}
			if c.Rev < rev {
				before.fold(c)
			}
			now.fold(c)
		}
		if keys == nil {
			return nil, ErrNotFound
		}
		var back, gone []Op
		for _, key := range keys {
			have := now[key]
			if !by.person() {
				users, err := e.users(ctx, d, have)
				switch {
				case err != nil:
					return nil, err
				case have.Pinned:
					return nil, errPinned
				case have.Hidden():
					return nil, errForgotten
				case users:
					return nil, fmt.Errorf("%w: it is the user's; only a person may do that", ErrConflict)
				}
			}
			if was, ok := before[key]; ok {
				back = append(back, have.back(was)...)
			} else {
				gone = append(gone, Op{Action: Invalidate, Entry: Entry{Key: key}, Why: WhyReverted})
			}
		}
		return append(back, gone...), nil
	})
	if err != nil {
		return fmt.Errorf("revert operation %d of revision %d: %w", index, rev, err)
	}
	return nil
}

// together returns the keys of the entries that operation index of c changed
// along with its own, that one included, and the first operation on any of them:
// an entry added by hand, and those that it took the place of.
func (c Change) together(index int) (keys []EntryKey, first int) {
	op := c.Ops[index]
	successor := op.Successor
	if op.Action == Add {
		successor = op.Entry.Key
	}
	first = index
	for i, o := range c.Ops {
		mine := i == index || c.Session == "" && successor != "" && (op.Action == Add || op.Action == Invalidate || op.Action == Doubt) &&
			(o.Action == Add && o.Entry.Key == successor || (o.Action == Invalidate || o.Action == Doubt) && o.Successor == successor)
		if mine {
			keys, first = append(keys, o.Entry.Key), min(first, i)
		}
	}
	return slices.Compact(keys), first
}

// back returns the operations that make r what it was.
func (r Record) back(was Record) (ops []Op) {
	if r.Content != was.Content || r.Kind != was.Kind || !r.Until.Equal(was.Until) {
		ops = append(ops, Op{Action: Revise, Entry: was.plain()})
	}
	for _, op := range r.towards(was) {
		op.At = time.Time{} // it takes effect now
		ops = append(ops, op)
	}
	if r.Pinned != was.Pinned {
		action := Unpin
		if was.Pinned {
			action = Pin
		}
		ops = append(ops, Op{Action: action, Entry: Entry{Key: r.Key}})
	}
	return ops
}

// forgotten returns the entries that the user asked to forget, with those that
// they took the place of, and when: what was known of them up to then is hidden,
// whether or not they were stated again since. A restored entry is no longer
// forgotten.
func forgotten(log []Change) map[EntryKey]time.Time {
	asked := make(map[EntryKey]time.Time)
	l := make(ledger)
	for _, c := range timeline(log, lastTime) {
		ops := c.Ops
		for i, op := range ops {
			was := l[op.Entry.Key]
			c.Ops = ops[i : i+1]
			l.fold(c)
			switch now := l[op.Entry.Key]; {
			case now.Hidden() && op.Action == Invalidate:
				for _, k := range l.line(op.Entry.Key) {
					asked[k] = c.effect(op)
				}
			case was.Hidden() && op.Action == Restore:
				for _, k := range l.line(op.Entry.Key) {
					delete(asked, k)
				}
			}
		}
	}
	return asked
}

// lastTime is later than anything that a log can hold.
var lastTime = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// line returns k and the keys of those entries that it took the place of, one
// after another.
func (l ledger) line(k EntryKey) []EntryKey {
	line := []EntryKey{k}
	for i := 0; i < len(line); i++ {
		for _, r := range l {
			if r.Successor == line[i] && r.State == Invalid && r.Why != WhyMerged && !slices.Contains(line, r.Key) {
				line = append(line, r.Key)
			}
		}
	}
	return line
}
