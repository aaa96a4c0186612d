package dyadmem

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// An Engine is a choice for the four stages, over a store. It is what the
// benchmark scores and what the service runs. A stage or a Store that is nil
// fails where it is needed. An Engine keeps nothing itself: it is safe for
// concurrent use as far as its parts are, and may be copied.
type Engine struct {
	Store    Store
	Capturer Capturer
	Updater  Updater // Guarded, where a model or rules propose deletes
	Recaller Recaller
	Answerer Answerer

	Compactor Compactor  // optional: merges beyond exact duplicates
	Scrubbers []Scrubber // what else keeps text, for Purge
	// Echoes, optional, reports whether text tells what content tells in other
	// words; for Purge.
	Echoes func(content, text string) bool
	// Marks, optional, returns the names, numbers and quotations in content; for
	// Purge.
	Marks func(content string) []Mark

	Actor string // who the engine's own changes are by: the name of a model; empty: "rules"
	Cap   int    // the most active entries a bank may hold; 0: DefaultCap; negative: any number
}

// DefaultCap is the most active entries of a bank where the Engine sets none.
const DefaultCap = 300

// A Step is what one session did to a bank.
type Step struct {
	Captured []Entry // with keys
	Ops      []Op
	Refused  []Refusal // what the evidence may not state; it is in neither of the others
	Bank     Bank      // after the session
}

// Step runs Capture and Update of one session on the bank from before it. It
// is pure as far as the stages are: it stores nothing.
func (e Engine) Step(ctx context.Context, prior Bank, s Session) (Step, error) {
	if e.Capturer == nil || e.Updater == nil {
		return Step{}, fmt.Errorf("session %s: %w: the engine has no Capturer or no Updater", s.ID, ErrInvalid)
	}
	captured, err := e.Capturer.Capture(ctx, s)
	if err != nil {
		return Step{}, fmt.Errorf("capture session %s: %w", s.ID, err)
	}
	return e.update(ctx, prior, s, keyed(captured, s), nil)
}

// update runs Update on what was captured. said, if not nil, adds to a cast who
// said the turns of other sessions.
func (e Engine) update(ctx context.Context, prior Bank, s Session, captured []Entry, said func(cast, []Entry) error) (Step, error) {
	who := castOf(prior, s)
	admit := func(entries []Entry) ([]Entry, []Refusal, error) {
		if said != nil {
			if err := said(who, entries); err != nil {
				return nil, nil, err
			}
			who.hear(s)
		}
		taken, refused := who.admit(entries)
		taken, late := who.settle(prior, s, taken)
		return taken, append(refused, late...), nil
	}
	captured, refused, err := admit(distinct(prior, captured))
	if err != nil {
		return Step{}, fmt.Errorf("update session %s: %w", s.ID, err)
	}
	step := Step{Captured: captured, Refused: refused}
	ops, err := e.Updater.Update(ctx, prior, s, captured)
	if err != nil {
		return step, fmt.Errorf("update session %s: %w", s.ID, err)
	}
	for _, op := range ops {
		if op.Action == Add && op.Entry.Content != "" {
			added, refused, err := admit(keyed([]Entry{op.Entry}, s))
			if err != nil {
				return step, fmt.Errorf("update session %s: %w", s.ID, err)
			}
			step.Refused = append(step.Refused, refused...)
			if refused != nil {
				continue
			}
			op.Entry = united(prior, added)[0]
		}
		step.Ops = append(step.Ops, op)
	}
	step.Ops = append(step.Ops, who.restatements(prior, s, captured, step.Ops)...)
	step.Bank = prior.Apply(united(prior, captured), step.Ops)
	return step, nil
}

// heard returns what tells who said the turns of d's sessions that entries name
// as their evidence.
func (e Engine) heard(ctx context.Context, d Dyad, s Session) func(cast, []Entry) error {
	return func(c cast, entries []Entry) error {
		var foreign []TurnRef
		for _, entry := range entries {
			for _, ref := range entry.Evidence {
				if !slices.ContainsFunc(s.Turns, func(t Turn) bool { return t.ID == ref }) {
					foreign = append(foreign, ref)
				}
			}
		}
		if foreign == nil {
			return nil
		}
		turns, err := e.Store.Spoken(ctx, d, foreign)
		for ref, t := range turns {
			c[ref] = t.Speaker
		}
		return err
	}
}

