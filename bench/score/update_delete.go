package score

// deleteCounts are what the ratios of deletes are made of.
func deleteCounts() []Metric[Updated] {
	return []Metric[Updated]{
		count("delete.tp", "predicted deletes that gold has", (*Updated).hits),
		count("delete.predicted", "deletes predicted, as a set of keys", func(u *Updated) int { return len(u.Deleted) }),
		count("delete.gold", "gold deletes", func(u *Updated) int { return len(u.Retired) }),
	}
}

// hits returns the number of predicted deletes that gold has.
func (u *Updated) hits() int { return tally(u.Deleted, func(d *Deleted) bool { return d.Hit }) }
