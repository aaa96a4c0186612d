package judge

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// furtherIn returns how much more of the turns a says than b, the other of the two:
// 0, 1 if a clause of its own takes up what b says nothing of, 2 if there is much of that. Who
// notes two statements of a turn has another memory than who notes one of them; a word more
// within a clause is a detail. partners are those of a's terms in b.
func (p *comparison) furtherIn(g *ground, a, b *facts, partners []partner) int {
	own := make([]clause, a.clauses())
	for _, x := range a.items {
		weight, near, ok := a.measure(x, b, partners)
		if !ok {
			continue
		}
		c := &own[x.clause]
		c.weight += weight
		c.lacks += weight * (1 - near)
		if near < likeMatched && p.alone(g, a, b, x) {
			c.adds += weight
		}
	}
	own = slices.DeleteFunc(own, func(c clause) bool { return c.weight == 0 })
	if len(own) < 2 {
		return 0 // one statement
	}
	var most, all float64
	for _, c := range own {
		if c.lacks >= c.weight/2 {
			most, all = max(most, c.adds), all+c.adds
		}
	}
	switch {
	case most < ownStatement:
		return 0
	case all < manyStatements:
		return 1
	}
	return 2
}

// A clause is what one clause of an entry weighs.
type clause struct {
	weight float64
	lacks  float64 // of that, what the other lacks
	adds   float64 // of what it lacks, what a turn says in a place that the other does not take up
}

// The weights of what a clause adds from where on it is a statement of its own: two words,
// or a word and a value, one of which may be light; and from where on there is much.
const (
	ownStatement   = 1.5
	manyStatements = 3
)

// measure returns what item x of f counts for in its clause and how near b comes to it.
// ok is false for a condition: it states nothing.
func (f *facts) measure(x item, b *facts, partners []partner) (weight, near float64, ok bool) {
	if x.term >= 0 {
		t := f.terms[x.term]
		return t.weight, partners[x.term].near, !t.scoped
	}
	v := &f.said.Values[x.value]
	weight = 1
	if v.Kind == lang.DayPart || v.Kind == lang.Frequency {
		weight = 0.5 // most often a mere detail
	}
	if within(v, b.said.Values) {
		near = 1
	}
	return weight, near, !v.Weak
}

// alone reports whether a turn says item x of a, where b takes up nothing.
func (p *comparison) alone(g *ground, a, b *facts, x item) bool {
	i, said := x.term, false
	if i < 0 {
		i = int32(len(a.terms)) + x.value
	}
	for _, turn := range g.read() {
		at := p.c.stance(a, turn).at[i]
		if at < 0 {
			continue
		}
		if slices.Contains(p.c.stance(b, turn).places, at) {
			return false
		}
		said = true
	}
	return said
}
