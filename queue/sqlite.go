package queue

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

// OnSQLite returns the queue of a SQLite file: its jobs are kept there. Any
// process may accept sessions, one at a time works on them. It brings River's
// tables up to date and sets s.Accepting, so it is called before s is used.
func OnSQLite(ctx context.Context, s *sqlite.Store, c Config) (*Queue, error) {
	q, conf, err := newQueue(s, c, 0) // nobody else could take them
	if err != nil {
		return nil, err
	}
	driver := riversqlite.New(s.DB())
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: silent})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("queue: migrate: %w", err)
	}
	conf.FetchCooldown = 5 * time.Millisecond
	conf.FetchPollInterval = cmp.Or(q.config.poll, time.Second) // a new job is announced
	conf.PollOnly = q.config.poll > 0
	client, err := river.NewClient(driver, conf)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	q.runner = client
	q.data = &file{db: s.DB(), busy: make(map[dyadmem.Dyad]bool)}
	s.Accepting = func(ctx context.Context, tx *sql.Tx, d dyadmem.Dyad, session string) error {
		_, err := client.InsertTx(ctx, tx, observing(d, session), nil)
		return err
	}
	return q, nil
}

// A file is a SQLite file that one process works on.
type file struct {
	db    *sql.DB
	alone *flock.Flock

	mu   sync.Mutex
	busy map[dyadmem.Dyad]bool
}

// start makes sure that this process is the only one that works, and takes
// back at once what was running: whoever ran it is dead.
func (f *file) start(ctx context.Context) error {
	var seq int
	var name, path string
	if err := f.db.QueryRowContext(ctx, "PRAGMA database_list").Scan(&seq, &name, &path); err != nil {
		return fmt.Errorf("find the file: %w", err)
	}
	f.alone = flock.New(path + ".worker")
	ok, err := f.alone.TryLock()
	if err != nil {
		return fmt.Errorf("lock %s: %w", f.alone.Path(), err)
	}
	if !ok {
		return fmt.Errorf("%s: %w: another process works on it; a SQLite store has one", path, dyadmem.ErrConflict)
	}
	for _, query := range []string{
		"UPDATE river_job SET state = 'available', attempt = max(attempt - 1, 0) WHERE state = 'running'",
		"DELETE FROM river_leader", // else nobody leads until its term is over
	} {
		if _, err := f.db.ExecContext(ctx, query); err != nil {
			f.stop()
			return fmt.Errorf("take back jobs: %w", err)
		}
	}
	return nil
}

func (f *file) stop() {
	if f.alone != nil {
		f.alone.Unlock() // the lock ends with the process at the latest
	}
}

func (f *file) lock(_ context.Context, d dyadmem.Dyad) (unlock func(), ok bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.busy[d] {
		return nil, false, nil
	}
	f.busy[d] = true
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.busy, d)
	}, true, nil
}
