package score

var meanHanded = Metric[Answered]{
	Name:  "mean_handed",
	Help:  "entries handed over, 16 at most: mean over questions",
	Terms: func(a *Answered) Terms { return terms(a.Handed, 1) },
}
