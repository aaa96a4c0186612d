package main

import (
	"math"

	"github.com/dyadmem/dyadmem/stage/forget"
)

// rows are what a logistic regression is fitted to.
type rows struct {
	names  []string
	x      [][]float64
	yes    []bool
	weight []float64
}

// add adds a row. All rows have the same signs in the same order.
func (r *rows) add(signs forget.Signs, yes bool, weight float64) {
	x := make([]float64, len(signs))
	for i, s := range signs {
		if x[i] = s.Value; len(r.x) == 0 {
			r.names = append(r.names, s.Name)
		}
	}
	r.x, r.yes, r.weight = append(r.x, x), append(r.yes, yes), append(r.weight, weight)
}

// fit fits a logistic regression by Newton's method. Signs are brought to one scale for it, and
// large weights cost: half their squares, against the loss of all rows times strength.
func (r *rows) fit(strength float64) *forget.Weights {
	n := len(r.names)
	mean, scale := r.scales()
	z := make([]float64, n+1) // a row on that scale, and 1 for the bias
	row := func(x []float64) []float64 {
		for i := range x {
			z[i] = (x[i] - mean[i]) / scale[i]
		}
		z[n] = 1
		return z
	}
	w := make([]float64, n+1)
	for range 50 {
		slope, curve := make([]float64, n+1), make([][]float64, n+1)
		for i := range curve {
			if curve[i] = make([]float64, n+1); i < n {
				slope[i], curve[i][i] = w[i], 1
			}
		}
		for k, x := range r.x {
			z, sum := row(x), 0.0
			for i := range z {
				sum += w[i] * z[i]
			}
			p := 1 / (1 + math.Exp(-sum))
			miss := p
			if r.yes[k] {
				miss--
			}
			c := strength * r.weight[k]
			for i := range z {
				slope[i] += c * miss * z[i]
				for j := range i + 1 {
					curve[i][j] += c * p * (1 - p) * z[i] * z[j]
				}
			}
		}
		moved := 0.0
		for i, step := range solve(curve, slope) {
			w[i] -= step
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-8 {
			break
		}
	}
	out := &forget.Weights{Bias: w[n], Of: make(map[string]float64, n)}
	for i, name := range r.names {
		out.Of[name] = w[i] / scale[i]
		out.Bias -= w[i] * mean[i] / scale[i]
	}
	return out
}

// scales returns the mean of each sign and how far it varies.
func (r *rows) scales() (mean, scale []float64) {
	mean, scale = make([]float64, len(r.names)), make([]float64, len(r.names))
	for i := range r.names {
		for _, x := range r.x {
			mean[i] += x[i] / float64(len(r.x))
		}
		for _, x := range r.x {
			scale[i] += (x[i] - mean[i]) * (x[i] - mean[i]) / float64(len(r.x))
		}
		if scale[i] = math.Sqrt(scale[i]); scale[i] == 0 {
			scale[i] = 1
		}
	}
	return mean, scale
}

// solve solves a x = b for a symmetric a of which the lower half is given, by Cholesky.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	x := append([]float64{}, b...)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(math.Max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range n {
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
