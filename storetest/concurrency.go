package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// testWriters has many goroutines write to one bank: each commit that is
// acknowledged is there, once, and no other.
func testWriters(t *testing.T, s dyadmem.Store) {
	const writers, each = 8, 10
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				for {
					rev, err := s.Rev(t.Context(), dyad)
					if err == nil {
						_, err = s.Commit(t.Context(), dyad, dyadmem.Change{Base: rev, At: start, Actor: "x", Ops: []dyadmem.Op{add(fact(fmt.Sprintf("k%d.%d", w, i), "a"))}})
					}
					if errors.Is(err, dyadmem.ErrConflict) {
						continue
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
	b := bank(t, s, dyad)
	same(t, "entries", writers*each, len(b.Entries))
	same(t, "revision", int64(writers*each), b.Rev)
	isFold(t, s, dyad)
}

// testConcurrent has 32 goroutines work on 50 dyads at random, each on its own
// share, and compares the outcome with a MemStore that did the same alone.
func testConcurrent(t *testing.T, s dyadmem.Store) {
	const workers, shared = 32, 50
	reference := &dyadmem.MemStore{}
	of := func(n int) dyadmem.Dyad {
		return dyadmem.Dyad{Agent: fmt.Sprintf("g%d", n%7), User: fmt.Sprintf("u%d", n)}
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for n := w; n < shared; n += workers {
				work(t, s, of(n), uint64(n))
			}
		})
	}
	wg.Wait()
	for n := range shared {
		work(t, reference, of(n), uint64(n))
		d := of(n)
		isFold(t, s, d)
		same(t, "log of "+d.String(), log(t, reference, d), log(t, s, d))
		want, err := reference.Records(t.Context(), d)
		ok(t, err)
		got, err := s.Records(t.Context(), d)
		ok(t, err)
		same(t, "entries of "+d.String(), want, got)
		wantSessions, err := reference.Sessions(t.Context(), d)
		ok(t, err)
		gotSessions, err := s.Sessions(t.Context(), d)
		ok(t, err)
		same(t, "sessions of "+d.String(), wantSessions, gotSessions)
	}
}

// work does what seed says to the bank of d: the same at every store.
func work(t *testing.T, s dyadmem.Store, d dyadmem.Dyad, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	actions := []dyadmem.Action{dyadmem.Add, dyadmem.Add, dyadmem.Add, dyadmem.Invalidate, dyadmem.Restore, dyadmem.Pin, dyadmem.Doubt, dyadmem.Confirm, dyadmem.Archive}
	for i := range 25 {
		if r.IntN(4) == 0 {
			if _, err := s.Accept(t.Context(), d, accepted(fmt.Sprintf("s%d", r.IntN(5)), day(i), "hello")); err != nil {
				t.Error(err)
			}
			continue
		}
		if r.IntN(12) == 0 {
			if _, err := s.Erase(t.Context(), d, dyadmem.Erasure{At: day(i), Actor: "x", Entries: []dyadmem.EntryKey{dyadmem.EntryKey(fmt.Sprintf("k%d", r.IntN(8)))}}); err != nil {
				t.Error(err)
			}
			continue
		}
		b, err := s.Bank(t.Context(), d)
		if err != nil {
			t.Error(err)
			return
		}
		c := dyadmem.Change{Base: b.Rev, At: day(i), Actor: "x"}
		for range 1 + r.IntN(3) {
			key := fmt.Sprintf("k%d", r.IntN(8))
			op := on(actions[r.IntN(len(actions))], key)
			if op.Action == dyadmem.Add {
				op = add(fact(key, fmt.Sprintf("value %d", i)))
			}
			c.Ops = append(c.Ops, op)
		}
		// What does not apply is refused, here as there.
		if _, err := s.Commit(t.Context(), d, c); err != nil && !errors.Is(err, dyadmem.ErrNotFound) {
			t.Error(err)
		}
	}
}

func testVectors(t *testing.T, s dyadmem.Store) {
	cache, can := s.(dyadmem.VectorCache)
	if !can {
		t.Skip("the store keeps no vectors")
	}
	ctx := t.Context()
	texts := []string{"tea=green", "我对花生过敏。", "unknown"}
	ok(t, cache.KeepVectors(ctx, "a", texts[:2], [][]float32{{1, 0.5}, {-0.25, 3}}))
	ok(t, cache.KeepVectors(ctx, "b", texts[:1], [][]float32{{1, 2, 3}}))
	ok(t, cache.KeepVectors(ctx, "a", texts[:1], [][]float32{{2, 0.5}}))
	got, err := cache.Vectors(ctx, "a", texts)
	ok(t, err)
	same(t, "of a", [][]float32{{2, 0.5}, {-0.25, 3}, nil}, got)
	got, err = cache.Vectors(ctx, "b", texts)
	ok(t, err)
	same(t, "of b", [][]float32{{1, 2, 3}, nil, nil}, got)
	is(t, "another number of vectors", cache.KeepVectors(ctx, "a", texts, nil), dyadmem.ErrInvalid)
	left, err := cache.Embeddings(ctx)
	ok(t, err)
	same(t, "by embedder and dimension", []dyadmem.Embedding{{Embedder: "a", Dims: 2, Vectors: 2}, {Embedder: "b", Dims: 3, Vectors: 1}}, left)
	receipt, err := s.Erase(ctx, dyad, dyadmem.Erasure{At: start, Actor: "x", Texts: texts[:1]})
	ok(t, err)
	same(t, "vectors erased", 2, receipt.Vectors)
	got, err = cache.Vectors(ctx, "a", texts)
	ok(t, err)
	same(t, "of a after the erasure", [][]float32{nil, {-0.25, 3}, nil}, got)
}

func testDropVectors(t *testing.T, s dyadmem.Store) {
	cache, can := s.(dyadmem.VectorCache)
	if !can {
		t.Skip("the store keeps no vectors")
	}
	ctx := t.Context()
	const many = 700
	texts, small, large := make([]string, many), make([][]float32, many), make([][]float32, many)
	for i := range texts {
		texts[i], small[i], large[i] = fmt.Sprintf("room %d", i), []float32{1, 2}, []float32{1, 2, float32(i)}
	}
	ok(t, cache.KeepVectors(ctx, "old", texts, small))
	ok(t, cache.KeepVectors(ctx, "new", texts, small))
	ok(t, cache.KeepVectors(ctx, "new", texts[1:], large[1:]))
	ok(t, cache.KeepVectors(ctx, "old", texts[:5], large[:5]))
	n, err := cache.DropVectors(ctx, "new", 3)
	ok(t, err)
	same(t, "dropped", many+1, n)
	left, err := cache.Embeddings(ctx)
	ok(t, err)
	same(t, "left", []dyadmem.Embedding{{Embedder: "new", Dims: 3, Vectors: many - 1}}, left)
	got, err := cache.Vectors(ctx, "new", texts)
	ok(t, err)
	same(t, "the vector of another dimension", []float32(nil), got[0])
	same(t, "the others", large[1:], got[1:])
	n, err = cache.DropVectors(ctx, "new", 3)
	ok(t, err)
	same(t, "dropped once more", 0, n)
}
