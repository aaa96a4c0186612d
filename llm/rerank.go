package llm

import (
	"context"
	"encoding/json"
	"fmt"
)

// A Reranker scores each document for a query, higher is nearer, in the order
// of the documents. Scores are comparable within one call. A *Client is one.
type Reranker interface {
	Rerank(ctx context.Context, stage, query string, documents []string) ([]float64, error)
}

// Rerank asks for scores in the form that vLLM, llama.cpp, Jina and, with
// another name for the documents, TEI share: /v1/rerank.
func (c *Client) Rerank(ctx context.Context, stage, query string, documents []string) ([]float64, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	estimate := Tokens{}
	for _, d := range documents {
		estimate.Prompt += int64(EstimateTokens(d) + EstimateTokens(query))
	}
	raw, err := c.call(ctx, request{
		stage: stage, path: "rerank", estimate: estimate,
		body:  func(d dialect) ([]byte, error) { return c.rerankBody(query, documents, d) },
		usage: rerankUsage,
	})
	if err != nil {
		return nil, err
	}
	scores, err := readScores(raw, len(documents))
	if err != nil {
		return nil, &CallError{URL: c.url + "/rerank", Status: 200, Message: cut(string(raw), 200), Err: err}
	}
	return scores, nil
}

func (c *Client) rerankBody(query string, documents []string, d dialect) ([]byte, error) {
	form := struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents,omitempty"`
		Texts     []string `json:"texts,omitempty"` // TEI's name for them
	}{Model: c.cfg.Model, Query: query, Documents: documents}
	if d.texts {
		form.Documents, form.Texts = nil, documents
	}
	body, err := json.Marshal(form)
	if err != nil {
		return nil, fmt.Errorf("write rerank request: %w", err)
	}
	extra, err := fields(c.cfg.Extra)
	if err != nil {
		return nil, err
	}
	return join(body, extra)
}

// readScores returns n scores in the order of the documents, from an object
// with results or from TEI's bare list.
func readScores(raw []byte, n int) ([]float64, error) {
	type result struct {
		Index int      `json:"index"`
		Score *float64 `json:"score"`
		Jina  *float64 `json:"relevance_score"`
	}
	var form struct {
		Results []result `json:"results"`
	}
	if json.Unmarshal(raw, &form) != nil {
		if err := json.Unmarshal(raw, &form.Results); err != nil {
			return nil, errNoReply
		}
	}
	if len(form.Results) != n {
		return nil, fmt.Errorf("%d scores for %d documents: %w", len(form.Results), n, errNoReply)
	}
	scores, seen := make([]float64, n), make([]bool, n)
	for _, r := range form.Results {
		if r.Jina == nil {
			r.Jina = r.Score
		}
		if r.Jina == nil || r.Index < 0 || r.Index >= n || seen[r.Index] {
			return nil, fmt.Errorf("score %d is out of place: %w", r.Index, errNoReply)
		}
		scores[r.Index], seen[r.Index] = *r.Jina, true
	}
	return scores, nil
}

func rerankUsage(raw []byte) (Tokens, bool) {
	var form struct {
		Usage struct {
			Prompt int64 `json:"prompt_tokens"`
			Total  int64 `json:"total_tokens"`
		} `json:"usage"`
	}
	if json.Unmarshal(raw, &form) != nil {
		return Tokens{}, false
	}
	n := max(form.Usage.Prompt, form.Usage.Total)
	return Tokens{Prompt: n}, n > 0
}
