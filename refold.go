package dyadmem

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A ledger is a log folded in the order of time, which may differ from the
// order of writing: a late session belongs before what came earlier.
type ledger map[EntryKey]Record

// fold takes in c, as far as it applies.
func (l ledger) fold(c Change) {
	changed, err := c.fold(l, true)
	if err != nil {
		return // too large to have been committed
	}
	maps.Copy(l, changed)
}

func (l ledger) bank() Bank { return BankOf(0, slices.Collect(maps.Values(l))) }

// timeline returns the operations of a log that took effect no later than at,
// as changes in the order of time. What a late session has retold stands as it
// was told last.
func timeline(log []Change, at time.Time) []Change {
	type dated struct {
		at     time.Time
		change Change
	}
	var list []dated
	for _, c := range log {
		ops := c.Ops
		if c.Late {
			list = slices.DeleteFunc(list, func(d dated) bool { return d.change.Session != "" && d.at.After(c.At) })
			ops = c.Retold
		}
		split := make(map[int64]int) // effect → index in list
		for _, op := range ops {
			t := c.effect(op)
			j, ok := split[t.UnixNano()]
			if !ok {
				j = len(list)
				split[t.UnixNano()] = j
				part := c
				part.Ops, part.Captured = nil, 0
				list = append(list, dated{t, part})
			}
			list[j].change.Ops = append(list[j].change.Ops, op)
		}
	}
	slices.SortStableFunc(list, func(a, b dated) int { return a.at.Compare(b.at) })
	var out []Change
	for _, d := range list {
		if !d.at.After(at) {
			out = append(out, d.change)
		}
	}
	return out
}

// refold makes the change that session s, which comes late, brings about: the
// bank is what it would be had s come in its time. The later sessions are
// updated again from what they captured, changes by hand are kept as they are,
// and the difference to the present bank is one change of its own.
func (e Engine) refold(ctx context.Context, d Dyad, s Session, captured []Entry, graves graveyard, c Change) (Step, Change, error) {
	var log []Change
	for old, err := range e.Store.Changes(ctx, d) {
		if err != nil {
			return Step{}, c, fmt.Errorf("fold in session %q: %w", s.ID, err)
		}
		log = append(log, old)
	}
	present, then := make(ledger), make(ledger)
	for _, old := range log {
		present.fold(old)
	}
	for _, old := range timeline(log, s.At) {
		then.fold(old)
	}
	c.Late = true
	step, ops, err := e.refoldStep(ctx, d, then, s, graves.spare(captured), graves, c)
	if err != nil {
		return Step{}, c, err
	}
	c.Retold = ops
	for _, old := range later(log, s.At) {
		if old.Session == "" {
			then.fold(old)
			continue
		}
		a, err := e.Store.Session(ctx, d, old.Session)
		if err != nil {
			return Step{}, c, fmt.Errorf("fold in session %q: %w", s.ID, err)
		}
		_, ops, err := e.refoldStep(ctx, d, then, a.Session, old.captures(), graves, old)
		if err != nil {
			return Step{}, c, fmt.Errorf("fold in session %q: %w", s.ID, err)
		}
		c.Retold = append(c.Retold, ops...)
	}
	// What s itself captured comes first, so that a later fold finds it.
	for _, entry := range step.Captured {
		c.Ops = append(c.Ops, Op{Action: Add, Entry: entry, Evidence: entry.Evidence})
	}
	c.Captured = len(c.Ops)
	present.fold(c)
	c.Ops = append(c.Ops, present.difference(then)...)
	step.Bank = then.bank()
	return step, c, nil
}

// refoldStep updates l by session s as if it were now, under change c, and
// returns the operations that did it, with their time.
func (e Engine) refoldStep(ctx context.Context, d Dyad, l ledger, s Session, captured []Entry, graves graveyard, c Change) (Step, []Op, error) {
	bank := l.bank()
	step, err := e.update(ctx, bank, s, captured, e.heard(ctx, d, s))
	if err != nil {
		return Step{}, nil, err
	}
	step = graves.sift(step)
	c.Ops, c.Captured = step.logged(bank)
	for i := range c.Ops {
		c.Ops[i].At = s.At
	}
	l.fold(c)
	return step, c.Ops, nil
}

// later returns the changes of log that took effect after at, in the order of
// time.
func later(log []Change, at time.Time) []Change {
	var list []Change
	for _, c := range log {
		if c.At.After(at) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Rev, b.Rev)) })
	return list
}

// difference returns the operations that turn the records of l into those of
// want: what is added first, then what changes its state. Only adds, states
// and doubts differ; a refold leaves pins alone.
func (l ledger) difference(want ledger) (ops []Op) {
	keys := make(map[EntryKey]bool)
	for k := range l {
		keys[k] = true
	}
	for k := range want {
		keys[k] = true
	}
	var states []Op
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		have, had := l[k]
		r, wanted := want[k]
		switch {
		case !wanted:
			if have.State == Active {
				states = append(states, Op{Action: Invalidate, Entry: Entry{Key: k}, Why: WhyReverted})
			}
			continue
		case !had || !have.plain().equal(r.plain()):
			ops = append(ops, Op{Action: Add, Entry: r.plain(), Evidence: r.Evidence, At: r.At})
			have = Record{Entry: r.plain(), State: Active}
		}
		states = append(states, have.towards(r)...)
	}
	return append(ops, states...)
}

// equal reports whether e and o are the same in all they say.
func (e Entry) equal(o Entry) bool {
	return e.Key == o.Key && e.Kind == o.Kind && e.Content == o.Content && slices.Equal(e.Evidence, o.Evidence) &&
		e.At.Equal(o.At) && e.Until.Equal(o.Until) && e.Pinned == o.Pinned && e.Doubted == o.Doubted
}

// plain returns the entry of r without its doubt, which is an operation of its
// own.
func (r Record) plain() Entry {
	e := r.Entry.clone()
	e.Doubted = false
	return e
}

// towards returns the operations that give r the state and the doubt of want.
func (r Record) towards(want Record) (ops []Op) {
	key := Entry{Key: r.Key}
	if r.State != want.State || want.State != Active && (r.Why != want.Why || r.Successor != want.Successor) {
		switch want.State {
		case Active:
			ops = append(ops, Op{Action: Restore, Entry: key, At: want.Since})
		case Invalid:
			ops = append(ops, Op{Action: Invalidate, Entry: key, Why: want.Why, Successor: want.Successor, At: want.Since})
		case Archived:
			ops = append(ops, Op{Action: Archive, Entry: key, Why: want.Why, Successor: want.Successor, At: want.Since})
		}
	}
	if r.Doubted != want.Doubted {
		action := Confirm
		if want.Doubted {
			action = Doubt
		}
		ops = append(ops, Op{Action: action, Entry: key, Why: want.Why, Successor: want.Successor})
	}
	return ops
}
