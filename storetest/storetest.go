// Package storetest is the contract of a dyadmem.Store, as a test. Every store
// passes it: the one in memory, the durable ones, and whoever writes another.
package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/dyadmem/dyadmem"
)

// Run tests the stores that open returns: a new, empty one at each call. A
// store that is a dyadmem.VectorCache or a dyadmem.KeyStore too is tested as one.
func Run(t *testing.T, open func(t *testing.T) dyadmem.Store) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, s dyadmem.Store)
	}{
		{"a dyad that was never written to is empty", testEmpty},
		{"a change is folded into the bank and appended to the log", testCommit},
		{"a change for another revision is a conflict and writes nothing", testStale},
		{"a change that does not apply writes nothing", testAllOrNothing},
		{"each operation has its effect", testOperations},
		{"a session is kept once, as it came", testAccept},
		{"a session is applied once, with its change", testApplied},
		{"sessions stand in the order of their time", testSessions},
		{"what waits is handed over whole", testWaiting},
		{"a turn is found by its id, with who said it", testSpoken},
		{"erased entries and turns are gone from everywhere", testErase},
		{"an erased dyad leaves its graves", testEraseAll},
		{"what is handed out shares no memory with the store", testCopies},
		{"Chinese, Kana, Cyrillic, Arabic and emoji stay apart", testScripts},
		{"hostile ids never cross", testHostileIDs},
		{"of many writers one wins each revision", testWriters},
		{"many dyads at once are what they are one by one", testConcurrent},
		{"sessions that come in any order make the bank of their own order", testArrival},
		{"an engine for many at once is what it is for one", testEngines},
		{"an engine never crosses a dyad", testEngineIsolation},
		{"vectors are kept by embedder and text", testVectors},
		{"the vectors of one embedder and dimension outlast those of others", testDropVectors},
		{"a key is kept once, listed and revoked", testKeys},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

var (
	dyad  = dyadmem.Dyad{Agent: "desk", User: "u1"}
	start = time.Date(2026, 3, 2, 9, 0, 0, 0, time.FixedZone("", 8*3600))
)

func day(n int) time.Time { return start.AddDate(0, 0, n) }

func fact(key, content string) dyadmem.Entry {
	return dyadmem.Entry{Key: dyadmem.EntryKey(key), Kind: dyadmem.Fact, Content: content, Evidence: []dyadmem.TurnRef{"s1.1"}, At: start}
}

func add(e dyadmem.Entry) dyadmem.Op {
	return dyadmem.Op{Action: dyadmem.Add, Entry: e, Evidence: e.Evidence}
}

func on(action dyadmem.Action, key string) dyadmem.Op {
	return dyadmem.Op{Action: action, Entry: dyadmem.Entry{Key: dyadmem.EntryKey(key)}}
}

// commit commits ops on d's bank as it is.
func commit(t *testing.T, s dyadmem.Store, d dyadmem.Dyad, ops ...dyadmem.Op) int64 {
	t.Helper()
	rev, err := s.Rev(t.Context(), d)
	ok(t, err)
	rev, err = s.Commit(t.Context(), d, dyadmem.Change{Base: rev, At: start, Actor: dyadmem.ActorUser, Ops: ops})
	ok(t, err)
	return rev
}

func accepted(id string, at time.Time, texts ...string) dyadmem.Accepted {
	a := dyadmem.Accepted{Session: dyadmem.Session{ID: id, At: at, Lang: "en", Role: "desk"}, Progress: dyadmem.Progress{Status: dyadmem.Pending}, Received: day(9), Digest: "d" + id}
	for i, text := range texts {
		a.Turns = append(a.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", id, i+1)), Speaker: dyadmem.User, Text: text})
	}
	return a
}

func accept(t *testing.T, s dyadmem.Store, d dyadmem.Dyad, a dyadmem.Accepted) {
	t.Helper()
	fresh, err := s.Accept(t.Context(), d, a)
	ok(t, err)
	same(t, "fresh", true, fresh)
}

func bank(t *testing.T, s dyadmem.Store, d dyadmem.Dyad) dyadmem.Bank {
	t.Helper()
	b, err := s.Bank(t.Context(), d)
	ok(t, err)
	return b
}

func keys(b dyadmem.Bank) []dyadmem.EntryKey {
	list := []dyadmem.EntryKey{}
	for _, e := range b.Entries {
		list = append(list, e.Key)
	}
	return list
}

func log(t *testing.T, s dyadmem.Store, d dyadmem.Dyad) []dyadmem.Change {
	t.Helper()
	var list []dyadmem.Change
	for c, err := range s.Changes(t.Context(), d) {
		ok(t, err)
		list = append(list, c)
	}
	return list
}

func dyads(t *testing.T, s dyadmem.Store, after dyadmem.Dyad) []dyadmem.Dyad {
	t.Helper()
	list := []dyadmem.Dyad{}
	for d, err := range s.Dyads(t.Context(), after) {
		ok(t, err)
		list = append(list, d)
	}
	return list
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// same compares what a store returned with what it should; the order of
// sessions and the folding of times are its own.
func same(t *testing.T, what string, want, got any) {
	t.Helper()
	opts := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(dyadmem.Accepted{}, "Order"), cmpopts.IgnoreFields(dyadmem.Change{}, "Base")}
	if diff := cmp.Diff(want, got, opts); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// folded returns the records that a log makes, by the order of writing.
func folded(t *testing.T, changes []dyadmem.Change) []dyadmem.Record {
	t.Helper()
	all := make(map[dyadmem.EntryKey]dyadmem.Record)
	for _, c := range changes {
		changed, err := c.Fold(all)
		ok(t, err)
		for k, r := range changed {
			all[k] = r
		}
	}
	var list []dyadmem.Record
	for _, r := range all {
		list = append(list, r)
	}
	dyadmem.SortRecords(list)
	return list
}

// isFold fails t unless d's entries and bank are the fold of its log.
func isFold(t *testing.T, s dyadmem.Store, d dyadmem.Dyad) {
	t.Helper()
	changes := log(t, s, d)
	want := folded(t, changes)
	got, err := s.Records(t.Context(), d)
	ok(t, err)
	same(t, "entries of "+d.String()+" and the fold of its log", want, got)
	b := bank(t, s, d)
	same(t, "bank of "+d.String()+" and the fold of its log", dyadmem.BankOf(b.Rev, want), b)
	if i := len(changes) - 1; i >= 0 && changes[i].Rev != b.Rev {
		t.Errorf("revision %d, the log ends at %d", b.Rev, changes[i].Rev)
	}
	if !slices.IsSortedFunc(changes, func(a, b dyadmem.Change) int { return int(a.Rev - b.Rev) }) {
		t.Errorf("the log of %s is out of order", d)
	}
}
