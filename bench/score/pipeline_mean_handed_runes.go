package score

var meanHandedRunes = Metric[Answered]{
	Name:  "mean_handed_runes",
	Help:  "length of an entry handed over: mean over entries",
	Terms: func(a *Answered) Terms { return terms(a.HandedRunes, a.Handed) },
}
