package dyadmem_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
)

// The stages of these tests: a turn of the user "name=value" states a value,
// which replaces another value of that name; "forget name" deletes it.
var (
	byLine = dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) (list []dyadmem.Entry, err error) {
		for _, t := range s.Turns {
			if strings.Contains(t.Text, "=") {
				list = append(list, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
			}
		}
		return list, nil
	})
	latest = dyadmem.UpdateFunc(func(_ context.Context, b dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) (ops []dyadmem.Op, err error) {
		for _, old := range b.Entries {
			name, _, _ := strings.Cut(old.Content, "=")
			for _, t := range s.Turns {
				if t.Text == "forget "+name {
					ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: old.Key}, Why: dyadmem.WhyForget})
				}
			}
			for _, e := range captured {
				if strings.HasPrefix(e.Content, name+"=") && e.Content != old.Content {
					ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: old.Key}, Why: dyadmem.WhyCorrected, Successor: e.Key})
				}
			}
		}
		return ops, nil
	})
	byWord = dyadmem.RecallFunc(func(_ context.Context, b dyadmem.Bank, q dyadmem.Query) (hits []dyadmem.Hit, err error) {
		for _, e := range b.Entries {
			if strings.Contains(e.Content, q.Text) {
				hits = append(hits, dyadmem.Hit{Entry: e, Score: 1})
			}
		}
		return hits, nil
	})
)

var (
	dyad  = dyadmem.Dyad{Agent: "desk", User: "u1"}
	start = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
)

func newEngine() dyadmem.Engine {
	return dyadmem.Engine{Store: &dyadmem.MemStore{}, Capturer: byLine, Updater: latest, Recaller: byWord}
}

// session returns the session of day n, with the user's turns.
func session(n int, texts ...string) dyadmem.Session {
	s := dyadmem.Session{ID: fmt.Sprintf("s%d", n), At: start.AddDate(0, 0, n)}
	for i, text := range texts {
		s.Turns = append(s.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("s%d.%d", n, i+1)), Speaker: dyadmem.User, Text: text})
	}
	return s
}

func observe(t *testing.T, e dyadmem.Engine, sessions ...dyadmem.Session) {
	t.Helper()
	for _, s := range sessions {
		if _, err := e.Observe(t.Context(), dyad, s, start); err != nil {
			t.Fatalf("observe %s: %v", s.ID, err)
		}
	}
}

// contents returns what the bank of the dyad says, sorted.
func contents(t *testing.T, e dyadmem.Engine) []string {
	t.Helper()
	b, err := e.Store.Bank(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	return said(b)
}

func said(b dyadmem.Bank) []string {
	list := []string{}
	for _, e := range b.Entries {
		list = append(list, e.Content)
	}
	slices.Sort(list)
	return list
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestASessionAppliesOnce(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "tea=green"), session(1, "tea=green"))
	same(t, "bank", []string{"tea=green"}, contents(t, e))
	changed := session(1, "tea=black")
	if _, err := e.Accept(t.Context(), dyad, changed, start); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("the same id with other turns: %v, want a conflict", err)
	}
	n := 0
	for range e.Store.Changes(t.Context(), dyad) {
		n++
	}
	same(t, "changes", 1, n)
}

func TestANewValueReplacesTheOldAndIsLinked(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "tea=green"), session(2, "tea=black"))
	same(t, "bank", []string{"tea=black"}, contents(t, e))
	old, err := e.Store.Record(t.Context(), dyad, dyadmem.KeyFor("tea=green"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "state", dyadmem.Invalid, old.State)
	same(t, "successor", dyadmem.KeyFor("tea=black"), old.Successor)
	then, err := e.BankAt(t.Context(), dyad, start.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "bank as of day 1", []string{"tea=green"}, said(then))
}

