package score

var captureF1 = Metric[Captured]{
	Name:  "f1",
	Help:  "2 TP / (predicted + gold), the harmonic mean of precision and recall",
	Terms: func(c *Captured) Terms { return terms(c.tp(), len(c.Extracted), len(c.Stated)) },
	Of:    f1,
}
