package score

var capturePrecision = Metric[Captured]{
	Name:  "precision",
	Help:  "share of the predicted entries that are matched",
	Terms: func(c *Captured) Terms { return terms(c.tp(), len(c.Extracted)) },
}
