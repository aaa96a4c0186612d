package storetest

import (
	"fmt"
	"testing"

	"github.com/dyadmem/dyadmem"
)

func testEmpty(t *testing.T, s dyadmem.Store) {
	same(t, "bank", dyadmem.Bank{}, bank(t, s, dyad))
	same(t, "log", []dyadmem.Change(nil), log(t, s, dyad))
	same(t, "dyads", []dyadmem.Dyad{}, dyads(t, s, dyadmem.Dyad{}))
	_, err := s.Record(t.Context(), dyad, "k")
	is(t, "entry", err, dyadmem.ErrNotFound)
	_, err = s.Session(t.Context(), dyad, "s1")
	is(t, "session", err, dyadmem.ErrNotFound)
	is(t, "mark", s.Mark(t.Context(), dyad, "s1", dyadmem.Progress{Status: dyadmem.Pending}), dyadmem.ErrNotFound)
	_, err = s.Commit(t.Context(), dyadmem.Dyad{User: "u1"}, dyadmem.Change{Ops: []dyadmem.Op{add(fact("k", "a"))}})
	is(t, "a dyad without agent", err, dyadmem.ErrInvalid)
}

func testCommit(t *testing.T, s dyadmem.Store) {
	e := fact("k1", "tea=green")
	e.Until, e.Pinned = day(30), true
	same(t, "revision", int64(1), commit(t, s, dyad, add(e)))
	same(t, "revision", int64(2), commit(t, s, dyad, add(fact("k2", "cup=blue")), add(fact("k3", "x=1"))))
	same(t, "bank", dyadmem.Bank{Rev: 2, Entries: []dyadmem.Entry{e, fact("k2", "cup=blue"), fact("k3", "x=1")}}, bank(t, s, dyad))
	commit(t, s, dyad, add(e))
	same(t, "what is added again stands last", []dyadmem.EntryKey{"k2", "k3", "k1"}, keys(bank(t, s, dyad)))
	isFold(t, s, dyad)
	same(t, "dyads", []dyadmem.Dyad{dyad}, dyads(t, s, dyadmem.Dyad{}))
}

func testStale(t *testing.T, s dyadmem.Store) {
	commit(t, s, dyad, add(fact("k1", "a")))
	_, err := s.Commit(t.Context(), dyad, dyadmem.Change{Base: 0, At: start, Actor: "x", Ops: []dyadmem.Op{add(fact("k2", "b"))}})
	is(t, "commit for revision 0", err, dyadmem.ErrConflict)
	_, err = s.Commit(t.Context(), dyad, dyadmem.Change{Base: 2, At: start, Actor: "x", Ops: []dyadmem.Op{add(fact("k2", "b"))}})
	is(t, "commit for revision 2", err, dyadmem.ErrConflict)
	same(t, "bank", []dyadmem.EntryKey{"k1"}, keys(bank(t, s, dyad)))
	isFold(t, s, dyad)
}

func testAllOrNothing(t *testing.T, s dyadmem.Store) {
	commit(t, s, dyad, add(fact("k1", "a")))
	accept(t, s, dyad, accepted("s1", day(1), "hello"))
	for _, c := range []struct {
		name string
		ops  []dyadmem.Op
		want error
	}{
		{"an unknown entry", []dyadmem.Op{add(fact("k2", "b")), on(dyadmem.Invalidate, "k9")}, dyadmem.ErrNotFound},
		{"an unknown successor", []dyadmem.Op{add(fact("k2", "b")), {Action: dyadmem.Invalidate, Entry: dyadmem.Entry{Key: "k1"}, Successor: "k9"}}, dyadmem.ErrNotFound},
		{"a successor that comes after", []dyadmem.Op{{Action: dyadmem.Invalidate, Entry: dyadmem.Entry{Key: "k1"}, Successor: "k2"}, add(fact("k2", "b"))}, dyadmem.ErrNotFound},
		{"an entry without content", []dyadmem.Op{add(fact("k2", "b")), add(fact("k3", " "))}, dyadmem.ErrInvalid},
		{"an entry without key", []dyadmem.Op{add(fact("", "b"))}, dyadmem.ErrInvalid},
		{"a delete that nobody judged", []dyadmem.Op{on(dyadmem.Delete, "k1")}, dyadmem.ErrInvalid},
	} {
		_, err := s.Commit(t.Context(), dyad, dyadmem.Change{Base: 1, At: start, Session: "s1", Actor: "x", Ops: c.ops})
		is(t, c.name, err, c.want)
		same(t, c.name+": bank", []dyadmem.EntryKey{"k1"}, keys(bank(t, s, dyad)))
		a, err := s.Session(t.Context(), dyad, "s1")
		ok(t, err)
		same(t, c.name+": session", dyadmem.Pending, a.Status)
		isFold(t, s, dyad)
	}
}

