package dyadmem

import (
	"context"
	"fmt"
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
	st, err := e.store()
	if err != nil {
		return nil, err
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
	st, err := e.store()
	if err != nil {
		return Bank{}, err
	}
	var log []Change
	now, then := make(ledger), make(ledger)
	for c, err := range st.Changes(ctx, d) {
		if err != nil {
			return Bank{}, fmt.Errorf("bank as of %s: %w", at.Format(time.RFC3339), err)
		}
		log = append(log, c)
		now.fold(c)
	}
	for _, c := range timeline(log, at) {
		then.fold(c)
	}
	for k := range then {
		if now[k].Hidden() {
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
// entry is again what it was before it. A purge can't be taken back.
func (e Engine) Revert(ctx context.Context, d Dyad, rev int64, index int, by Hand) error {
	err := e.byHand(ctx, d, by, func(Bank) ([]Op, error) {
		now, before := make(ledger), make(ledger)
		var key EntryKey
		for c, err := range e.Store.Changes(ctx, d) {
			if err != nil {
				return nil, err
			}
			if c.Rev == rev {
				if index < 0 || index >= len(c.Ops) {
					break
				}
				key = c.Ops[index].Entry.Key
				if c.Ops[index].Action == Purge {
					return nil, fmt.Errorf("%w: what was purged is gone", ErrInvalid)
				}
				head := c
				head.Ops = c.Ops[:index]
				before.fold(head)
			}
			if c.Rev < rev {
				before.fold(c)
			}
			now.fold(c)
		}
		if key == "" {
			return nil, ErrNotFound
		}
		have := now[key]
		was, ok := before[key]
		if have.Pinned && by.Actor != ActorUser {
			return nil, fmt.Errorf("%w: it is pinned; only a person may do that", ErrConflict)
		}
		if !ok {
			return []Op{{Action: Invalidate, Entry: Entry{Key: key}, Why: WhyReverted}}, nil
		}
		return have.back(was), nil
	})
	if err != nil {
		return fmt.Errorf("revert operation %d of revision %d: %w", index, rev, err)
	}
	return nil
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