// distinct returns a copy of captured in which no entry has the key of one that
// prior holds unless it says the same: whoever captures doesn't know the bank,
// and must not overwrite it.
func distinct(prior Bank, captured []Entry) []Entry {
	out := slices.Clone(captured)
	for i, e := range out {
		if old, ok := prior.Entry(e.Key); ok && Normalize(old.Content) != Normalize(e.Content) {
			out[i].Key = KeyFor(e.Content)
		}
	}
	return out
}

// keyed returns a copy of entries in which each has a time and a key that every
// store can keep.
func keyed(entries []Entry, s Session) []Entry {
	out := make([]Entry, len(entries))
	for i, e := range entries {
		e.Content = MaskSecrets(clean(e.Content))
		if validID("key", string(e.Key)) != nil || MaskSecrets(string(e.Key)) != string(e.Key) {
			e.Key = KeyFor(e.Content)
		}
		if e.At.IsZero() || !writable(e.At) {
			e.At = s.At
		}
		if !writable(e.Until) { // beyond the year 9999: no end that comes
			e.Until = time.Time{}
		}
		out[i] = e
	}
	return out
}

// united returns a copy of entries in which each that prior holds already
// keeps its pin and adds its evidence to what was there: said again is not said
// anew.
func united(prior Bank, entries []Entry) []Entry {
	out := make([]Entry, len(entries))
	for i, e := range entries {
		if old, ok := prior.Entry(e.Key); ok {
			e.Pinned = e.Pinned || old.Pinned
			e.Evidence = union(old.Evidence, e.Evidence)
		}
		out[i] = e
	}
	return out
}

// restatements returns adds that give what the bank holds the evidence of the
// captured entries that were merged into it, if that is as good as its own.
func (c cast) restatements(prior Bank, s Session, captured []Entry, ops []Op) (adds []Op) {
	for _, op := range ops {
		i := slices.IndexFunc(captured, func(e Entry) bool { return e.Key == op.Entry.Key })
		old, ok := prior.Entry(op.Successor)
		if op.Action != Delete || op.Why != WhyMerged || i < 0 || !ok || !c.mayReplace(old, captured[i], s) {
			continue
		}
		old = old.clone()
		old.Evidence, old.Doubted = union(old.Evidence, captured[i].Evidence), false
		adds = append(adds, Op{Action: Add, Entry: old, Evidence: captured[i].Evidence})
	}
	return adds
}

func union(a, b []TurnRef) []TurnRef {
	all := slices.Clone(a)
	for _, r := range b {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// logged returns step as operations of the log. What comes in stands before
// what is retired, so that a successor is there first.
func (s Step) logged(prior Bank) (ops []Op, captured int) {
	there := make(map[EntryKey]bool, len(prior.Entries))
	for _, e := range prior.Entries {
		there[e.Key] = true
	}
	for _, e := range united(prior, s.Captured) {
		ops = append(ops, Op{Action: Add, Entry: e, Evidence: e.Evidence})
		there[e.Key] = true
	}
	captured = len(ops)
	added := make(map[EntryKey]bool)
	for _, op := range s.Ops {
		if op.Action != Add {
			continue
		}
		if op.Entry.Content != "" {
			ops = append(ops, op)
			there[op.Entry.Key] = true
		}
		added[op.Entry.Key] = true
	}
	var retired []Op
	for _, op := range s.Ops {
		if op.Action != Delete && op.Action != Doubt || !there[op.Entry.Key] || added[op.Entry.Key] {
			continue
		}
		if op.Action == Delete {
			op.Action = Invalidate
			there[op.Entry.Key] = false
		}
		op.Entry = Entry{Key: op.Entry.Key}
		retired = append(retired, op)
	}
	for i, op := range retired {
		if _, ok := s.Bank.Entry(op.Successor); !ok {
			retired[i].Successor = ""
		}
	}
	return append(ops, retired...), captured
}

var errNoStore = fmt.Errorf("engine: %w: it has no Store", ErrInvalid)

// of returns the store, for a dyad or a commons that can be one.
func (e Engine) of(d Dyad) (Store, error) {
	if e.Store == nil {
		return nil, errNoStore
	}
	return e.Store, d.owner()
}
