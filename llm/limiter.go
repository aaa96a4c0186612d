package llm

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A limiter bounds the calls in flight. The bound falls when the endpoint says
// that it is too much, once for all calls that were in flight then, and rises
// again by one for each round of calls that go well, up to max.
type limiter struct {
	max float64

	mu      sync.Mutex
	bound   float64
	busy    int
	falls   int // how often the bound has fallen
	paused  time.Time
	waiting []chan struct{} // oldest first
}

func newLimiter(most int) *limiter { return &limiter{max: float64(most), bound: float64(most)} }

// A slot is the right to one call in flight.
type slot struct {
	l     *limiter
	falls int
}

// acquire waits for a slot.
func (l *limiter) acquire(ctx context.Context) (slot, error) {
	for {
		l.mu.Lock()
		pause := time.Until(l.paused)
		if pause <= 0 && l.busy < int(l.bound) {
			l.busy++
			s := slot{l, l.falls}
			l.mu.Unlock()
			return s, nil
		}
		turn := make(chan struct{})
		if pause <= 0 {
			l.waiting = append(l.waiting, turn)
		}
		l.mu.Unlock()
		if pause > 0 {
			if err := sleep(ctx, pause); err != nil {
				return slot{}, err
			}
			continue
		}
		select {
		case <-turn:
		case <-ctx.Done():
			l.mu.Lock()
			if i := slices.Index(l.waiting, turn); i >= 0 {
				l.waiting = slices.Delete(l.waiting, i, i+1)
			} else {
				l.wake() // the turn has come just now: hand it on
			}
			l.mu.Unlock()
			return slot{}, context.Cause(ctx)
		}
	}
}

// done gives the slot back after a call that the endpoint took.
func (s slot) done() {
	l := s.l
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bound = min(l.max, l.bound+1/l.bound)
	l.busy--
	l.wake()
}

// throttled gives the slot back after a 429, and holds new calls back for a
// while. It reports whether the bound fell by it.
func (s slot) throttled(pause time.Duration) (fell bool) {
	l := s.l
	l.mu.Lock()
	defer l.mu.Unlock()
	if fell = s.falls == l.falls; fell {
		l.falls++
		l.bound = max(1, l.bound*0.7)
	}
	if until := time.Now().Add(pause); until.After(l.paused) {
		l.paused = until
	}
	l.busy--
	l.wake()
	return fell
}

// failed gives the slot back after a call that says nothing of the load.
func (s slot) failed() {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	s.l.busy--
	s.l.wake()
}

// wake lets as many go on as there are free slots.
func (l *limiter) wake() {
	for n := int(l.bound) - l.busy; n > 0 && len(l.waiting) > 0; n-- {
		close(l.waiting[0])
		l.waiting = l.waiting[1:]
	}
}

// sleep waits for d or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
