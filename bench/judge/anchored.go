package judge

import (
	"context"
	"math"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// Anchored judges as [Lexical] does, but where two entries stand on the same
// turn it asks for less likeness of wording: people who write down one remark
// seldom choose the same words. The zero value is ready.
type Anchored struct{}

// Name returns "anchored".
func (Anchored) Name() string { return "anchored" }

// Version returns the version of the judge.
func (Anchored) Version() string { return "1" }

// Links judges the pairs that share a turn, and those that Lexical would.
func (Anchored) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	return links(ctx, c, predicted, gold, func(p *comparison, a, b *bench.Entry) bool {
		lexical := p.same(needLexical)
		shared := sharedTurns(a, b)
		if len(shared) == 0 {
			return lexical
		}
		g := &ground{c: p.c, cited: shared}
		return p.consistent() && (lexical || p.bound(g, sameSide(a, b))) && !p.replaced(g)
	})
}

// consistent: nothing in the one contradicts the other. What only one of them
// says, the turn may have said.
func (p *comparison) consistent() bool {
	return p.unclashedPersons() && p.unclashedValues() && p.unclashedPolarity() && p.unclashedScope() && p.unclashedMood() &&
		p.sameOrder() && p.unopposed() && !p.crossed()
}

// bound reports whether two entries that stand on the same turns and do not
// contradict each other are one memory. It is a question of degree: how much of
// their topics they share, how much of the turn they both take up, whether
// they share a value and are of one side.
func (p *comparison) bound(g *ground, sameSide bool) bool {
	bond := (p.coverA + p.coverB) / 2
	if p.sharesValue() {
		bond += bondValue
	}
	if bond < leastBond {
		return false
	}
	if sameSide {
		bond += bondSide
	}
	need := needBond + bondStrict*p.exact
	if bond+bondPlace+bondClause < need {
		return false
	}
	places, clauses := p.onTurn(g)
	return bond+bondPlace*places+bondClause*clauses >= need
}

// What makes two entries of one turn one memory, in shares of the topic. The
// figures are those of a logistic regression on the tune pairs of
// testdata/read.jsonl and tune_anchored.jsonl that nothing above parts, in which
// same pairs of less than 0.6 of the topic weigh three times and flipped ones
// twice, rounded.
const (
	bondPlace  = 0.65 // they take up the same words of the turn
	bondClause = 0.3  // they lie near to the same clauses of it
	bondValue  = 0.2  // a value in common
	bondSide   = 0.55 // both about the user, or both about how the agent is to work
	bondStrict = 0.7  // the more is word for word, the more a difference means
	needBond   = 1.22
	leastBond  = 0.1 // what they must share by themselves
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

// agrees reports whether two values can mean the same where a turn has said
// the rest: besides what [lang.Value.Agrees] lets pass, one of them may leave out
// that it is a bound, or the month of a date.
func agrees(v, w *lang.Value) bool {
	if v.Agrees(*w) {
		return true
	}
	if v.Kind == lang.MonthDay && w.Kind == lang.Date {
		v, w = w, v
	}
	if v.Kind == lang.Date && w.Kind == lang.MonthDay {
		return len(v.Text) >= 5 && len(w.Text) > 0 && trimZero(v.Text[len(v.Text)-2:]) == w.Text
	}
	if v.Kind != w.Kind || v.Bound == w.Bound || v.Bound*w.Bound < 0 {
		return false
	}
	x, y := *v, *w
	x.Bound, y.Bound = 0, 0
	return x.Agrees(y)
}

func trimZero(day string) string {
	if day[0] == '0' {
		return day[1:]
	}
	return day
}

// unclashedPersons: not both speak of a person whom the other leaves out, and
// near copies are not said of different people.
func (p *comparison) unclashedPersons() bool {
	a, b := &p.a.said, &p.b.said
	if p.exact >= nearCopy && a.Subject != "" && b.Subject != "" && !sameRole(a.Subject, b.Subject) {
		return false
	}
	if p.exact >= copied {
		return personsIn(a, b) && personsIn(b, a)
	}
	return personsIn(a, b) || personsIn(b, a)
}

// copied is the share word for word from where on one who is spoken of in the
// one alone is another person.
const copied = 0.8

// unclashedValues: not each has a value of one kind that the other lacks.
func (p *comparison) unclashedValues() bool {
	a, b := p.a.said.Values, p.b.said.Values
	for i := range a {
		v := &a[i]
		if v.Kind == lang.Name || within(v, b) {
			continue
		}
		for j := range b {
			w := &b[j]
			if w.Kind == v.Kind && !(v.Weak && w.Weak && v.Kind == lang.Number) && !within(w, a) {
				return false
			}
		}
	}
	return !p.figureLeft(p.a, p.left) || !p.figureLeft(p.b, p.rite)
}

// figureLeft reports whether a term in digits that is no value, a blood
// pressure say, has no like.
func (p *comparison) figureLeft(f *facts, partners []partner) bool {
	for i, t := range f.terms {
		if text := p.c.senses[t.id].Text; partners[i].near < likeMatched && '0' <= text[0] && text[0] <= '9' {
			return true
		}
	}
	return false
}

func within(v *lang.Value, list []lang.Value) bool {
	for i := range list {
		if agrees(v, &list[i]) {
			return true
		}
	}
	return false
}

// sharesValue: both have a value that is not a mere name or part of the day.
func (p *comparison) sharesValue() bool {
	for i := range p.a.said.Values {
		v := &p.a.said.Values[i]
		if !v.Weak && v.Kind != lang.Name && v.Kind != lang.DayPart && within(v, p.b.said.Values) {
			return true
		}
	}
	return false
}

// unclashedPolarity: no word that both have is asserted in the one and denied
// in the other.
func (p *comparison) unclashedPolarity() bool {
	if p.bridged() {
		return true
	}
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && p.left[i].near >= likeMatched {
			y := p.b.terms[j]
			if x.sign*y.sign < 0 && !x.scoped && !y.scoped && (min(x.weight, y.weight) > 0.5 || p.exact >= nearCopy) &&
				!p.a.signed(x.id, y.sign) && !p.b.signed(y.id, x.sign) {
				return false
			}
		}
	}
	return true
}

