package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
)

func openOn(t *testing.T, place string, c Config) *Queue {
	t.Helper()
	s, err := postgres.Open(t.Context(), place)
	ok(t, err)
	c.Now = time.Now
	c.Backoff = func(int) time.Duration { return 10 * time.Millisecond }
	q, err := OnPostgres(t.Context(), s, c)
	ok(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return q
}

func TestPostgres(t *testing.T) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, place string)
	}{
		{"many workers apply each session once and in order", testWorkers},
		{"jobs of a worker that is gone are taken back, those of a living one are not", testGone},
		{"a job that finds no model goes back to the queue, where another worker has one", testElsewhere},
		{"a dyad is worked on by one process at a time", testLocks},
		{"sessions that came without a queue are observed all the same", testAdoptPostgres},
		{"after a purge no job names the dyad", testPurgePostgres},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, testDatabase(t)) })
	}
}

func TestPostgresSchema(t *testing.T) {
	place := testDatabase(t)
	s, err := postgres.Open(t.Context(), place)
	ok(t, err)
	defer s.Close()
	_, err = s.Pool().Exec(t.Context(), "DELETE FROM river_migration WHERE version > 4")
	ok(t, err)
	if _, err := OnPostgres(t.Context(), s, Config{Now: time.Now}); !errors.Is(err, postgres.ErrSchema) {
		t.Errorf("a schema that lags behind: %v", err)
	}
}

func testWorkers(t *testing.T, place string) {
	m := &model{}
	server := openOn(t, place, Config{Engine: m.engine()})
	for range 3 {
		run(t, openOn(t, place, Config{Engine: m.engine()}))
	}
	for i := range 20 {
		for n := range 3 {
			accept(t, server, user(n), session(fmt.Sprintf("s%02d", i), i, fmt.Sprintf("u%d-%02d", n, i)))
		}
	}
	for n := range 3 {
		wait(t, server, user(n), "s19", dyadmem.Applied)
		inspect(t, server, user(n), nil)
		var want string
		for i := range 20 {
			want += fmt.Sprintf(" u%d-%02d", n, i)
		}
		if got := contents(t, server, user(n)); " "+got != want {
			t.Errorf("bank holds %q", got)
		}
	}
}