func TestALateSessionIsFoldedInAtItsPlace(t *testing.T) {
	sessions := []dyadmem.Session{session(1, "tea=green", "cup=blue"), session(2, "tea=black", "forget cup"), session(3, "tea=white", "cup=red"), session(4, "x=1")}
	want := newEngine()
	observe(t, want, sessions...)
	wantRecords, err := want.Store.Records(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 2, 1, 3}, {2, 0, 1, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
		e := newEngine()
		for _, i := range order {
			observe(t, e, sessions[i])
		}
		same(t, fmt.Sprintf("bank, sessions in order %v", order), contents(t, want), contents(t, e))
		records, err := e.Store.Records(t.Context(), dyad)
		if err != nil {
			t.Fatal(err)
		}
		states := func(list []dyadmem.Record) map[string]string {
			m := map[string]string{}
			for _, r := range list {
				if r.Why != dyadmem.WhyReverted {
					m[r.Content] = fmt.Sprint(r.State, r.Why, r.Successor, r.Since.UTC(), r.Evidence)
				}
			}
			return m
		}
		same(t, fmt.Sprintf("records, sessions in order %v", order), states(wantRecords), states(records))
	}
}

func TestAnEarlierPendingSessionComesFirst(t *testing.T) {
	e := newEngine()
	for _, s := range []dyadmem.Session{session(2, "tea=black"), session(1, "tea=green")} {
		if _, err := e.Accept(t.Context(), dyad, s, start); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Apply(t.Context(), dyad, "s2", start); !errors.Is(err, dyadmem.ErrNotYet) {
		t.Fatalf("apply s2 before s1: %v, want not yet", err)
	}
	found, err := e.Recall(t.Context(), dyad, dyadmem.Request{Query: dyadmem.Query{Text: "tea"}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "pending sessions", 2, len(found.Pending))
	for _, id := range []string{"s1", "s2"} {
		if _, err := e.Apply(t.Context(), dyad, id, start); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "bank", []string{"tea=black"}, contents(t, e))
	found, err = e.Recall(t.Context(), dyad, dyadmem.Request{Query: dyadmem.Query{Text: "tea"}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "complete through", "s2", found.CompleteThrough)
}

func TestFailuresAreCountedAndSetAside(t *testing.T) {
	e := newEngine()
	if _, err := e.Accept(t.Context(), dyad, session(1, "tea=green"), start); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		cause error
		want  dyadmem.Progress
	}{
		{"no model spends no attempt", fmt.Errorf("chat: %w", dyadmem.ErrUnavailable), dyadmem.Progress{Status: dyadmem.Pending, Reason: "chat: no model is serving"}},
		{"a bad reply spends one", errors.New("cut off"), dyadmem.Progress{Status: dyadmem.Pending, Attempts: 1, Reason: "cut off"}},
		{"the last attempt sets it aside", errors.New("cut off"), dyadmem.Progress{Status: dyadmem.Quarantined, Attempts: 2, Reason: "cut off"}},
	} {
		got, err := e.Fail(t.Context(), dyad, "s1", c.cause, 2)
		if err != nil {
			t.Fatal(err)
		}
		same(t, c.name, c.want, got)
	}
	observe(t, e, session(2, "tea=black"))
	if err := e.Retry(t.Context(), dyad, "s1"); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Apply(t.Context(), dyad, "s1", start); err != nil {
		t.Fatal(err)
	}
	same(t, "bank: the session retried is in its place", []string{"tea=black"}, contents(t, e))
}

func TestACaptureDoesNotOverwriteTheBank(t *testing.T) {
	e := newEngine()
	e.Capturer = dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
		return []dyadmem.Entry{{Key: "same", Kind: dyadmem.Fact, Content: s.Turns[0].Text, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}}, nil
	})
	observe(t, e, session(1, "tea=green"), session(2, "cup=blue"), session(3, "TEA=GREEN"))
	same(t, "bank", []string{"TEA=GREEN", "cup=blue"}, contents(t, e))
	same(t, "evidence of both", []dyadmem.TurnRef{"s1.1", "s3.1"}, record(t, e, "same").Evidence)
}

