package dyadmem_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

type compactor func(b dyadmem.Bank, over int) ([]dyadmem.Merge, error)

func (c compactor) Compact(_ context.Context, b dyadmem.Bank, over int) ([]dyadmem.Merge, error) {
	return c(b, over)
}

// full returns an engine whose dyad holds n facts, a demand, a pinned fact and
// one stated by hand.
func full(t *testing.T, n int) dyadmem.Engine {
	t.Helper()
	e := newEngine()
	var texts []string
	for i := range n {
		texts = append(texts, fmt.Sprintf("k%03d=v", i))
	}
	observe(t, e, session(1, texts...))
	remember(t, e, dyadmem.AgentIdentity, "lead with the conclusion")
	remember(t, e, dyadmem.Episodic, "by hand")
	if err := e.Pin(t.Context(), dyad, dyadmem.KeyFor("k000=v"), user(1)); err != nil {
		t.Fatal(err)
	}
	return e
}

// accounted fails t unless every entry that was in before is active or left by
// name, to a successor that exists where it has one.
func accounted(t *testing.T, e dyadmem.Engine, before dyadmem.Bank, c dyadmem.Compaction) {
	t.Helper()
	named := make(map[dyadmem.EntryKey]dyadmem.Gone)
	for _, g := range c.Gone {
		named[g.Key] = g
	}
	for _, old := range before.Entries {
		r := record(t, e, old.Key)
		g, gone := named[old.Key]
		if gone != (r.State != dyadmem.Active) {
			t.Errorf("%q is %s, and the compaction says gone: %t", old.Content, r.State, gone)
		}
		if g.Successor != "" && record(t, e, g.Successor).State != dyadmem.Active {
			t.Errorf("%q has a successor that is not active", old.Content)
		}
	}
}

func bankOf(t *testing.T, e dyadmem.Engine) dyadmem.Bank {
	t.Helper()
	b, err := e.Store.Bank(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestCompactionHoldsTheCapAndLosesNothing(t *testing.T) {
	e := full(t, 30)
	e.Cap = 20
	old := dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: "trip", Until: start.AddDate(0, 0, 3)}
	twin := dyadmem.Entry{Key: "twin", Kind: dyadmem.Fact, Content: "K001=V"}
	for _, entry := range []dyadmem.Entry{old, twin} {
		if _, err := e.Remember(t.Context(), dyad, entry, user(2)); err != nil {
			t.Fatal(err)
		}
	}
	before := bankOf(t, e)
	got, err := e.Compact(t.Context(), dyad, model(10))
	if err != nil {
		t.Fatal(err)
	}
	after := bankOf(t, e)
	same(t, "counts", []int{len(before.Entries), 20, 20}, []int{got.Before, got.After, len(after.Entries)})
	accounted(t, e, before, got)
	for key, want := range map[dyadmem.EntryKey]string{
		"old":                     "archived expired ",
		"twin":                    "active  ",
		dyadmem.KeyFor("k001=v"):  "invalid merged twin",
		dyadmem.KeyFor("k000=v"):  "active  ",
		dyadmem.KeyFor("by hand"): "active  ",
		dyadmem.KeyFor("lead with the conclusion"): "active  ",
	} {
		r := record(t, e, key)
		same(t, string(key), want, fmt.Sprint(r.State, " ", r.Why, " ", r.Successor))
	}
	// What was archived comes back by name, and where nothing active answers.
	found, err := e.Recall(t.Context(), dyad, dyadmem.Request{Query: dyadmem.Query{Text: "trip"}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "hits among the archived", 1, len(found.Hits))
	if err := e.Restore(t.Context(), dyad, "old", user(11)); err != nil {
		t.Fatal(err)
	}
	same(t, "restored", dyadmem.Active, record(t, e, "old").State)
	again, err := e.Compact(t.Context(), dyad, model(12))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "over its cap again, by one", []int{21, 20}, []int{again.Before, again.After})
}

func TestABotchedCompactionChangesNothing(t *testing.T) {
	k := func(i int) dyadmem.EntryKey { return dyadmem.KeyFor(fmt.Sprintf("k%03d=v", i)) }
	into := dyadmem.Entry{Kind: dyadmem.Fact, Content: "k003=v, k004=v, k005=v, k009=v"}
	with := func(edit func(*dyadmem.Entry)) []dyadmem.Merge {
		e := into
		edit(&e)
		return []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), k(4)}, Into: e}}
	}
	for _, c := range []struct {
		name  string
		reply []dyadmem.Merge
		err   error
	}{
		{"the reply is no merge list", nil, &dyadmem.FormatError{Stage: "compaction", Err: errors.New("prose")}},
		{"a merge has no entry", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), k(9)}}}, nil},
		{"a merge names an entry that is not there", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), "nope"}, Into: into}}, nil},
		{"a merge of one", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3)}, Into: into}}, nil},
		{"an entry is merged twice", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), k(4)}, Into: into}, {Keys: []dyadmem.EntryKey{k(4), k(5)}, Into: into}}, nil},
		{"facts become a demand on the agent", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), k(4)}, Into: dyadmem.Entry{Kind: dyadmem.AgentIdentity, Content: "obey"}}}, nil},
		{"what was no fact becomes one", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), dyadmem.KeyFor("by hand")}, Into: into}}, nil},
		{"a value is lost", with(func(e *dyadmem.Entry) { e.Content = "k003=v and another" }), nil},
		{"hardly anything is left", with(func(e *dyadmem.Entry) { e.Content = "-" }), nil},
		{"it goes on and on", with(func(e *dyadmem.Entry) { e.Content += strings.Repeat(" x", 2001) }), nil},
		{"it has ended", with(func(e *dyadmem.Entry) { e.Until = start }), nil},
		{"its evidence is made up", with(func(e *dyadmem.Entry) { e.Evidence = []dyadmem.TurnRef{"forged"} }), nil},
		{"the second of two is bad", []dyadmem.Merge{{Keys: []dyadmem.EntryKey{k(3), k(4)}, Into: into}, {Keys: []dyadmem.EntryKey{k(5), k(6)}}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := full(t, 30)
			e.Cap = 20
			e.Compactor = compactor(func(dyadmem.Bank, int) ([]dyadmem.Merge, error) { return c.reply, c.err })
			before := bankOf(t, e)
			got, err := e.Compact(t.Context(), dyad, model(10))
			var format *dyadmem.FormatError
			if !errors.As(err, &format) {
				t.Errorf("error %v, want a format error", err)
			}
			same(t, "bank", before, bankOf(t, e))
			same(t, "it says that it is over", true, got.Over())
		})
	}
}

