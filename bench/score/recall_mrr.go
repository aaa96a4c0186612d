package score

// recallMRR is recip_rank of trec_eval.
var recallMRR = Metric[Recalled]{
	Name: "mrr",
	Help: "1 / the rank of the first key that is support, 0 without one: mean over questions",
	Terms: func(r *Recalled) Terms {
		for i, hit := range r.Hits {
			if hit {
				return Terms{1 / float64(i+1), 1}
			}
		}
		return Terms{0, 1}
	},
}
