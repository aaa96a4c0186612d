package dyadmem_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

// plain is a Witness for these tests: "forget KEY" asks; a stated "name=value"
// contradicts another value of that name; the same letters restate.
type plain struct {
	session dyadmem.Session
	stated  []dyadmem.Entry
}

func (plain) Hear(_ dyadmem.Bank, s dyadmem.Session, stated []dyadmem.Entry) dyadmem.Testimony {
	return plain{s, stated}
}

func (p plain) Asks(e dyadmem.Entry, _ []dyadmem.TurnRef) (turns []dyadmem.TurnRef) {
	for _, t := range p.session.Turns {
		if t.Speaker == dyadmem.User && t.Text == "forget "+string(e.Key) {
			turns = append(turns, t.ID)
		}
	}
	return turns
}

func (p plain) Contradicts(e dyadmem.Entry, _ []dyadmem.TurnRef) (dyadmem.Entry, bool) {
	for _, s := range p.stated {
		name, value, _ := strings.Cut(s.Content, "=")
		if was, old, ok := strings.Cut(e.Content, "="); ok && was == name && old != value {
			return s, true
		}
	}
	return dyadmem.Entry{}, false
}

func (plain) Restates(a, b dyadmem.Entry) bool {
	return strings.EqualFold(a.Content, b.Content)
}

func TestGuard(t *testing.T) {
	s := session(9, "forget asked", "forget pinned", "tea=black")
	s.Turns = append(s.Turns, dyadmem.Turn{ID: "s9.4", Speaker: dyadmem.Agent, Text: "forget cup"}, dyadmem.Turn{ID: "s9.5", Speaker: dyadmem.Tool, Text: "cup=red"})
	fact := func(key, content string, ref dyadmem.TurnRef) dyadmem.Entry {
		return dyadmem.Entry{Key: dyadmem.EntryKey(key), Kind: dyadmem.Fact, Content: content, At: start, Evidence: []dyadmem.TurnRef{ref}}
	}
	rule := fact("rule", "tea=rule", "s1.1")
	rule.Kind = dyadmem.AgentIdentity
	over, lasts, pinned := fact("over", "trip", "s1.1"), fact("lasts", "visit", "s1.1"), fact("pinned", "p", "s1.1")
	over.Until, lasts.Until, pinned.Pinned = s.At.Add(-time.Hour), s.At.Add(time.Hour), true
	prior := dyadmem.Bank{Entries: []dyadmem.Entry{
		fact("asked", "a", "s1.1"), fact("tea", "tea=green", "s1.1"), rule, fact("cup", "cup=blue", "s1.1"), over, lasts, pinned,
		fact("twice", "TEA=BLACK", "s1.1"), fact("kept", "k", "s1.1"),
	}}
	captured := []dyadmem.Entry{fact("black", "tea=black", "s9.3"), fact("red", "cup=red", "s9.5"), fact("again", "K", "s9.1")}
	var all []dyadmem.Op
	for _, e := range append(prior.Entries, append(captured, fact("nowhere", "", ""))...) {
		all = append(all, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyCorrected, Evidence: []dyadmem.TurnRef{"s9.1"}})
	}
	propose := dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return all, nil
	})
	for _, c := range []struct {
		policy dyadmem.Policy
		want   string
	}{
		{dyadmem.Balanced, `
			delete asked forget [s9.1]
			delete tea corrected [s9.3] > black
			delete rule superseded [s9.3] > black
			doubt cup corrected [s9.1]
			delete over expired [s9.1]
			doubt lasts corrected [s9.1]
			doubt pinned corrected [s9.1]
			delete twice merged [s9.3] > black
			delete kept merged [s9.1] > again`},
		{dyadmem.Strict, `
			delete asked forget [s9.1]
			doubt tea corrected [s9.1]
			doubt rule corrected [s9.1]
			doubt cup corrected [s9.1]
			delete over expired [s9.1]
			doubt lasts corrected [s9.1]
			doubt pinned corrected [s9.1]
			doubt twice corrected [s9.1]
			doubt kept corrected [s9.1]
			delete black merged [s9.3] > twice
			delete again merged [s9.1] > kept`},
	} {
		ops, err := dyadmem.Guarded(propose, dyadmem.Guard{Policy: c.policy, Witness: plain{}}).Update(t.Context(), prior, s, captured)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, op := range ops {
			fmt.Fprintf(&got, "\n\t\t\t%s %s %s %v", op.Action, op.Entry.Key, op.Why, op.Evidence)
			if op.Successor != "" {
				fmt.Fprintf(&got, " > %s", op.Successor)
			}
		}
		same(t, string(c.policy), c.want, got.String())
	}
	ops, err := dyadmem.Guarded(propose, dyadmem.Guard{Policy: dyadmem.Off}).Update(t.Context(), prior, s, captured)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "off lets everything through", len(all), len(ops))
	for name, g := range map[string]dyadmem.Guard{"no witness": {}, "an unknown policy": {Policy: "lax", Witness: plain{}}} {
		if _, err := dyadmem.Guarded(propose, g).Update(t.Context(), prior, s, captured); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestAnAddDoesNotOverwriteAnotherValue(t *testing.T) {
	prior := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "tea", Kind: dyadmem.Fact, Content: "tea=green"}}}
	for content, want := range map[string]dyadmem.EntryKey{"TEA=GREEN": "tea", "tea=black": dyadmem.KeyFor("tea=black")} {
		u := dyadmem.Guarded(dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
			return []dyadmem.Op{{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: "tea", Kind: dyadmem.Fact, Content: content}}}, nil
		}), dyadmem.Guard{Witness: plain{}})
		ops, err := u.Update(t.Context(), prior, session(1, "x"), nil)
		if err != nil {
			t.Fatal(err)
		}
		same(t, content, want, ops[0].Entry.Key)
	}
}

