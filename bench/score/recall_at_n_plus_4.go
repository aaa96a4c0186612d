package score

var recallAtNPlus4 = Metric[Recalled]{
	Name:  "at_n_plus_4",
	Help:  "share of the n support entries among the first n + 4 keys: mean over questions",
	Terms: func(r *Recalled) Terms { return Terms{r.share(r.Support + 4), 1} },
}
