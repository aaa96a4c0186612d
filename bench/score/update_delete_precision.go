package score

var deletePrecision = Metric[Updated]{
	Name:  "delete.precision",
	Help:  "share of the predicted deletes that gold has",
	Terms: func(u *Updated) Terms { return terms(u.hits(), len(u.Deleted)) },
}
