package score

var recallAtAll = Metric[Recalled]{
	Name:  "at_all",
	Help:  "share of the support entries among all keys, 16 at most: mean over questions",
	Terms: func(r *Recalled) Terms { return Terms{r.share(len(r.Hits)), 1} },
}
