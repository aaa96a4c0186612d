package score

var deleteRecall = Metric[Updated]{
	Name:  "delete.recall",
	Help:  "share of the gold deletes that are predicted",
	Terms: func(u *Updated) Terms { return terms(u.hits(), len(u.Retired)) },
}
