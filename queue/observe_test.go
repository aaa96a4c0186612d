package queue

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

// The cases run in bubbles: their time is the bubble's, and no test waits.
func TestQueue(t *testing.T) {
	for _, c := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"sessions of a dyad are applied in the order of their time, one at a time", testOrder},
		{"a session that comes late is folded in at its place", testLate},
		{"where no model serves the queue pauses, spends no attempt and goes on by itself", testNoModel},
		{"one call at a time finds out whether a model serves again", testTrial},
		{"a refused key pauses the queue as well", testRefusedKey},
		{"a reply that cannot be read spends an attempt, a busy model none", testAttempts},
		{"a session that keeps failing is set aside, and nobody waits for it", testAside},
		{"a session that failed waits its time, however many come after it", testPatience},
		{"a session that was set aside is retried by hand", testRetry},
		{"a stage that panics or hangs fails", testPanicAndHang},
		{"trouble with the store spends no attempt", testStoreTrouble},
		{"the same session again is the same job, with other turns a conflict", testAgain},
		{"a session is there if and only if its job is", testOneTransaction},
		{"sessions that came without a queue are observed all the same", testAdopt},
		{"stopping cuts a job off and spends no attempt", testCutOff},
		{"jobs of a dead process are taken back at once", testTakeBack},
		{"a second process is not let on the file", testAlone},
		{"pending turns come along with recall until they are applied", testPending},
	} {
		t.Run(c.name, func(t *testing.T) { synctest.Test(t, c.test) })
	}
}

