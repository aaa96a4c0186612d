package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dyadmem/dyadmem/stage/forget"
)

// The fit finds the weights that rows were drawn by, and none for a sign that says nothing.
func TestFitFindsTheWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var r rows
	for range 20000 {
		a, b, c := random.NormFloat64(), float64(random.IntN(2)), random.NormFloat64()
		p := 1 / (1 + math.Exp(-(1.5*a - 2*b + 0.5)))
		r.add(forget.Signs{{Name: "a", Value: a}, {Name: "b", Value: b}, {Name: "c", Value: 3 + c}}, random.Float64() < p, 1)
	}
	w := r.fit(1)
	for name, want := range map[string]float64{"a": 1.5, "b": -2, "c": 0} {
		if math.Abs(w.Of[name]-want) > 0.1 {
			t.Errorf("the weight of %s is %.3f, want about %.1f", name, w.Of[name], want)
		}
	}
	if math.Abs(w.Bias-0.5) > 0.2 {
		t.Errorf("the bias is %.3f, want about 0.5", w.Bias)
	}
}
