package score

var captureRecall = Metric[Captured]{
	Name:  "recall",
	Help:  "share of the gold entries that are matched, one to one",
	Terms: func(c *Captured) Terms { return terms(c.tp(), len(c.Stated)) },
}
