package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
// is paid for once, whatever it is embedded with and whoever asks for it at the
// same time. Vectors are as the endpoint gives them: not every model's have
// length 1. The caller must not change them.
func (c *Client) Embed(ctx context.Context, stage string, texts []string) ([][]float32, error) {
	w := &wanted{texts: texts, out: make([][]float32, len(texts)), keys: make([]key, len(texts))}
	for i, t := range texts {
		body, err := c.embedBody(t)
		if err != nil {
			return nil, err
		}
		w.keys[i] = c.keyOf(ctx, "embeddings", body)
	}
	for {
		missing, err := c.missing(w)
		if err != nil {
			return nil, err
		}
		if len(missing) == 0 {
			break
		}
		if c.cfg.Mode != Online {
			return nil, c.postponeTexts(ctx, stage, w, missing)
		}
		if err := c.embedOrWait(ctx, stage, w, missing); err != nil {
			return nil, err
		}
	}
	for i := range w.out {
		if len(w.out[i]) == 0 || len(w.out[i]) != len(w.out[0]) {
			return nil, &CallError{URL: c.url + "/embeddings", Status: 200, Err: errNoReply, Message: fmt.Sprintf("a vector of length %d", len(w.out[i]))}
		}
	}
	return w.out, nil
}

// wanted are texts whose vectors are asked for, as far as they are known.
type wanted struct {
	texts []string
	keys  []key
	out   [][]float32
}

// missing fills in the vectors that are known and returns the texts, each once,
// whose are not.
func (c *Client) missing(w *wanted) ([]int, error) {
	var list []int
	known := make(map[key][]float32) // nil for those that are missing
	for i, k := range w.keys {
		if w.out[i] != nil {
			known[k] = w.out[i]
			continue
		}
		if v, seen := known[k]; seen {
			w.out[i] = v
			continue
		}
		v, err := c.vector(k)
		if err != nil {
			return nil, err
		}
		if w.out[i], known[k] = v, v; v == nil {
			list = append(list, i)
		}
	}
	return list, nil
}

// embedOrWait asks for the missing vectors that nobody is asking for, and where
// there are none waits for one that somebody is.
func (c *Client) embedOrWait(ctx context.Context, stage string, w *wanted, missing []int) error {
	var mine []int
	var others <-chan struct{}
	for _, i := range missing {
		if first, wait := c.join(w.keys[i]); first {
			mine = append(mine, i)
		} else {
			others = wait
		}
	}
	defer func() {
		for _, i := range mine {
			c.leave(w.keys[i])
		}
	}()
	if len(mine) == 0 {
		select {
		case <-others:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	for which := range slices.Chunk(mine, embedAtOnce) {
		if err := c.embed(ctx, stage, w, which); err != nil {
			return err
		}
	}
	return nil
}

// postponeTexts does with texts that are not embedded now what the mode says. In
// a batch each text is a request of its own; a dry run counts as many requests
// as would be sent.
func (c *Client) postponeTexts(ctx context.Context, stage string, w *wanted, missing []int) (err error) {
	fresh := 0
	for _, i := range missing {
		body, failed := c.embedBody(w.texts[i])
		if failed != nil {
			return failed
		}
		r := request{stage: stage, path: "embeddings", estimate: Tokens{Prompt: int64(EstimateTokens(w.texts[i]))}}
		if c.cfg.Mode != DryRun {
			err = c.postpone(ctx, r, w.keys[i], body)
			if p := new(PendingError); !errors.As(err, &p) {
				return err
			}
			continue
		}
		err = &PendingError{Key: w.keys[i].String()}
		added, failed := c.wave.add(stage, w.keys[i], r.path, body, func() error { return nil })
		if failed != nil {
			return failed
		}
		if !added {
			continue
		}
		if fresh++; fresh%embedAtOnce == 1 {
			c.count(ctx, r, r.estimate)
			continue
		}
		c.ledger.on(purposeOf(ctx, stage), func(line *Line) {
			line.Tokens = line.Tokens.plus(r.estimate)
			line.USD += c.cfg.Price.of(r.estimate)
		})
	}
	return err
}

// embed asks for the vectors of some texts and keeps each.
func (c *Client) embed(ctx context.Context, stage string, w *wanted, which []int) error {
	input := make([]string, len(which))
	r := request{stage: stage, path: "embeddings", usage: chatUsage}
	for j, i := range which {
		input[j] = w.texts[i]
		r.estimate.Prompt += int64(EstimateTokens(w.texts[i]))
	}
	r.body = func(dialect) ([]byte, error) { return c.embedBody(input...) }
	want := c.cfg.Budget.worst(r.estimate, 0, c.cfg.Price)
	if err := c.cfg.Budget.reserve(ctx, want); err != nil {
		return err
	}
	defer c.cfg.Budget.release(want)
	who := purposeOf(ctx, stage)
	raw, took, err := c.insist(ctx, r)
	if err != nil {
		c.ledger.on(who, func(line *Line) { line.Failed++ })
		return err
	}
	vectors, reported, err := readVectors(raw, len(input))
	if err != nil {
		c.ledger.on(who, func(line *Line) { line.Failed++ })
		return &CallError{URL: c.url + "/embeddings", Status: 200, Message: cut(string(raw), 200), Err: err}
	}
	for j, i := range which {
		w.out[i] = vectors[j]
	}
	whole := &record{Stage: stage, Tokens: Tokens{Prompt: reported}}
	if reported == 0 {
		whole.Tokens, whole.Estimated = r.estimate, true
	}
	whole.USD = c.cfg.Price.of(whole.Tokens)
	c.cfg.Budget.learn(r.estimate.Prompt, reported)
	c.cfg.Budget.spend(whole.Tokens, whole.USD)
	c.ledger.paid(who, whole, took)
	return c.keepVectors(whole, w.keys, which, vectors)
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
