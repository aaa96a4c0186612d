package dyadmem_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// everything returns all that the store of e can be made to say about d.
func everything(t *testing.T, e dyadmem.Engine, d dyadmem.Dyad) string {
	t.Helper()
	var out strings.Builder
	if err := e.Export(t.Context(), d, &out); err != nil {
		t.Fatal(err)
	}
	records, err := e.Store.Records(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		out.WriteString(string(r.Key) + r.Content + "\n")
	}
	return out.String()
}

func TestPurge(t *testing.T) {
	told := session(1, "badge=teal", "tea=green")
	told.Turns = slices.Insert(told.Turns, 1, dyadmem.Turn{ID: "s1.a", Speaker: dyadmem.Agent, Text: "Noted: teal it is."})
	moved := session(2, "badge=ochre")
	badge := dyadmem.KeyFor("badge=ochre")
	for _, c := range []struct {
		name   string
		target dyadmem.Target
		want   []string
	}{
		{"an entry goes with what it replaced and the replies to it", dyadmem.Target{Entries: []dyadmem.EntryKey{badge}}, []string{"tea=green"}},
		{"a text goes wherever it stands", dyadmem.Target{Text: "TEAL"}, []string{"badge=ochre", "tea=green"}},
		{"all goes", dyadmem.Target{All: true}, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine()
			observe(t, e, told, moved)
			other := dyadmem.Dyad{Agent: dyad.Agent, User: "u2"}
			if _, err := e.Observe(t.Context(), other, told, start); err != nil {
				t.Fatal(err)
			}
			var export strings.Builder
			if err := e.Export(t.Context(), dyad, &export); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(everything(t, e, dyad), "teal") {
				t.Fatal("there was nothing to purge")
			}
			receipt, err := e.Purge(t.Context(), dyad, c.target, user(30))
			if err != nil {
				t.Fatal(err)
			}
			if receipt.Entries == 0 || receipt.Turns == 0 || receipt.Graves == 0 {
				t.Errorf("the receipt counts nothing: %+v", receipt)
			}
			gone := func(when string) {
				t.Helper()
				if all := everything(t, e, dyad); strings.Contains(all, "teal") {
					t.Errorf("%s it is there:\n%s", when, all)
				}
				same(t, "bank "+when, c.want, contents(t, e))
			}
			gone("after the purge")
			observe(t, e, told)
			gone("after the old session came again")
			again := told
			again.ID = "s1again"
			for i := range again.Turns {
				again.Turns = slices.Clone(again.Turns)
				again.Turns[i].ID += "again"
			}
			again.Turns = slices.DeleteFunc(again.Turns, func(t dyadmem.Turn) bool { return t.Text == "tea=green" })
			observe(t, e, again)
			gone("after its turns came in another session")
			got, err := e.Import(t.Context(), dyad, strings.NewReader(export.String()), user(31))
			if err != nil {
				t.Fatal(err)
			}
			if all := everything(t, e, dyad); strings.Contains(all, "teal") {
				t.Errorf("after the import (%+v) it is there:\n%s", got, all)
			}
			if all := everything(t, e, other); !strings.Contains(all, "teal") {
				t.Error("the purge reached another dyad")
			}
			// Said anew, it is a new statement.
			observe(t, e, session(40, "badge=teal"))
			if !slices.Contains(contents(t, e), "badge=teal") {
				t.Error("what the user states after the purge is not remembered")
			}
		})
	}
}

func TestPurgeNeedsATarget(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "badge=teal"))
	for name, c := range map[string]struct {
		target dyadmem.Target
		want   error
	}{
		"nothing named":              {dyadmem.Target{}, dyadmem.ErrInvalid},
		"a blank text":               {dyadmem.Target{Text: " "}, dyadmem.ErrInvalid},
		"an entry that is not there": {dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.KeyFor("badge=teal"), "nope"}}, dyadmem.ErrNotFound},
	} {
		if _, err := e.Purge(t.Context(), dyad, c.target, user(2)); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
	same(t, "bank", []string{"badge=teal"}, contents(t, e))
}

