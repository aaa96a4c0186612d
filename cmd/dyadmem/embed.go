package main

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// storedEmbedder is the embedder that a queue fills the vectors of its store by.
type storedEmbedder struct {
	client *llm.Client
	entry  string // put before each entry
	dims   atomic.Int64
}

// embedder returns the embedder of a worker, whose dimension it asks the model
// for; a model that is away is asked later.
func (f servedFlags) embedder(ctx context.Context, m *models) (*storedEmbedder, error) {
	c, err := m.embedder()
	if err != nil {
		return nil, err
	}
	e := &storedEmbedder{client: c, entry: f.EmbedEntry}
	if _, err := e.Embed(ctx, []string{"dimension"}); err != nil && !errors.Is(err, dyadmem.ErrUnavailable) {
		return nil, err
	}
	return e, nil
}

// Name tells the vectors of the model apart from those of others, and from its
// own of entries that another text was put before.
func (e *storedEmbedder) Name() string {
	if e.entry == "" {
		return e.client.Model()
	}
	return e.client.Model() + " after " + e.entry
}

// Dims returns the length of the vectors that the model made first.
func (e *storedEmbedder) Dims() int { return int(e.dims.Load()) }

// Embed returns the vectors of entries.
func (e *storedEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	entries := make([]string, len(texts))
	for i, t := range texts {
		entries[i] = e.entry + t
	}
	vectors, err := e.client.Embed(ctx, "embed", entries)
	if err == nil && len(vectors) > 0 {
		e.dims.CompareAndSwap(0, int64(len(vectors[0])))
	}
	return vectors, err
}
