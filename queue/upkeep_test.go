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
		time.Sleep(5 * time.Minute)
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

func TestForget(t *testing.T) {
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
		n, err := q.Forget(t.Context(), gone)
		ok(t, err)
		if n < 2 {
			t.Errorf("%d jobs deleted, want 2 at least", n)
		}
		_, err = q.store.Erase(t.Context(), gone, dyadmem.Erasure{At: time.Now(), Actor: dyadmem.ActorUser, All: true})
		ok(t, err)
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
