package dyadmem

import (
	"context"
	"sync"
)

// CachedVectors returns c with about n of the vectors used last kept in memory.
// What is erased from c may be kept until it falls out: vectors are no text.
func CachedVectors(c VectorCache, n int) VectorCache {
	return &keptVectors{VectorCache: c, most: max(1, n/2)}
}

// keptVectors keeps two generations: what is asked for again moves on.
type keptVectors struct {
	VectorCache
	most       int
	mu         sync.Mutex
	young, old map[[2]string][]float32
}

// Vectors returns the vector of each text, nil where there is none. They are
// shared: the caller does not change them.
func (k *keptVectors) Vectors(ctx context.Context, embedder string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []string
	var at []int
	k.mu.Lock()
	for i, t := range texts {
		key := [2]string{embedder, TextHash(t)}
		v := k.young[key]
		if v == nil {
			if v = k.old[key]; v != nil {
				k.put(key, v)
			}
		}
		if out[i] = v; v == nil {
			missing, at = append(missing, t), append(at, i)
		}
	}
	k.mu.Unlock()
	if missing == nil {
		return out, nil
	}
	found, err := k.VectorCache.Vectors(ctx, embedder, missing)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for j, v := range found {
		if out[at[j]] = v; v != nil {
			k.put([2]string{embedder, TextHash(missing[j])}, v)
		}
	}
	return out, nil
}

// KeepVectors stores a vector for each text; those in memory go by it.
func (k *keptVectors) KeepVectors(ctx context.Context, embedder string, texts []string, vectors [][]float32) error {
	if err := k.VectorCache.KeepVectors(ctx, embedder, texts, vectors); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, t := range texts {
		k.put([2]string{embedder, TextHash(t)}, vectors[i])
	}
	return nil
}

// DropVectors deletes all vectors but those of one embedder and dimension, here
// and there.
func (k *keptVectors) DropVectors(ctx context.Context, embedder string, dims int) (int, error) {
	n, err := k.VectorCache.DropVectors(ctx, embedder, dims)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.young, k.old = nil, nil
	return n, err
}

// put keeps a vector; the caller holds the lock.
func (k *keptVectors) put(key [2]string, v []float32) {
	if len(k.young) >= k.most || k.young == nil {
		k.old, k.young = k.young, make(map[[2]string][]float32)
	}
	k.young[key] = v
}
