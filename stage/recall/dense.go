package recall

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Dense is a Recaller: it ranks the whole bank by the cosine between
// the vectors of query and entry, the newest first where they are equal. It
// returns q.K() entries, however far they are: a cosine has no natural floor.
type Dense struct {
	Embedder llm.Embedder
	Query    string  // put before the query, as some models want it ("query: ")
	Passage  string  // put before each entry ("passage: ")
	Floor    float64 // entries below it are left out; 0: none
}

// Recall ranks the entries of b.
func (r Dense) Recall(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	if len(b.Entries) == 0 {
		return nil, nil
	}
	texts := make([]string, 0, len(b.Entries)+1)
	for _, e := range b.Entries {
		texts = append(texts, r.Passage+e.Content)
	}
	vectors, err := r.Embedder.Embed(ctx, "recall", append(texts, r.Query+q.Text))
	if err != nil {
		return nil, err
	}
	return top(byCosine(b.Entries, vectors[:len(b.Entries)], vectors[len(b.Entries)], r.Floor), q.K()), nil
}

// byCosine scores entries by the cosine between their vectors and the query's,
// the newest first. Those without a vector, or with one of another length than
// the query's, are left out.
func byCosine(entries []dyadmem.Entry, vectors [][]float32, query []float32, floor float64) (hits []dyadmem.Hit) {
	for i := len(entries) - 1; i >= 0; i-- {
		if len(vectors[i]) != len(query) {
			continue
		}
		if score := cosine(query, vectors[i]); floor == 0 || score >= floor {
			hits = append(hits, dyadmem.Hit{Entry: entries[i], Score: score, Reason: "near in meaning"})
		}
	}
	return hits
}

// cosine returns the cosine between two vectors of one length, 0 if one of
// them is zero.
func cosine(a, b []float32) float64 {
	var dot, na, nb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += x * y
		na += x * x
		nb += y * y
	}
	if na == 0 || nb == 0 {
		return 0
	}
	return dot / math.Sqrt(na*nb)
}

// A Fused is a Recaller that joins the rankings of others by
// reciprocal rank fusion: an entry earns 1/(K+rank) in each (Cormack, Clarke
// and Büttcher, Reciprocal Rank Fusion, 2009).
type Fused struct {
	Recallers []dyadmem.Recaller
	K         float64 // 0: 60, as in the paper
}

// fusedDepth is how far down each ranking is read.
const fusedDepth = 4 * dyadmem.MaxRecall

// Recall ranks the entries of b.
func (r Fused) Recall(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	scores := make(map[string]float64)
	for _, each := range r.Recallers {
		ranked, err := Pool(ctx, each, b, q, fusedDepth)
		if err != nil {
			return nil, err
		}
		for i, e := range ranked {
			scores[e.DedupKey()] += 1 / (cmp.Or(r.K, 60) + float64(i+1))
		}
	}
	var hits []dyadmem.Hit
	for _, e := range slices.Backward(b.Entries) {
		if s := scores[e.DedupKey()]; s > 0 {
			hits = append(hits, dyadmem.Hit{Entry: e, Score: s, Reason: "by joined rankings"})
		}
	}
	return top(hits, q.K()), nil
}

// Reranked returns a Recaller that has a reranker put the entries that r ranks
// first, up to depth, into its own order. A depth of 0 is 64.
func Reranked(r dyadmem.Recaller, by llm.Reranker, depth int) dyadmem.Recaller {
	return dyadmem.RecallFunc(func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
		ranked, err := Pool(ctx, r, b, q, cmp.Or(depth, fusedDepth))
		if err != nil || len(ranked) == 0 {
			return nil, err
		}
		scores, err := by.Rerank(ctx, "recall", q.Text, gist.Contents(ranked))
		if err != nil {
			return nil, err
		}
		hits := make([]dyadmem.Hit, len(ranked))
		for i, e := range ranked {
			hits[i] = dyadmem.Hit{Entry: e, Score: scores[i], Reason: "by the reranker"}
		}
		return top(hits, q.K()), nil
	})
}

// Pool returns up to n entries in the order of r, which hands over at most
// [dyadmem.MaxRecall] at a time: it is asked again without those it has named.
func Pool(ctx context.Context, r dyadmem.Recaller, b dyadmem.Bank, q dyadmem.Query, n int) ([]dyadmem.Entry, error) {
	var out []dyadmem.Entry
	rest := b
	q.Limit = dyadmem.MaxRecall
	for len(out) < n && len(rest.Entries) > 0 {
		hits, err := r.Recall(ctx, rest, q)
		if err != nil {
			return nil, err
		}
		if len(hits) == 0 {
			break
		}
		named := make(map[string]bool, len(hits))
		for _, h := range hits {
			named[h.Entry.DedupKey()] = true
			out = append(out, h.Entry)
		}
		var left []dyadmem.Entry
		for _, e := range rest.Entries {
			if !named[e.DedupKey()] {
				left = append(left, e)
			}
		}
		if len(left) == len(rest.Entries) {
			break // r hands over what it was not given
		}
		rest = dyadmem.Bank{Rev: b.Rev, Entries: left}
	}
	return out[:min(n, len(out))], nil
}