func testGone(t *testing.T, place string) {
	m := &model{}
	alive, dead := openOn(t, place, Config{Engine: m.engine()}), openOn(t, place, Config{Engine: m.engine()})
	w, gone := alive.data.(*workplace), dead.data.(*workplace)
	ok(t, w.takeBack(t.Context()))
	ok(t, gone.takeBack(t.Context()))
	accept(t, alive, user(1), session("s1", 1, "one"))
	accept(t, alive, user(2), session("s1", 1, "one"))
	pool := alive.store.(*postgres.Store).Pool()
	_, err := pool.Exec(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(),
		attempted_by = ARRAY['w1', CASE args ->> 'user' WHEN 'user:1' THEN $1 ELSE $2 END]`, w.name(), gone.name())
	ok(t, err)
	running := func() (users string) {
		ok(t, pool.QueryRow(t.Context(), "SELECT coalesce(string_agg(args ->> 'user', ' ' ORDER BY id), '') FROM river_job WHERE state = 'running'").Scan(&users))
		return users
	}
	ok(t, w.takeBack(t.Context()))
	if got := running(); got != "user:1 user:2" {
		t.Errorf("while both live, running: %q", got)
	}
	gone.mu.Lock()
	gone.drop()
	gone.mu.Unlock()
	// The server needs a moment to see that a connection is gone.
	for running() != "user:1" {
		ok(t, w.takeBack(t.Context()))
	}
	run(t, alive)
	wait(t, alive, user(2), "s1", dyadmem.Applied)
	for running() != "user:1" { // River writes down that a job is done a little later
		time.Sleep(time.Millisecond)
	}
}

func testElsewhere(t *testing.T, place string) {
	without, with := &model{fail: refused}, &model{}
	first := openOn(t, place, Config{Engine: without.engine(), Workers: 1})
	first.model.hold = time.Millisecond
	run(t, first)
	accept(t, first, desk, session("s1", 1, "one"))
	for len(job(t, first, desk, "s1").Reason) == 0 {
		time.Sleep(time.Millisecond)
	}
	run(t, openOn(t, place, Config{Engine: with.engine()}))
	if j := wait(t, first, desk, "s1", dyadmem.Applied); j.Attempts != 0 {
		t.Errorf("%d attempts spent", j.Attempts)
	}
}

func testLocks(t *testing.T, place string) {
	m := &model{}
	a, b := openOn(t, place, Config{Engine: m.engine()}).data, openOn(t, place, Config{Engine: m.engine()}).data
	defer a.(*workplace).stop()
	defer b.(*workplace).stop()
	ok(t, a.start(t.Context()))
	ok(t, b.start(t.Context()))
	unlock, got, err := a.lock(t.Context(), desk)
	ok(t, err)
	if !got {
		t.Fatal("a free dyad could not be locked")
	}
	for name, other := range map[string]interface {
		lock(context.Context, dyadmem.Dyad) (func(), bool, error)
	}{"the same process": a, "another process": b} {
		if _, got, err := other.lock(t.Context(), desk); err != nil || got {
			t.Errorf("%s got the dyad as well: %v", name, err)
		}
	}
	also, got, err := b.lock(t.Context(), dyadmem.Dyad{Agent: desk.Agent + desk.User[:1], User: desk.User[1:]})
	if err != nil || !got {
		t.Errorf("another dyad could not be locked: %v", err)
	}
	also()
	unlock()
	unlock, got, err = b.lock(t.Context(), desk)
	if err != nil || !got {
		t.Fatalf("a dyad that was given back could not be locked: %v", err)
	}
	unlock()
}

func testAdoptPostgres(t *testing.T, place string) {
	m := &model{}
	q := openOn(t, place, Config{Engine: m.engine()})
	s := q.store.(*postgres.Store)
	hook := s.Accepting
	s.Accepting = nil
	for n := range 3 {
		accept(t, q, user(n), session("s1", 1, "one"))
	}
	s.Accepting = hook
	accept(t, q, user(3), session("s1", 1, "one"))
	run(t, q)
	for n := range 4 {
		wait(t, q, user(n), "s1", dyadmem.Applied)
	}
}

func testPurgePostgres(t *testing.T, place string) {
	m := &model{fail: only("bad", unreadable)}
	q := openOn(t, place, Config{Engine: m.engine(), Attempts: 2})
	run(t, q)
	gone := dyadmem.Dyad{Agent: "agent:desk", User: "user:vanishing'\"\\🙈"}
	accept(t, q, gone, session("bad", 1, "zanzibar"))
	accept(t, q, gone, session("good", 2, "zanzibar"))
	accept(t, q, desk, session("good", 1, "stays"))
	wait(t, q, gone, "bad", dyadmem.Quarantined)
	wait(t, q, gone, "good", dyadmem.Applied)
	wait(t, q, desk, "good", dyadmem.Applied)
	ok(t, q.Stop(t.Context())) // what runs is left alone
	e := q.engine
	e.Scrubbers = []dyadmem.Scrubber{q}
	_, err := e.Purge(t.Context(), gone, dyadmem.Target{All: true}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: time.Now()})
	ok(t, err)
	pool, err := pgxpool.New(t.Context(), place)
	ok(t, err)
	defer pool.Close()
	var named, said, left int
	ok(t, pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE j::text LIKE '%vanishing%'), count(*) FILTER (WHERE j::text LIKE '%zanzibar%'), count(*) FROM river_job j`).Scan(&named, &said, &left))
	if named != 0 || said != 0 || left == 0 {
		t.Errorf("of %d jobs %d name the user and %d hold what was said", left, named, said)
	}
}
