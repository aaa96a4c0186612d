package score

import "github.com/dyadmem/dyadmem/bench"

var leakedHanded = Metric[Answered]{
	Name: "leaked_handed",
	Help: "the same of the entries handed over for them",
	Terms: func(a *Answered) Terms {
		return terms(one(a.HandedLeak), one(a.Type == bench.Forgotten))
	},
}
