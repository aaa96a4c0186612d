package recall

import (
	"context"
	"errors"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Stored is a Recaller that ranks by the vectors in a store, as a
// queue with an embedder keeps them: only the query is embedded. Entries that
// have no vector of the embedder, because they are new or because the embedder
// was exchanged, are found by words, and so are all where no embedder is serving.
type Stored struct {
	Cache    dyadmem.VectorCache
	Embedder llm.Embedder
	Name     string           // of the embedder, as the queue knows it
	Query    string           // put before the query, as some models want it
	Words    dyadmem.Recaller // what finds by words; nil: Rules{}
}

// Recall ranks the entries of b.
func (r Stored) Recall(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	if len(b.Entries) == 0 {
		return nil, nil
	}
	words := r.Words
	if words == nil {
		words = Rules{}
	}
	asked, err := r.Embedder.Embed(ctx, "recall", []string{r.Query + q.Text})
	if errors.Is(err, dyadmem.ErrUnavailable) {
		return words.Recall(ctx, b, q)
	}
	if err != nil {
		return nil, err
	}
	near := dyadmem.RecallFunc(func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
		vectors, err := r.Cache.Vectors(ctx, r.Name, gist.Contents(b.Entries))
		if err != nil {
			return nil, err
		}
		return top(byCosine(b.Entries, vectors, asked[0], 0), q.K()), nil
	})
	whole, err := r.embedded(ctx, b, len(asked[0]))
	if err != nil {
		return nil, err
	}
	if whole {
		return near.Recall(ctx, b, q)
	}
	return Fused{Recallers: []dyadmem.Recaller{words, near}}.Recall(ctx, b, q)
}

// embedded reports whether all entries of b have a vector of that length.
func (r Stored) embedded(ctx context.Context, b dyadmem.Bank, dims int) (bool, error) {
	vectors, err := r.Cache.Vectors(ctx, r.Name, gist.Contents(b.Entries))
	if err != nil {
		return false, err
	}
	for _, v := range vectors {
		if len(v) != dims {
			return false, nil
		}
	}
	return true, nil
}
