package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
)

// OnPostgres returns the queue of a database: its jobs are kept there. Any
// number of processes may accept sessions, and any number work on them. It sets
// s.Accepting, so it is called before s is used. River's tables must be there:
// see [MigratePostgres].
//
// While it works, a queue keeps one connection of its own for its locks, which
// a connection pooler must not share.
func OnPostgres(ctx context.Context, s *postgres.Store, c Config) (*Queue, error) {
	q, conf, err := newQueue(s, c, 5*time.Second) // a worker on another machine may have a model
	if err != nil {
		return nil, err
	}
	driver := riverpgxv5.New(s.Pool())
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: silent})
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	valid, err := migrator.Validate(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("queue: check schema: %w", err)
	}
	if !valid.OK {
		return nil, fmt.Errorf("queue: %w: %v; run dyadmem migrate, or a newer dyadmem", postgres.ErrSchema, valid.Messages)
	}
	w, err := newWorkplace(s.Pool(), q.config.Log)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	conf.ID = w.name()
	conf.FetchCooldown = 20 * time.Millisecond
	client, err := river.NewClient(driver, conf)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	q.runner, q.data = client, w
	s.Accepting = func(ctx context.Context, tx pgx.Tx, d dyadmem.Dyad, session string) error {
		_, err := client.InsertTx(ctx, tx, observing(d, session), nil)
		return err
	}
	return q, nil
}

// MigratePostgres brings River's tables in the database up to date.
func MigratePostgres(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) error {
	if log == nil {
		log = silent
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: log})
	if err != nil {
		return fmt.Errorf("migrate queue: %w", err)
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// Programs that migrate at the same time wait for each other.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lockKey("migrate")); err != nil {
			return err
		}
		_, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil) // in transactions of its own: some must not share one
		return err
	})
	if err != nil {
		return fmt.Errorf("migrate queue: %w", err)
	}
	return nil
}

// A workplace is a process that works on the jobs of a database. It holds
// advisory locks on a connection of its own: one that says it is alive, and one
// for each dyad that it works on. Postgres drops them with the connection, at
// the latest when the process is dead. A lock that is lost while its holder
// lives costs some work done twice and no more: a store takes each session once.
type workplace struct {
	pool *pgxpool.Pool
	log  *slog.Logger
	id   int32

	mu     sync.Mutex
	conn   *pgx.Conn // nil: none, or lost
	schema string    // part of the dyads' keys: locks are those of the whole database
	held   map[int64]bool
	end    context.CancelFunc
	ended  chan struct{}
}

// The two numbers of the lock that says a process is alive are aliveClass and
// its id. No other lock of this project has two.
const aliveClass = 0x6479_6164 // "dyad"

func newWorkplace(pool *pgxpool.Pool, log *slog.Logger) (*workplace, error) {
	var id [4]byte
	if _, err := rand.Read(id[:]); err != nil {
		return nil, err
	}
	return &workplace{pool: pool, log: log, id: int32(binary.BigEndian.Uint32(id[:]) >> 1), held: make(map[int64]bool)}, nil
}

// name is the id of the process in River: the w says whose jobs takeBack may
// judge.
func (w *workplace) name() string { return "w" + strconv.Itoa(int(w.id)) }

// start says that this process is alive, and takes back the jobs of those that
// are not, at once and every few seconds.
func (w *workplace) start(ctx context.Context) error {
	if err := w.takeBack(ctx); err != nil {
		return err
	}
	ctx, w.end = context.WithCancel(context.WithoutCancel(ctx))
	w.ended = make(chan struct{})
	go func() {
		defer close(w.ended)
		for tick := time.NewTicker(5 * time.Second); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
				if err := w.takeBack(ctx); err != nil && ctx.Err() == nil {
					w.log.Warn("queue: look for jobs of dead workers", "error", err)
				}
			}
		}
	}()
	return nil
}

func (w *workplace) stop() {
	if w.end == nil {
		return
	}
	w.end()
	<-w.ended
	w.end = nil
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop()
}

// drop gives the connection up, and its locks with it; w.mu is held.
func (w *workplace) drop() {
	if w.conn != nil {
		w.conn.Close(context.Background()) // whatever it says, the locks end with the connection
		w.conn = nil
	}
	clear(w.held)
}

// connected runs f on the connection of w, which is made if need be and given
// up if f fails.
func (w *workplace) connected(ctx context.Context, f func(*pgx.Conn) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		if err := w.connect(ctx); err != nil {
			return err
		}
	}
	err := f(w.conn)
	if err != nil {
		w.drop()
	}
	return err
}

// connect makes the connection of w; w.mu is held.
func (w *workplace) connect(ctx context.Context) error {
	pooled, err := w.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	w.conn = pooled.Hijack() // the pool does not count it any more
	// Shared, since the server may not have noticed yet that an older connection
	// of this process is gone.
	err = w.conn.QueryRow(ctx, "SELECT coalesce(current_schema(), '') FROM pg_advisory_lock_shared($1, $2)", int32(aliveClass), w.id).Scan(&w.schema)
	if err != nil {
		w.drop()
	}
	return err
}

// takeBack makes the jobs available again that a dead process was running.
func (w *workplace) takeBack(ctx context.Context) error {
	return w.connected(ctx, func(c *pgx.Conn) error {
		done, err := c.Exec(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now(), attempt = greatest(attempt - 1, 0)
			WHERE state = 'running' AND attempted_by[array_upper(attempted_by, 1)] ~ '^w[0-9]+$' AND NOT EXISTS (
				SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
				AND objid = substr(attempted_by[array_upper(attempted_by, 1)], 2)::bigint::oid
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, uint32(aliveClass))
		if err != nil {
			return fmt.Errorf("take back jobs: %w", err)
		}
		if n := done.RowsAffected(); n > 0 {
			w.log.Info("queue: took back jobs of a dead worker", "jobs", n)
		}
		return nil
	})
}

func (w *workplace) lock(ctx context.Context, d dyadmem.Dyad) (unlock func(), ok bool, err error) {
	var key int64
	err = w.connected(ctx, func(c *pgx.Conn) error {
		// A connection gets its own lock again, so those are known here.
		if key = lockKey(w.schema, d.Agent, d.User); w.held[key] {
			return nil
		}
		err := c.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok)
		if ok {
			w.held[key] = true
		}
		return err
	})
	if !ok || err != nil {
		return nil, false, err
	}
	return func() { w.unlock(context.WithoutCancel(ctx), key) }, true, nil
}

func (w *workplace) unlock(ctx context.Context, key int64) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err := w.connected(ctx, func(c *pgx.Conn) error {
		if !w.held[key] {
			return nil // lost with its connection
		}
		delete(w.held, key)
		_, err := c.Exec(ctx, "SELECT pg_advisory_unlock($1)", key)
		return err
	})
	if err != nil {
		w.log.Warn("queue: give a dyad back", "error", err)
	}
}

// lockKey returns a number for names. Two dyads with one number wait for each
// other, no more.
func lockKey(names ...string) int64 {
	h := sha256.New()
	for _, n := range names {
		fmt.Fprintf(h, "%d:%s", len(n), n)
	}
	return int64(binary.BigEndian.Uint64(h.Sum(nil)))
}
