package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
)

// A Use is what a client is used for: the path of its requests.
type Use string

// The uses.
const (
	Chatting  Use = "chat/completions"
	Embedding Use = "embeddings"
	Reranking Use = "rerank"
)

// checkStage is whose calls checks are, in the ledger.
const checkStage = "check"

// Check sends the smallest request of that use and returns an error of one line
// that says what is wrong with the endpoint, the key or the model, and what to
// do. An endpoint that loads its model or is busy is all right: calls wait for
// it. So is one that is away, where the cache holds calls of an earlier start or
// Patience says how long to wait; else it is tried a few times.
func (c *Client) Check(ctx context.Context, use Use) error {
	r := c.smallest(use)
	switch c.cfg.Mode {
	case Online:
	case DryRun:
		c.count(ctx, r, r.estimate)
		return nil
	default:
		return nil
	}
	want := c.cfg.Budget.worst(r.estimate, r.limit, c.cfg.Price)
	if err := c.cfg.Budget.reserve(ctx, want); err != nil {
		return err
	}
	defer c.cfg.Budget.release(want)
	for w := (&waiting{client: c}); ; {
		err := c.probe(ctx, use)
		var call *CallError
		switch {
		case !errors.As(err, &call):
			return err
		case call.Status != 0 && !call.lost() && errors.Is(err, dyadmem.ErrUnavailable):
			return nil
		case !call.away() && !call.lost():
			return c.explain(ctx, err)
		case c.reached.Load():
			c.absent(call)
			return nil
		}
		if err := w.sleep(ctx, call); err != nil {
			return fmt.Errorf("model endpoint: %w", unreached(err))
		}
	}
}

// unreached returns err as an [UnreachedError], unless it is one or is no
// failure of a call.
func unreached(err error) error {
	if call, ok := err.(*CallError); ok {
		return &UnreachedError{call}
	}
	return err
}

// probe sends the smallest request of that use, once. It reserves nothing: who
// waits with a reservation of its own would wait for itself.
func (c *Client) probe(ctx context.Context, use Use) error {
	r := c.smallest(use)
	raw, took, err := c.insist(ctx, r)
	if err != nil {
		return err
	}
	c.pay(purposeOf(ctx, r.stage), &record{Stage: r.stage, Reply: raw}, r, took)
	fail := func(err error) error {
		return &CallError{URL: c.url + "/" + r.path, Status: http.StatusOK, Message: cut(string(raw), 200), Err: err}
	}
	switch use {
	case Embedding:
		if _, _, err := readVectors(raw, 1); err != nil {
			return fail(err)
		}
	case Reranking:
		if _, err := readScores(raw, 1); err != nil {
			return fail(err)
		}
	default:
		_, err := readChat(raw)
		if refused := new(RefusedError); errors.As(err, &refused) {
			return nil // it reads, and that is what was asked
		}
		return err
	}
	return nil
}

// smallest returns the smallest request of that use.
func (c *Client) smallest(use Use) request {
	r := request{stage: checkStage, path: string(use), once: true, estimate: Tokens{Prompt: 1}, usage: chatUsage}
	switch use {
	case Embedding:
		r.body = func(dialect) ([]byte, error) { return c.embedBody("ok") }
	case Reranking:
		r.usage = rerankUsage
		r.body = func(d dialect) ([]byte, error) { return c.rerankBody("ok", []string{"ok"}, d) }
	default:
		p := Prompt{
			Stage: checkStage, System: "Reply with this JSON: {\"ok\":true}", User: "Reply now.", MaxTokens: 16,
			Format: &Format{Name: "check", Schema: json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`)},
		}
		r.limit = int64(p.MaxTokens)
		r.estimate = Tokens{Prompt: int64(EstimateTokens(p.System+p.User) + perMessages), Completion: r.limit}
		r.body = func(d dialect) ([]byte, error) { return c.chatBody(p, nil, d) }
	}
	return r
}

// explain returns err as one line that says what to change.
func (c *Client) explain(ctx context.Context, err error) error {
	var call *CallError
	if !errors.As(err, &call) {
		return err
	}
	advice := ""
	switch {
	case call.Status == http.StatusUnauthorized || call.Status == http.StatusForbidden:
		advice = "the key is refused; check it"
		if c.cfg.Key == "" {
			advice = "the endpoint wants a key and none is set"
		}
	case call.Status == http.StatusNotFound || call.Status == http.StatusBadRequest:
		models := c.models(ctx)
		switch {
		case len(models) > 0 && !slices.Contains(models, c.cfg.Model):
			advice = fmt.Sprintf("there is no model %q; the endpoint has %s", c.cfg.Model, cut(strings.Join(models, ", "), 200))
		case call.Status == http.StatusNotFound:
			advice = "nothing is there; the base URL usually ends in /v1"
		}
	case errors.Is(call.Err, errNoReply):
		advice = "check the base URL"
	case call.away():
		advice = "nothing answers there; is the server running, and the base URL right?"
	}
	if advice == "" {
		return fmt.Errorf("model endpoint: %w", err)
	}
	return fmt.Errorf("model endpoint: %s (%w)", advice, err)
}

// models returns the names that the endpoint lists, none if it does not.
func (c *Client) models(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := c.api.Get(ctx, "models", nil, &list); err != nil {
		return nil // the error that is being explained matters more
	}
	var names []string
	for _, m := range list.Data {
		names = append(names, m.ID)
	}
	return names
}