// signed reports whether f has the term with that sign somewhere.
func (f *facts) signed(id int32, sign int8) bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.id == id && t.sign == sign })
}

// unclashedScope: not both have a condition that the other lacks, and neither
// alone is graded.
func (p *comparison) unclashedScope() bool {
	return p.a.said.Extent == p.b.said.Extent && (scopeIn(p.a, p.left) || scopeIn(p.b, p.rite))
}

// unclashedMood: neither alone is doubtful or over.
func (p *comparison) unclashedMood() bool {
	a, b := p.a.said.Mood, p.b.said.Mood
	return a == b || a <= lang.Planned && b <= lang.Planned
}

// replaced: beside the same neighbour the two have words of one sort, of which
// the turn has only one: the knee in the turn is a hip in one of them.
func (p *comparison) replaced(g *ground) bool {
	a, b := p.a.items, p.b.items
	left, rite := p.mates()
	for i, x := range a {
		if left[i] >= 0 || x.term < 0 || p.a.terms[x.term].weight < 0.6 {
			continue
		}
		for j, y := range b {
			if rite[j] >= 0 || y.term < 0 || p.b.terms[y.term].weight < 0.6 {
				continue
			}
			between, beside := neighbours(i, j, left, rite)
			if !beside && !between {
				continue
			}
			sx, sy := &p.c.senses[p.a.terms[x.term].id], &p.c.senses[p.b.terms[y.term].id]
			if p.otherThing(sx, sy, beside, between) && g.speaks(p.a.terms[x.term]) != g.speaks(p.b.terms[y.term]) {
				return true
			}
		}
	}
	return false
}

// otherThing reports whether x and y, which stand beside or between the same
// neighbours, are two things of one sort and not two words for one thing.
func (p *comparison) otherThing(x, y *lang.Sense, beside, between bool) bool {
	near := x.Near(y)
	switch {
	case x.Overlap(y) > 0:
		return between && x.SharesHead(y) && len(x.Text) == len(y.Text) // 精装 and 平装, but not 料 and 木料
	case akin(x.Text, y.Text):
		return false
	}
	return beside && near >= besideNear || between && (near >= betweenNear || p.exact >= nearCopy)
}

// How near the vectors of two words lie that can stand in each other's place,
// beside one neighbour and between two of them; and the share word for word from
// where on any other word in a place is another thing.
const (
	besideNear  = 0.55
	betweenNear = 0.45
	nearCopy    = 0.6
)

// akin reports whether two English words begin alike.
func akin(a, b string) bool { return len(a) >= 4 && len(b) >= 4 && a[:4] == b[:4] }

// neighbours reports whether items i and j stand between the same neighbours
// (an end is one), and whether they stand beside one.
func neighbours(i, j int, left, rite []int) (between, beside bool) {
	like := func(i, j int) (like, end bool) {
		endA, endB := i < 0 || i >= len(left), j < 0 || j >= len(rite)
		return !endA && !endB && left[i] == j, endA && endB
	}
	before, first := like(i-1, j-1)
	after, last := like(i+1, j+1)
	return (before || first) && (after || last), before || after
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

// sameSide: both are about the user, both about how the agent is to work, or
// both about what happened. An entry of unknown kind goes with each.
func sameSide(a, b *bench.Entry) bool {
	return a.Kind == "" || b.Kind == "" || a.Kind.Side() == b.Kind.Side()
}

// onTurn returns how far the two take up the same words of the turns, 0 to 1,
// and how far they lie near to the same clauses. Of the words it is the
// places that both take up, of the geometric mean of those that either does;
// where one of them has no word of the turn, the clauses stand for them.
func (p *comparison) onTurn(g *ground) (places, clauses float64) {
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
	clauses = p.onClauses(g)
	if min(a, b) == 0 {
		return byClause * clauses, clauses
	}
	return float64(both) / math.Sqrt(float64(a)*float64(b)), clauses
}

// byClause is what lying near to the same clauses is worth in place of words.
const byClause = 0.8

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
			at := turn.said.Terms[k].Clause
			best[at] = max(best[at], c.kinship(x.id, y.id))
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
