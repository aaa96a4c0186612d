package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/dyadmem/dyadmem"
)

// A Config says how a Queue works. Engine and Now are required; the zero value
// of any other field is its default.
type Config struct {
	Engine   dyadmem.Engine   // its Store, where it has one, must be the queue's own, perhaps dyadmem.Cached
	Now      func() time.Time // the caller's clock
	Workers  int              // how many dyads are worked on at a time; 4
	Attempts int              // how many failures set a session aside; 5
	Timeout  time.Duration    // the longest that one session may take; 10 minutes
	Drain    time.Duration    // how long Run waits for running jobs at its end; 30 seconds
	Embedder Embedder         // optional: fills the vector cache of the store
	Log      *slog.Logger     // nil: nothing is logged. No content ever is

	// Backoff returns how long to wait after so many failures in a row, 1 or
	// more; nil: from 1 second, doubled each time, to a minute.
	Backoff func(failures int) time.Duration
	// Applied, where set, is called after each session that was applied: with
	// what it did, and the time from its acceptance until now.
	Applied func(d dyadmem.Dyad, session string, step dyadmem.Step, lag time.Duration)

	clock rivertype.TimeGenerator // River's; nil but in tests
	poll  time.Duration           // how often a SQLite file is looked at, and no announcements; 0 but in tests
}

// silent logs nothing.
var silent = slog.New(slog.DiscardHandler)

// withDefaults returns c with its defaults in place.
func (c Config) withDefaults() Config {
	c.Workers = cmp.Or(c.Workers, 4)
	c.Attempts = cmp.Or(c.Attempts, 5)
	c.Timeout = cmp.Or(c.Timeout, 10*time.Minute)
	c.Drain = cmp.Or(c.Drain, 30*time.Second)
	if c.Log == nil {
		c.Log = silent
	}
	if c.Backoff == nil {
		c.Backoff = func(failures int) time.Duration {
			return min(time.Second<<min(failures-1, 6), time.Minute)
		}
	}
	return c
}

// A store is what a queue lives in.
type store interface {
	dyadmem.Store
	dyadmem.VectorCache
	// Unapplied calls f for the sessions of all dyads that are not applied,
	// without their turns.
	Unapplied(ctx context.Context, f func(dyadmem.Dyad, dyadmem.Accepted) error) error
}

// A database is what River does not do for the one that the queue lives in.
type database interface {
	// start makes the database ready for this process to work on, and takes back
	// the jobs of workers that are gone: once, or from then on.
	start(ctx context.Context) error
	// lock takes d for one worker until unlock is called. ok is false if another
	// one has it.
	lock(ctx context.Context, d dyadmem.Dyad) (unlock func(), ok bool, err error)
	stop()
}

// A runner is River, whatever the type of its transactions.
type runner interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	Insert(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) (*rivertype.JobInsertResult, error)
	JobList(ctx context.Context, params *river.JobListParams) (*river.JobListResult, error)
	JobDeleteMany(ctx context.Context, params *river.JobDeleteManyParams) (*river.JobDeleteManyResult, error)
}

// A Queue accepts sessions and observes them offline. It is safe for
// concurrent use. Without Start it only accepts.
type Queue struct {
	config Config
	engine dyadmem.Engine // its stages tell their failures from the store's
	store  store
	data   database
	runner runner

	model, compactor, embedder *gate
	stopping                   chan struct{}
	stopOnce                   sync.Once

	mu   sync.Mutex
	news chan struct{} // closed when a session got somewhere
}

// The queues of River: sessions must not wait for what can wait.
const (
	sessionQueue = river.QueueDefault
	upkeepQueue  = "upkeep"
	reembedQueue = "reembed"
)

