package score

// Coverage lets one predicted entry cover several gold ones: one-to-one recall
// punishes a well merged statement.
var captureCoverage = Metric[Captured]{
	Name: "coverage",
	Help: "share of the gold entries that some prediction of the session says",
	Terms: func(c *Captured) Terms {
		return terms(tally(c.Stated, func(x *Stated) bool { return x.Entailed }), len(c.Stated))
	},
}
