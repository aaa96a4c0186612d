package score

var addF1 = Metric[Updated]{
	Name:  "add.f1",
	Help:  "F1 of adds",
	Terms: func(u *Updated) Terms { return terms(u.Matched, u.Predicted, u.Added) },
	Of:    f1,
}
