package score

var recallPrecision = Metric[Recalled]{
	Name: "precision",
	Help: "share of the keys that are support, 0 for an empty list: mean over questions",
	Terms: func(r *Recalled) Terms {
		if len(r.Hits) == 0 {
			return Terms{0, 1}
		}
		return Terms{float64(r.found(len(r.Hits))) / float64(len(r.Hits)), 1}
	},
}
