package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Resamples are draws of clusters with replacement. Figures that are compared
// are computed from the same Resamples.
type Resamples struct {
	times [][]uint16 // draw by cluster: how many times it was drawn
}

// NewResamples draws n clusters out of n, draws times.
func NewResamples(rng *rand.Rand, n, draws int) *Resamples {
	r := &Resamples{times: make([][]uint16, draws)}
	for d := range r.times {
		times := make([]uint16, n)
		for range n {
			times[rng.IntN(n)]++
		}
		r.times[d] = times
	}
	return r
}

// Sums returns for each draw the summed terms of rows, one row a cluster.
func (r *Resamples) Sums(rows [][]float64) [][]float64 {
	sums := make([][]float64, len(r.times))
	parallel(len(r.times), func(d int) {
		if len(rows) == 0 {
			return
		}
		sum := make([]float64, len(rows[0]))
		for c, times := range r.times[d] {
			if times == 0 {
				continue
			}
			w := float64(times)
			for i, v := range rows[c] {
				sum[i] += w * v
			}
		}
		sums[d] = sum
	})
	return sums
}

// An Interval is a 95 % percentile interval. It has no bounds if the figure was
// defined in no draw.
type Interval struct {
	Lo, Hi float64
	OK     bool
	Left   int // draws left out because the figure was undefined in them
}

// Bootstrap returns the interval of f, given the sums of the draws.
func Bootstrap(sums [][]float64, f Figure) Interval {
	return interval(len(sums), func(d int) Ratio { return f.At(sums[d]) })
}

// BootstrapDiff returns the interval of the paired difference a − b, given the
// sums of two runs in the same draws.
func BootstrapDiff(a, b [][]float64, f Figure) Interval {
	return interval(len(a), func(d int) Ratio { return Diff(f.At(a[d]), f.At(b[d])) })
}

func interval(draws int, at func(d int) Ratio) Interval {
	values := make([]float64, 0, draws)
	for d := range draws {
		if v, ok := at(d).Value(); ok {
			values = append(values, v)
		}
	}
	in := Interval{Left: draws - len(values), OK: len(values) > 0}
	if in.OK {
		slices.Sort(values)
		in.Lo, in.Hi = quantile(values, 0.025), quantile(values, 0.975)
	}
	return in
}

// quantile returns the q-quantile of sorted values, linear between two of them
// (type 7 of Hyndman and Fan, 1996).
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-math.Floor(at))*(sorted[i+1]-sorted[i])
}

// parallel calls f for 0 to n−1 on all processors.
func parallel(n int, f func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
}
