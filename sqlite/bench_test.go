package sqlite_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
	"github.com/dyadmem/dyadmem/stage"
)

// The size of the bank that is measured, and of each other one in the file.
const large, small = 300, 20

var (
	subjects = []string{"the weekly report", "the garden fence", "her sister's flat", "the Tuesday meeting", "the blue folder", "周报", "会议室", "体检", "房租", "妹妹的工作"}
	says     = []string{"is due on %d May", "costs %d euros", "takes %d minutes", "has moved to room %d", "改到%d号", "要花%d元", "一共%d页"}
)

// statement returns the nth of many different statements.
func statement(n int) string {
	return subjects[n%len(subjects)] + " " + fmt.Sprintf(says[n/len(subjects)%len(says)], n)
}

func statements(from, n int) []dyadmem.Op {
	ops := make([]dyadmem.Op, n)
	for i := range ops {
		text := statement(from + i)
		ops[i] = dyadmem.Op{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: dyadmem.KeyFor(text), Kind: dyadmem.Fact, Content: text, At: start, Evidence: []dyadmem.TurnRef{"s1.1"}}}
	}
	return ops
}

// filled returns a store with the large bank of dyad and many small ones.
func filled(b *testing.B, others int) (*sqlite.Store, string) {
	b.Helper()
	dir := b.TempDir()
	s := open(b, filepath.Join(dir, "mem.db"))
	sync := func(mode string) {
		if _, err := s.DB().Exec("PRAGMA synchronous = " + mode); err != nil {
			b.Fatal(err)
		}
	}
	sync("OFF") // to fill it, not to measure it
	fill := func(d dyadmem.Dyad, n int) {
		if _, err := s.Commit(b.Context(), d, dyadmem.Change{At: start, Actor: "x", Ops: statements(0, n)}); err != nil {
			b.Fatal(err)
		}
	}
	fill(dyad, large)
	for i := range others {
		fill(dyadmem.Dyad{Agent: fmt.Sprintf("g%d", i%10), User: fmt.Sprintf("other%d", i)}, small)
	}
	sync("FULL")
	return s, dir
}

// timed runs f b.N times and reports the middle and the 95th of 100.
func timed(b *testing.B, f func(i int)) {
	b.Helper()
	var took []time.Duration
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		t := time.Now()
		f(i)
		took = append(took, time.Since(t))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100])/1e6, "p95-ms")
}

