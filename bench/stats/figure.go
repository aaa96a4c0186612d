package stats

// A Figure is a number computed from the sums of the terms From to To (without
// To) of rows.
type Figure struct {
	From, To int
	Of       func(sums []float64) Ratio
}

// At returns the figure for the sums of whole rows.
func (f Figure) At(sums []float64) Ratio { return f.Of(sums[f.From:f.To]) }

// Sum returns the sums of the terms of rows, which are of one length.
func Sum(rows [][]float64) []float64 {
	if len(rows) == 0 {
		return nil
	}
	sums := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			sums[i] += v
		}
	}
	return sums
}
