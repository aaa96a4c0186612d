package stats

import (
	"math"
	"math/rand/v2"
)

const (
	exactUpTo = 16     // clusters; 2^16 ways to swap them are all tried
	draws     = 10_000 // beyond that
)

// A Test is the outcome of a two-sided permutation test. It has no P if the
// difference is undefined.
type Test struct {
	P     float64
	OK    bool
	Exact bool // every way to swap was tried
	Left  int  // swaps left out because the difference was undefined in them
}

// Permute tests for each figure whether two runs differ: were they alike, the
// terms of a cluster could as well be the other run's. It swaps them in all
// ways up to 16 clusters, P = hits / ways, else in 10,000 ways drawn from rng,
// P = (1 + hits) / (1 + draws), where a hit is a difference at least as large as
// the one seen. Rows a[i] and b[i] are of one cluster.
func Permute(rng *rand.Rand, a, b [][]float64, figures []Figure) []Test {
	tests := make([]Test, len(figures))
	if len(a) == 0 {
		return tests
	}
	exact := len(a) <= exactUpTo
	ways := draws
	if exact {
		ways = 1 << len(a)
	}
	swaps := func(way int) []uint64 { return []uint64{uint64(way)} }
	if !exact {
		words := make([][]uint64, ways)
		for w := range words {
			words[w] = make([]uint64, (len(a)+63)/64)
			for i := range words[w] {
				words[w][i] = rng.Uint64()
			}
		}
		swaps = func(way int) []uint64 { return words[way] }
	}
	sa, sb := Sum(a), Sum(b)
	seen := make([]float64, len(figures))
	for i, f := range figures {
		d, ok := Diff(f.At(sa), f.At(sb)).Value()
		seen[i], tests[i] = math.Abs(d), Test{OK: ok, Exact: exact}
	}
	diffs := differences(a, b)
	outcomes := make([][]outcome, ways)
	parallel(ways, func(w int) {
		outcomes[w] = swapped(swaps(w), diffs, sa, sb, figures, seen)
	})
	for i := range tests {
		if !tests[i].OK {
			continue
		}
		hits, tried := 0, 0
		for w := range outcomes {
			switch outcomes[w][i] {
			case hit:
				hits++
				tried++
			case miss:
				tried++
			}
		}
		tests[i].Left = ways - tried
		if exact {
			tests[i].P = float64(hits) / float64(tried) // leaving all as they are is a hit
		} else {
			tests[i].P = float64(1+hits) / float64(1+tried)
		}
	}
	return tests
}

type outcome uint8

const (
	undefined outcome = iota
	miss
	hit
)

func differences(a, b [][]float64) [][]float64 {
	diffs := make([][]float64, len(a))
	for i := range a {
		diffs[i] = make([]float64, len(a[i]))
		for j := range a[i] {
			diffs[i][j] = b[i][j] - a[i][j]
		}
	}
	return diffs
}

// swapped says of each figure whether its difference is as large as seen once
// the clusters whose bit is set are swapped.
func swapped(bits []uint64, diffs [][]float64, sa, sb []float64, figures []Figure, seen []float64) []outcome {
	moved := make([]float64, len(sa))
	for c, diff := range diffs {
		if bits[c/64]>>(c%64)&1 == 1 {
			for i, v := range diff {
				moved[i] += v
			}
		}
	}
	a, b := make([]float64, len(sa)), moved
	for i, m := range moved {
		a[i], b[i] = sa[i]+m, sb[i]-m
	}
	out := make([]outcome, len(figures))
	for i, f := range figures {
		d, ok := Diff(f.At(a), f.At(b)).Value()
		switch {
		case !ok:
		case math.Abs(d) >= seen[i]-1e-9*max(1, seen[i]): // sums in another order differ by rounding
			out[i] = hit
		default:
			out[i] = miss
		}
	}
	return out
}

// LeastP returns the least p that the exact test can reach with n clusters:
// leaving all as they are and swapping all are always two hits.
func LeastP(n int) float64 { return math.Min(1, math.Pow(2, float64(1-n))) }
