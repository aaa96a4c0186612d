package llm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// firstTries is how often an endpoint that was never reached is tried: enough
// for one that is just coming up, and early enough for a wrong address.
const firstTries = 4

// insist tries a request as often as it makes sense. An endpoint that is away or
// wants fewer requests is waited for, and that is no attempt.
func (c *Client) insist(ctx context.Context, r request) (raw []byte, took time.Duration, err error) {
	wait := &waiting{client: c}
	for attempt := 1; ; {
		if err := ctx.Err(); err != nil {
			return nil, 0, context.Cause(ctx)
		}
		d := *c.dialect.Load()
		body, err := r.body(d)
		if err != nil {
			return nil, 0, err
		}
		s, err := c.limiter.acquire(ctx)
		if err != nil {
			return nil, 0, err
		}
		start := time.Now()
		raw, err = c.post(ctx, r.path, body)
		took = time.Since(start)
		c.log.call(r, body, raw, err, took)
		var call *CallError
		if err == nil || !errors.As(err, &call) {
			s.done()
			c.present(err, start)
			return raw, took, err
		}
		c.present(call, start)
		if call.Status == http.StatusTooManyRequests && !call.Stop() && !r.once {
			pause := c.pause(wait.n, call)
			if s.throttled(pause) {
				c.cfg.Notice(fmt.Sprintf("%s asks for fewer requests (429): pausing %v, with fewer in flight", c.url, pause.Round(time.Millisecond)))
			}
			if !wait.patient(pause) {
				return nil, took, err
			}
			continue
		}
		s.failed()
		switch {
		case c.concede(d, call):
			continue
		case r.once || call.Stop() || !call.passing():
			return nil, took, err
		case call.away():
			err = wait.sleep(ctx, call)
		case attempt == c.cfg.Attempts:
			call.served = attempt > 1 // between attempts it served a probe, or replied
			return nil, took, fmt.Errorf("after %d attempts: %w", attempt, err)
		default:
			attempt++
			c.ledger.on(purposeOf(ctx, r.stage), func(line *Line) { line.Retries++ })
			if call.lost() {
				err = c.await(ctx, r.path, wait, call)
			} else {
				err = sleep(ctx, c.pause(attempt-2, call))
			}
		}
		if err != nil {
			return nil, took, err
		}
	}
}

// A waiting is the time that a request has spent on an endpoint that is away or
// busy.
type waiting struct {
	client *Client
	n      int
	total  time.Duration
}

// patient counts a pause and reports whether there is patience for it.
func (w *waiting) patient(pause time.Duration) bool {
	w.n, w.total = w.n+1, w.total+pause
	p := w.client.cfg.Patience
	return p == 0 || p > 0 && w.total <= p
}

// sleep waits a while for an endpoint that is away and says so. It returns call
// where patience ends, and an [UnreachedError] where the endpoint was never there.
func (w *waiting) sleep(ctx context.Context, call *CallError) error {
	c := w.client
	pause := c.pause(w.n, call)
	switch {
	case !w.patient(pause):
		return call
	case c.cfg.Patience == 0 && !c.reached.Load() && w.n >= firstTries:
		return &UnreachedError{call}
	}
	if c.reached.Load() || c.cfg.Patience > 0 {
		c.absent(call)
	}
	return sleep(ctx, pause)
}

// await returns when the endpoint serves a small request again: after one whose
// connection was closed, whether the endpoint is gone or cannot take just that
// request is not known. So an endpoint that is away costs one attempt, however
// long, and a request that breaks it does not go on for ever.
func (c *Client) await(ctx context.Context, path string, w *waiting, call *CallError) error {
	if err := sleep(ctx, c.pause(0, call)); err != nil {
		return err
	}
	for {
		err := c.probe(ctx, Use(path))
		var failed *CallError
		if !errors.As(err, &failed) {
			return err // it serves, or ctx is done
		}
		if !failed.away() && !failed.lost() {
			return nil // it is there, and the request itself will show what is wrong
		}
		if err := w.sleep(ctx, failed); err != nil {
			return err
		}
	}
}

// pause returns how long to wait after the nth failure in a row: what the
// server asked for, or a doubling time of which half is left to chance.
func (c *Client) pause(n int, call *CallError) time.Duration {
	if call.Wait >= 0 {
		return call.Wait + rand.N(c.cfg.Backoff)
	}
	d := c.cfg.Backoff << min(n, 6)
	return d/2 + rand.N(d/2+1)
}

// absent says once that the endpoint is away.
func (c *Client) absent(call *CallError) {
	if c.gone.CompareAndSwap(0, time.Now().UnixNano()) {
		c.cfg.Notice(fmt.Sprintf("%v: the endpoint is away; waiting for it, nothing is lost", call))
	}
}

// present notes, after a call with outcome err that began at start, that the
// endpoint was reached, and says once that it is back. A call that was under way
// when another found it gone tells nothing of now.
func (c *Client) present(err error, start time.Time) {
	var call *CallError
	if errors.As(err, &call) && (call.Status == 0 || call.lost()) {
		return // nobody was there, or only a gateway
	}
	c.reached.Store(true)
	if call != nil && call.away() {
		return
	}
	since := c.gone.Load()
	if since != 0 && start.UnixNano() > since && c.gone.CompareAndSwap(since, 0) {
		c.cfg.Notice(fmt.Sprintf("%s is back after %v", c.url, time.Since(time.Unix(0, since)).Round(time.Millisecond)))
	}
}
