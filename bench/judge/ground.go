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

// says reports whether a turn has the very word x.
func (g *ground) says(x term) bool {
	return slices.ContainsFunc(g.read(), func(t *facts) bool { return slices.ContainsFunc(t.terms, func(y term) bool { return y.id == x.id }) })
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
// either does.
func (p *comparison) onWords(g *ground) float64 {
	both, a, b := 0, 0, 0
	for _, turn := range g.read() {
		x, y := p.c.stance(p.a, turn).places, p.c.stance(p.b, turn).places
		a, b = a+len(x), b+len(y)
		for _, i := range x {
			if slices.Contains(y, i) {
				both++
			}
		}
	}
	if min(a, b) == 0 {
		return noPlaces
	}
	return float64(both) / math.Sqrt(float64(a)*float64(b))
}

// noPlaces is what onWords says where one of the two takes up no word: little is known.
const noPlaces = 0.4

// onClauses returns whether the two lie near to the same clauses of the turns:
// the correlation, clause by clause, of how near each lies.
func (p *comparison) onClauses(g *ground) float64 {
	a, b := p.c.sumA[:0], p.c.sumB[:0]
	for _, turn := range g.read() {
		a = p.c.stance(p.a, turn).sum(a, p.a)
		b = p.c.stance(p.b, turn).sum(b, p.b)
	}
	p.c.sumA, p.c.sumB = a, b
	if len(a) < 2 {
		return 0.5 // there is one clause: nothing is known
	}
	return correlation(a, b)
}

// onGists returns how far the two spread over the clauses of the turns alike, 0 to
// 1, each by how near the gist of each clause lies to its own.
func (p *comparison) onGists(g *ground) float64 {
	var allA, allB float32
	clauses := 0
	for _, turn := range g.read() {
		allA, allB = allA+p.c.heat(p.a, turn).sum, allB+p.c.heat(p.b, turn).sum
		clauses += len(p.c.wordingOf(turn).parts)
	}
	if clauses < 2 || allA == 0 || allB == 0 {
		return noGists
	}
	var both float32
	for _, turn := range g.read() {
		y := p.c.heat(p.b, turn).of
		for i, x := range p.c.heat(p.a, turn).of {
			both += min(x/allA, y[i]/allB)
		}
	}
	return float64(both)
}

// noGists is what onGists says where there is one clause, or an entry of which no word is known.
const noGists = 0.6

// A heat is how much an entry draws to each clause of a turn.
type heat struct {
	turn uint32
	of   []float32 // by clause; nil if no word of the entry is known
	sum  float32
}

// heat returns the heat of f in turn, which is found once.
func (c *Case) heat(f, turn *facts) *heat {
	for i := range f.heats {
		if f.heats[i].turn == turn.num {
			return &f.heats[i]
		}
	}
	h := heat{turn: turn.num}
	if worded := c.wordingOf(f); len(worded.parts) > 0 {
		parts := c.wordingOf(turn).parts
		h.of = make([]float32, len(parts))
		for i := range parts {
			h.of[i] = float32(math.Exp(heatBase * float64(worded.gist.Dot(&parts[i]))))
			h.sum += h.of[i]
		}
	}
	f.heats = append(f.heats, h)
	return &f.heats[len(f.heats)-1]
}

// heatBase says how much more a nearer clause draws.
const heatBase = 5

// noSpread is the correlation of what has no spread.
const noSpread = 0.2

func correlation(a, b []float64) float64 {
	var meanA, meanB float64
	for i := range a {
		meanA += a[i] / float64(len(a))
		meanB += b[i] / float64(len(a))
	}
	var dot, na, nb float64
	for i := range a {
		x, y := a[i]-meanA, b[i]-meanB
		dot += x * y
		na += x * x
		nb += y * y
	}
	if na*nb < 1e-12 {
		return noSpread
	}
	return dot / math.Sqrt(na*nb)
}

// A stance is where one entry stands in a turn.
type stance struct {
	clauses int       // of the turn
	near    []float32 // how near each term and then each value of the entry lies to each clause, 0 to 1
	places  []int32   // what of the turn the entry takes up: terms by index, then values
}

// stance returns the stance of f in turn, which is found once.
func (c *Case) stance(f, turn *facts) *stance {
	id := uint64(f.num)<<32 | uint64(turn.num)
	s, ok := c.stances[id]
	if !ok {
		if c.stances == nil {
			c.stances = make(map[uint64]*stance)
		}
		n := turn.clauses()
		s = &stance{clauses: n, near: c.nearness(f, turn, n), places: c.places(f, turn)}
		c.stances[id] = s
	}
	return s
}

// sum adds to sums how near f lies to each clause.
func (s *stance) sum(sums []float64, f *facts) []float64 {
	from := len(sums)
	for range s.clauses {
		sums = append(sums, 0)
	}
	add := func(i int, weight float64) {
		for k, x := range s.near[i*s.clauses : (i+1)*s.clauses] {
			sums[from+k] += weight * float64(x)
		}
	}
	for i, t := range f.terms {
		add(i, t.weight)
	}
	for i := range f.said.Values {
		add(len(f.terms)+i, valueWeight)
	}
	return sums
}

// nearness returns how near each term and value of f lies to each of the n clauses of turn.
func (c *Case) nearness(f, turn *facts, n int) []float32 {
	near := make([]float32, n*(len(f.terms)+len(f.said.Values)))
	for i, x := range f.terms {
		row := near[i*n : (i+1)*n]
		for k, y := range turn.terms {
			if y.weight < 0.5 {
				continue
			}
			if at := turn.said.Terms[k].Clause; row[at] < nearest {
				row[at] = max(row[at], float32(c.kinship(x.id, y.id)))
			}
		}
	}
	for i := range f.said.Values {
		row := near[(len(f.terms)+i)*n:]
		for j := range turn.said.Values {
			if v := &turn.said.Values[j]; v.Kind != lang.Name && agrees(&f.said.Values[i], v) {
				row[v.Clause] = 1
				break
			}
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

// places returns the places of turn that f takes up. Words of a turn's
// conditions place nothing: two rules for one case share them.
func (c *Case) places(f, turn *facts) []int32 {
	var places []int32
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
		if at >= 0 && !slices.Contains(places, int32(at)) {
			places = append(places, int32(at))
		}
	}
	for i := range f.said.Values {
		v := &f.said.Values[i]
		if v.Weak || v.Kind == lang.Name {
			continue
		}
		for j := range turn.said.Values {
			if at := int32(len(turn.terms) + j); agrees(v, &turn.said.Values[j]) && !slices.Contains(places, at) {
				places = append(places, at)
				break
			}
		}
	}
	return places
}
