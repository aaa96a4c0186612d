package dyadmem

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
)

// Vectors returns the vector of each text, nil where there is none.
func (s *MemStore) Vectors(_ context.Context, embedder string, texts []string) ([][]float32, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = slices.Clone(s.vectors[[2]string{embedder, TextHash(t)}])
	}
	return out, nil
}

// KeepVectors stores a vector for each text.
func (s *MemStore) KeepVectors(_ context.Context, embedder string, texts []string, vectors [][]float32) error {
	if len(texts) != len(vectors) {
		return fmt.Errorf("keep vectors: %w: %d texts and %d vectors", ErrInvalid, len(texts), len(vectors))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vectors == nil {
		s.vectors = make(map[[2]string][]float32)
	}
	for i, t := range texts {
		s.vectors[[2]string{embedder, TextHash(t)}] = slices.Clone(vectors[i])
	}
	return nil
}

// Embeddings counts the vectors by embedder and dimension.
func (s *MemStore) Embeddings(context.Context) ([]Embedding, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	counts := make(map[Embedding]int)
	for k, v := range s.vectors {
		counts[Embedding{Embedder: k[0], Dims: len(v)}]++
	}
	var list []Embedding
	for e, n := range counts {
		e.Vectors = n
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Embedding) int {
		return cmp.Or(cmp.Compare(a.Embedder, b.Embedder), cmp.Compare(a.Dims, b.Dims))
	})
	return list, nil
}

// DropVectors deletes all vectors but those of one embedder and dimension.
func (s *MemStore) DropVectors(_ context.Context, embedder string, dims int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.vectors)
	maps.DeleteFunc(s.vectors, func(k [2]string, v []float32) bool { return k[0] != embedder || len(v) != dims })
	return before - len(s.vectors), nil
}
