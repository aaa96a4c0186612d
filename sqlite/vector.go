package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/dyadmem/dyadmem"
)

// Vectors returns the vector of each text, nil where there is none.
func (s *Store) Vectors(ctx context.Context, embedder string, texts []string) ([][]float32, error) {
	hashes := make([]string, len(texts))
	for i, t := range texts {
		hashes[i] = dyadmem.TextHash(t)
	}
	list, err := json.Marshal(hashes)
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	type kept struct {
		text   string
		vector []float32
	}
	found, err := collect(ctx, s.read, func(rows *sql.Rows) (k kept, err error) {
		var raw sql.RawBytes
		if err = rows.Scan(&k.text, &raw); err == nil {
			k.vector = decodeVector(raw)
		}
		return k, err
	}, "SELECT text, vector FROM json_each(?) AS asked CROSS JOIN vectors ON text = asked.value AND embedder = ?", string(list), embedder)
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

// KeepVectors stores a vector for each text.
func (s *Store) KeepVectors(ctx context.Context, embedder string, texts []string, vectors [][]float32) error {
	if len(texts) != len(vectors) {
		return fmt.Errorf("keep vectors: %w: %d texts and %d vectors", dyadmem.ErrInvalid, len(texts), len(vectors))
	}
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		for i, t := range texts {
			_, err := tx.ExecContext(ctx, "INSERT INTO vectors (text, embedder, vector) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET vector = excluded.vector",
				dyadmem.TextHash(t), embedder, encodeVector(vectors[i]))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	return nil
}

// Embeddings counts the vectors by embedder and dimension.
func (s *Store) Embeddings(ctx context.Context) ([]dyadmem.Embedding, error) {
	list, err := collect(ctx, s.read, func(rows *sql.Rows) (e dyadmem.Embedding, err error) {
		return e, rows.Scan(&e.Embedder, &e.Dims, &e.Vectors)
	}, "SELECT embedder, length(vector) / 4 AS dims, count(*) FROM vectors GROUP BY embedder, dims ORDER BY embedder, dims")
	if err != nil {
		return nil, fmt.Errorf("count vectors: %w", err)
	}
	return list, nil
}

// DropVectors deletes all vectors but those of one embedder and dimension, page
// by page, so that nobody else who writes waits for long.
func (s *Store) DropVectors(ctx context.Context, embedder string, dims int) (int, error) {
	dropped := 0
	for after := ""; ; {
		var through sql.NullString
		err := s.inTx(ctx, func(tx *sql.Tx) error {
			err := tx.QueryRowContext(ctx, "SELECT max(text) FROM (SELECT text FROM vectors WHERE text > ? ORDER BY text LIMIT ?)", after, page).Scan(&through)
			if err != nil || !through.Valid {
				return err
			}
			n, err := affected(tx.ExecContext(ctx, "DELETE FROM vectors WHERE text > ? AND text <= ? AND (embedder <> ? OR length(vector) <> ?)",
				after, through.String, embedder, 4*dims))
			dropped += n
			return err
		})
		if err != nil {
			return dropped, fmt.Errorf("drop vectors: %w", err)
		}
		if !through.Valid {
			return dropped, nil
		}
		after = through.String
	}
}

func encodeVector(v []float32) []byte {
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return raw
}

func decodeVector(raw []byte) []float32 {
	v := make([]float32, len(raw)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return v
}
