package score

var captureCopied = Metric[Captured]{
	Name: "copied",
	Help: "share of the predicted entries that are a turn, or at least half of one, word for word",
	Terms: func(c *Captured) Terms {
		return terms(tally(c.Extracted, func(x *Extracted) bool { return x.Copied }), len(c.Extracted))
	},
}
