package storetest

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

func testErase(t *testing.T, s dyadmem.Store) {
	other := dyadmem.Dyad{Agent: "desk", User: "u2"}
	for _, d := range []dyadmem.Dyad{dyad, other} {
		accept(t, s, d, accepted("s1", day(1), "tea=green", "cup=blue"))
		rev, err := s.Rev(t.Context(), d)
		ok(t, err)
		_, err = s.Commit(t.Context(), d, dyadmem.Change{Base: rev, At: day(1), Session: "s1", Captured: 2, Actor: "rules", Ops: []dyadmem.Op{
			add(fact("k1", "tea=green")), add(fact("k2", "cup=blue")), {Action: dyadmem.Invalidate, Entry: dyadmem.Entry{Key: "k2"}, Successor: "k1"}}})
		ok(t, err)
	}
	receipt, err := s.Erase(t.Context(), dyad, dyadmem.Erasure{At: day(2), Actor: dyadmem.ActorUser, Reason: "asked", Entries: []dyadmem.EntryKey{"k1", "k9"},
		Turns: []dyadmem.TurnRef{"s1.1"}, Texts: []string{"tea=green"}, Graves: []dyadmem.Grave{{Hash: "h", At: day(2)}}})
	ok(t, err)
	receipt.Rest = nil
	same(t, "receipt", dyadmem.Receipt{At: day(2), Entries: 1, Ops: 1, Turns: 1, Graves: 1}, receipt)
	_, err = s.Record(t.Context(), dyad, "k1")
	is(t, "erased entry", err, dyadmem.ErrNotFound)
	r, err := s.Record(t.Context(), dyad, "k2")
	ok(t, err)
	same(t, "link to the erased entry", dyadmem.EntryKey(""), r.Successor)
	a, err := s.Session(t.Context(), dyad, "s1")
	ok(t, err)
	same(t, "turns", []string{"", "cup=blue"}, []string{a.Turns[0].Text, a.Turns[1].Text})
	changes := log(t, s, dyad)
	same(t, "first operation", dyadmem.Op{Action: dyadmem.Purge}, changes[0].Ops[0])
	same(t, "operations: the others keep their places", 3, len(changes[0].Ops))
	same(t, "purge in the log", dyadmem.Change{Rev: 2, At: day(2), Recorded: day(2), Actor: dyadmem.ActorUser, Reason: "asked", Ops: []dyadmem.Op{{Action: dyadmem.Purge}}}, changes[1])
	isFold(t, s, dyad)
	graves, err := s.Graves(t.Context(), dyad)
	ok(t, err)
	same(t, "graves", []dyadmem.Grave{{Hash: "h", At: day(2)}}, graves)
	_, err = s.Commit(t.Context(), dyad, dyadmem.Change{Base: 1, At: day(3), Actor: "x", Ops: []dyadmem.Op{add(fact("k1", "tea=green"))}})
	is(t, "a change made before the erasure", err, dyadmem.ErrConflict)

	// Nothing of it reached the other dyad.
	same(t, "the other's bank", []dyadmem.EntryKey{"k1"}, keys(bank(t, s, other)))
	graves, err = s.Graves(t.Context(), other)
	ok(t, err)
	same(t, "the other's graves", []dyadmem.Grave(nil), graves)
	a, err = s.Session(t.Context(), other, "s1")
	ok(t, err)
	same(t, "the other's turn", "tea=green", a.Turns[0].Text)
	isFold(t, s, other)
}

func testEraseAll(t *testing.T, s dyadmem.Store) {
	accept(t, s, dyad, accepted("s1", day(1), "tea=green", "cup=blue"))
	commit(t, s, dyad, add(fact("k1", "tea=green")), add(fact("k2", "cup=blue")))
	receipt, err := s.Erase(t.Context(), dyad, dyadmem.Erasure{At: day(2), Actor: dyadmem.ActorUser, All: true, Graves: []dyadmem.Grave{{Hash: "h", At: day(2)}}})
	ok(t, err)
	receipt.Rest = nil
	same(t, "receipt", dyadmem.Receipt{At: day(2), Entries: 2, Ops: 2, Turns: 2, Sessions: 1, Graves: 1}, receipt)
	same(t, "bank", dyadmem.Bank{Rev: 2}, bank(t, s, dyad))
	same(t, "dyads", []dyadmem.Dyad{}, dyads(t, s, dyadmem.Dyad{}))
	list, err := s.Sessions(t.Context(), dyad)
	ok(t, err)
	same(t, "sessions", 0, len(list))
	graves, err := s.Graves(t.Context(), dyad)
	ok(t, err)
	same(t, "graves", 1, len(graves))
	commit(t, s, dyad, add(fact("k3", "x=1")))
	same(t, "a new beginning", []dyadmem.EntryKey{"k3"}, keys(bank(t, s, dyad)))
}
