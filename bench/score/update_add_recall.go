package score

var addRecall = Metric[Updated]{
	Name:  "add.recall",
	Help:  "share of the gold adds that are predicted",
	Terms: func(u *Updated) Terms { return terms(u.Matched, u.Added) },
}
