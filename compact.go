package dyadmem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

// A Compactor proposes what an over-full bank can be folded into.
type Compactor interface {
	// Compact returns merges that take out at least over entries of b, or as
	// many as can be merged without loss.
	Compact(ctx context.Context, b Bank, over int) ([]Merge, error)
}

// A Merge is one entry that says all that several said. Into may have the key
// of one of them.
type Merge struct {
	Keys []EntryKey
	Into Entry
}

// A Compaction accounts for what was done to a bank.
type Compaction struct {
	Before, After int // active entries
	Cap           int
	Gone          []Gone
}

// Over reports whether the bank holds more than its cap after all.
func (c Compaction) Over() bool { return c.Cap >= 0 && c.After > c.Cap }

// A Gone is an entry that left the bank: merged into its successor, or
// archived.
type Gone struct {
	Key       EntryKey
	State     State
	Why       Why
	Successor EntryKey
}

// Limit returns the most active entries that a bank may hold, -1 for any
// number.
func (e Engine) Limit() int {
	switch {
	case e.Cap == 0:
		return DefaultCap
	case e.Cap < 0:
		return -1
	}
	return e.Cap
}

// Compact works a bank that is over its cap down to it: exact duplicates are
// merged, states that have ended are archived, what the Compactor proposes is
// merged, and then the entries of lowest value are archived. Demands on the
// agent, what is pinned and what a person stated by hand are never archived for
// their value. A bank within its cap is left alone.
//
// What a Compactor proposes has to be whole and sound, or nothing at all is
// done: the error wraps a [FormatError], and the Compaction says that the bank
// is over. Entries that were changed while the Compactor was at work are left
// alone.
func (e Engine) Compact(ctx context.Context, d Dyad, by Hand) (Compaction, error) {
	st, err := e.of(d)
	if err != nil {
		return Compaction{}, err
	}
	b, err := st.Bank(ctx, d)
	if err != nil {
		return Compaction{}, fmt.Errorf("compact: %w", err)
	}
	out := Compaction{Before: len(b.Entries), After: len(b.Entries), Cap: e.Limit()}
	if !out.Over() {
		return out, nil
	}
	graves, err := st.Graves(ctx, d)
	if err != nil {
		return out, fmt.Errorf("compact: %w", err)
	}
	var merges []Merge
	tidied := b.Apply(nil, asDeletes(tidy(b, by.At)))
	if over := len(tidied.Entries) - out.Cap; over > 0 && e.Compactor != nil {
		if merges, err = e.Compactor.Compact(ctx, tidied, over); err == nil {
			merges, err = sound(tidied, merges, graves, by.At)
		}
		if err != nil {
			return out, fmt.Errorf("compact: the bank is left as it was, at %d entries of %d: %w", out.Before, out.Cap, err)
		}
	}
	err = e.byHand(ctx, d, by, func(now Bank) ([]Op, error) {
		records, err := st.Records(ctx, d)
		if err != nil {
			return nil, err
		}
		ops := plan(b, now, records, merges, out.Cap, by.At)
		out.Before, out.After, out.Gone = len(now.Entries), len(now.Apply(nil, asDeletes(ops)).Entries), gone(ops)
		return ops, nil
	})
	if err != nil {
		return out, fmt.Errorf("compact: %w", err)
	}
	return out, nil
}

// asDeletes returns what Bank.Apply needs to know of ops.
func asDeletes(ops []Op) []Op {
	out := make([]Op, 0, len(ops))
	for _, op := range ops {
		if op.Action != Add {
			op.Action = Delete
		}
		out = append(out, op)
	}
	return out
}

func gone(ops []Op) (list []Gone) {
	for _, op := range ops {
		switch op.Action {
		case Invalidate:
			list = append(list, Gone{op.Entry.Key, Invalid, op.Why, op.Successor})
		case Archive:
			list = append(list, Gone{op.Entry.Key, Archived, op.Why, op.Successor})
		}
	}
	return list
}

// tidy returns the operations that cost nothing: of entries that say the same
// the last stays, with the evidence of all, and what has ended is archived.
func tidy(b Bank, now time.Time) (ops []Op) {
	last := make(map[string]Entry)
	said := func(e Entry) string { return string(e.Kind) + "\x00" + Normalize(e.Content) }
	for _, e := range b.Entries {
		kept, ok := last[said(e)]
		if ok {
			e.Evidence, e.Pinned = union(kept.Evidence, e.Evidence), e.Pinned || kept.Pinned
		}
		last[said(e)] = e
	}
	for _, e := range b.Entries {
		if kept := last[said(e)]; kept.Key != e.Key {
			ops = append(ops, Op{Action: Invalidate, Entry: Entry{Key: e.Key}, Why: WhyMerged, Successor: kept.Key})
		} else if !kept.equal(e) {
			ops = append([]Op{{Action: Add, Entry: kept, Evidence: kept.Evidence}}, ops...)
		}
		if e.Expired(now) && !e.Pinned && last[said(e)].Key == e.Key {
			ops = append(ops, Op{Action: Archive, Entry: Entry{Key: e.Key}, Why: WhyExpired})
		}
	}
	return ops
}

