package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/dyadmem/dyadmem"
)

// observe is the job of one session. No job holds content.
type observe struct {
	Agent   string `json:"agent"`
	User    string `json:"user"`
	Session string `json:"session"`
	Again   bool   `json:"again,omitempty"` // bring it back from quarantine
}

// Kind names the job.
func (observe) Kind() string { return "observe" }

func observing(d dyadmem.Dyad, session string) observe {
	return observe{Agent: d.Agent, User: d.User, Session: session}
}

func (o observe) dyad() dyadmem.Dyad { return dyadmem.Dyad{Agent: o.Agent, User: o.User} }

func decode[T any](row *rivertype.JobRow) (args T, err error) {
	if err := json.Unmarshal(row.EncodedArgs, &args); err != nil {
		return args, fmt.Errorf("job %d: %w", row.ID, err)
	}
	return args, nil
}

// A worker works on the jobs of one kind.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	q    *Queue
	work func(ctx context.Context, job *river.Job[T]) error
}

// Work works on one job. River logs its error and keeps it with the job, and a
// store's may quote ids, or what was said.
func (w worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	return withoutContent(w.work(ctx, job))
}

// NextRetry returns when a job that failed is tried again.
func (w worker[T]) NextRetry(job *river.Job[T]) time.Time {
	return w.q.config.Now().Add(w.q.config.Backoff(max(len(job.Errors)+1, 1)))
}

// later puts a job back for a while that grows each time.
func later(row *rivertype.JobRow) error {
	n, err := snoozes(row)
	if err != nil {
		return err
	}
	return river.JobSnooze(min(time.Second/4<<min(n, 10), 30*time.Second))
}

// snoozes returns how often a job was put back.
func snoozes(row *rivertype.JobRow) (int, error) {
	var snoozed struct {
		Snoozes int `json:"snoozes"`
	}
	if err := json.Unmarshal(row.Metadata, &snoozed); err != nil {
		return 0, fmt.Errorf("job %d: metadata: %w", row.ID, err)
	}
	return snoozed.Snoozes, nil
}

// observe works on the job of a session.
func (q *Queue) observe(ctx context.Context, job *river.Job[observe]) error {
	d := job.Args.dyad()
	leave, ok := q.model.enter(ctx)
	if !ok {
		return river.JobSnooze(0)
	}
	defer leave()
	unlock, ok, err := q.data.lock(ctx, d)
	if err != nil {
		return fmt.Errorf("lock dyad: %w", err)
	}
	if !ok {
		return later(job.JobRow)
	}
	defer unlock()
	if job.Args.Again {
		if err := q.bringBack(ctx, d, job.Args.Session); err != nil {
			return err
		}
	}
	err = q.upThrough(ctx, d, job.Args.Session, len(job.Errors))
	var failed *failure
	switch {
	case err == nil:
		return q.followUp(ctx, d)
	case ctx.Err() != nil: // the queue stops
		return ctx.Err()
	case errors.Is(err, dyadmem.ErrNotYet):
		return later(job.JobRow)
	case errors.Is(err, dyadmem.ErrNotFound): // purged
		return river.JobCancel(errors.New("the session is gone"))
	case errors.As(err, &failed):
		return q.failed(ctx, d, job, failed)
	}
	return err
}

// bringBack makes a session that was set aside pending again.
func (q *Queue) bringBack(ctx context.Context, d dyadmem.Dyad, session string) error {
	a, err := q.store.Session(ctx, d, session)
	if err != nil || a.Status != dyadmem.Quarantined {
		return err
	}
	return q.engine.Retry(ctx, d, session)
}

// A failure is that of the stages on one session.
type failure struct {
	session string
	err     error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// upThrough applies the pending sessions of d in the order of their time,
// through the one of the given id. An earlier one that failed before is left to
// its own job, which waits its time: it is [dyadmem.ErrNotYet] then. failed is
// how often the job of id has failed: where the session has more attempts, the
// job of another one was the last to try, and this one waits its time too.
func (q *Queue) upThrough(ctx context.Context, d dyadmem.Dyad, id string, failed int) error {
	all, err := q.store.Sessions(ctx, d)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Status == dyadmem.Pending {
			switch {
			case a.ID != id && a.Attempts > 0:
				return dyadmem.ErrNotYet
			case a.ID == id && a.Attempts > failed:
				return noticef("failed under another job (attempt %d of %d)", a.Attempts, q.config.Attempts)
			}
			if err := q.apply(ctx, d, a); err != nil {
				return err
			}
		}
		if a.ID == id {
			return nil
		}
	}
	return fmt.Errorf("session %q: %w", id, dyadmem.ErrNotFound)
}

// apply applies one session.
func (q *Queue) apply(ctx context.Context, d dyadmem.Dyad, a dyadmem.Accepted) error {
	limited, cancel := context.WithTimeout(ctx, q.config.Timeout)
	defer cancel()
	step, err := q.engine.Apply(limited, d, a.ID, q.config.Now())
	switch {
	case err == nil:
		q.model.found(nil)
		q.tell()
		if q.config.Applied != nil {
			q.config.Applied(d, a.ID, step, q.config.Now().Sub(a.Received))
		}
		return nil
	case ctx.Err() != nil || !ofStage(err):
		return err
	}
	q.model.found(err)
	return &failure{a.ID, err}
}

// failed notes the failure with its session and says what becomes of the job.
func (q *Queue) failed(ctx context.Context, d dyadmem.Dyad, job *river.Job[observe], f *failure) error {
	gone, cause := away(f.err), f.err
	if gone {
		cause = fmt.Errorf("%w: %w", dyadmem.ErrUnavailable, f.err)
	}
	p, err := q.engine.Fail(ctx, d, f.session, cause, q.config.Attempts)
	if err != nil {
		return err
	}
	defer q.tell()
	switch {
	case gone:
		return river.JobSnooze(0)
	case p.Status == dyadmem.Quarantined:
		q.config.Log.Error("queue: session set aside", "attempts", p.Attempts, "cause", class(f.err))
	}
	if f.session != job.Args.Session {
		// Its own job has not come round, or it came without a queue: it has one now
		// in any case, and this one waits for it.
		if _, err := q.runner.Insert(ctx, observing(d, f.session), &river.InsertOpts{ScheduledAt: q.config.Now().Add(q.config.Backoff(1))}); err != nil {
			return err
		}
		return later(job.JobRow)
	}
	err = noticef("%s (attempt %d of %d)", class(f.err), p.Attempts, q.config.Attempts)
	if p.Status == dyadmem.Quarantined {
		return river.JobCancel(err)
	}
	return err
}
