package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns the p-values adjusted for their number by the step-down method
// of Holm (1979): reject where the adjusted value is below the level.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	adjusted := make([]float64, len(ps))
	least := 0.0
	for rank, i := range order {
		least = math.Max(least, math.Min(1, ps[i]*float64(len(ps)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
