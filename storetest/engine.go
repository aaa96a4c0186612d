package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// engine returns an engine over s whose stages are as plain as can be: a turn
// "name=value" states a value, which replaces another of that name, and "forget
// name" asks to forget it.
func engine(s dyadmem.Store) dyadmem.Engine {
	return dyadmem.Engine{
		Store: s,
		Capturer: dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) (list []dyadmem.Entry, err error) {
			for _, t := range s.Turns {
				if strings.Contains(t.Text, "=") {
					list = append(list, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
				}
			}
			return list, nil
		}),
		Updater: dyadmem.UpdateFunc(func(_ context.Context, b dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) (ops []dyadmem.Op, err error) {
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
		}),
		Recaller: dyadmem.RecallFunc(func(_ context.Context, b dyadmem.Bank, q dyadmem.Query) (hits []dyadmem.Hit, err error) {
			for _, e := range b.Entries {
				hits = append(hits, dyadmem.Hit{Entry: e, Score: 1})
			}
			return hits, nil
		}),
	}
}

// spoken returns n sessions, a day apart, that state, replace and forget a few
// values at random. No two state values at one time.
func spoken(r *rand.Rand, n int) []dyadmem.Session {
	list := make([]dyadmem.Session, n)
	for i := range list {
		var texts []string
		for _, name := range []string{"茶", "cup", "desk"} {
			switch r.IntN(4) {
			case 0, 1:
				texts = append(texts, fmt.Sprintf("%s=%d", name, r.IntN(6)))
			case 2:
				texts = append(texts, "forget "+name)
			}
		}
		list[i] = accepted(fmt.Sprintf("s%d", i), day(i), append(texts, "hello")...).Session
	}
	return list
}

func contents(b dyadmem.Bank) []string {
	list := []string{}
	for _, e := range b.Entries {
		list = append(list, e.Content)
	}
	slices.Sort(list)
	return list
}

// testArrival has several goroutines hand in the sessions of one dyad in any
// order, some twice, and apply them: the bank is what the sessions make in the
// order of their time, and each was applied once.
func testArrival(t *testing.T, s dyadmem.Store) {
	const workers, sessions = 4, 16
	r := rand.New(rand.NewPCG(7, 7))
	list := spoken(r, sessions)
	inOrder := engine(&dyadmem.MemStore{})
	for _, session := range list {
		_, err := inOrder.Observe(t.Context(), dyad, session, start)
		ok(t, err)
	}
	e := engine(s)
	queue := make(chan dyadmem.Session, 2*sessions)
	for _, i := range append(r.Perm(sessions), r.Perm(sessions)...) {
		queue <- list[i]
	}
	close(queue)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for session := range queue {
				if _, err := e.Accept(t.Context(), dyad, session, start); err != nil {
					t.Error(err)
				}
				for {
					_, err := e.Apply(t.Context(), dyad, session.ID, start)
					if errors.Is(err, dyadmem.ErrNotYet) {
						continue // its turn comes when another worker has applied the earlier one
					}
					if err != nil {
						t.Error(err)
					}
					break
				}
			}
		})
	}
	wg.Wait()
	same(t, "bank", contents(bank(t, inOrder.Store, dyad)), contents(bank(t, s, dyad)))
	applied := make(map[string]int)
	for _, c := range log(t, s, dyad) {
		applied[c.Session]++
	}
	for _, session := range list {
		same(t, "times that "+session.ID+" was applied", 1, applied[session.ID])
	}
	isFold(t, s, dyad)
	for i := range list {
		then, err := e.BankAt(t.Context(), dyad, day(i))
		ok(t, err)
		want, err := inOrder.BankAt(t.Context(), dyad, day(i))
		ok(t, err)
		same(t, fmt.Sprintf("bank as of day %d", i), contents(want), contents(then))
	}
}

// testEngines has 32 goroutines use one engine for 50 dyads at random, each for
// its own share, and compares with an engine over a MemStore that did the same
// alone.
func testEngines(t *testing.T, s dyadmem.Store) {
	const workers, shared = 32, 50
	e, reference := engine(s), engine(&dyadmem.MemStore{})
	of := func(n int) dyadmem.Dyad {
		return dyadmem.Dyad{Agent: fmt.Sprintf("g%d", n%3), User: fmt.Sprintf("u%d", n)}
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for n := w; n < shared; n += workers {
				use(t, e, of(n), uint64(n))
			}
		})
	}
	wg.Wait()
	for n := range shared {
		use(t, reference, of(n), uint64(n))
		want, err := reference.Store.Records(t.Context(), of(n))
		ok(t, err)
		got, err := s.Records(t.Context(), of(n))
		ok(t, err)
		same(t, "entries of "+of(n).String(), want, got)
		isFold(t, s, of(n))
	}
}

