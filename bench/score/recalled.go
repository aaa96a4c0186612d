package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Recalled is what came of recalling for one question with support.
type Recalled struct {
	Hits    []bool // by rank: the key is support; repeats are removed, then 16 are kept
	Support int    // nj
	Bank    int    // entries of the gold bank asked
}

// recall scores the keys that p returns for q, asked of a bank of so many
// entries. p may be nil. A key that the bank doesn't hold keeps its rank.
func recall(q *bench.Question, p *bench.Prediction, bank int) *Recalled {
	support := make(map[dyadmem.EntryKey]bool, len(q.Support))
	for _, k := range q.Support {
		support[k] = true
	}
	r := &Recalled{Support: len(support), Bank: bank}
	if p == nil {
		return r
	}
	seen := make(map[dyadmem.EntryKey]bool, len(p.Keys))
	for _, k := range p.Keys {
		if seen[k] {
			continue
		}
		seen[k] = true
		r.Hits = append(r.Hits, support[k])
		if len(r.Hits) == dyadmem.MaxRecall {
			break
		}
	}
	return r
}

// found returns how many of the first n keys are support.
func (r *Recalled) found(n int) int {
	return tally(r.Hits[:min(n, len(r.Hits))], func(hit *bool) bool { return *hit })
}

// share returns the share of the support that is among the first n keys.
func (r *Recalled) share(n int) float64 { return float64(r.found(n)) / float64(r.Support) }
