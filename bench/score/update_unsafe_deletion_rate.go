package score

var unsafeDeletionRate = Metric[Updated]{
	Name:  "unsafe_deletion_rate",
	Help:  "share of the predicted deletes that gold does not have",
	Terms: func(u *Updated) Terms { return terms(len(u.Deleted)-u.hits(), len(u.Deleted)) },
}
