package score

var captureTypedF1 = Metric[Captured]{
	Name:  "typed_f1",
	Help:  "F1 over the matched pairs whose kinds agree",
	Terms: func(c *Captured) Terms { return terms(c.typed(), len(c.Extracted), len(c.Stated)) },
	Of:    f1,
}
