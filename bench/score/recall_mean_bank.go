package score

var recallMeanBank = Metric[Recalled]{
	Name:  "mean_bank",
	Help:  "entries of the bank asked: mean over questions",
	Terms: func(r *Recalled) Terms { return terms(r.Bank, 1) },
}
