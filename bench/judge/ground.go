package judge

import (
	"math"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// A ground is what two entries stand on: the turns that both cite. They are
// read when first asked for; most pairs of a turn can do without.
type ground struct {
	c     *Case
	cited []dyadmem.TurnRef
	turns []*facts
	done  bool
}

// read returns what the turns say. A turn that is not at hand is left out.
func (g *ground) read() []*facts {
	if !g.done {
		for _, t := range g.cited {
			if text, ok := g.c.turns[t]; ok {
				g.turns = append(g.turns, g.c.read(text))
			}
		}
		g.done = true
	}
	return g.turns
}

// speaks reports whether a turn has a word like x.
func (g *ground) speaks(x term) bool {
	for _, t := range g.read() {
		for _, y := range t.terms {
			if like, _ := g.c.like(x.id, y.id); like >= likeMatched {
				return true
			}
		}
	}
	return false
}

// sharedTurns returns the turns that both cite.
func sharedTurns(a, b *bench.Entry) []dyadmem.TurnRef {
	var shared []dyadmem.TurnRef
	for _, t := range a.Evidence {
		if slices.Contains(b.Evidence, t) && !slices.Contains(shared, t) {
			shared = append(shared, t)
		}
	}
	return shared
}

// onWords returns how far the two take up the same words and values of the
// turns, 0 to 1: the places that both take up, of the geometric mean of those that
// either does. ok is false if one of them takes up none.
func (p *comparison) onWords(g *ground) (share float64, ok bool) {
	both, a, b := 0, 0, 0
	for _, turn := range g.read() {
		x, y := p.c.places(p.a, turn), p.c.places(p.b, turn)
		a, b = a+len(x), b+len(y)
		for _, i := range x {
			if slices.Contains(y, i) {
				both++
			}
		}
	}
	if min(a, b) == 0 {
		return 0, false
	}
	return float64(both) / math.Sqrt(float64(a)*float64(b)), true
}

// onClauses returns how far the two lie near to the same clauses of the turns, 0
// to 1: the cosine of how near each lies to every clause, the nearest weighing most.
func (p *comparison) onClauses(g *ground) float64 {
	var dot, a, b float64
	for _, turn := range g.read() {
		x, y := p.c.clauses(p.a, turn), p.c.clauses(p.b, turn)
		for i := range x {
			dot += x[i] * y[i]
			a += x[i] * x[i]
			b += y[i] * y[i]
		}
	}
	if a*b == 0 {
		return 0.5 // nothing is known
	}
	return dot / math.Sqrt(a*b)
}

// clauses returns how near f lies to each clause of turn, 1 for the nearest. A
// clause that lies half as near counts a sixteenth.
func (c *Case) clauses(f, turn *facts) []float64 {
	near := make([]float64, turn.clauses())
	best := make([]float64, len(near))
	for _, x := range f.terms {
		clear(best)
		for k, y := range turn.terms {
			if y.weight < 0.5 {
				continue
			}
			if at := turn.said.Terms[k].Clause; best[at] < nearest {
				best[at] = max(best[at], c.kinship(x.id, y.id))
			}
		}
		for i := range near {
			near[i] += best[i] * x.weight
		}
	}
	for i := range f.said.Values {
		for j := range turn.said.Values {
			if v := &turn.said.Values[j]; v.Kind != lang.Name && agrees(&f.said.Values[i], v) {
				near[v.Clause] += valueWeight
				break
			}
		}
	}
	if top := slices.Max(near); top > 0 {
		for i := range near {
			near[i] = math.Pow(near[i]/top, 4)
		}
	}
	return near
}

// clauses returns the number of clauses that hold anything, at least 1.
func (f *facts) clauses() int {
	n := 1
	for i := range f.said.Terms {
		n = max(n, f.said.Terms[i].Clause+1)
	}
	for i := range f.said.Values {
		n = max(n, f.said.Values[i].Clause+1)
	}
	return n
}

// places returns the places of turn that f takes up: its terms by index, then
// its values. Words of a turn's conditions place nothing: two rules for one case
// share them.
func (c *Case) places(f, turn *facts) []int {
	var places []int
	for i, x := range f.terms {
		if x.named && i == 0 {
			continue // whom it is about, not what
		}
		best, at := likeTaken, -1
		for j, y := range turn.terms {
			if y.scoped || y.weight < 0.5 {
				continue
			}
			if x.id == y.id {
				at = j
				break
			}
			if like, _ := c.like(x.id, y.id); like > best || like == best && at < 0 {
				best, at = like, j
			}
		}
		if at >= 0 && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for i := range f.said.Values {
		v := &f.said.Values[i]
		if v.Weak || v.Kind == lang.Name {
			continue
		}
		for j := range turn.said.Values {
			if at := len(turn.terms) + j; agrees(v, &turn.said.Values[j]) && !slices.Contains(places, at) {
				places = append(places, at)
				break
			}
		}
	}
	return places
}