// A doubt stays until somebody clears it, or the user says it again.
func TestADoubtIsRankedLowerUntilItIsCleared(t *testing.T) {
	e := newEngine()
	e.Updater = dyadmem.Guarded(dyadmem.UpdateFunc(func(_ context.Context, b dyadmem.Bank, s dyadmem.Session, _ []dyadmem.Entry) (ops []dyadmem.Op, err error) {
		for _, old := range b.Entries {
			if s.Turns[0].Text == "delete all" {
				ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: old.Key}, Why: dyadmem.WhyCorrected})
			}
		}
		return ops, nil
	}), dyadmem.Guard{Witness: plain{}})
	observe(t, e, session(1, "tea=green"), session(2, "delete all"), session(3, "cup=green"))
	doubtful := func() []dyadmem.EntryKey {
		t.Helper()
		list, err := e.Doubtful(t.Context(), dyad)
		if err != nil {
			t.Fatal(err)
		}
		keys := []dyadmem.EntryKey{}
		for _, r := range list {
			keys = append(keys, r.Key)
		}
		return keys
	}
	tea := dyadmem.KeyFor("tea=green")
	same(t, "for review", []dyadmem.EntryKey{tea}, doubtful())
	found, err := e.Recall(t.Context(), dyad, dyadmem.Request{Query: dyadmem.Query{Text: "green"}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "hits", []string{"cup=green", "tea=green"}, []string{found.Hits[0].Entry.Content, found.Hits[1].Entry.Content})
	if err := e.Confirm(t.Context(), dyad, tea, user(4)); err != nil {
		t.Fatal(err)
	}
	same(t, "for review once it is confirmed", []dyadmem.EntryKey{}, doubtful())
	observe(t, e, session(5, "delete all"))
	same(t, "for review again", 2, len(doubtful()))
	observe(t, e, session(6, "tea=green"))
	same(t, "for review once it is said again", []dyadmem.EntryKey{dyadmem.KeyFor("cup=green")}, doubtful())
}

func TestAnInventedMergeIsADoubt(t *testing.T) {
	prior := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "nuts", Kind: dyadmem.Fact, Content: "tea=green", Evidence: []dyadmem.TurnRef{"s1.1"}}}}
	for turn, want := range map[string]string{
		"hello":     "doubt ",
		"TEA=Green": "delete " + string(dyadmem.KeyFor("Tea=Green")),
	} {
		u := dyadmem.Guarded(dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
			return []dyadmem.Op{
				{Action: dyadmem.Add, Entry: dyadmem.Entry{Kind: dyadmem.Fact, Content: "Tea=Green", Evidence: []dyadmem.TurnRef{"s2.1"}}},
				{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: "nuts"}, Why: dyadmem.WhyMerged},
			}, nil
		}), dyadmem.Guard{Witness: plain{}})
		ops, err := u.Update(t.Context(), prior, session(2, turn), nil)
		if err != nil {
			t.Fatal(err)
		}
		same(t, turn, want, fmt.Sprintf("%s %s", ops[1].Action, ops[1].Successor))
	}
}
