package score

var captureTypedRecall = Metric[Captured]{
	Name:  "typed_recall",
	Help:  "share of the gold entries that are matched with one of their kind",
	Terms: func(c *Captured) Terms { return terms(c.typed(), len(c.Stated)) },
}
