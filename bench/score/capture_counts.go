package score

// captureCounts are what the ratios of Capture are made of.
func captureCounts() []Metric[Captured] {
	return []Metric[Captured]{
		count("tp", "matched pairs of predicted and gold entries", (*Captured).tp),
		count("predicted", "entries predicted", func(c *Captured) int { return len(c.Extracted) }),
		count("gold", "gold entries", func(c *Captured) int { return len(c.Stated) }),
	}
}
