package queue

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

// lengths embeds a text as its length.
type lengths struct {
	mu   sync.Mutex
	fail error
}

func (*lengths) Name() string { return "lengths" }
func (*lengths) Dims() int    { return 1 }

func (l *lengths) set(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = err
}

func (l *lengths) Embed(_ context.Context, texts []string) ([][]float32, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = []float32{float32(len(t))}
	}
	return vectors, l.fail
}

func TestEmbedding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, e := &model{}, &lengths{fail: dyadmem.ErrUnavailable}
		q := open(t, Config{Engine: m.engine(), Embedder: e})
		run(t, q)
		vector := func(text string) []float32 {
			v, err := q.store.Vectors(t.Context(), "lengths", []string{text})
			ok(t, err)
			return v[0]
		}
		accept(t, q, desk, session("s1", 1, "one"))
		wait(t, q, desk, "s1", dyadmem.Applied) // capture does not wait for the embedder
		time.Sleep(3 * time.Minute)
		accept(t, q, desk, session("s2", 2, "three"))
		wait(t, q, desk, "s2", dyadmem.Applied)
		if v := vector("one"); v != nil {
			t.Errorf("a vector without an embedder: %v", v)
		}
		e.set(nil)
		time.Sleep(2 * time.Minute)
		if a, b := vector("one"), vector("three"); len(a) != 1 || a[0] != 3 || len(b) != 1 || b[0] != 5 {
			t.Errorf("vectors %v and %v", a, b)
		}
	})
}

// pairs merges entries two by two, unless it is told to fail.
type pairs struct{ fail error }

func (p pairs) Compact(_ context.Context, b dyadmem.Bank, over int) (merges []dyadmem.Merge, err error) {
	for i := 0; i+1 < len(b.Entries) && over > 0; i, over = i+2, over-1 {
		x, y := b.Entries[i], b.Entries[i+1]
		x.Content, x.Evidence, x.Key = x.Content+"+"+y.Content, append(x.Evidence, y.Evidence...), ""
		merges = append(merges, dyadmem.Merge{Keys: []dyadmem.EntryKey{b.Entries[i].Key, y.Key}, Into: x})
	}
	return merges, p.fail
}

func TestCompaction(t *testing.T) {
	for _, c := range []struct {
		name string
		fail error
		want string
	}{
		{"a bank over its cap is worked down to it", nil, "a3 a4 a1+a2"},
		{"a botched compaction leaves the bank as it was", &dyadmem.FormatError{Stage: "compact", Err: fmt.Errorf("no JSON")}, "a1 a2 a3 a4"},
		{"compaction waits for its model, and nothing else does", dyadmem.ErrUnavailable, "a1 a2 a3 a4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &model{}
				e := m.engine()
				e.Cap, e.Compactor = 3, pairs{c.fail}
				q := open(t, Config{Engine: e, Attempts: 2})
				run(t, q)
				for i := range 4 {
					id := fmt.Sprint("s", i+1)
					accept(t, q, desk, session(id, i, fmt.Sprint("a", i+1)))
					wait(t, q, desk, id, dyadmem.Applied)
				}
				time.Sleep(3 * time.Minute)
				if got := contents(t, q, desk); got != c.want {
					t.Errorf("bank holds %q, want %q", got, c.want)
				}
				b, err := q.Backlog(t.Context())
				ok(t, err)
				if paused := len(b.Pauses) == 1; paused != (c.fail == dyadmem.ErrUnavailable) {
					t.Errorf("pauses: %+v", b.Pauses)
				}
			})
		})
	}
}

func TestPurge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{fail: only("bad", func(context.Context, dyadmem.Session) error {
			return &dyadmem.FormatError{Stage: "capture", Reply: "zanzibar", Err: fmt.Errorf("no JSON in %q", "zanzibar")}
		})}
		q := open(t, Config{Engine: m.engine(), Attempts: 2})
		run(t, q)
		gone := dyadmem.Dyad{Agent: "agent:desk", User: "user:vanishing'\"\\🙈"}
		accept(t, q, gone, session("bad", 1, "zanzibar"))
		accept(t, q, gone, session("good", 2, "zanzibar"))
		accept(t, q, desk, session("good", 1, "stays"))
		wait(t, q, gone, "bad", dyadmem.Quarantined)
		wait(t, q, gone, "good", dyadmem.Applied)
		wait(t, q, desk, "good", dyadmem.Applied)
		time.Sleep(time.Minute)
		erased := q.engine
		erased.Scrubbers = []dyadmem.Scrubber{q}
		receipt, err := erased.Purge(t.Context(), gone, dyadmem.Target{All: true}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: time.Now()})
		ok(t, err)
		if receipt.Elsewhere < 2 {
			t.Errorf("%d jobs deleted, want 2 at least", receipt.Elsewhere)
		}
		db := q.store.(*sqlite.Store).DB()
		var seq int
		var name, path string
		ok(t, db.QueryRowContext(t.Context(), "PRAGMA database_list").Scan(&seq, &name, &path))
		for _, f := range []string{path, path + "-wal"} {
			raw, err := os.ReadFile(f)
			ok(t, err)
			if bytes.Contains(raw, []byte("zanzibar")) {
				t.Errorf("%s still holds what was said", strings.TrimPrefix(f, path))
			}
		}
		var left int
		ok(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM river_job WHERE json(args) LIKE '%vanishing%'").Scan(&left))
		if left != 0 {
			t.Errorf("%d jobs still name the user", left)
		}
		ok(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM river_job").Scan(&left))
		if left == 0 {
			t.Error("the jobs of another dyad are gone")
		}
	})
}

func TestJobID(t *testing.T) {
	for _, names := range [][3]string{{"a", "b", "c"}, {"a/b", "c", ""}, {"a", "b/c", ""}, {"助手", "用户", "会话"}, {`"`, `,"`, `]`}, {strings.Repeat("x", dyadmem.MaxID), "\n", "é"}} {
		d := dyadmem.Dyad{Agent: names[0], User: names[1]}
		got, session, err := ParseJobID(jobID(d, names[2]))
		if err != nil || got != d || session != names[2] {
			t.Errorf("%q came back as %s %q, %v", names, got, session, err)
		}
	}
	for _, id := range []string{"", "x", "?", "WyJhIl0", "e30"} {
		if _, _, err := ParseJobID(id); err == nil {
			t.Errorf("%q was taken for an id", id)
		}
	}
}
