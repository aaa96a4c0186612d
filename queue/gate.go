package queue

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// A gate keeps jobs from a model that does not serve. It is shut by the first
// job that finds it away. After a pause one job is let through, to see: where it
// fails the next pause is longer, where it succeeds the gate opens for all.
type gate struct {
	work    string // what waits at it
	backoff func(failures int) time.Duration
	hold    time.Duration // how long a job waits at it when shut; 0: as long as need be
	stop    <-chan struct{}
	log     *slog.Logger
	now     func() time.Time

	mu       sync.Mutex
	failures int // in a row; 0: the gate is open
	pause    *time.Timer
	ready    bool // the pause is over
	trying   bool // a job is through, to see
	reason   error
	since    time.Time
	changed  chan struct{} // closed at the next change; nil if nobody waits
}

// enter waits until the job may go on. ok is false if it is to go back to the
// queue. leave is called when the job is done.
func (g *gate) enter(ctx context.Context) (leave func(), ok bool) {
	if g.hold > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, g.hold)
		defer cancel()
	}
	for {
		leave, changed := g.try()
		if leave != nil {
			return leave, true
		}
		select {
		case <-changed:
		case <-g.stop:
			return nil, false
		case <-ctx.Done():
			return nil, false
		}
	}
}

// try returns leave if the job may go on, and what to wait for if not.
func (g *gate) try() (leave func(), changed <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.failures == 0:
		return func() {}, nil
	case g.ready && !g.trying:
		g.trying = true
		return g.tried, nil
	}
	if g.changed == nil {
		g.changed = make(chan struct{})
	}
	return nil, g.changed
}

// tried ends the trial of one job, whatever it found.
func (g *gate) tried() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.trying = false
	g.tell()
}

// found notes what a job found: nil, or anything but away, says that something
// serves.
func (g *gate) found(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case !away(err):
		if g.failures > 0 {
			g.pause.Stop()
			g.failures, g.ready, g.reason = 0, false, nil
			g.log.Info("queue: going on", "work", g.work)
			g.tell()
		}
	case g.failures == 0 || g.trying:
		if g.failures++; g.failures == 1 {
			g.since = g.now()
		}
		g.ready, g.reason = false, err
		wait := g.backoff(g.failures)
		g.log.Warn("queue: paused, no model is serving", "work", g.work, "failures", g.failures, "next try in", wait, "cause", class(err))
		g.pause = time.AfterFunc(wait, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.ready = g.failures > 0
			g.tell()
		})
	}
}

func (g *gate) tell() {
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}

// A Pause is a state in which the queue waits for a model to serve.
type Pause struct {
	Work   string // "capture and update", "compaction" or "embedding"
	Since  time.Time
	Reason string
}

// paused returns the pause that g is in.
func (g *gate) paused() (Pause, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failures == 0 {
		return Pause{}, false
	}
	return Pause{Work: g.work, Since: g.since, Reason: g.reason.Error()}, true
}
