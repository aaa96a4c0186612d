package score

var captureTypedPrecision = Metric[Captured]{
	Name:  "typed_precision",
	Help:  "share of the predicted entries that are matched with one of their kind",
	Terms: func(c *Captured) Terms { return terms(c.typed(), len(c.Extracted)) },
}
