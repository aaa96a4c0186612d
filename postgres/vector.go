package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/dyadmem/dyadmem"
)

// Vectors returns the vector of each text, nil where there is none.
func (s *Store) Vectors(ctx context.Context, embedder string, texts []string) ([][]float32, error) {
	hashes := hashesOf(texts)
	type kept struct {
		text   string
		vector []float32
	}
	found, err := collect(ctx, s.pool, func(row pgx.CollectableRow) (k kept, err error) {
		return k, row.Scan(&k.text, &k.vector)
	}, "SELECT text, vector FROM vectors WHERE embedder = $1 AND text = ANY ($2)", embedder, hashes)
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	byText := make(map[string][]float32, len(found))
	for _, k := range found {
		byText[k.text] = k.vector
	}
	out := make([][]float32, len(texts))
	for i, h := range hashes {
		out[i] = byText[h]
	}
	return out, nil
}

func hashesOf(texts []string) []string {
	hashes := make([]string, len(texts))
	for i, t := range texts {
		hashes[i] = dyadmem.TextHash(t)
	}
	return hashes
}

// KeepVectors stores a vector for each text.
func (s *Store) KeepVectors(ctx context.Context, embedder string, texts []string, vectors [][]float32) error {
	if len(texts) != len(vectors) {
		return fmt.Errorf("keep vectors: %w: %d texts and %d vectors", dyadmem.ErrInvalid, len(texts), len(vectors))
	}
	err := retried(ctx, func() error {
		batch := &pgx.Batch{}
		for i, h := range hashesOf(texts) {
			batch.Queue("INSERT INTO vectors (text, embedder, vector) VALUES ($1, $2, $3) ON CONFLICT (text, embedder) DO UPDATE SET vector = excluded.vector", h, embedder, vectors[i])
		}
		return s.pool.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	return nil
}

// Embeddings counts the vectors by embedder and dimension.
func (s *Store) Embeddings(ctx context.Context) ([]dyadmem.Embedding, error) {
	list, err := collect(ctx, s.pool, func(row pgx.CollectableRow) (e dyadmem.Embedding, err error) {
		return e, row.Scan(&e.Embedder, &e.Dims, &e.Vectors)
	}, `SELECT embedder, cardinality(vector) AS dims, count(*) FROM vectors GROUP BY embedder, dims ORDER BY embedder COLLATE "C", dims`)
	if err != nil {
		return nil, fmt.Errorf("count vectors: %w", err)
	}
	return list, nil
}

// DropVectors deletes all vectors but those of one embedder and dimension.
func (s *Store) DropVectors(ctx context.Context, embedder string, dims int) (dropped int, err error) {
	err = retried(ctx, func() error {
		dropped, err = affected(s.pool.Exec(ctx, "DELETE FROM vectors WHERE embedder <> $1 OR cardinality(vector) <> $2", embedder, dims))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("drop vectors: %w", err)
	}
	return dropped, nil
}
