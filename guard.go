package dyadmem

import (
	"context"
	"fmt"
	"slices"
)

// A Policy says which proposed deletes a Guard carries out. The zero Policy is
// Balanced.
type Policy string

// The policies.
const (
	Balanced Policy = "balanced" // what the user asks, what the clock ends, what strong evidence contradicts
	Strict   Policy = "strict"   // what the user asks and what the clock ends
	Off      Policy = "off"      // everything; for measuring
)

// Validate returns an error that wraps [ErrInvalid] if p is no policy.
func (p Policy) Validate() error {
	switch p {
	case "", Balanced, Strict, Off:
		return nil
	}
	return fmt.Errorf("guard policy %q: %w: want balanced, strict or off", p, ErrInvalid)
}

// A Guard decides what is done with a proposed delete. Model deletes are wrong
// about four times in five, so a delete is carried out only on evidence that
// the guard itself finds in the session; the evidence that the proposal cites
// may tip the balance.
// What the guard does not carry out becomes a doubt: the entry stays, is ranked
// lower, and waits for a later session or a person.
type Guard struct {
	Policy  Policy
	Witness Witness
}

// A Witness reads a session for what bears on deletes. It knows the language;
// the Guard knows the rules. Only the user's own words count: what is quoted,
// pasted, supposed, joked or reported is no evidence.
type Witness interface {
	// Hear reads s, which states the entries stated, against the bank from
	// before it.
	Hear(prior Bank, s Session, stated []Entry) Testimony
}

// A Testimony is what a Witness found in a session. cited are the turns that a
// proposal gives as its evidence; they may tip a balance and never decide
// alone.
type Testimony interface {
	// Asks returns the user's turns that ask to forget what e states, or to stop
	// what e demands; none if none does.
	Asks(e Entry, cited []TurnRef) []TurnRef
	// Contradicts returns the stated entry which gives another value for the
	// subject and the slot of e, and for good.
	Contradicts(e Entry, cited []TurnRef) (Entry, bool)
	// Restates reports whether a says all that b says.
	Restates(a, b Entry) bool
}

// Guarded returns u with every delete that it proposes judged by g. An add
// that would put another value under the key of an entry that is there gets a
// key of its own, since that is a delete too.
func Guarded(u Updater, g Guard) Updater { return guarded{u, g} }

type guarded struct {
	updater Updater
	guard   Guard
}

// Update returns the operations of the guarded updater; of its deletes, those
// that are not borne out as doubts.
func (u guarded) Update(ctx context.Context, prior Bank, s Session, captured []Entry) ([]Op, error) {
	if err := u.guard.Policy.Validate(); err != nil {
		return nil, err
	}
	proposed, err := u.updater.Update(ctx, prior, s, captured)
	if err != nil || u.guard.Policy == Off {
		return proposed, err
	}
	if u.guard.Witness == nil {
		return nil, fmt.Errorf("guard: %w: it has no Witness", ErrInvalid)
	}
	t := trial{Guard: u.guard, prior: prior, session: s, captured: captured, gone: make(map[EntryKey]bool), needed: make(map[EntryKey]bool)}
	for _, e := range captured {
		if t.byUser(e) {
			t.stated = append(t.stated, e)
		}
	}
	proposed = slices.Clone(proposed)
	for i, op := range proposed {
		if op.Action == Add && op.Entry.Content != "" {
			if op.Entry.Key == "" {
				op.Entry.Key = KeyFor(MaskSecrets(clean(op.Entry.Content))) // what it stands for is linked to it
				proposed[i].Entry.Key = op.Entry.Key
			}
			t.added = append(t.added, op.Entry)
			if t.byUser(op.Entry) {
				t.stated = append(t.stated, op.Entry)
			}
		}
	}
	t.Testimony = u.guard.Witness.Hear(prior, s, t.stated)
	ops := make([]Op, 0, len(proposed))
	for _, op := range proposed {
		if op.Action == Add {
			op = t.distinct(op)
		}
		ops = append(ops, op)
	}
	for i, op := range ops {
		if op.Action == Delete {
			ops[i] = t.judge(op)
		}
	}
	return slices.DeleteFunc(ops, func(op Op) bool { return op.Action == "" }), nil
}

// A trial is the judging of one session's proposals.
type trial struct {
	Guard
	Testimony
	prior    Bank
	session  Session
	captured []Entry
	added    []Entry
	stated   []Entry           // what the user states in the session: captured or added
	gone     map[EntryKey]bool // deletes that are carried out
	needed   map[EntryKey]bool // entries that stand for one that goes: they stay
}

