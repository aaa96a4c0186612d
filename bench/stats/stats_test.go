package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// share is a ratio of the first two terms.
var share = Figure{From: 0, To: 2, Of: func(s []float64) Ratio { return Ratio{s[0], s[1]} }}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestRatio(t *testing.T) {
	if v, ok := (Ratio{3, 4}).Value(); v != 0.75 || !ok {
		t.Errorf("3/4 = %v, %v", v, ok)
	}
	for _, undefined := range []Ratio{{}, {1, 0}, Mean(Defined(1), Ratio{}), Diff(Ratio{}, Defined(1)), Diff(Defined(1), Ratio{})} {
		if v, ok := undefined.Value(); ok {
			t.Errorf("%v has the value %v, want none", undefined, v)
		}
	}
	if v, _ := Mean(Ratio{1, 2}, Ratio{1, 4}).Value(); v != 0.375 { // (0.5 + 0.25) / 2
		t.Errorf("mean of 1/2 and 1/4 = %v, want 0.375", v)
	}
}

func TestQuantile(t *testing.T) {
	sorted := []float64{10, 20, 30, 40, 50}
	for q, want := range map[float64]float64{
		0: 10, 0.5: 30, 1: 50,
		0.025: 11, // 0.025 × 4 = 0.1 of the way from 10 to 20
		0.975: 49,
	} {
		if got := quantile(sorted, q); math.Abs(got-want) > 1e-12 {
			t.Errorf("quantile %v = %v, want %v", q, got, want)
		}
	}
}

// The interval of a share of n independent 0/1 clusters is about
// p ± 1.96 √(p(1−p)/n): here 0.3 ± 1.96 √(0.21/400) = 0.3 ± 0.0449.
func TestBootstrapOfAShare(t *testing.T) {
	rows := make([][]float64, 400)
	for i := range rows {
		rows[i] = []float64{0, 1}
		if i%10 < 3 {
			rows[i][0] = 1
		}
	}
	sums := NewResamples(rng(1), len(rows), 1000).Sums(rows)
	in := Bootstrap(sums, share)
	if !in.OK || in.Left != 0 || math.Abs(in.Lo-0.2551) > 0.01 || math.Abs(in.Hi-0.3449) > 0.01 {
		t.Errorf("interval %+v, want about [0.255, 0.345]", in)
	}
}

// Clusters, not units, are drawn: 10 clusters of 100 equal units each are as
// uncertain as 10 units.
func TestBootstrapDrawsClusters(t *testing.T) {
	rows := make([][]float64, 10)
	for i := range rows {
		rows[i] = []float64{0, 100}
		if i < 5 {
			rows[i][0] = 100
		}
	}
	in := Bootstrap(NewResamples(rng(1), 10, 1000).Sums(rows), share)
	if in.Hi-in.Lo < 0.4 { // 2 × 1.96 √(0.25/10) = 0.62
		t.Errorf("interval %+v is too narrow for ten clusters", in)
	}
}

// A figure that only one of three clusters defines is undefined where that one
// is not drawn: (2/3)^3 = 8/27 = 29.6 % of the draws.
func TestUndefinedDrawsAreLeftOutAndCounted(t *testing.T) {
	rows := [][]float64{{1, 2}, {0, 0}, {0, 0}}
	in := Bootstrap(NewResamples(rng(3), 3, 1000).Sums(rows), share)
	if in.Lo != 0.5 || in.Hi != 0.5 || math.Abs(float64(in.Left)-296) > 45 {
		t.Errorf("interval %+v, want 0.5 to 0.5 with about 296 draws left out", in)
	}
	in = Bootstrap(NewResamples(rng(3), 1, 100).Sums([][]float64{{0, 0}}), share)
	if in.OK || in.Left != 100 {
		t.Errorf("interval %+v of a figure that is undefined everywhere", in)
	}
}

// Two runs that move together differ by less than each varies.
func TestPairedDifference(t *testing.T) {
	var a, b [][]float64
	r := rng(5)
	for range 100 {
		v := r.Float64()
		a, b = append(a, []float64{v + 0.1, 1}), append(b, []float64{v, 1})
	}
	re := NewResamples(rng(6), 100, 1000)
	in := BootstrapDiff(re.Sums(a), re.Sums(b), share)
	if math.Abs(in.Lo-0.1) > 1e-9 || math.Abs(in.Hi-0.1) > 1e-9 {
		t.Errorf("interval %+v of a constant difference of 0.1", in)
	}
}