// An id can't be rewritten; the receipt says that it tells what was erased.
func TestPurgeTellsOfIDsThatHoldTheText(t *testing.T) {
	e := newEngine()
	told := session(1, "badge=teal", "tea=green")
	told.ID, told.Turns[0].ID = "the teal badge", "teal.1"
	observe(t, e, told, session(2, "cup=blue"))
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: "teal"}, user(30))
	if err != nil {
		t.Fatal(err)
	}
	if len(receipt.Rest) != 1 || !strings.HasPrefix(receipt.Rest[0], "2 ids") {
		t.Errorf("rest: %q", receipt.Rest)
	}
}

// purgedMeanwhile is a store in which a purge comes between the look at the
// graves and the acceptance of a session.
type purgedMeanwhile struct {
	dyadmem.Store
	purge func()
}

func (s purgedMeanwhile) Accept(ctx context.Context, d dyadmem.Dyad, a dyadmem.Accepted) (bool, error) {
	s.purge()
	return s.Store.Accept(ctx, d, a)
}

func TestASessionThatComesDuringAPurge(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "badge=teal"))
	racing := e
	racing.Store = purgedMeanwhile{e.Store, func() {
		if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: "teal"}, user(30)); err != nil {
			t.Fatal(err)
		}
	}}
	fresh, err := racing.Accept(t.Context(), dyad, session(2, "the badge is teal", "cup=blue"), start)
	if err != nil || !fresh {
		t.Fatalf("fresh %v, %v", fresh, err)
	}
	if all := everything(t, e, dyad); strings.Contains(all, "teal") || !strings.Contains(all, "cup=blue") {
		t.Errorf("the store holds:\n%s", all)
	}
}

func TestPurgeUser(t *testing.T) {
	e := newEngine()
	for _, agent := range []string{"desk", "kitchen"} {
		for _, user := range []string{"u1", "u2"} {
			if _, err := e.Observe(t.Context(), dyadmem.Dyad{Agent: agent, User: user}, session(1, "badge=teal"), start); err != nil {
				t.Fatal(err)
			}
		}
	}
	receipt, err := e.PurgeUser(t.Context(), "u1", user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "sessions", 2, receipt.Sessions)
	var left []dyadmem.Dyad
	for d, err := range e.Store.Dyads(t.Context(), dyadmem.Dyad{}) {
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, d)
	}
	same(t, "dyads left", []dyadmem.Dyad{{Agent: "desk", User: "u2"}, {Agent: "kitchen", User: "u2"}}, left)
}

func TestPromote(t *testing.T) {
	e := newEngine()
	rule, fact := remember(t, e, dyadmem.AgentMethod, "numbers first"), remember(t, e, dyadmem.Fact, "tea=green")
	if _, err := e.Promote(t.Context(), dyad, fact, user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("promote a fact of the user's: %v", err)
	}
	shared, err := e.Promote(t.Context(), dyad, rule, user(1))
	if err != nil {
		t.Fatal(err)
	}
	other := dyadmem.Dyad{Agent: dyad.Agent, User: "u2"}
	ask := func(d dyadmem.Dyad, commons bool) int {
		t.Helper()
		found, err := e.Recall(t.Context(), d, dyadmem.Request{Query: dyadmem.Query{Text: "numbers"}, Commons: commons})
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Hits)
	}
	same(t, "hits of another user", 1, ask(other, true))
	same(t, "hits of another user who asks for the own alone", 0, ask(other, false))
	same(t, "hits of another agent's user", 0, ask(dyadmem.Dyad{Agent: "kitchen", User: "u2"}, true))
	events, err := e.History(t.Context(), dyad, rule)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the dyad's log says so", dyadmem.Promote, events[len(events)-1].Op.Action)
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{All: true}, user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "copies purged", 1, receipt.Commons)
	if _, err := e.Store.Record(t.Context(), dyadmem.Commons(dyad.Agent), shared); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("the purged rule is still shared: %v", err)
	}
}

type scrubber struct{ texts, sessions []string }

func (s *scrubber) Scrub(_ context.Context, _ dyadmem.Dyad, texts, sessions []string) (int, error) {
	s.texts, s.sessions = append(s.texts, texts...), append(s.sessions, sessions...)
	return len(texts), nil
}

