package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/dyadmem/dyadmem"
)

// A request is one call, whatever it asks for.
type request struct {
	stage    string
	path     string // below the base URL
	estimate Tokens
	limit    int64 // of the tokens of a completion
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
	k := c.keyOf(ctx, r.path, asked)
	for {
		raw, ok, err := c.kept(ctx, r.stage, k)
		if ok || err != nil {
			return raw, err
		}
		if c.cfg.Mode != Online {
			return nil, c.postpone(ctx, r, k, asked)
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

// keyOf returns the key of a request. One that is assumed stands for a request
// that is not known yet, and so is another than the one that it looks like.
func (c *Client) keyOf(ctx context.Context, path string, body []byte) key {
	if c.cfg.Mode == DryRun && assumed(ctx) {
		path = "assumed for " + dyadmem.AccountOf(ctx).For + ": " + path
	}
	return keyOf(path, body)
}

// kept returns the reply that the cache holds for k, and whether it does.
func (c *Client) kept(ctx context.Context, stage string, k key) ([]byte, bool, error) {
	if c.cache == nil {
		return nil, false, nil
	}
	rec, err := c.cache.get(k)
	if err != nil || rec == nil {
		return nil, false, err
	}
	c.ledger.on(purposeOf(ctx, stage), func(line *Line) { line.Kept++ })
	if rec.Refusal != nil {
		return nil, true, rec.Refusal.error(c.url)
	}
	dyadmem.AccountOf(ctx).Charge(rec.cost())
	return rec.Reply, true, nil
}

// cost returns what the call of r cost.
func (r *record) cost() dyadmem.Cost {
	return dyadmem.Cost{Calls: 1, Prompt: r.Tokens.Prompt, Cached: r.Tokens.Cached, Completion: r.Tokens.Completion, USD: r.USD}
}

// postpone does with a request that is not sent what the mode says.
func (c *Client) postpone(ctx context.Context, r request, k key, body []byte) error {
	if c.cfg.Mode == Offline {
		c.ledger.on(purposeOf(ctx, r.stage), func(line *Line) { line.Failed++ })
		return &OfflineError{Key: k.String(), Stage: r.stage}
	}
	fresh, err := c.wave.add(r.stage, k, r.path, body, func() error {
		if c.cfg.Mode != Batch {
			return nil
		}
		return c.cfg.Budget.write(c.cfg.Budget.worst(r.estimate, r.limit, c.cfg.Price))
	})
	if err != nil {
		return err
	}
	switch {
	case fresh:
		c.count(ctx, r, r.estimate)
	case c.cfg.Mode == DryRun: // by then the first of them will have been answered
		c.ledger.on(purposeOf(ctx, r.stage), func(line *Line) { line.Kept++ })
	}
	return &PendingError{Key: k.String()}
}

// assumed reports whether a call with ctx stands for one that is not known yet.
func assumed(ctx context.Context) bool {
	a := dyadmem.AccountOf(ctx)
	return a != nil && a.Assumed
}

// count counts a request that is not sent now, at what it is expected to cost.
func (c *Client) count(ctx context.Context, r request, estimate Tokens) {
	c.ledger.on(purposeOf(ctx, r.stage), func(line *Line) {
		line.Waiting++
		if assumed(ctx) {
			line.Assumed++
		}
		line.Tokens = line.Tokens.plus(estimate)
		line.USD += c.cfg.Price.of(estimate)
	})
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
	want := c.cfg.Budget.worst(r.estimate, r.limit, c.cfg.Price)
	if err := c.cfg.Budget.reserve(ctx, want); err != nil {
		return nil, err
	}
	defer c.cfg.Budget.release(want)
	raw, took, err := c.insist(ctx, r)
	who := purposeOf(ctx, r.stage)
	rec := &record{Key: k.String(), Stage: r.stage, Millis: took.Milliseconds()}
	var call *CallError
	switch {
	case err == nil:
		rec.Reply = raw
		c.pay(who, rec, r, took)
		dyadmem.AccountOf(ctx).Charge(rec.cost())
	case errors.As(err, &call) && call.Status >= 400 && !call.passing() && !call.Stop():
		rec.Refusal = &refusal{Status: call.Status, Message: call.Message, Code: call.Code}
		fallthrough
	default:
		c.ledger.on(who, func(line *Line) { line.Failed++ })
	}
	if c.cache != nil && (rec.Reply != nil || rec.Refusal != nil) {
		if err := c.cache.put(rec); err != nil {
			return nil, err
		}
	}
	return raw, err
}

// pay puts into rec what the reply in it cost, as the endpoint reports it or as
// estimated, and counts it.
func (c *Client) pay(who purpose, rec *record, r request, took time.Duration) {
	var reported bool
	if rec.Tokens, reported = r.usage(rec.Reply); reported {
		c.cfg.Budget.learn(r.estimate.Prompt, rec.Tokens.Prompt)
	} else {
		rec.Tokens, rec.Estimated = Tokens{Prompt: r.estimate.Prompt}, true
		if said, err := readChat(rec.Reply); err == nil {
			rec.Tokens.Completion = int64(EstimateTokens(said.Text))
		}
	}
	rec.USD = c.cfg.Price.of(rec.Tokens)
	c.ledger.paid(who, rec, took)
	c.cfg.Budget.spend(rec.Tokens, rec.USD)
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
