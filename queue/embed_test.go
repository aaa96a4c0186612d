package queue

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/sqlite"
	"github.com/dyadmem/dyadmem/stage"
)

// sums embeds a text by the sum of its letters in dims numbers. It is away, or
// serves only so many texts, as it is told to.
type sums struct {
	name string
	dims int

	mu   sync.Mutex
	left int // texts that it serves before it is away
	made int
}

func (s *sums) Name() string { return s.name }
func (s *sums) Dims() int    { return s.dims }

func (s *sums) serve(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = n
}

func (s *sums) Embed(_ context.Context, texts []string) ([][]float32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left < len(texts) {
		return nil, fmt.Errorf("%s: %w", s.name, dyadmem.ErrUnavailable)
	}
	s.left -= len(texts)
	s.made += len(texts)
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, s.dims)
		for j, r := range t {
			out[i][(j+int(r))%s.dims]++
		}
	}
	return out, nil
}

// asking is what a recaller asks of an embedder.
type asking struct{ *sums }

func (a asking) Embed(ctx context.Context, _ string, texts []string) ([][]float32, error) {
	return a.sums.Embed(ctx, texts)
}

// buffer is a log that is read while it is written.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// lines returns the lines of b that hold text.
func (b *buffer) lines(text string) (found []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for line := range strings.Lines(b.text.String()) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

const plenty = 1 << 20

// A model of another name or size takes the place of the embedder: the worker
// starts, says so in one line and embeds the store anew in the background.
func TestEmbedderSwapped(t *testing.T) {
	for _, place := range []string{"sqlite", "postgres"} {
		for name, what := range map[string]string{"B": "another model", "A": "the same model with larger vectors"} {
			t.Run(place+", "+what, func(t *testing.T) {
				at := "sqlite:" + filepath.Join(t.TempDir(), "memory.db")
				if place == "postgres" {
					at = testDatabase(t)
				}
				testSwapped(t, at, &sums{name: "A", dims: 8, left: plenty}, &sums{name: name, dims: 24})
			})
		}
	}
}

// A swap is a store that is worked on by one embedder after the other.
type swap struct {
	place string
	model *model // what captures
}

// work runs a queue with an embedder until its test is over with it.
func (s swap) work(t *testing.T, e *sums, do func(q *Queue, log *buffer)) {
	t.Helper()
	log := new(buffer)
	q, closes, err := s.open(t, Config{
		Engine: s.model.engine(), Now: time.Now, Embedder: e, Log: slog.New(slog.NewTextHandler(log, nil)),
		Backoff: func(int) time.Duration { return 10 * time.Millisecond },
	})
	ok(t, err)
	defer func() { ok(t, closes()) }()
	ok(t, q.Start(t.Context()))
	defer func() { ok(t, q.Stop(context.WithoutCancel(t.Context()))) }()
	do(q, log)
}

func (s swap) open(t *testing.T, c Config) (*Queue, func() error, error) {
	if path, file := strings.CutPrefix(s.place, "sqlite:"); file {
		st, err := sqlite.Open(t.Context(), path)
		ok(t, err)
		q, err := OnSQLite(t.Context(), st, c)
		return q, st.Close, err
	}
	st, err := postgres.Open(t.Context(), s.place)
	ok(t, err)
	q, err := OnPostgres(t.Context(), st, c)
	return q, st.Close, err
}

// until waits for what happens in the background.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came about: %s", what)
		}
	}
}

func embeddings(t *testing.T, q *Queue) []dyadmem.Embedding {
	t.Helper()
	list, err := q.store.Embeddings(t.Context())
	ok(t, err)
	return list
}

// answered fails the test unless a question finds the entry that answers it.
func answered(t *testing.T, q *Queue, e *sums, question, want string) {
	t.Helper()
	engine := q.engine
	engine.Recaller = stage.StoredRecaller{Cache: q.store, Embedder: asking{e}, Name: e.name}
	found, err := engine.Recall(t.Context(), desk, dyadmem.Request{Query: dyadmem.Query{Text: question, Limit: 16, At: start.AddDate(0, 0, 9)}})
	ok(t, err)
	for _, entry := range found.Entries() {
		if entry.Content == want {
			return
		}
	}
	t.Errorf("%q finds %d entries, not %q", question, len(found.Entries()), want)
}

func testSwapped(t *testing.T, place string, a, b *sums) {
	const rooms, parking = "Rooms are booked by the front office.", "Parking is booked online."
	s := swap{place, &model{}}
	s.work(t, a, func(q *Queue, log *buffer) {
		accept(t, q, desk, session("s1", 1, rooms))
		accept(t, q, user(1), session("s1", 1, "another user's first", "another user's second"))
		wait(t, q, desk, "s1", dyadmem.Applied)
		wait(t, q, user(1), "s1", dyadmem.Applied)
		until(t, "three vectors of A", func() bool { l := embeddings(t, q); return len(l) == 1 && l[0].Vectors == 3 })
		if said := log.lines("of another embedder"); said != nil {
			t.Errorf("it speaks of another embedder where there is none: %s", said)
		}
	})
	both := func(q *Queue) {
		t.Helper()
		answered(t, q, b, "Who books rooms?", rooms)
		answered(t, q, b, "How is parking booked?", parking)
	}
	s.work(t, b, func(q *Queue, log *buffer) { // it is away
		said := log.lines("of another embedder")
		if len(said) != 1 || !strings.Contains(said[0], "3 by A/8") || !strings.Contains(said[0], b.name+"/24") {
			t.Errorf("the start says %q", said)
		}
		accept(t, q, desk, session("s2", 2, parking))
		wait(t, q, desk, "s2", dyadmem.Applied)
		both(q)
		until(t, "a pause", func() bool { g, err := q.Backlog(t.Context()); return err == nil && len(g.Pauses) > 0 })
		if l := embeddings(t, q); len(l) != 1 || l[0] != (dyadmem.Embedding{Embedder: "A", Dims: 8, Vectors: 3}) {
			t.Errorf("without an embedder the store keeps %v", l)
		}
	})
	b.serve(2) // one bank, then it is away again: the other waits, and the old vectors stay
	s.work(t, b, func(q *Queue, log *buffer) {
		until(t, "two vectors made", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.made == 2 })
		both(q)
	})
	b.serve(plenty)
	done := []dyadmem.Embedding{{Embedder: b.name, Dims: 24, Vectors: 4}}
	s.work(t, b, func(q *Queue, log *buffer) {
		until(t, "four vectors of B alone", func() bool { l := embeddings(t, q); return len(l) == 1 && l[0] == done[0] })
		both(q)
		b.serve(0)
		both(q)
	})
	b.serve(plenty)
	s.work(t, b, func(q *Queue, log *buffer) {
		if said := log.lines("of another embedder"); said != nil {
			t.Errorf("after the end it says %s", said)
		}
		if got := contents(t, q, desk); got != rooms+" "+parking {
			t.Errorf("the bank holds %q", got)
		}
	})
	if n := s.model.calls["s1"] + s.model.calls["s2"]; n != 3 { // s1 of two dyads, and s2
		t.Errorf("sessions were captured %d times, want 3", n)
	}
}
