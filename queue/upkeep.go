package queue

import (
	"cmp"
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"github.com/dyadmem/dyadmem"
)

// compact is the job that works an over-full bank down to its cap.
type compact struct {
	Agent string `json:"agent"`
	User  string `json:"user"`
}

// Kind names the job.
func (compact) Kind() string { return "compact" }

// InsertOpts puts the job into its queue.
func (compact) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: upkeepQueue} }

// followUp queues what the bank of d needs after a session. It is done again
// where the job of the session is worked again, so that nothing is forgotten.
func (q *Queue) followUp(ctx context.Context, d dyadmem.Dyad) error {
	bank, err := q.engine.Store.Bank(ctx, d)
	if err != nil {
		return fmt.Errorf("follow up: %w", err)
	}
	if most := q.engine.Limit(); most >= 0 && len(bank.Entries) > most {
		if _, err := q.runner.Insert(ctx, compact{d.Agent, d.User}, nil); err != nil {
			return fmt.Errorf("follow up: %w", err)
		}
	}
	missing, err := q.unembedded(ctx, bank)
	if err != nil {
		return fmt.Errorf("follow up: %w", err)
	}
	if len(missing) > 0 {
		if _, err := q.runner.Insert(ctx, embed{d.Agent, d.User}, nil); err != nil {
			return fmt.Errorf("follow up: %w", err)
		}
	}
	return nil
}

// compact works on the job of that name. Where it fails for good the bank stays
// as it was, and the log says so.
func (q *Queue) compact(ctx context.Context, job *river.Job[compact]) error {
	d := dyadmem.Dyad{Agent: job.Args.Agent, User: job.Args.User}
	unlock, ok, err := q.data.lock(ctx, d)
	if err != nil {
		return fmt.Errorf("lock dyad: %w", err)
	}
	if !ok {
		return later(job.JobRow)
	}
	defer unlock()
	return q.upkeep(ctx, q.compactor, func(ctx context.Context) error {
		by := dyadmem.Hand{Actor: cmp.Or(q.engine.Actor, "rules"), At: q.config.Now(), Reason: "the bank is over its cap"}
		done, err := q.engine.Compact(ctx, d, by)
		if err == nil && done.Over() {
			q.config.Log.Warn("queue: a bank stays over its cap: the rest of it must not be archived", "entries", done.After, "cap", done.Cap)
		}
		return err
	}, job.Attempt)
}

// upkeep does a job that may fail for good: the bank is as it was then, and the
// next session asks for it again.
func (q *Queue) upkeep(ctx context.Context, g *gate, do func(context.Context) error, attempt int) error {
	leave, ok := g.enter(ctx)
	if !ok {
		return river.JobSnooze(0)
	}
	defer leave()
	limited, cancel := context.WithTimeout(ctx, q.config.Timeout)
	defer cancel()
	err := do(limited)
	if ctx.Err() != nil { // the queue stops
		return ctx.Err()
	}
	staged := ofStage(err)
	if err == nil || staged {
		g.found(err)
	}
	switch {
	case err == nil:
		return nil
	case !staged:
		return err
	case away(err):
		return river.JobSnooze(0)
	}
	failed := fmt.Errorf("%s (attempt %d of %d)", class(err), attempt, q.config.Attempts)
	if attempt >= q.config.Attempts {
		q.config.Log.Error("queue: given up", "work", g.work, "attempts", attempt, "cause", class(err))
		return river.JobCancel(failed)
	}
	return failed
}