// newQueue returns a queue without runner and database, and River's
// configuration for it.
// Jobs wait at most hold for a model before they go back to the queue.
func newQueue(s store, c Config, hold time.Duration) (*Queue, *river.Config, error) {
	if c.Now == nil {
		return nil, nil, fmt.Errorf("queue: %w: it has no clock", dyadmem.ErrInvalid)
	}
	if c.Engine.Store == nil {
		c.Engine.Store = s
	}
	c = c.withDefaults()
	q := &Queue{config: c, engine: staged(c.Engine), store: s, stopping: make(chan struct{})}
	for _, g := range []struct {
		gate **gate
		work string
	}{{&q.model, "capture and update"}, {&q.compactor, "compaction"}, {&q.embedder, "embedding"}} {
		*g.gate = &gate{work: g.work, backoff: c.Backoff, hold: hold, stop: q.stopping, log: c.Log, now: c.Now}
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, worker[observe]{q: q, work: q.observe})
	river.AddWorker(workers, worker[compact]{q: q, work: q.compact})
	river.AddWorker(workers, worker[embed]{q: q, work: q.embed})
	river.AddWorker(workers, worker[reembed]{q: q, work: q.reembed})
	return q, &river.Config{
		Logger:      c.Log,
		MaxAttempts: math.MaxInt16, // the queue counts attempts itself
		Queues:      map[string]river.QueueConfig{sessionQueue: {MaxWorkers: c.Workers}, upkeepQueue: {MaxWorkers: 1}, reembedQueue: {MaxWorkers: 1}},
		Workers:     workers,
		// The database takes back the jobs of dead workers; River's own rescuer
		// goes by the time that a job runs, and a model may take long.
		JobTimeout: -1,
		Test:       river.TestConfig{Time: c.clock},
	}, nil
}

// Start begins to work on the jobs: it takes back those of workers that are
// gone, and makes jobs for the sessions that were accepted without a queue. The
// context is not for the jobs: Stop ends them.
func (q *Queue) Start(ctx context.Context) error {
	if q.engine.Capturer == nil || q.engine.Updater == nil {
		return fmt.Errorf("start queue: %w: the engine has no Capturer or no Updater", dyadmem.ErrInvalid)
	}
	if err := q.data.start(ctx); err != nil {
		return fmt.Errorf("start queue: %w", err)
	}
	err := q.adopt(ctx)
	if err == nil {
		err = q.swapped(ctx)
	}
	if err == nil {
		err = q.runner.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		q.data.stop()
		return fmt.Errorf("start queue: %w", err)
	}
	return nil
}

// Stop takes no more jobs and waits for those that run. When ctx ends first
// they are cut off: their sessions are as they were, and their jobs wait for
// the next worker, no attempt spent.
func (q *Queue) Stop(ctx context.Context) error {
	q.stopOnce.Do(func() { close(q.stopping) })
	defer q.data.stop()
	err := q.runner.Stop(ctx)
	if err != nil && ctx.Err() != nil {
		err = q.runner.StopAndCancel(context.WithoutCancel(ctx))
	}
	if err != nil {
		return fmt.Errorf("stop queue: %w", err)
	}
	return nil
}

// Run works on the jobs until ctx ends, then drains: it waits for the running
// ones as long as the configuration says.
func (q *Queue) Run(ctx context.Context) error {
	if err := q.Start(ctx); err != nil {
		return err
	}
	<-ctx.Done()
	q.config.Log.Info("queue: draining")
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), q.config.Drain)
	defer cancel()
	return q.Stop(drain)
}

// adopt makes jobs for the pending sessions that have none: they came by a
// store that had no queue.
func (q *Queue) adopt(ctx context.Context) error {
	queued := make(map[observe]bool)
	page := river.NewJobListParams().Kinds(observe{}.Kind()).First(atOnce).States(
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled)
	for {
		list, err := q.runner.JobList(ctx, page)
		if err != nil {
			return fmt.Errorf("list jobs: %w", err)
		}
		for _, row := range list.Jobs {
			args, err := decode[observe](row)
			if err != nil {
				return err
			}
			args.Again = false
			queued[args] = true
		}
		if len(list.Jobs) < atOnce {
			break
		}
		page = page.After(list.LastCursor)
	}
	var missing []observe
	err := q.store.Unapplied(ctx, func(d dyadmem.Dyad, a dyadmem.Accepted) error {
		if args := observing(d, a.ID); a.Status == dyadmem.Pending && !queued[args] {
			missing = append(missing, args)
		}
		return nil
	})
	for _, args := range missing {
		if err == nil {
			_, err = q.runner.Insert(ctx, args, nil)
		}
	}
	if err != nil {
		return fmt.Errorf("queue pending sessions: %w", err)
	}
	return nil
}

// tell wakes those who wait for a session.
func (q *Queue) tell() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.news != nil {
		close(q.news)
		q.news = nil
	}
}

func (q *Queue) listen() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.news == nil {
		q.news = make(chan struct{})
	}
	return q.news
}

// away reports whether err says that nothing serves, rather than that
// something is wrong with what was asked.
func away(err error) bool {
	var stop interface{ Stop() bool } // every other call would fail in the same way: a refused key, an empty account
	return errors.Is(err, dyadmem.ErrUnavailable) || errors.As(err, &stop) && stop.Stop()
}
