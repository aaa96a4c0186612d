package recall

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A BM25 is a Recaller: it ranks the whole bank by Okapi BM25 over English
// stems and Chinese words, and returns what shares a term with the query,
// newest first where scores are equal. The zero value uses K1 = 1.2 and
// B = 0.75, the customary figures (Robertson and Zaragoza, The Probabilistic
// Relevance Framework, 2009).
type BM25 struct {
	K1 float64 // how soon a repeated term stops to count; 0 means 1.2
	B  float64 // how much long entries are held back; 0 means 0.75, negative none at all
}

// Recall ranks the entries of b.
func (r BM25) Recall(_ context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	scores := r.Scores(gist.Contents(b.Entries), q.Text)
	var hits []dyadmem.Hit
	for i := len(scores) - 1; i >= 0; i-- {
		if scores[i] > 0 {
			hits = append(hits, dyadmem.Hit{Entry: b.Entries[i], Score: scores[i], Reason: "words of the query"})
		}
	}
	return top(hits, q.K()), nil
}

// Scores returns the BM25 score of each text for query.
func (r BM25) Scores(texts []string, query string) []float64 {
	docs := make([][]string, len(texts))
	for i, t := range texts {
		docs[i] = lang.Terms(t)
	}
	weights := make(map[string]float64)
	for _, t := range lang.Terms(query) {
		weights[t] = 1
	}
	return r.rank(docs, weights)
}

// rank scores documents, given as terms, for weighted query terms.
func (r BM25) rank(docs [][]string, weights map[string]float64) []float64 {
	k1, b := cmp.Or(r.K1, 1.2), cmp.Or(r.B, 0.75)
	b = max(b, 0)
	df := make(map[string]int, len(weights))
	length := 0
	counts := make([]map[string]int, len(docs))
	for i, doc := range docs {
		length += len(doc)
		for _, t := range doc {
			if _, ok := weights[t]; !ok {
				continue
			}
			if counts[i] == nil {
				counts[i] = make(map[string]int, 4)
			}
			if counts[i][t]++; counts[i][t] == 1 {
				df[t]++
			}
		}
	}
	n := float64(len(docs))
	mean := float64(length) / max(n, 1)
	scores := make([]float64, len(docs))
	for i, count := range counts {
		norm := k1 * (1 - b + b*float64(len(docs[i]))/max(mean, 1))
		for _, t := range slices.Sorted(maps.Keys(count)) { // a fixed order of summation
			f := float64(count[t])
			idf := math.Log(1 + (n-float64(df[t])+0.5)/(float64(df[t])+0.5))
			scores[i] += weights[t] * idf * f * (k1 + 1) / (f + norm)
		}
	}
	return scores
}

// top sorts hits by score, keeping the order of equals, and cuts them to k.
func top(hits []dyadmem.Hit, k int) []dyadmem.Hit {
	slices.SortStableFunc(hits, func(a, b dyadmem.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(k, len(hits))]
}