// sound returns merges with keys, evidence and times filled in, or what is
// wrong with them.
func sound(b Bank, merges []Merge, graves graveyard, at time.Time) ([]Merge, error) {
	used := make(map[EntryKey]bool)
	var out []Merge
	for i, m := range merges {
		bad := func(format string, args ...any) error {
			return &FormatError{Stage: "compaction", Err: fmt.Errorf("merge %d: "+format, append([]any{i + 1}, args...)...)}
		}
		if len(m.Keys) < 2 {
			return nil, bad("it names %d entries, at least 2 make a merge", len(m.Keys))
		}
		into := m.Into.clone()
		var kinds []Kind
		for _, k := range m.Keys {
			e, ok := b.Entry(k)
			if !ok || used[k] {
				return nil, bad("entry %q is not in the bank, or is merged twice", k)
			}
			used[k] = true
			kinds = append(kinds, e.Kind)
			into.Evidence = union(into.Evidence, e.Evidence)
			into.Pinned = into.Pinned || e.Pinned
			if e.At.After(into.At) {
				into.At = e.At
			}
		}
		if into.Key == "" {
			into.Key = KeyFor(into.Content)
		}
		if err := into.Validate(); err != nil {
			return nil, bad("%w", err)
		}
		_, taken := b.Entry(into.Key)
		if err := whole(b, m, at); err != nil {
			return nil, bad("%w", err)
		}
		switch {
		case !slices.Contains(kinds, into.Kind):
			return nil, bad("none of its entries is of kind %s", into.Kind)
		case Attributed(into.Kind, "", nil) != nil && slices.ContainsFunc(kinds, func(k Kind) bool { return Attributed(k, "", nil) == nil }):
			return nil, bad("what needs no turn of the user can't become %s", into.Kind)
		case taken && !slices.Contains(m.Keys, into.Key):
			return nil, bad("key %q is that of another entry", into.Key)
		case graves.buried(into.Content, at):
			continue // the value was erased
		}
		out = append(out, Merge{m.Keys, into})
	}
	return out, nil
}

// maxMerged is the most runes that a merge may say.
const maxMerged = 4000

// whole returns an error if m says less than its entries do: it is far shorter
// than one of them, a number of theirs is not in it, it has ended, it names
// turns that none of them does, or it mixes what is the user's with how the
// agent is to work.
func whole(b Bank, m Merge, at time.Time) error {
	said := Normalize(m.Into.Content)
	length, longest := utf8.RuneCountInString(said), 0
	evidence, sides, numbers := make(map[TurnRef]bool), make(map[Side]bool), make(map[string]bool)
	for _, n := range number.FindAllString(said, -1) {
		numbers[n] = true
	}
	for _, k := range m.Keys {
		e, _ := b.Entry(k)
		longest = max(longest, utf8.RuneCountInString(Normalize(e.Content)))
		sides[e.Kind.Side()] = true
		for _, ref := range e.Evidence {
			evidence[ref] = true
		}
		for _, n := range number.FindAllString(Normalize(e.Content), -1) {
			if !numbers[n] {
				return fmt.Errorf("it loses %q of entry %q", n, k)
			}
		}
	}
	for _, ref := range m.Into.Evidence {
		if !evidence[ref] {
			return fmt.Errorf("its evidence %q is that of none of its entries", ref)
		}
	}
	switch {
	case length > maxMerged:
		return fmt.Errorf("it has %d characters, the most is %d", length, maxMerged)
	case 2*length < longest:
		return fmt.Errorf("it has %d characters, one of its entries %d", length, longest)
	case m.Into.Expired(at):
		return errors.New("it has ended already")
	case len(sides) > 1:
		return errors.New("it mixes the user's side with the agent's")
	}
	return nil
}

// number is a figure as a text gives it.
var number = regexp.MustCompile(`\d+(?:[.,:]\d+)*`)

// plan returns the operations that bring the bank as it is now to its cap.
// before is the bank that the merges were made for.
func plan(before, now Bank, records []Record, merges []Merge, most int, at time.Time) []Op {
	ops := tidy(now, at)
	for _, m := range merges {
		if slices.ContainsFunc(m.Keys, func(k EntryKey) bool {
			old, was := before.Entry(k)
			e, is := now.Entry(k)
			return !was || !is || !old.equal(e)
		}) {
			continue
		}
		ops = append(ops, Op{Action: Add, Entry: m.Into, Evidence: m.Into.Evidence})
		for _, k := range m.Keys {
			if k != m.Into.Key {
				ops = append(ops, Op{Action: Invalidate, Entry: Entry{Key: k}, Why: WhyMerged, Successor: m.Into.Key})
			}
		}
	}
	left := now.Apply(nil, asDeletes(ops))
	hand := make(map[EntryKey]bool)
	for _, r := range records {
		hand[r.Key] = r.Hand
	}
	over := len(left.Entries) - most
	candidates := slices.DeleteFunc(left.Entries, func(e Entry) bool { return e.Kind == AgentIdentity || e.Pinned || hand[e.Key] })
	slices.SortStableFunc(candidates, func(a, b Entry) int { return cmp.Compare(value(a, at), value(b, at)) })
	for _, e := range candidates[:max(0, min(over, len(candidates)))] {
		ops = append(ops, Op{Action: Archive, Entry: Entry{Key: e.Key}, Why: WhyCap})
	}
	return ops
}

// kindValue is what an entry is worth by its kind: what holds for good before
// what was once.
var kindValue = map[Kind]float64{UserProfile: 1, AgentMethod: 0.9, AgentKnowledge: 0.8, Fact: 0.6, Episodic: 0.2}

// halfLife is the age at which an entry is worth half.
const halfLife = 180 * 24 * time.Hour

// value returns what e is worth keeping: by kind, evidence and age. One that is
// doubted is worth half.
func value(e Entry, at time.Time) float64 {
	v := kindValue[e.Kind] * (1 + math.Log1p(float64(len(e.Evidence))))
	if age := at.Sub(e.At); age > 0 {
		v *= math.Exp2(-float64(age) / float64(halfLife))
	}
	if e.Doubted {
		v /= 2
	}
	return v
}