func testOrder(t *testing.T) {
	var mu sync.Mutex
	inside, most := make(map[string]int), 0
	m := &model{fail: func(_ context.Context, s dyadmem.Session) error {
		name, _, _ := strings.Cut(s.ID, "-")
		mu.Lock()
		inside[name]++
		most = max(most, inside[name])
		mu.Unlock()
		time.Sleep(time.Second)
		mu.Lock()
		inside[name]--
		mu.Unlock()
		return nil
	}}
	q := open(t, Config{Engine: m.engine(), Workers: 8})
	var want []string
	for _, day := range []int{3, 1, 4, 0, 5, 2} {
		for n := range 3 {
			accept(t, q, user(n), session(fmt.Sprintf("u%d-s%d", n, day), day, fmt.Sprint(day)))
		}
		want = append(want, fmt.Sprint("s", len(want)))
	}
	run(t, q)
	for n := range 3 {
		wait(t, q, user(n), fmt.Sprintf("u%d-s5", n), dyadmem.Applied)
		var got []string
		for _, id := range m.done {
			if rest, ok := strings.CutPrefix(id, fmt.Sprintf("u%d-", n)); ok {
				got = append(got, rest)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("user %d: order of the calls (-want +got):\n%s", n, diff)
		}
	}
	if most != 1 {
		t.Errorf("%d calls for one dyad at a time", most)
	}
}

func testLate(t *testing.T) {
	m := &model{}
	q := open(t, Config{Engine: m.engine()})
	run(t, q)
	accept(t, q, desk, session("s2", 2, "two"))
	wait(t, q, desk, "s2", dyadmem.Applied)
	accept(t, q, desk, session("s1", 1, "one"))
	wait(t, q, desk, "s1", dyadmem.Applied)
	then, err := q.engine.BankAt(t.Context(), desk, start.AddDate(0, 0, 1))
	ok(t, err)
	if len(then.Entries) != 1 || then.Entries[0].Content != "one" {
		t.Errorf("the bank as of the late session: %+v", then.Entries)
	}
}

func testNoModel(t *testing.T) {
	m := &model{fail: refused}
	q := open(t, Config{Engine: m.engine()})
	run(t, q)
	for i := range 40 {
		accept(t, q, desk, session(fmt.Sprintf("s%02d", i), i, fmt.Sprint("t", i)))
	}
	time.Sleep(30 * time.Minute)
	b, err := q.Backlog(t.Context())
	ok(t, err)
	if b.Pending != 40 || len(b.Aside) != 0 {
		t.Errorf("after half an hour without a model %d are pending and %d set aside, want 40 and 0", b.Pending, len(b.Aside))
	}
	if len(b.Pauses) != 1 || !strings.Contains(b.Pauses[0].Reason, "connection refused") {
		t.Errorf("the queue does not say why it pauses: %+v", b.Pauses)
	}
	if j := job(t, q, desk, "s00"); j.Attempts != 0 || !strings.Contains(j.Reason, "connection refused") {
		t.Errorf("the session that waits has %d attempts, reason %q", j.Attempts, j.Reason)
	}
	m.set(nil)
	wait(t, q, desk, "s39", dyadmem.Applied)
	if b, err = q.Backlog(t.Context()); err != nil || b.Pending != 0 || len(b.Pauses) != 0 {
		t.Errorf("backlog at the end: %+v, %v", b, err)
	}
	if got := contents(t, q, desk); len(strings.Fields(got)) != 40 {
		t.Errorf("bank holds %q", got)
	}
}

func testTrial(t *testing.T) {
	var mu sync.Mutex
	inside, most := 0, 0
	trial := func(ctx context.Context, s dyadmem.Session) error {
		mu.Lock()
		inside++
		most = max(most, inside)
		mu.Unlock()
		time.Sleep(10 * time.Second)
		mu.Lock()
		inside--
		mu.Unlock()
		return refused(ctx, s)
	}
	m := &model{fail: refused}
	q := open(t, Config{Engine: m.engine(), Workers: 8})
	run(t, q)
	for n := range 20 {
		accept(t, q, user(n), session("s1", 1, "one"))
	}
	time.Sleep(time.Minute)
	m.set(trial)
	time.Sleep(4 * time.Minute)
	if most != 1 {
		t.Errorf("%d calls tried at a time", most)
	}
	m.set(nil)
	for n := range 20 {
		wait(t, q, user(n), "s1", dyadmem.Applied)
	}
}

// A keyError is what a client says when its key is refused.
type keyError struct{}

func (keyError) Error() string { return "status 401: no such key" }
func (keyError) Stop() bool    { return true }

func testRefusedKey(t *testing.T) {
	m := &model{fail: func(context.Context, dyadmem.Session) error { return keyError{} }}
	q := open(t, Config{Engine: m.engine()})
	run(t, q)
	accept(t, q, desk, session("s1", 1, "one"))
	time.Sleep(3 * time.Minute)
	if j := job(t, q, desk, "s1"); j.Status != dyadmem.Pending || j.Attempts != 0 {
		t.Errorf("after three minutes: %+v", j.Progress)
	}
	m.set(nil)
	wait(t, q, desk, "s1", dyadmem.Applied)
}

func testAttempts(t *testing.T) {
	m := &model{fail: func(context.Context, dyadmem.Session) error {
		return fmt.Errorf("%w: status 429", dyadmem.ErrUnavailable)
	}}
	q := open(t, Config{Engine: m.engine(), Backoff: func(int) time.Duration { return 2 * time.Minute }})
	run(t, q)
	accept(t, q, desk, session("s1", 1, "Ship notes go to the ops list only."))
	time.Sleep(time.Minute)
	if j := job(t, q, desk, "s1"); j.Status != dyadmem.Pending || j.Attempts != 0 || !strings.Contains(j.Reason, "429") {
		t.Errorf("after a busy model: %+v", j.Progress)
	}
	m.set(unreadable)
	time.Sleep(2 * time.Minute)
	if j := job(t, q, desk, "s1"); j.Status != dyadmem.Pending || j.Attempts != 1 || !strings.Contains(j.Reason, "unexpected end") {
		t.Errorf("after a reply that was cut off: %+v", j.Progress)
	}
	m.set(nil)
	wait(t, q, desk, "s1", dyadmem.Applied)
	if got := contents(t, q, desk); got != "Ship notes go to the ops list only." {
		t.Errorf("bank holds %q", got)
	}
}

func testAside(t *testing.T) {
	m := &model{fail: only("bad", unreadable)}
	q := open(t, Config{Engine: m.engine(), Attempts: 3})
	run(t, q)
	accept(t, q, desk, session("bad", 0, "c2VjcmV0"))
	accept(t, q, desk, session("good", 1, "later"))
	for n := range 20 {
		accept(t, q, user(n), session("good", 1, "good"))
	}
	bad := wait(t, q, desk, "bad", dyadmem.Quarantined)
	if bad.Attempts != 3 || !strings.Contains(bad.Reason, "unexpected end") || m.calls["bad"] != 3 {
		t.Errorf("set aside after %d calls: %+v", m.calls["bad"], bad.Progress)
	}
	wait(t, q, desk, "good", dyadmem.Applied)
	for n := range 20 {
		wait(t, q, user(n), "good", dyadmem.Applied)
	}
	b, err := q.Backlog(t.Context())
	ok(t, err)
	if len(b.Aside) != 1 || b.Aside[0].ID != bad.ID || b.Pending != 0 {
		t.Errorf("backlog: %+v", b)
	}
	a, err := q.store.Session(t.Context(), desk, "bad")
	ok(t, err)
	if a.Turns[0].Text != "c2VjcmV0" {
		t.Errorf("the turns are not kept: %+v", a.Turns)
	}
}

func testPatience(t *testing.T) {
	m := &model{fail: only("bad", unreadable)}
	q := open(t, Config{Engine: m.engine(), Attempts: 3, Backoff: func(int) time.Duration { return 10 * time.Minute }})
	run(t, q)
	accept(t, q, desk, session("bad", 0, "c2VjcmV0"))
	for i := range 20 {
		accept(t, q, desk, session(fmt.Sprint("good", i), 1+i, "later"))
	}
	time.Sleep(9 * time.Minute)
	if j := job(t, q, desk, "bad"); m.calls["bad"] != 1 || j.Attempts != 1 {
		t.Errorf("within its time it was tried %d times, and has %d attempts", m.calls["bad"], j.Attempts)
	}
	if j := job(t, q, desk, "good19"); j.Status != dyadmem.Pending {
		t.Errorf("a later session is %s before the earlier one is settled", j.Status)
	}
}

func testRetry(t *testing.T) {
	m := &model{fail: only("bad", unreadable)}
	q := open(t, Config{Engine: m.engine(), Attempts: 2})
	run(t, q)
	accept(t, q, desk, session("bad", 0, "first"))
	wait(t, q, desk, "bad", dyadmem.Quarantined)
	accept(t, q, desk, session("good", 1, "second"))
	wait(t, q, desk, "good", dyadmem.Applied)
	ok(t, q.Retry(t.Context(), desk, "bad")) // in vain
	time.Sleep(time.Minute)
	if wait(t, q, desk, "bad", dyadmem.Quarantined); m.calls["bad"] != 4 {
		t.Errorf("%d calls after a retry, want 4", m.calls["bad"])
	}
	m.set(nil)
	ok(t, q.Retry(t.Context(), desk, "bad"))
	time.Sleep(time.Minute)
	wait(t, q, desk, "bad", dyadmem.Applied)
	then, err := q.engine.BankAt(t.Context(), desk, start)
	ok(t, err)
	if len(then.Entries) != 1 || then.Entries[0].Content != "first" {
		t.Errorf("the bank as of the retried session: %+v", then.Entries)
	}
	if err := q.Retry(t.Context(), desk, "bad"); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("retry of an applied session: %v", err)
	}
}

