package queue

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

var (
	desk  = dyadmem.Dyad{Agent: "agent:desk", User: "user:u1"}
	start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
)

// clock is the bubble's clock for River, which else asks SQLite for the time.
type clock struct{}

func (clock) Now() time.Time       { return time.Now() }
func (clock) NowOrNil() *time.Time { now := time.Now(); return &now }

// A model stands for the stages: it fails as it is told to.
type model struct {
	mu    sync.Mutex
	fail  func(ctx context.Context, s dyadmem.Session) error // nil: it serves
	calls map[string]int                                     // by session
	done  []string                                           // the sessions that it captured, in that order
}

func (m *model) set(fail func(context.Context, dyadmem.Session) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = fail
}

func (m *model) Capture(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	m.mu.Lock()
	if m.calls == nil {
		m.calls = make(map[string]int)
	}
	m.calls[s.ID]++
	fail := m.fail
	m.mu.Unlock()
	if fail != nil {
		if err := fail(ctx, s); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	m.done = append(m.done, s.ID)
	m.mu.Unlock()
	var entries []dyadmem.Entry
	for _, t := range s.Turns {
		entries = append(entries, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
	}
	return entries, nil
}

func (m *model) engine() dyadmem.Engine {
	return dyadmem.Engine{Capturer: m, Updater: dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return nil, nil
	})}
}

func session(id string, day int, texts ...string) dyadmem.Session {
	s := dyadmem.Session{ID: id, At: start.AddDate(0, 0, day)}
	for i, text := range texts {
		s.Turns = append(s.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", id, i+1)), Speaker: dyadmem.User, Text: text})
	}
	return s
}

// open returns a queue in a file of its own, to be called in a bubble.
func open(t *testing.T, c Config) *Queue {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "memory.db"), c)
}

func openAt(t *testing.T, path string, c Config) *Queue {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	ok(t, err)
	c.Now, c.clock, c.poll = time.Now, clock{}, 15*time.Second
	q, err := OnSQLite(t.Context(), s, c)
	ok(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return q
}

// run works on the jobs of q until the test ends.
func run(t *testing.T, q *Queue) {
	t.Helper()
	ok(t, q.Start(t.Context()))
	t.Cleanup(func() {
		if err := q.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func accept(t *testing.T, q *Queue, d dyadmem.Dyad, s dyadmem.Session) Job {
	t.Helper()
	j, err := q.Accept(t.Context(), d, s)
	ok(t, err)
	return j
}

func job(t *testing.T, q *Queue, d dyadmem.Dyad, id string) Job {
	t.Helper()
	j, err := q.Job(t.Context(), d, id)
	ok(t, err)
	return j
}

func wait(t *testing.T, q *Queue, d dyadmem.Dyad, id string, want dyadmem.Status) Job {
	t.Helper()
	j, err := q.Wait(t.Context(), d, id)
	ok(t, err)
	if j.Status != want {
		t.Fatalf("session %s is %s (%s), want %s", id, j.Status, j.Reason, want)
	}
	return j
}

func contents(t *testing.T, q *Queue, d dyadmem.Dyad) string {
	t.Helper()
	b, err := q.store.Bank(t.Context(), d)
	ok(t, err)
	var list []string
	for _, e := range b.Entries {
		list = append(list, e.Content)
	}
	return strings.Join(list, " ")
}

func unreadable(_ context.Context, _ dyadmem.Session) error {
	return &dyadmem.FormatError{Stage: "capture", Reply: "{", Err: errors.New("unexpected end of JSON input")}
}

func refused(_ context.Context, _ dyadmem.Session) error {
	return fmt.Errorf("%w: connection refused", dyadmem.ErrUnavailable)
}

// only makes fail meet the sessions whose ids begin with prefix.
func only(prefix string, fail func(context.Context, dyadmem.Session) error) func(context.Context, dyadmem.Session) error {
	return func(ctx context.Context, s dyadmem.Session) error {
		if strings.HasPrefix(s.ID, prefix) {
			return fail(ctx, s)
		}
		return nil
	}
}

func user(n int) dyadmem.Dyad { return dyadmem.Dyad{Agent: "agent:desk", User: fmt.Sprint("user:", n)} }