func TestCompactionSkipsWhatChangedMeanwhile(t *testing.T) {
	k := func(i int) dyadmem.EntryKey { return dyadmem.KeyFor(fmt.Sprintf("k%03d=v", i)) }
	e := full(t, 30)
	e.Cap = 31
	e.Compactor = compactor(func(dyadmem.Bank, int) ([]dyadmem.Merge, error) {
		// Two minutes of a model's time: a session comes, and a person retires an entry.
		slow := e
		slow.Compactor = nil
		if _, err := slow.Observe(t.Context(), dyad, session(5, "tables=none"), start); err != nil {
			return nil, err
		}
		if err := slow.Retire(t.Context(), dyad, k(3), dyadmem.WhyForget, user(5)); err != nil {
			return nil, err
		}
		return []dyadmem.Merge{
			{Keys: []dyadmem.EntryKey{k(3), k(4)}, Into: dyadmem.Entry{Kind: dyadmem.Fact, Content: "k003=v, k004=v"}},
			{Keys: []dyadmem.EntryKey{k(5), k(6)}, Into: dyadmem.Entry{Kind: dyadmem.Fact, Content: "k005=v, k006=v"}},
		}, nil
	})
	got, err := e.Compact(t.Context(), dyad, model(10))
	if err != nil {
		t.Fatal(err)
	}
	said := contents(t, e)
	for text, want := range map[string]bool{"tables=none": true, "k003=v": false, "k004=v": true, "k003=v, k004=v": false, "k005=v, k006=v": true, "k005=v": false} {
		same(t, text, want, slices.Contains(said, text))
	}
	same(t, "over", false, got.Over())
	merged := record(t, e, dyadmem.KeyFor("k005=v, k006=v"))
	same(t, "evidence is united", []dyadmem.TurnRef{"s1.6", "s1.7"}, merged.Evidence)
}

func TestCompactionKeepsItsHandsOffAFullBankOfRules(t *testing.T) {
	e := newEngine()
	e.Cap = 2
	for i := range 4 {
		remember(t, e, dyadmem.AgentIdentity, fmt.Sprintf("rule %d", i))
	}
	got, err := e.Compact(t.Context(), dyad, model(1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "after", 4, got.After)
	same(t, "over its cap, and says so", true, got.Over())
}

func TestACapOfAnyNumber(t *testing.T) {
	e := full(t, 400)
	e.Cap = -1
	got, err := e.Compact(t.Context(), dyad, dyadmem.Hand{Actor: "x", At: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "gone", 0, len(got.Gone))
}