func testPanicAndHang(t *testing.T) {
	m := &model{fail: func(ctx context.Context, s dyadmem.Session) error {
		switch s.ID {
		case "panics":
			panic("index out of range")
		case "hangs":
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}}
	q := open(t, Config{Engine: m.engine(), Workers: 1, Attempts: 2, Timeout: time.Minute})
	run(t, q)
	accept(t, q, user(1), session("panics", 1, "one"))
	accept(t, q, user(2), session("hangs", 1, "one"))
	accept(t, q, user(3), session("good", 1, "one"))
	wait(t, q, user(3), "good", dyadmem.Applied)
	if j := wait(t, q, user(1), "panics", dyadmem.Quarantined); !strings.Contains(j.Reason, "index out of range") {
		t.Errorf("reason %q", j.Reason)
	}
	if j := wait(t, q, user(2), "hangs", dyadmem.Quarantined); !strings.Contains(j.Reason, "deadline") {
		t.Errorf("reason %q", j.Reason)
	}
}

// A flaky store cannot commit while left is above zero.
type flaky struct {
	dyadmem.Store
	mu   sync.Mutex
	left int
}

func (f *flaky) Commit(ctx context.Context, d dyadmem.Dyad, c dyadmem.Change) (int64, error) {
	f.mu.Lock()
	f.left--
	fail := f.left >= 0
	f.mu.Unlock()
	if fail {
		return 0, errors.New("disk I/O error")
	}
	return f.Store.Commit(ctx, d, c)
}

func testStoreTrouble(t *testing.T) {
	m := &model{}
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "memory.db"))
	ok(t, err)
	defer s.Close()
	engine := m.engine()
	engine.Store = &flaky{Store: s, left: 6}
	q, err := OnSQLite(t.Context(), s, Config{Engine: engine, Now: time.Now, clock: clock{}, poll: 15 * time.Second})
	ok(t, err)
	ok(t, q.Start(t.Context()))
	accept(t, q, desk, session("s1", 1, "one"))
	if j := wait(t, q, desk, "s1", dyadmem.Applied); j.Attempts != 0 {
		t.Errorf("%d attempts spent", j.Attempts)
	}
	ok(t, q.Stop(t.Context()))
}

