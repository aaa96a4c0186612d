package score

// addCounts are what the ratios of adds are made of.
func addCounts() []Metric[Updated] {
	return []Metric[Updated]{
		count("add.tp", "adds matched with gold ones, by key, then by the judge", func(u *Updated) int { return u.Matched }),
		count("add.predicted", "adds predicted", func(u *Updated) int { return u.Predicted }),
		count("add.gold", "gold adds", func(u *Updated) int { return u.Added }),
	}
}
