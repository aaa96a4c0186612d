package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// A request is one call, whatever it asks for.
type request struct {
	stage    string
	path     string // below the base URL
	estimate Tokens
	body     func(dialect) ([]byte, error)
	usage    func(reply []byte) (Tokens, bool)
	once     bool // a single try that is neither kept nor waited with
}

// call returns the reply to r: out of the cache, or from the endpoint. Equal
// requests at one time are sent once.
func (c *Client) call(ctx context.Context, r request) ([]byte, error) {
	asked, err := r.body(c.cfg.dialect())
	if err != nil {
		return nil, err
	}
	k := keyOf(r.path, asked)
	for {
		raw, ok, err := c.kept(r.stage, k)
		if ok || err != nil {
			return raw, err
		}
		if c.cfg.Mode != Online && !r.once {
			return nil, c.postpone(r, k, asked)
		}
		mine, wait := c.join(k)
		if !mine && c.cache != nil {
			select {
			case <-wait:
				continue
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		raw, err = c.send(ctx, r, k)
		if mine {
			c.leave(k)
		}
		return raw, err
	}
}

// kept returns the reply that the cache holds for k, and whether it does.
func (c *Client) kept(stage string, k key) ([]byte, bool, error) {
	if c.cache == nil {
		return nil, false, nil
	}
	rec, err := c.cache.get(k)
	if err != nil || rec == nil {
		return nil, false, err
	}
	c.ledger.on(stage, func(line *Line) { line.Kept++ })
	if rec.Refusal != nil {
		return nil, true, rec.Refusal.error(c.url)
	}
	return rec.Reply, true, nil
}

// postpone does with a request that is not sent what the mode says.
func (c *Client) postpone(r request, k key, body []byte) error {
	if c.cfg.Mode == Offline {
		c.ledger.on(r.stage, func(line *Line) { line.Failed++ })
		return &OfflineError{Key: k.String(), Stage: r.stage}
	}
	fresh, err := c.wave.add(r.stage, k, r.path, body)
	if err != nil {
		return err
	}
	if fresh {
		c.ledger.on(r.stage, func(line *Line) {
			line.Waiting++
			line.Tokens = line.Tokens.plus(r.estimate)
			line.USD += c.cfg.Price.of(r.estimate)
		})
	}
	return &PendingError{Key: k.String()}
}

// join makes the caller the one who sends k, or returns a channel that is
// closed when the one who does has an outcome.
func (c *Client) join(k key) (mine bool, wait <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.flights[k]; ok {
		return false, ch
	}
	c.flights[k] = make(chan struct{})
	return true, nil
}

func (c *Client) leave(k key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.flights[k])
	delete(c.flights, k)
}

// send calls the endpoint until it replies, refuses, or has failed too often,
// and keeps the outcome.
func (c *Client) send(ctx context.Context, r request, k key) ([]byte, error) {
	want := spending{r.estimate.Total(), c.cfg.Price.of(r.estimate)}
	if err := c.ledger.reserve(want, spending{c.cfg.MaxTotal, c.cfg.MaxUSD}); err != nil {
		return nil, err
	}
	defer c.ledger.release(want)
	raw, took, err := c.insist(ctx, r)
	if r.once {
		return raw, err
	}
	rec := &record{Key: k.String(), Stage: r.stage, Millis: took.Milliseconds()}
	var call *CallError
	switch {
	case err == nil:
		rec.Reply = raw
		var reported bool
		if rec.Tokens, reported = r.usage(raw); !reported {
			rec.Tokens, rec.Estimated = Tokens{Prompt: r.estimate.Prompt, Completion: int64(EstimateTokens(string(raw)))}, true
		}
		rec.USD = c.cfg.Price.of(rec.Tokens)
		c.ledger.paid(rec, took)
	case errors.As(err, &call) && call.Status >= 400 && !call.passing() && !call.Stop():
		rec.Refusal = &refusal{Status: call.Status, Message: call.Message, Code: call.Code}
		fallthrough
	default:
		c.ledger.on(r.stage, func(line *Line) { line.Failed++ })
	}
	if c.cache != nil && (rec.Reply != nil || rec.Refusal != nil) {
		if err := c.cache.put(rec); err != nil {
			return nil, err
		}
	}
	return raw, err
}

// insist tries a request as often as it makes sense. An endpoint that is away or
// wants fewer requests is waited for, and that is no attempt.
func (c *Client) insist(ctx context.Context, r request) (raw []byte, took time.Duration, err error) {
	waited := time.Duration(0)
	for attempt, waits := 1, 0; ; {
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
			c.present()
			return raw, took, err
		}
		if call.Status == http.StatusTooManyRequests && !call.Stop() && !r.once {
			pause := c.pause(waits, call)
			if s.throttled(pause) {
				c.cfg.Notice(fmt.Sprintf("%s asks for fewer requests (429): pausing %v, with fewer in flight", c.url, pause.Round(time.Millisecond)))
			}
			waits, waited = waits+1, waited+pause
			if c.impatient(waited) {
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
			pause := c.pause(waits, call)
			c.absent(call)
			waits, waited = waits+1, waited+pause
			if c.impatient(waited) {
				return nil, took, err
			}
			if err := sleep(ctx, pause); err != nil {
				return nil, took, err
			}
		case attempt == c.cfg.Attempts:
			return nil, took, fmt.Errorf("after %d attempts: %w", attempt, err)
		default:
			c.ledger.on(r.stage, func(line *Line) { line.Retries++ })
			if err := sleep(ctx, c.pause(attempt-1, call)); err != nil {
				return nil, took, err
			}
			attempt++
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

func (c *Client) impatient(waited time.Duration) bool {
	return c.cfg.Patience < 0 || c.cfg.Patience > 0 && waited > c.cfg.Patience
}

// absent says once that the endpoint is away, present once that it is back.
func (c *Client) absent(call *CallError) {
	if c.gone.CompareAndSwap(0, time.Now().UnixNano()) {
		c.cfg.Notice(fmt.Sprintf("%v: the endpoint is away; waiting for it, nothing is lost", call))
	}
}

func (c *Client) present() {
	if since := c.gone.Swap(0); since != 0 {
		c.cfg.Notice(fmt.Sprintf("%s is back after %v", c.url, time.Since(time.Unix(0, since)).Round(time.Millisecond)))
	}
}

// error returns a refusal as the error that it was.
func (r *refusal) error(url string) error {
	return &CallError{URL: url, Status: r.Status, Message: r.Message, Code: r.Code, Wait: -1}
}

// compactReply compacts a reply, so that it is one line of the cache.
func compactReply(raw []byte) ([]byte, error) {
	if !json.Valid(raw) {
		return nil, errNoReply
	}
	return compact(raw), nil
}
