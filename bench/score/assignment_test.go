package score

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowAssign tries every assignment, rows in order, columns in order, nothing
// last, and keeps the first of the best.
func slowAssign(weights [][]int64) []int {
	type total struct {
		pairs int
		sum   int64
	}
	var best []int
	var most total
	used := make([]bool, len(weights[0]))
	cols := make([]int, len(weights))
	var try func(row int, t total)
	try = func(row int, t total) {
		if row == len(weights) {
			if best == nil || t.pairs > most.pairs || t.pairs == most.pairs && t.sum > most.sum {
				best, most = slices.Clone(cols), t
			}
			return
		}
		for j, w := range weights[row] {
			if w < 0 || used[j] {
				continue
			}
			used[j], cols[row] = true, j
			try(row+1, total{t.pairs + 1, t.sum + w})
			used[j] = false
		}
		cols[row] = -1
		try(row+1, t)
	}
	try(0, total{})
	return best
}

func TestAssign(t *testing.T) {
	for _, tc := range []struct {
		name    string
		weights [][]int64
		want    []int
	}{
		// 1 + 1 pairs with sum 2 beat one pair of 9.
		{"more pairs come before more similarity", [][]int64{{9, 1}, {1, -1}}, []int{1, 0}},
		// 5 + 5 = 10 against 9 + 0.
		{"the greatest sum is not the greedy one", [][]int64{{9, 5}, {5, 0}}, []int{1, 0}},
		{"of ties the first row has the first column", [][]int64{{5, 5}, {5, 5}}, []int{0, 1}},
		{"of two rows for one column the first has it", [][]int64{{5}, {5}}, []int{0, -1}},
		{"the second row has it if it is more similar", [][]int64{{4}, {5}}, []int{-1, 0}},
		{"of three columns for one row the best", [][]int64{{3, 7, 7}}, []int{1}},
		{"nothing fits", [][]int64{{-1, -1}}, []int{-1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, assign(tc.weights)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Few values make many ties.
func TestAssignAgreesWithTryingAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 20000 {
		n, m := 1+rng.IntN(5), 1+rng.IntN(5)
		values, share := 1+rng.IntN(4), rng.Float64()
		weights := make([][]int64, n)
		for i := range weights {
			for range m {
				w := int64(-1)
				if rng.Float64() < share {
					w = int64(rng.IntN(values)) * 250_000_000
				}
				weights[i] = append(weights[i], w)
			}
		}
		if diff := cmp.Diff(slowAssign(weights), assign(weights)); diff != "" {
			t.Fatalf("weights %v (-all +assign):\n%s", weights, diff)
		}
	}
}

func BenchmarkAssign300(b *testing.B) {
	for _, bc := range []struct {
		name   string
		values int
	}{{"ties", 2}, {"spread", unit}} {
		b.Run(bc.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			weights := make([][]int64, 300)
			for i := range weights {
				for range 300 {
					weights[i] = append(weights[i], int64(rng.IntN(bc.values)))
				}
			}
			for b.Loop() {
				assign(weights)
			}
		})
	}
}
