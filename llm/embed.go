package llm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/openai/openai-go/v3"
)

// An Embedder turns texts into vectors of one length, in the order of the
// texts. A *Client is one.
type Embedder interface {
	Embed(ctx context.Context, stage string, texts []string) ([][]float32, error)
}

const (
	embedAtOnce = 32   // texts of one request
	vectorsKept = 8192 // in memory
)

// Embed returns the vectors of texts. Each text's is kept by itself, so a text
// is paid for once, whatever it is embedded with. Vectors are as the endpoint
// gives them: not every model's have length 1. The caller must not change them.
func (c *Client) Embed(ctx context.Context, stage string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []int
	keys := make([]key, len(texts))
	asked := make(map[key]bool)
	for i, t := range texts {
		body, err := c.embedBody(t)
		if err != nil {
			return nil, err
		}
		keys[i] = keyOf("embeddings", body)
		if out[i], err = c.vector(keys[i]); err != nil {
			return nil, err
		}
		if out[i] == nil && !asked[keys[i]] {
			asked[keys[i]] = true
			missing = append(missing, i)
		}
	}
	for len(missing) > 0 {
		n := min(len(missing), embedAtOnce)
		if c.cfg.Mode != Online {
			n = len(missing) // each text is a request of its own: all of them now
		}
		if err := c.embed(ctx, stage, texts, keys, missing[:n]); err != nil {
			return nil, err
		}
		missing = missing[n:]
	}
	for i := range out {
		if out[i] == nil {
			var err error
			if out[i], err = c.vector(keys[i]); err != nil {
				return nil, err
			}
		}
		if len(out[i]) == 0 || len(out[i]) != len(out[0]) {
			return nil, &CallError{URL: c.url + "/embeddings", Status: 200, Err: errNoReply, Message: fmt.Sprintf("a vector of length %d", len(out[i]))}
		}
	}
	return out, nil
}

// embed asks for the vectors of some texts and keeps each.
func (c *Client) embed(ctx context.Context, stage string, texts []string, keys []key, which []int) error {
	input := make([]string, len(which))
	estimate := Tokens{}
	for j, i := range which {
		input[j] = texts[i]
		estimate.Prompt += int64(EstimateTokens(texts[i]))
	}
	if c.cfg.Mode != Online {
		for j, i := range which {
			body, err := c.embedBody(input[j])
			if err != nil {
				return err
			}
			r := request{stage: stage, path: "embeddings", estimate: Tokens{Prompt: int64(EstimateTokens(texts[i]))}}
			if err := c.postpone(r, keys[i], body); j == len(which)-1 {
				return err
			}
		}
	}
	want := spending{estimate.Total(), c.cfg.Price.of(estimate)}
	if err := c.ledger.reserve(want, spending{c.cfg.MaxTotal, c.cfg.MaxUSD}); err != nil {
		return err
	}
	defer c.ledger.release(want)
	raw, took, err := c.insist(ctx, request{
		stage: stage, path: "embeddings",
		body: func(dialect) ([]byte, error) { return c.embedBody(input...) },
	})
	if err != nil {
		c.ledger.on(stage, func(line *Line) { line.Failed++ })
		return err
	}
	vectors, reported, err := readVectors(raw, len(input))
	if err != nil {
		c.ledger.on(stage, func(line *Line) { line.Failed++ })
		return &CallError{URL: c.url + "/embeddings", Status: 200, Message: cut(string(raw), 200), Err: err}
	}
	whole := &record{Stage: stage, Tokens: estimate, Estimated: reported == 0}
	if reported > 0 {
		whole.Tokens = Tokens{Prompt: reported}
	}
	whole.USD = c.cfg.Price.of(whole.Tokens)
	c.ledger.paid(whole, took)
	return c.keepVectors(whole, keys, which, vectors)
}

// keepVectors puts each vector away under its own key; the first carries what
// the call cost.
func (c *Client) keepVectors(whole *record, keys []key, which []int, vectors [][]float32) error {
	recs := make([]*record, len(which))
	c.mu.Lock()
	if len(c.vectors)+len(which) > vectorsKept {
		clear(c.vectors)
	}
	for j, i := range which {
		c.vectors[keys[i]] = vectors[j]
	}
	c.mu.Unlock()
	if c.cache == nil {
		return nil
	}
	for j, i := range which {
		reply, err := json.Marshal(embeddingList{Data: []embedding{{Vector: vectors[j]}}})
		if err != nil {
			return fmt.Errorf("keep a vector: %w", err)
		}
		recs[j] = &record{Key: keys[i].String(), Stage: whole.Stage, Reply: reply}
	}
	recs[0].Tokens, recs[0].USD, recs[0].Estimated = whole.Tokens, whole.USD, whole.Estimated
	return c.cache.put(recs...)
}

// vector returns the vector of k that is in memory or in the cache, nil if
// neither has it.
func (c *Client) vector(k key) ([]float32, error) {
	c.mu.Lock()
	v := c.vectors[k]
	c.mu.Unlock()
	if v != nil || c.cache == nil {
		return v, nil
	}
	rec, err := c.cache.get(k)
	if err != nil || rec == nil {
		return nil, err
	}
	if rec.Refusal != nil {
		return nil, rec.Refusal.error(c.url)
	}
	vectors, _, err := readVectors(rec.Reply, 1)
	if err != nil {
		return nil, fmt.Errorf("read a kept vector: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.vectors) >= vectorsKept {
		clear(c.vectors)
	}
	c.vectors[k] = vectors[0]
	return vectors[0], nil
}

func (c *Client) embedBody(texts ...string) ([]byte, error) {
	params := openai.EmbeddingNewParams{Model: c.cfg.Model}
	if len(texts) == 1 {
		params.Input.OfString = openai.String(texts[0])
	} else {
		params.Input.OfArrayOfStrings = texts
	}
	body, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("write embedding request: %w", err)
	}
	extra, err := fields(c.cfg.Extra)
	if err != nil {
		return nil, err
	}
	return join(body, extra)
}

// An embeddingList is a reply of /v1/embeddings, in single precision.
type embeddingList struct {
	Data  []embedding `json:"data"`
	Usage struct {
		Prompt int64 `json:"prompt_tokens,omitempty"`
	} `json:"usage,omitzero"`
}

type embedding struct {
	Index  int       `json:"index"`
	Vector []float32 `json:"embedding"`
}

// readVectors returns n vectors in order, and the tokens that the endpoint
// counted, 0 if it did not.
func readVectors(raw []byte, n int) ([][]float32, int64, error) {
	var list embeddingList
	if err := json.Unmarshal(raw, &list); err != nil || len(list.Data) != n {
		return nil, 0, fmt.Errorf("want %d vectors: %w", n, errNoReply)
	}
	out := make([][]float32, n)
	for _, d := range list.Data {
		if d.Index < 0 || d.Index >= n || out[d.Index] != nil || len(d.Vector) == 0 {
			return nil, 0, fmt.Errorf("vector %d is out of place: %w", d.Index, errNoReply)
		}
		out[d.Index] = d.Vector
	}
	return out, list.Usage.Prompt, nil
}
