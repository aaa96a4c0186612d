package score

var deleteF1 = Metric[Updated]{
	Name:  "delete.f1",
	Help:  "F1 of deletes",
	Terms: func(u *Updated) Terms { return terms(u.hits(), len(u.Deleted), len(u.Retired)) },
	Of:    f1,
}
