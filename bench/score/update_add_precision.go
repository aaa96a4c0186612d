package score

var addPrecision = Metric[Updated]{
	Name:  "add.precision",
	Help:  "share of the predicted adds that gold has",
	Terms: func(u *Updated) Terms { return terms(u.Matched, u.Predicted) },
}