func testAgain(t *testing.T) {
	m := &model{}
	q := open(t, Config{Engine: m.engine()})
	first := accept(t, q, desk, session("s1", 1, "one"))
	if again := accept(t, q, desk, session("s1", 1, "one")); again != first {
		t.Errorf("the same session again: %+v, first it was %+v", again, first)
	}
	if _, err := q.Accept(t.Context(), desk, session("s1", 1, "other")); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("other turns: %v", err)
	}
	run(t, q)
	wait(t, q, desk, "s1", dyadmem.Applied)
	accept(t, q, desk, session("s1", 1, "one"))
	time.Sleep(time.Minute)
	if m.calls["s1"] != 1 {
		t.Errorf("captured %d times", m.calls["s1"])
	}
}

func testOneTransaction(t *testing.T) {
	m := &model{}
	q := open(t, Config{Engine: m.engine()})
	db := q.store.(*sqlite.Store).DB()
	_, err := db.ExecContext(t.Context(), "ALTER TABLE river_job RENAME TO elsewhere")
	ok(t, err)
	if _, err := q.Accept(t.Context(), desk, session("s1", 1, "one")); err == nil {
		t.Error("accepted a session that could not be queued")
	}
	if _, err := q.Job(t.Context(), desk, "s1"); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("the session that was not acknowledged: %v", err)
	}
}

