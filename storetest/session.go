package storetest

import (
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
)

func testAccept(t *testing.T, s dyadmem.Store) {
	a := accepted("s1", day(1), "hello", "你好")
	accept(t, s, dyad, a)
	got, err := s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	same(t, "session", a, got)
	if _, zone := got.At.Zone(); zone != 8*3600 {
		t.Errorf("the session lost its zone: %v", got.At)
	}
	fresh, err := s.Accept(t.Context(), dyad, accepted("s1", day(2), "other"))
	ok(t, err)
	same(t, "fresh", false, fresh)
	got, err = s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	same(t, "session after another of its id", a, got)
	same(t, "revision: accepting changes no bank", int64(0), bank(t, s, dyad).Rev)
	same(t, "dyads", []dyadmem.Dyad{dyad}, dyads(t, s, dyadmem.Dyad{}))
}

func testApplied(t *testing.T, s dyadmem.Store) {
	change := dyadmem.Change{At: day(1), Recorded: day(9), Session: "s1", Captured: 1, Actor: "rules", Reason: "why", Ops: []dyadmem.Op{add(fact("k1", "a"))}}
	_, err := s.Commit(t.Context(), dyad, change)
	is(t, "commit of a session that never came", err, dyadmem.ErrNotFound)
	accept(t, s, dyad, accepted("s1", day(1), "hello"))
	ok(t, s.Mark(t.Context(), dyad, "s1", dyadmem.Progress{Status: dyadmem.Pending, Attempts: 1, Reason: "cut off"}))
	rev, err := s.Commit(t.Context(), dyad, change)
	ok(t, err)
	a, err := s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	same(t, "progress", dyadmem.Progress{Status: dyadmem.Applied, Attempts: 1}, a.Progress)
	change.Base = rev
	_, err = s.Commit(t.Context(), dyad, change)
	is(t, "commit of a session that was applied", err, dyadmem.ErrConflict)
	is(t, "mark of a session that was applied", s.Mark(t.Context(), dyad, "s1", dyadmem.Progress{Status: dyadmem.Pending}), dyadmem.ErrConflict)
	change.Rev = 1
	same(t, "log", []dyadmem.Change{change}, log(t, s, dyad))
	isFold(t, s, dyad)
}

func testSessions(t *testing.T, s dyadmem.Store) {
	// Two at one time: as they came. The time counts, not its zone or wording.
	for _, a := range []dyadmem.Accepted{
		accepted("s3", day(3), "c"), accepted("s1", day(1), "a"), accepted("s2", day(2), "b"),
		accepted("s2b", day(2).In(time.UTC), "b"), accepted("s0", day(2).Add(-time.Hour).In(time.UTC), "0"),
	} {
		accept(t, s, dyad, a)
	}
	list, err := s.Sessions(t.Context(), dyad)
	ok(t, err)
	var got []string
	for _, a := range list {
		got = append(got, a.ID)
		if a.Turns != nil {
			t.Errorf("session %s comes with its turns", a.ID)
		}
		same(t, "digest", "d"+a.ID, a.Digest)
	}
	same(t, "sessions", []string{"s1", "s0", "s2", "s2b", "s3"}, got)
}

func testWaiting(t *testing.T, s dyadmem.Store) {
	want := func(what string, through string, ids ...string) {
		t.Helper()
		waiting, last, err := s.Waiting(t.Context(), dyad)
		ok(t, err)
		var got []string
		for _, a := range waiting {
			got = append(got, a.ID)
			same(t, "turns of "+a.ID, 1, len(a.Turns))
		}
		same(t, what, ids, got)
		same(t, what+": complete through", through, last)
	}
	apply := func(id string) {
		t.Helper()
		rev, err := s.Rev(t.Context(), dyad)
		ok(t, err)
		_, err = s.Commit(t.Context(), dyad, dyadmem.Change{Base: rev, At: start, Session: id, Actor: "rules"})
		ok(t, err)
	}
	want("nothing", "")
	for i, id := range []string{"s1", "s2", "s3"} {
		accept(t, s, dyad, accepted(id, day(i), "hello"))
	}
	want("all", "", "s1", "s2", "s3")
	apply("s1")
	want("one applied", "s1", "s2", "s3")
	apply("s3")
	want("a gap", "s1", "s2")
	ok(t, s.Mark(t.Context(), dyad, "s2", dyadmem.Progress{Status: dyadmem.Quarantined, Attempts: 3, Reason: "cut off"}))
	want("what is set aside waits too", "s1", "s2")
	ok(t, s.Mark(t.Context(), dyad, "s2", dyadmem.Progress{Status: dyadmem.Pending}))
	apply("s2")
	want("none waits", "s3")
}

func testSpoken(t *testing.T, s dyadmem.Store) {
	a := accepted("s1", day(1), "tea=green", "cup=blue")
	a.Turns[1].Speaker = dyadmem.Tool
	accept(t, s, dyad, a)
	accept(t, s, dyad, accepted("empty", day(2)))
	accept(t, s, dyadmem.Dyad{Agent: "desk", User: "u2"}, accepted("s2", day(1), "tea=green"))
	got, err := s.Spoken(t.Context(), dyad, []dyadmem.TurnRef{"s1.2", "s2.1", "nope"})
	ok(t, err)
	same(t, "turns", map[dyadmem.TurnRef]dyadmem.Spoken{"s1.2": {Session: "s1", Speaker: dyadmem.Tool}}, got)

	b := accepted("s3", day(3), "one", "two")
	b.Turns[1].ID = "s1.1"
	_, err = s.Accept(t.Context(), dyad, b)
	is(t, "a session with the turn id of another", err, dyadmem.ErrInvalid)
	_, err = s.Session(t.Context(), dyad, "s3")
	is(t, "the session that was refused", err, dyadmem.ErrNotFound)
	got, err = s.Spoken(t.Context(), dyad, []dyadmem.TurnRef{"s1.1", "s3.1"})
	ok(t, err)
	same(t, "turns after the refusal", map[dyadmem.TurnRef]dyadmem.Spoken{"s1.1": {Session: "s1", Speaker: dyadmem.User}}, got)

	_, err = s.Erase(t.Context(), dyad, dyadmem.Erasure{At: day(4), Actor: dyadmem.ActorUser, Turns: []dyadmem.TurnRef{"s1.2"}})
	ok(t, err)
	got, err = s.Spoken(t.Context(), dyad, []dyadmem.TurnRef{"s1.2"})
	ok(t, err)
	same(t, "a turn that was emptied", map[dyadmem.TurnRef]dyadmem.Spoken{"s1.2": {Session: "s1", Speaker: dyadmem.Tool}}, got)
	_, err = s.Erase(t.Context(), dyad, dyadmem.Erasure{At: day(4), Actor: dyadmem.ActorUser, All: true})
	ok(t, err)
	got, err = s.Spoken(t.Context(), dyad, []dyadmem.TurnRef{"s1.1", "s1.2"})
	ok(t, err)
	same(t, "turns of an erased dyad", map[dyadmem.TurnRef]dyadmem.Spoken{}, got)
	accept(t, s, dyad, accepted("s1", day(5), "tea=green"))
}
