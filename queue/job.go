package queue

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/dyadmem/dyadmem"
)

var _ dyadmem.Scrubber = (*Queue)(nil)

// A Job is the observing of one session, as far as it has come.
type Job struct {
	ID      string // names dyad and session
	Dyad    dyadmem.Dyad
	Session string
	dyadmem.Progress
	Received time.Time // when the session was accepted
}

// JobOf returns the job of a session of d.
func JobOf(d dyadmem.Dyad, a dyadmem.Accepted) Job {
	return Job{ID: jobID(d, a.ID), Dyad: d, Session: a.ID, Progress: a.Progress, Received: a.Received}
}

func jobID(d dyadmem.Dyad, session string) string {
	names, err := json.Marshal([3]string{d.Agent, d.User, session})
	if err != nil {
		panic(fmt.Sprintf("queue: encode job id: %v", err)) // strings can be encoded
	}
	return base64.RawURLEncoding.EncodeToString(names)
}

// ParseJobID returns the dyad and the session that the id of a job names. Who
// may see the dyad may see the job.
func ParseJobID(id string) (dyadmem.Dyad, string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(id)
	var names []string
	if err == nil {
		err = json.Unmarshal(raw, &names)
	}
	if err == nil && len(names) == 3 {
		d, session := dyadmem.Dyad{Agent: names[0], User: names[1]}, names[2]
		if d.Validate() == nil && jobID(d, session) == id && !strings.ContainsRune(session, 0) {
			return d, session, nil
		}
	}
	return dyadmem.Dyad{}, "", fmt.Errorf("job: %w: %q is no id of a job", dyadmem.ErrInvalid, id)
}

// Accept keeps session s of d together with its job, durably once it returns.
// It is [dyadmem.Engine.Accept]: the same session again gives the same job, the
// same id with other turns an error that wraps [dyadmem.ErrConflict].
func (q *Queue) Accept(ctx context.Context, d dyadmem.Dyad, s dyadmem.Session) (Job, error) {
	if _, err := q.engine.Accept(ctx, d, s, q.config.Now()); err != nil {
		return Job{}, err
	}
	return q.Job(ctx, d, s.ID)
}

// Job returns the job of a session; an error that wraps [dyadmem.ErrNotFound]
// if it was never accepted.
func (q *Queue) Job(ctx context.Context, d dyadmem.Dyad, session string) (Job, error) {
	a, err := q.store.Session(ctx, d, session)
	if err != nil {
		return Job{}, fmt.Errorf("job: %w", err)
	}
	return JobOf(d, a), nil
}

// Wait returns the job of a session once it is no longer pending, and as it is
// then with the error of ctx when that ends first.
func (q *Queue) Wait(ctx context.Context, d dyadmem.Dyad, session string) (Job, error) {
	for {
		news := q.listen()
		j, err := q.Job(ctx, d, session)
		if err != nil || j.Status != dyadmem.Pending {
			return j, err
		}
		elsewhere := time.NewTimer(200 * time.Millisecond) // it may be worked on by another process
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-news:
		case <-elsewhere.C:
		}
		elsewhere.Stop()
		if err != nil {
			return j, fmt.Errorf("wait for session %q: %w", session, err)
		}
	}
}

// Retry queues a session that was set aside once more, with no attempt spent.
// It is folded in at its place in time.
func (q *Queue) Retry(ctx context.Context, d dyadmem.Dyad, session string) error {
	j, err := q.Job(ctx, d, session)
	if err != nil {
		return fmt.Errorf("retry: %w", err)
	}
	if j.Status != dyadmem.Quarantined {
		return fmt.Errorf("retry session %q: %w: it is %s, not set aside", session, dyadmem.ErrConflict, j.Status)
	}
	// The job makes the session pending again: with nothing but the job written
	// there is no moment at which the session is pending and has none.
	args := observing(d, session)
	args.Again = true
	if _, err := q.runner.Insert(ctx, args, nil); err != nil {
		return fmt.Errorf("retry session %q: %w", session, err)
	}
	return nil
}

// A Backlog is what was accepted and is not applied, over all dyads.
type Backlog struct {
	Pending int
	Oldest  time.Time // when the pending session that waits longest was accepted; zero if none is pending
	Aside   []Job     // the sessions that were set aside
	Pauses  []Pause   // what this process waits for
}

// Backlog counts what is not applied. Its cost grows with the backlog.
func (q *Queue) Backlog(ctx context.Context) (Backlog, error) {
	var b Backlog
	err := q.store.Unapplied(ctx, func(d dyadmem.Dyad, a dyadmem.Accepted) error {
		if a.Status == dyadmem.Quarantined {
			b.Aside = append(b.Aside, JobOf(d, a))
			return nil
		}
		b.Pending++
		if b.Oldest.IsZero() || a.Received.Before(b.Oldest) {
			b.Oldest = a.Received
		}
		return nil
	})
	if err != nil {
		return Backlog{}, fmt.Errorf("backlog: %w", err)
	}
	for _, g := range []*gate{q.model, q.compactor, q.embedder} {
		if p, ok := g.paused(); ok {
			b.Pauses = append(b.Pauses, p)
		}
	}
	return b, nil
}

// Scrub deletes the jobs of the given sessions of d, and with them those that
// name the dyad alone. There is no text in a job. A job that runs is left: it
// finds its session gone, and is deleted with what else is over.
func (q *Queue) Scrub(ctx context.Context, d dyadmem.Dyad, _, sessions []string) (int, error) {
	if len(sessions) == 0 {
		return 0, nil
	}
	gone := make(map[string]bool, len(sessions)+1)
	for _, s := range sessions {
		gone[s] = true
	}
	gone[""] = true // compaction and embedding
	// Both databases read a JSON value as text by ->>.
	page := river.NewJobListParams().First(atOnce).
		Where("args ->> 'agent' = @agent AND args ->> 'user' = @user", river.NamedArgs{"agent": d.Agent, "user": d.User})
	n := 0
	for {
		list, err := q.runner.JobList(ctx, page)
		if err != nil {
			return n, fmt.Errorf("delete jobs of %s: %w", d, err)
		}
		var ids []int64
		for _, row := range list.Jobs {
			args, err := decode[observe](row)
			if err != nil {
				return n, err
			}
			if gone[args.Session] {
				ids = append(ids, row.ID)
			}
		}
		if len(ids) > 0 {
			deleted, err := q.runner.JobDeleteMany(ctx, river.NewJobDeleteManyParams().IDs(ids...).First(atOnce))
			if err != nil {
				return n, fmt.Errorf("delete jobs of %s: %w", d, err)
			}
			n += len(deleted.Jobs)
		}
		if len(list.Jobs) < atOnce {
			return n, nil
		}
		page = page.After(list.LastCursor)
	}
}

// atOnce is how many jobs are listed at a time.
const atOnce = 1000
