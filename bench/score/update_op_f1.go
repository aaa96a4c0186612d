package score

import "github.com/dyadmem/dyadmem/bench/stats"

var opF1 = Metric[Updated]{
	Name: "op_f1",
	Help: "mean of the F1 of adds and the F1 of deletes",
	Terms: func(u *Updated) Terms {
		return terms(u.Matched, u.Predicted, u.Added, u.hits(), len(u.Deleted), len(u.Retired))
	},
	Of: func(t Terms) stats.Ratio { return stats.Mean(harmonic(t[0], t[1], t[2]), harmonic(t[3], t[4], t[5])) },
}