func TestPurgeReachesWhatElseKeepsText(t *testing.T) {
	e := newEngine()
	s := &scrubber{}
	e.Scrubbers = []dyadmem.Scrubber{s}
	observe(t, e, session(1, "badge=teal"))
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{All: true}, user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "texts", []string{"badge=teal", "badge=teal"}, s.texts)
	same(t, "sessions", []string{"s1"}, s.sessions)
	same(t, "count", 2, receipt.Elsewhere)
}

func TestPurgingOneSourceOfASummaryKeepsTheOthers(t *testing.T) {
	e := newEngine()
	e.Cap = 1
	e.Echoes = func(content, text string) bool { return strings.Contains(text, content) }
	var keys []dyadmem.EntryKey
	for _, town := range []string{"Rome by train", "Oslo by boat", "Bonn on foot"} {
		keys = append(keys, remember(t, e, dyadmem.Episodic, "went to "+town))
	}
	e.Compactor = compactor(func(dyadmem.Bank, int) ([]dyadmem.Merge, error) {
		return []dyadmem.Merge{{Keys: keys, Into: dyadmem.Entry{Kind: dyadmem.Episodic, Content: "March: went to Rome by train; went to Oslo by boat; went to Bonn on foot"}}}, nil
	})
	if _, err := e.Compact(t.Context(), dyad, model(1)); err != nil {
		t.Fatal(err)
	}
	same(t, "entries in the bank", 1, len(contents(t, e)))
	var export strings.Builder
	if err := e.Export(t.Context(), dyad, &export); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Entries: keys[:1]}, user(2)); err != nil {
		t.Fatal(err)
	}
	same(t, "bank", []string{"went to Bonn on foot", "went to Oslo by boat"}, contents(t, e))
	if _, err := e.Import(t.Context(), dyad, strings.NewReader(export.String()), user(3)); err != nil {
		t.Fatal(err)
	}
	same(t, "bank after the old export came back", []string{"went to Bonn on foot", "went to Oslo by boat"}, contents(t, e))
	if all := everything(t, e, dyad); strings.Contains(all, "Rome") {
		t.Errorf("it is there:\n%s", all)
	}
}

func TestAPurgedTextIsNowhere(t *testing.T) {
	e := newEngine()
	s := session(1, "doctor=Wumpel")
	s.Role = "assistant to Wumpel"
	observe(t, e, s)
	by := user(2)
	by.Reason = "because Wumpel moved"
	if _, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Key: "doctor-wumpel", Kind: dyadmem.Fact, Content: "x"}, by); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: "Wumpel"}, user(3)); err != nil {
		t.Fatal(err)
	}
	again := session(2, "hello", "my doctor is WUMPEL, by the way")
	again.Role = s.Role
	observe(t, e, again)
	if all := everything(t, e, dyad); strings.Contains(strings.ToLower(all), "wumpel") {
		t.Errorf("it is there:\n%s", all)
	}
	observe(t, e, session(4, "doctor=Wumpel"))
	same(t, "what is said after the purge", []string{"doctor=Wumpel"}, contents(t, e))
}

func TestAPurgeFollowsTheCopyInTheCommons(t *testing.T) {
	e, commons := newEngine(), dyadmem.Commons(dyad.Agent)
	k := remember(t, e, dyadmem.AgentIdentity, "greet with Florx")
	shared, err := e.Promote(t.Context(), dyad, k, user(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Correct(t.Context(), commons, shared, dyadmem.Entry{Content: "greet with Florx, loudly"}, user(2)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Entries: []dyadmem.EntryKey{k}}, user(3)); err != nil {
		t.Fatal(err)
	}
	if all := everything(t, e, commons); strings.Contains(all, "Florx") {
		t.Errorf("the commons holds it:\n%s", all)
	}
	graves, err := e.Store.Graves(t.Context(), commons)
	if err != nil || len(graves) != 2 {
		t.Errorf("%d graves in the commons, error %v, want 2", len(graves), err)
	}
}
