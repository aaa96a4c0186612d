package score

var missedDeletes = Metric[Updated]{
	Name:  "missed_deletes",
	Help:  "share of the gold deletes that are not predicted",
	Terms: func(u *Updated) Terms { return terms(len(u.Retired)-u.hits(), len(u.Retired)) },
}
