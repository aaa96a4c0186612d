package score

import "math"

// recallNDCGAt10 is ndcg_cut.10 of trec_eval with binary relevance.
var recallNDCGAt10 = Metric[Recalled]{
	Name: "ndcg_at_10",
	Help: "gain of the first 10 keys, discounted by log2(rank + 1), by the best possible: mean over questions",
	Terms: func(r *Recalled) Terms {
		var gain, best float64
		for i := range 10 {
			discounted := 1 / math.Log2(float64(i)+2)
			if i < len(r.Hits) && r.Hits[i] {
				gain += discounted
			}
			if i < r.Support {
				best += discounted
			}
		}
		return Terms{gain / best, 1}
	},
}