// use does with d what seed says: the same over every store.
func use(t *testing.T, e dyadmem.Engine, d dyadmem.Dyad, seed uint64) {
	ctx := t.Context()
	r := rand.New(rand.NewPCG(seed, 1))
	sessions := spoken(r, 8)
	for i := range 16 {
		by := dyadmem.Hand{Actor: dyadmem.ActorUser, At: day(20 + i)}
		key := dyadmem.KeyFor(fmt.Sprintf("cup=%d", r.IntN(6)))
		var err error
		switch r.IntN(9) {
		case 0, 1, 2:
			_, err = e.Observe(ctx, d, sessions[r.IntN(len(sessions))], day(30))
		case 3:
			_, err = e.Remember(ctx, d, dyadmem.Entry{Kind: dyadmem.AgentMethod, Content: fmt.Sprintf("cup=%d", r.IntN(6))}, by)
		case 4:
			err = e.Retire(ctx, d, key, dyadmem.WhyForget, by)
		case 5:
			err = e.Restore(ctx, d, key, by)
		case 6:
			_, err = e.Correct(ctx, d, key, dyadmem.Entry{Content: "desk=9"}, by)
		case 7:
			err = e.Revert(ctx, d, int64(1+r.IntN(6)), 0, by)
		case 8:
			_, err = e.Recall(ctx, d, dyadmem.Request{Query: dyadmem.Query{Text: "cup"}})
		}
		// What is not there can't be changed, here as there.
		if err != nil && !errors.Is(err, dyadmem.ErrNotFound) {
			t.Errorf("%s: %v", d, err)
			return
		}
	}
	if seed%5 == 0 {
		if _, err := e.Purge(ctx, d, dyadmem.Target{Text: "cup=3"}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: day(60)}); err != nil {
			t.Errorf("%s: %v", d, err)
		}
	}
}

// testEngineIsolation goes through every face of an engine with ids that a
// careless one mixes up.
func testEngineIsolation(t *testing.T, s dyadmem.Store) {
	e := engine(s)
	ctx := t.Context()
	var all []dyadmem.Dyad
	for i, id := range hostile {
		all = append(all, dyadmem.Dyad{Agent: id, User: "u"}, dyadmem.Dyad{Agent: "g", User: id}, dyadmem.Dyad{Agent: id, User: hostile[(i+1)%len(hostile)]})
	}
	slices.SortFunc(all, func(a, b dyadmem.Dyad) int { return strings.Compare(a.String(), b.String()) })
	all = slices.Compact(all)
	own := func(d dyadmem.Dyad) string { return fmt.Sprintf("of=%d.", slices.Index(all, d)) }
	for _, d := range all {
		_, err := e.Observe(ctx, d, accepted("s1", day(1), own(d)).Session, start)
		ok(t, err)
	}
	for i, d := range all {
		next := all[(i+1)%len(all)]
		foreign := dyadmem.KeyFor(own(next))
		by := dyadmem.Hand{Actor: dyadmem.ActorUser, At: day(2)}
		for name, err := range map[string]error{
			"retire":  e.Retire(ctx, d, foreign, dyadmem.WhyForget, by),
			"pin":     e.Pin(ctx, d, foreign, by),
			"restore": e.Restore(ctx, d, foreign, by),
			"history": func() error { _, err := e.History(ctx, d, foreign); return err }(),
			"correct": func() error { _, err := e.Correct(ctx, d, foreign, dyadmem.Entry{Content: "x"}, by); return err }(),
			"promote": func() error { _, err := e.Promote(ctx, d, foreign, by); return err }(),
		} {
			is(t, fmt.Sprintf("%s another's entry as %s", name, d), err, dyadmem.ErrNotFound)
		}
		found, err := e.Recall(ctx, d, dyadmem.Request{Query: dyadmem.Query{Text: "of"}})
		ok(t, err)
		if len(found.Hits) != 1 || found.Hits[0].Entry.Content != own(d) {
			t.Errorf("%s recalls %v", d, found.Hits)
		}
	}
	for i, d := range all {
		if i%2 == 0 {
			_, err := e.Purge(ctx, d, dyadmem.Target{All: true}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: day(3)})
			ok(t, err)
		}
	}
	for i, d := range all {
		var out strings.Builder
		ok(t, e.Export(ctx, d, &out))
		for j, other := range all {
			if there := strings.Contains(out.String(), own(other)); there != (i == j && i%2 == 1) {
				t.Errorf("the export of %s holds what is of %s: %t", d, other, there)
			}
		}
	}
}