// distinct gives an add a key of its own if the key it names is that of another
// memory.
func (t *trial) distinct(op Op) Op {
	old, ok := t.prior.Entry(op.Entry.Key)
	if ok && op.Entry.Content != "" && !t.Restates(op.Entry, old) {
		op.Entry.Key = KeyFor(op.Entry.Content)
	}
	return op
}

// judge returns what is done with op, a delete.
func (t *trial) judge(op Op) Op {
	old, ok := t.prior.Entry(op.Entry.Key)
	if !ok {
		return t.judgeCaptured(op)
	}
	if old.Pinned {
		return doubt(op)
	}
	if turns := t.Asks(old, cited(op, WhyForget)); len(turns) > 0 {
		return t.carry(Op{Entry: Entry{Key: old.Key}, Why: WhyForget, Evidence: turns})
	}
	if old.Expired(t.session.At) {
		return t.carry(Op{Entry: Entry{Key: old.Key}, Why: WhyExpired, Evidence: op.Evidence})
	}
	if t.Policy == Strict || old.At.After(t.session.At) || t.needed[old.Key] {
		return doubt(op)
	}
	if next, ok := t.Contradicts(old, cited(op, WhyCorrected, WhySuperseded)); ok && !t.gone[next.Key] {
		why := WhyCorrected
		if old.Kind.URAM() {
			why = WhySuperseded
		}
		return t.carry(Op{Entry: Entry{Key: old.Key}, Why: why, Evidence: t.own(next), Successor: next.Key})
	}
	for _, e := range t.stated {
		if e.Key != old.Key && !t.gone[e.Key] && t.Restates(e, old) && t.told(e, old) {
			return t.carry(Op{Entry: Entry{Key: old.Key}, Why: WhyMerged, Evidence: t.own(e), Successor: e.Key})
		}
	}
	return doubt(op)
}

// told reports whether the user's own words bear out that e restates old. What
// the Capturer drew from the session does; an entry that the proposal itself
// brings along may be made up, so that a turn that it cites has to restate old.
func (t *trial) told(e, old Entry) bool {
	if slices.ContainsFunc(t.captured, func(c Entry) bool { return c.Key == e.Key && t.Restates(c, e) }) {
		return true
	}
	return slices.ContainsFunc(t.session.Turns, func(turn Turn) bool {
		return turn.Speaker == User && slices.Contains(e.Evidence, turn.ID) && t.Restates(Entry{Kind: old.Kind, Content: turn.Text, At: t.session.At}, old)
	})
}

// judgeCaptured judges the delete of an entry that the session itself states:
// it goes only where the bank, or what is added, says the same. Otherwise
// nothing comes of the proposal: what was just said is in no doubt.
func (t *trial) judgeCaptured(op Op) Op {
	i := slices.IndexFunc(t.captured, func(e Entry) bool { return e.Key == op.Entry.Key })
	if i < 0 || t.needed[op.Entry.Key] {
		return Op{} // it names nothing, or what another has gone for
	}
	for _, e := range slices.Concat(t.prior.Entries, t.added) {
		if e.Key != op.Entry.Key && !t.gone[e.Key] && t.Restates(e, t.captured[i]) {
			return t.carry(Op{Entry: Entry{Key: op.Entry.Key}, Why: WhyMerged, Evidence: t.captured[i].Evidence, Successor: e.Key})
		}
	}
	return Op{}
}

// carry makes op a delete that is carried out.
func (t *trial) carry(op Op) Op {
	op.Action = Delete
	t.gone[op.Entry.Key] = true
	if op.Successor != "" {
		t.needed[op.Successor] = true
	}
	return op
}

// cited returns the evidence of op, if it is of the sort of delete that it would
// be evidence for.
func cited(op Op, whys ...Why) []TurnRef {
	if !slices.Contains(whys, op.Why) {
		return nil
	}
	return op.Evidence
}

func doubt(op Op) Op {
	return Op{Action: Doubt, Entry: Entry{Key: op.Entry.Key}, Why: op.Why, Evidence: op.Evidence}
}

// own returns the evidence of e that stands in this session.
func (t *trial) own(e Entry) []TurnRef {
	return slices.DeleteFunc(slices.Clone(e.Evidence), func(r TurnRef) bool {
		return !slices.ContainsFunc(t.session.Turns, func(turn Turn) bool { return turn.ID == r })
	})
}

// byUser reports whether a turn of the user in this session stands behind e.
func (t *trial) byUser(e Entry) bool {
	return slices.ContainsFunc(t.session.Turns, func(turn Turn) bool {
		return turn.Speaker == User && slices.Contains(e.Evidence, turn.ID)
	})
}