// The number of other dyads in the file must not be felt: compare others=200
// with others=20000.
func BenchmarkOthers(b *testing.B) {
	for _, others := range []int{200, 20000} {
		s, _ := filled(b, others)
		rules := stage.Rules()
		rules.Store = dyadmem.Cached(s, 16)
		b.Run(fmt.Sprintf("commit/others=%d", others), func(b *testing.B) {
			rev, err := s.Rev(b.Context(), dyad)
			if err != nil {
				b.Fatal(err)
			}
			timed(b, func(i int) {
				// An entry comes and one goes, so that the bank keeps its size.
				ops := append(statements(int(rev)-1+large, 1), dyadmem.Op{Action: dyadmem.Archive, Entry: dyadmem.Entry{Key: dyadmem.KeyFor(statement(int(rev) - 1))}})
				if rev, err = s.Commit(b.Context(), dyad, dyadmem.Change{Base: rev, At: start, Actor: "x", Ops: ops}); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run(fmt.Sprintf("bank/others=%d", others), func(b *testing.B) {
			timed(b, func(int) {
				if _, err := s.Bank(b.Context(), dyad); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run(fmt.Sprintf("recall/others=%d", others), func(b *testing.B) {
			timed(b, func(i int) { recall(b, rules, i) })
		})
	}
}

func recall(b *testing.B, e dyadmem.Engine, i int) {
	b.Helper()
	found, err := e.Recall(b.Context(), dyad, dyadmem.Request{Query: dyadmem.Query{Text: "When is " + subjects[i%len(subjects)] + " due?", At: start}})
	if err != nil {
		b.Fatal(err)
	}
	if len(found.Hits) == 0 {
		b.Fatal("nothing was recalled")
	}
}

// dims is the length of the vectors of a small multilingual embedder.
const dims = 384

// A dense recaller ranks by the dot product of vectors out of a cache.
func dense(cache dyadmem.VectorCache, query []float32) dyadmem.Recaller {
	return dyadmem.RecallFunc(func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
		texts := make([]string, len(b.Entries))
		for i, e := range b.Entries {
			texts[i] = e.Content
		}
		vectors, err := cache.Vectors(ctx, "m", texts)
		if err != nil {
			return nil, err
		}
		hits := make([]dyadmem.Hit, len(vectors))
		for i, v := range vectors {
			var dot float32
			for j, x := range v {
				dot += x * query[j]
			}
			hits[i] = dyadmem.Hit{Entry: b.Entries[i], Score: float64(dot)}
		}
		slices.SortFunc(hits, func(a, b dyadmem.Hit) int {
			if a.Score > b.Score {
				return -1
			}
			return 1
		})
		return hits[:q.K()], nil
	})
}

// Recall from the store, of a bank at its cap.
func BenchmarkRecall(b *testing.B) {
	s, _ := filled(b, 200)
	r := rand.New(rand.NewPCG(1, 1))
	vector := func() []float32 {
		v := make([]float32, dims)
		for i := range v {
			v[i] = r.Float32() - 0.5
		}
		return v
	}
	bank, err := s.Bank(b.Context(), dyad)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range bank.Entries {
		if err := s.KeepVectors(b.Context(), "m", []string{e.Content}, [][]float32{vector()}); err != nil {
			b.Fatal(err)
		}
	}
	lexical := stage.Rules()
	lexical.Store = dyadmem.Cached(s, 16)
	b.Run("lexical", func(b *testing.B) { timed(b, func(i int) { recall(b, lexical, i) }) })
	byVector := dyadmem.Engine{Store: lexical.Store, Recaller: dense(s, vector())}
	b.Run("vectors", func(b *testing.B) { timed(b, func(i int) { recall(b, byVector, i) }) })
	kept := byVector
	kept.Recaller = dense(dyadmem.CachedVectors(s, 4096), vector())
	b.Run("vectors kept", func(b *testing.B) { timed(b, func(i int) { recall(b, kept, i) }) })
}

// Accept returns when the session is durable.
func BenchmarkAccept(b *testing.B) {
	s, _ := filled(b, 200)
	e := dyadmem.Engine{Store: s}
	var texts []string
	for i := range 25 {
		texts = append(texts, statement(i)+", "+statement(i+50)+".")
	}
	timed(b, func(i int) {
		if fresh, err := e.Accept(b.Context(), dyad, session(i, texts...), start); err != nil || !fresh {
			b.Fatal(fresh, err)
		}
	})
}

// The number of sessions that the dyad has must not be felt where one is
// accepted: compare sessions=20 with sessions=2000.
func BenchmarkAcceptAfter(b *testing.B) {
	for _, n := range []int{20, 2000} {
		b.Run(fmt.Sprintf("sessions=%d", n), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "mem.db"))
			if _, err := s.DB().Exec("PRAGMA synchronous = OFF"); err != nil {
				b.Fatal(err)
			}
			e := dyadmem.Engine{Store: s}
			var texts []string
			for i := range 25 {
				texts = append(texts, statement(i))
			}
			put := func(i int) {
				if fresh, err := e.Accept(b.Context(), dyad, session(i, texts...), start); err != nil || !fresh {
					b.Fatal(fresh, err)
				}
			}
			for i := range n {
				put(i)
			}
			timed(b, func(i int) { put(n + i) })
		})
	}
}

// BenchmarkDisk reports what an entry takes in the file, its log included.
func BenchmarkDisk(b *testing.B) {
	s, dir := filled(b, 1000)
	for b.Loop() {
		if _, err := s.DB().Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			b.Fatal(err)
		}
	}
	var size int64
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		size += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size)/float64(1000*small+large), "bytes/entry")
}