func testAdopt(t *testing.T) {
	m := &model{}
	q := open(t, Config{Engine: m.engine()})
	s := q.store.(*sqlite.Store)
	hook := s.Accepting
	s.Accepting = nil
	accept(t, q, desk, session("s1", 1, "one"))
	s.Accepting = hook
	accept(t, q, user(1), session("s1", 1, "one"))
	run(t, q)
	wait(t, q, desk, "s1", dyadmem.Applied)
	wait(t, q, user(1), "s1", dyadmem.Applied)
	s.Accepting = nil
	accept(t, q, desk, session("s2", 2, "two"))
	s.Accepting = hook
	accept(t, q, desk, session("s3", 3, "three")) // brings s2 along
	wait(t, q, desk, "s3", dyadmem.Applied)
	if got := contents(t, q, desk); got != "one two three" {
		t.Errorf("bank holds %q", got)
	}
	if n := m.calls["s1"]; n != 2 {
		t.Errorf("s1 of two dyads captured %d times", n)
	}
}

func testCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	m := &model{fail: func(ctx context.Context, s dyadmem.Session) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	q := openAt(t, path, Config{Engine: m.engine()})
	ok(t, q.Start(t.Context()))
	accept(t, q, desk, session("s1", 1, "one"))
	time.Sleep(time.Minute)
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	ok(t, q.Stop(short))
	if j := job(t, q, desk, "s1"); j.Status != dyadmem.Pending || j.Attempts != 0 {
		t.Errorf("after the cut: %+v", j.Progress)
	}
	m.set(nil)
	q = openAt(t, path, Config{Engine: m.engine()})
	run(t, q)
	wait(t, q, desk, "s1", dyadmem.Applied)
}

func testTakeBack(t *testing.T) {
	failed := false
	m := &model{fail: func(ctx context.Context, s dyadmem.Session) error {
		if failed {
			return nil
		}
		failed = true
		return unreadable(ctx, s)
	}}
	q := open(t, Config{Engine: m.engine(), Backoff: func(int) time.Duration { return 20 * time.Second }})
	accept(t, q, desk, session("s1", 1, "one"))
	for _, left := range []string{ // by a process that was killed
		"UPDATE river_job SET state = 'running', attempt = 1, attempted_at = datetime('now')",
		"INSERT INTO river_leader (leader_id, elected_at, expires_at) VALUES ('dead', datetime('now'), datetime('now', '+1 day'))",
	} {
		_, err := q.store.(*sqlite.Store).DB().ExecContext(t.Context(), left)
		ok(t, err)
	}
	began := time.Now()
	run(t, q)
	wait(t, q, desk, "s1", dyadmem.Applied)
	if took := time.Since(began); took > 2*time.Minute { // the bubble's time: some looks at the file
		t.Errorf("taken back and retried after %v", took)
	}
}

func testAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	m := &model{}
	first, second := openAt(t, path, Config{Engine: m.engine()}), openAt(t, path, Config{Engine: m.engine()})
	run(t, first)
	if err := second.Start(t.Context()); !errors.Is(err, dyadmem.ErrConflict) {
		t.Errorf("a second worker: %v", err)
	}
	accept(t, second, desk, session("s1", 1, "one"))
	wait(t, second, desk, "s1", dyadmem.Applied)
}

func testPending(t *testing.T) {
	m := &model{fail: only("s2", refused)}
	engine := m.engine()
	engine.Recaller = dyadmem.RecallFunc(func(context.Context, dyadmem.Bank, dyadmem.Query) ([]dyadmem.Hit, error) { return nil, nil })
	q := open(t, Config{Engine: engine})
	run(t, q)
	accept(t, q, desk, session("s1", 1, "one"))
	wait(t, q, desk, "s1", dyadmem.Applied)
	accept(t, q, desk, session("s2", 2, "two"))
	accept(t, q, desk, session("s3", 3, "three"))
	time.Sleep(time.Minute)
	found, err := q.engine.Recall(t.Context(), desk, dyadmem.Request{Query: dyadmem.Query{Text: "anything"}})
	ok(t, err)
	if found.CompleteThrough != "s1" || len(found.Pending) != 2 || found.Pending[0].Turns[0].Text != "two" {
		t.Errorf("complete through %q, pending %+v", found.CompleteThrough, found.Pending)
	}
}