func testOperations(t *testing.T, s dyadmem.Store) {
	commit(t, s, dyad, add(fact("k1", "a")), add(fact("k2", "b")))
	record := func() dyadmem.Record {
		r, err := s.Record(t.Context(), dyad, "k1")
		ok(t, err)
		return r
	}
	reworded := fact("k1", "a, reworded")
	for _, c := range []struct {
		op   dyadmem.Op
		want string // state, why, successor, pinned, doubted, content
	}{
		{on(dyadmem.Pin, "k1"), "active   true false a"},
		{dyadmem.Op{Action: dyadmem.Doubt, Entry: dyadmem.Entry{Key: "k1"}, Why: dyadmem.WhyCorrected}, "active corrected  true true a"},
		{on(dyadmem.Confirm, "k1"), "active   true false a"},
		{on(dyadmem.Unpin, "k1"), "active   false false a"},
		{dyadmem.Op{Action: dyadmem.Revise, Entry: reworded}, "active   false false a, reworded"},
		{dyadmem.Op{Action: dyadmem.Invalidate, Entry: dyadmem.Entry{Key: "k1"}, Why: dyadmem.WhyCorrected, Successor: "k2"}, "invalid corrected k2 false false a, reworded"},
		{on(dyadmem.Restore, "k1"), "active   false false a, reworded"},
		{dyadmem.Op{Action: dyadmem.Archive, Entry: dyadmem.Entry{Key: "k1"}, Why: dyadmem.WhyCap}, "archived cap  false false a, reworded"},
		{add(fact("k1", "a")), "active   false false a"},
	} {
		commit(t, s, dyad, c.op)
		r := record()
		same(t, string(c.op.Action), c.want, fmt.Sprintf("%s %s %s %t %t %s", r.State, r.Why, r.Successor, r.Pinned, r.Doubted, r.Content))
		_, inBank := bank(t, s, dyad).Entry("k1")
		same(t, string(c.op.Action)+": in the bank", r.State == dyadmem.Active, inBank)
		isFold(t, s, dyad)
	}
}

func testCopies(t *testing.T, s dyadmem.Store) {
	commit(t, s, dyad, add(fact("k1", "a")))
	accept(t, s, dyad, accepted("s1", day(1), "hello"))
	b := bank(t, s, dyad)
	b.Entries[0].Evidence[0], b.Entries[0].Content = "changed", "changed"
	r, err := s.Record(t.Context(), dyad, "k1")
	ok(t, err)
	r.Evidence[0] = "changed"
	all, err := s.Records(t.Context(), dyad)
	ok(t, err)
	all[0].Evidence[0] = "changed"
	a, err := s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	a.Turns[0].Text = "changed"
	same(t, "bank", []dyadmem.Entry{fact("k1", "a")}, bank(t, s, dyad).Entries)
	a, err = s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	same(t, "turn", "hello", a.Turns[0].Text)
}

func testScripts(t *testing.T, s dyadmem.Store) {
	texts := []string{"我对花生过敏。", "我对花生不过敏。", "会议室在三楼。", "发邮件不要写寒暄。", "ひらがな", "カタカナ", "Привет", "مرحبا", "🙂", "🙃", "ß", "é"}
	var want []string
	for _, text := range texts {
		e := fact(string(dyadmem.KeyFor(text)), text)
		commit(t, s, dyad, add(e))
		want = append(want, text)
	}
	var got []string
	for _, e := range bank(t, s, dyad).Entries {
		got = append(got, e.Content)
	}
	same(t, "contents", want, got)
	isFold(t, s, dyad)
}