func TestAcceptRefusesIdsThatNoStoreCanKeep(t *testing.T) {
	long := strings.Repeat("x", dyadmem.MaxID+1)
	good := session(1, "tea=green")
	for name, c := range map[string]struct {
		dyad dyadmem.Dyad
		edit func(*dyadmem.Session)
	}{
		"no user":                {dyadmem.Dyad{Agent: "desk"}, func(*dyadmem.Session) {}},
		"an agent too long":      {dyadmem.Dyad{Agent: long, User: "u1"}, func(*dyadmem.Session) {}},
		"a user of broken bytes": {dyadmem.Dyad{Agent: "desk", User: "\xff"}, func(*dyadmem.Session) {}},
		"a session with a NUL":   {dyad, func(s *dyadmem.Session) { s.ID = "a\x00b" }},
		"a turn too long":        {dyad, func(s *dyadmem.Session) { s.Turns[0].ID = dyadmem.TurnRef(long) }},
		"a session without time": {dyad, func(s *dyadmem.Session) { s.At = time.Time{} }},
	} {
		s := good
		s.Turns = slices.Clone(good.Turns)
		c.edit(&s)
		if _, err := newEngine().Accept(t.Context(), c.dyad, s, start); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	e := newEngine()
	broken := session(1, "tea=\xff\x00")
	observe(t, e, broken, broken)
	same(t, "what is broken in a text is replaced", []string{"tea=\uFFFD\uFFFD"}, contents(t, e))
}

func TestATurnIdIsUniqueInItsDyad(t *testing.T) {
	e := newEngine()
	other := session(2, "cup=blue")
	other.Turns[0].ID = "s1.1"
	observe(t, e, session(1, "tea=green"), session(1, "tea=green"))
	if _, err := e.Accept(t.Context(), dyad, other, start); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("a turn id of another session: error %v", err)
	}
	if _, err := e.Accept(t.Context(), dyadmem.Dyad{Agent: "desk", User: "u2"}, other, start); err != nil {
		t.Errorf("the same turn id in another dyad: %v", err)
	}
}

// What a tool says stays what a tool says, in later sessions too.
func TestAToolTurnStaysAToolTurn(t *testing.T) {
	e := newEngine()
	e.Updater = dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return nil, nil
	})
	e.Capturer = dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
		kind := dyadmem.Episodic
		if s.ID == "s2" {
			kind = dyadmem.AgentMethod
		}
		return []dyadmem.Entry{{Kind: kind, Content: s.Turns[0].Text, Evidence: []dyadmem.TurnRef{"s1.1"}}}, nil
	})
	page := session(1, "the page says: always promo")
	page.Turns[0].Speaker = dyadmem.Tool
	observe(t, e, page, session(2, "always promo"))
	same(t, "bank", []string{"the page says: always promo"}, contents(t, e))
}

// A tool or the agent can't put its words, its kind or its end in the place of
// what the user said.
func TestWeakerEvidenceChangesNothing(t *testing.T) {
	said := dyadmem.Entry{Kind: dyadmem.Fact, Content: "allergic=nuts", Evidence: []dyadmem.TurnRef{"s1.1"}}
	for name, weak := range map[string]func(*dyadmem.Entry){
		"a tool tells it as an event that is over": func(e *dyadmem.Entry) {
			e.Kind, e.Until, e.Evidence = dyadmem.Episodic, start.AddDate(0, 0, 1), []dyadmem.TurnRef{"s2.2"}
		},
		"no turn of the session ends it": func(e *dyadmem.Entry) { e.Until = start.AddDate(0, 0, 1) },
		"the agent says it under its key": func(e *dyadmem.Entry) {
			e.Kind, e.Content, e.Evidence = dyadmem.Episodic, "Allergic=Nuts", []dyadmem.TurnRef{"s2.3"}
		},
		"a turn that nobody knows backs it":  func(e *dyadmem.Entry) { e.Kind, e.Evidence = dyadmem.Episodic, []dyadmem.TurnRef{"s9.9"} },
		"what is concluded from no turn too": func(e *dyadmem.Entry) { e.Kind, e.Evidence = dyadmem.AgentMethod, nil },
	} {
		for _, add := range []bool{false, true} {
			e := newEngine()
			observe(t, e, session(1, "allergic=nuts"))
			again := said
			weak(&again)
			again.Key = dyadmem.KeyFor(said.Content)
			e.Capturer = dyadmem.CaptureFunc(func(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) {
				if add {
					return nil, nil
				}
				return []dyadmem.Entry{again}, nil
			})
			e.Updater = dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
				if !add {
					return nil, nil
				}
				return []dyadmem.Op{{Action: dyadmem.Add, Entry: again}}, nil
			})
			before := record(t, e, again.Key)
			s := session(2, "hello", "the user is allergic to nuts", "noted")
			s.Turns[1].Speaker, s.Turns[2].Speaker = dyadmem.Tool, dyadmem.Agent
			observe(t, e, s)
			same(t, name, before.Entry, record(t, e, again.Key).Entry)
		}
	}
}
