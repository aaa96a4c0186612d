package score

import "github.com/dyadmem/dyadmem/bench"

var leaks = Metric[Answered]{
	Name: "leaks",
	Help: "share of the questions for what was to be forgotten whose answer reveals it",
	Terms: func(a *Answered) Terms {
		return terms(one(a.Leaked), one(a.Type == bench.Forgotten))
	},
}
