package queue

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

func benchQueue(b *testing.B) *Queue {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "memory.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	q, err := OnSQLite(b.Context(), s, Config{Engine: (&model{}).engine(), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// How long until an accepted session of twelve turns and its job are durable.
func BenchmarkAccept(b *testing.B) {
	q := benchQueue(b)
	var turns []string
	for i := range 12 {
		turns = append(turns, fmt.Sprintf("Turn %d says some forty characters or so.", i))
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		if _, err := q.Accept(b.Context(), user(i%100), session(fmt.Sprint("s", i), i, turns...)); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// How many sessions a second go from accepted to applied, with stages that take
// no time.
func BenchmarkObserve(b *testing.B) {
	q := benchQueue(b)
	const dyads = 50
	last := make(map[dyadmem.Dyad]string)
	for i := range b.N {
		d, id := user(i%dyads), fmt.Sprint("s", i)
		if _, err := q.Accept(b.Context(), d, session(id, i, fmt.Sprint("turn ", i))); err != nil {
			b.Fatal(err)
		}
		last[d] = id
	}
	b.ResetTimer()
	if err := q.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	for d, id := range last {
		if _, err := q.Wait(b.Context(), d, id); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sessions/s")
	if err := q.Stop(context.Background()); err != nil {
		b.Fatal(err)
	}
}
