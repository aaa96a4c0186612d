package stats

// A Ratio is a figure that may be undefined: without a denominator it has no
// value. The zero Ratio is undefined.
type Ratio struct {
	Num, Den float64
}

// Defined returns the ratio whose value is v.
func Defined(v float64) Ratio { return Ratio{v, 1} }

// Value returns the value of r, and whether it has one.
func (r Ratio) Value() (v float64, ok bool) {
	if r.Den == 0 {
		return 0, false
	}
	return r.Num / r.Den, true
}

// Mean returns the mean of rs, undefined if one of them is.
func Mean(rs ...Ratio) Ratio {
	var sum float64
	for _, r := range rs {
		v, ok := r.Value()
		if !ok {
			return Ratio{}
		}
		sum += v
	}
	return Ratio{sum, float64(len(rs))}
}

// Diff returns a − b, undefined if one of them is.
func Diff(a, b Ratio) Ratio {
	va, oka := a.Value()
	vb, okb := b.Value()
	if !oka || !okb {
		return Ratio{}
	}
	return Defined(va - vb)
}
