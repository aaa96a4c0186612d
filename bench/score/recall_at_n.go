package score

var recallAtN = Metric[Recalled]{
	Name:  "at_n",
	Help:  "share of the n support entries among the first n keys: mean over questions",
	Terms: func(r *Recalled) Terms { return Terms{r.share(r.Support), 1} },
}