func TestPermuteExact(t *testing.T) {
	row := func(vs ...float64) (rows [][]float64) {
		for _, v := range vs {
			rows = append(rows, []float64{v, 1})
		}
		return rows
	}
	for _, tc := range []struct {
		name string
		a, b [][]float64
		want float64
	}{
		// Only ++++++ and −−−−−− of the 2^6 ways are as large.
		{"six clusters that all agree", row(1, 1, 1, 1, 1, 1), row(0, 0, 0, 0, 0, 0), 2.0 / 64},
		{"five clusters that all agree", row(1, 1, 1, 1, 1), row(0, 0, 0, 0, 0), 2.0 / 32},
		// |±1 ±1 ±1 ±1| ≥ 2 fails where two are up and two down: C(4,2) = 6 of 16.
		{"three against one", row(1, 1, 1, 0), row(0, 0, 0, 1), 10.0 / 16},
		{"the same run twice", row(1, 0, 1), row(1, 0, 1), 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Permute(nil, tc.a, tc.b, []Figure{share})[0]
			if !got.OK || !got.Exact || math.Abs(got.P-tc.want) > 1e-12 {
				t.Errorf("%+v, want p = %v", got, tc.want)
			}
		})
	}
}

// Drawn swaps estimate the exact p-value: one cluster of 17 says nothing, so
// that both give p = 1 for the pair and the same p for the rest.
func TestPermuteDrawn(t *testing.T) {
	var a, b [][]float64
	for i := range 16 {
		v := float64(i%4) - 1 // differences −1, 0, 1, 2
		a, b = append(a, []float64{v, 1}), append(b, []float64{0, 1})
	}
	exact := Permute(nil, a, b, []Figure{share})[0]
	drawn := Permute(rng(7), append(a, []float64{0, 1}), append(b, []float64{0, 1}), []Figure{share})[0]
	if !exact.Exact || drawn.Exact {
		t.Fatalf("exact %+v, drawn %+v", exact, drawn)
	}
	// Standard error: √(p(1−p)/10000) ≤ 0.005.
	if math.Abs(exact.P-drawn.P) > 0.02 {
		t.Errorf("p = %v by draws, %v exactly", drawn.P, exact.P)
	}
	// No draw is as extreme as 40 agreeing clusters: p = (1 + 0) / (1 + 10000).
	a, b = nil, nil
	for range 40 {
		a, b = append(a, []float64{1, 1}), append(b, []float64{0, 1})
	}
	if p := Permute(rng(8), a, b, []Figure{share})[0].P; p != 1.0/10001 {
		t.Errorf("p = %v, want 1/10001", p)
	}
}

func TestPermuteUndefined(t *testing.T) {
	a, b := [][]float64{{0, 0}, {1, 1}}, [][]float64{{1, 2}, {0, 0}}
	// a = 1/1, b = 1/2. Swapping one cluster leaves a run with nothing: 2 of 4 ways.
	got := Permute(nil, a, b, []Figure{share})[0]
	if !got.OK || got.Left != 2 || got.P != 1 {
		t.Errorf("%+v, want p = 1 with two ways left out", got)
	}
	if got := Permute(nil, [][]float64{{0, 0}}, [][]float64{{1, 1}}, []Figure{share})[0]; got.OK {
		t.Errorf("%+v for an undefined difference", got)
	}
	if got := Permute(nil, nil, nil, []Figure{share})[0]; got.OK {
		t.Errorf("%+v for no clusters", got)
	}
}

func TestLeastP(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 0.5, 5: 0.0625, 6: 0.03125} {
		if got := LeastP(n); got != want {
			t.Errorf("LeastP(%d) = %v, want %v", n, got, want)
		}
	}
}

func TestHolm(t *testing.T) {
	// 0.01 × 4, 0.02 × 3, then 0.03 × 2 = 0.06, then max(0.06, 0.04 × 1).
	got := Holm([]float64{0.04, 0.01, 0.03, 0.02})
	if diff := cmp.Diff([]float64{0.06, 0.04, 0.06, 0.06}, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("%v, want both cut to 1", got)
	}
}

// The same source gives the same figures on one processor and on many.
func TestSameSourceSameFigures(t *testing.T) {
	var a, b [][]float64
	r := rng(9)
	for range 50 {
		a, b = append(a, []float64{r.Float64(), 1}), append(b, []float64{r.Float64(), 1})
	}
	run := func() (Interval, Test) {
		re := NewResamples(rng(1), 50, 1000)
		return BootstrapDiff(re.Sums(a), re.Sums(b), share), Permute(rng(2), a, b, []Figure{share})[0]
	}
	in, p := run()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	in1, p1 := run()
	if in != in1 || p != p1 {
		t.Errorf("%+v %+v on many processors, %+v %+v on one", in, p, in1, p1)
	}
}
