package score

import "github.com/dyadmem/dyadmem/bench/stats"

// Terms are the numbers that a metric adds up. What each of them is, the
// metric says.
type Terms [6]float64

func terms(counts ...int) Terms {
	var t Terms
	for i, n := range counts {
		t[i] = float64(n)
	}
	return t
}

func (t *Terms) add(u Terms) {
	for i, v := range u {
		t[i] += v
	}
}

// A Metric is one figure of a stage, over items of type T: what came of one
// session or of one question. It is micro: the terms of all items are summed,
// then Of makes the figure.
type Metric[T any] struct {
	Name  string // in its block of the summary; a dot leads into an inner object
	Help  string // what it is, in a line
	Terms func(*T) Terms
	Of    func(Terms) stats.Ratio // nil: the first term by the second
	Count bool                    // the figure is the first term itself, a count

	// Whole is the index of the first term that is taken from the whole stage
	// where the figure is of a group in it; 0 if none is.
	Whole int
}

// count returns a Metric that counts.
func count[T any](name, help string, of func(*T) int) Metric[T] {
	return Metric[T]{Name: name, Help: help, Count: true, Terms: func(x *T) Terms { return terms(of(x)) }}
}

// A measure is a Metric without its items.
type measure struct {
	name, help string
	of         func(Terms) stats.Ratio
	count      bool
	whole      int
}

func measures[T any](metrics []Metric[T]) []measure {
	ms := make([]measure, len(metrics))
	for i, m := range metrics {
		ms[i] = measure{m.Name, m.Help, m.Of, m.Count, m.Whole}
		if m.Of == nil {
			ms[i].of = quotient
		}
	}
	return ms
}

func quotient(t Terms) stats.Ratio { return stats.Ratio{Num: t[0], Den: t[1]} }

// f1 is the harmonic mean of precision and recall, for the terms matched pairs,
// predicted, gold.
func f1(t Terms) stats.Ratio { return harmonic(t[0], t[1], t[2]) }

// harmonic returns the F1 of so many matched pairs. It is undefined if
// precision or recall is.
func harmonic(tp, predicted, gold float64) stats.Ratio {
	if predicted == 0 || gold == 0 {
		return stats.Ratio{}
	}
	return stats.Ratio{Num: 2 * tp, Den: predicted + gold}
}

// figure returns what m comes to.
func (m measure) figure(t Terms) Figure {
	if m.count {
		return Figure{Name: m.name, Value: stats.Defined(t[0]), Count: true}
	}
	return Figure{Name: m.name, Value: m.of(t)}
}

// measured returns the terms that x adds to each metric.
func measured[T any](metrics []Metric[T], x *T) []Terms {
	v := make([]Terms, len(metrics))
	for i, m := range metrics {
		v[i] = m.Terms(x)
	}
	return v
}
