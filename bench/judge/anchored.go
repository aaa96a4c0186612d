package judge

import (
	"context"
	"math"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Anchored judges as [Lexical] does, but where two entries stand on the same
// turn it asks whether they take up the same of it: people who write down one
// remark seldom choose the same words. The zero value is ready.
type Anchored struct{}

// Name returns "anchored".
func (Anchored) Name() string { return "anchored" }

// Version returns the version of the judge.
func (Anchored) Version() string { return "2" }

// Links judges the pairs that share a turn, and those that Lexical would.
func (Anchored) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	return links(ctx, c, predicted, gold, func(p *comparison, a, b *bench.Entry) (same, entails bool) {
		g := &ground{c: p.c, cited: sharedTurns(a, b)}
		if p.contradicts(g) {
			return false, p.entails()
		}
		s := sidesOf(a, b)
		same = p.bound(g, s)
		return same, same || p.entails() || p.holds(g, s)
	})
}

// contradicts reports whether something in the one rules out the other. What
// only one of them says, the turn may have said. Some differences tell two memories
// apart only where the rest is worded alike.
func (p *comparison) contradicts(g *ground) bool {
	if !p.unclashedValues() || !p.unclashedMood() || !p.sameOrder() || !p.unopposed() || p.denied() {
		return true
	}
	return p.exact >= nearCopy && p.crossed() || p.exact >= fairCopy && (p.actorsApart(g) >= 0.5 || p.frame() >= oneFrame && p.replaced(g))
}

// frame returns how far the two begin and end alike.
func (p *comparison) frame() float64 { return p.c.wordingOf(p.a).frame(p.c.wordingOf(p.b)) }

// oneFrame is the share from where on two entries are one frame with something else in it.
const oneFrame = 0.5

// The shares word for word from where on two entries are worded alike.
const (
	nearCopy = 0.6
	fairCopy = 0.5
)

// bound reports whether two entries that stand on the same turns and do not
// contradict each other are one memory. It is a question of degree, and of how alike they
// are worded: loose wordings are the same if they are at home in the same clauses, in near
// copies whatever differs was meant to.
func (p *comparison) bound(g *ground, s sides) bool {
	bond := bondCover*min(p.coverA, p.coverB) + bondValueOff*float64(min(max(valuesOff(p.a, p.b), valuesOff(p.b, p.a)), 2))
	if p.sharesValue() {
		bond += bondValue
	}
	switch s {
	case sidesSame:
		bond += bondSide
	case sidesApart:
		bond += bondApart
	}
	if !p.sameSubject() {
		bond += bondSubject
	}
	if p.a.said.Except != p.b.said.Except {
		bond += bondExcept
	}
	gists, clauses, places := bondGists+bondGistsExact*p.exact, bondClauses+bondClausesExact*p.exact, bondPlaces*p.exact
	most := math.Abs(clauses) + places
	if bond+max(0, gists)+most < needBond {
		return false // the turn cannot make up for it
	}
	bond += gists * p.onGists(g)
	if bond+most < needBond {
		return false
	}
	if bond += p.bondWording(); bond+most < needBond {
		return false
	}
	if p.exact >= nearCopy && !p.unclashedPersons() {
		bond += bondPersons
	}
	if min(namesOff(p.a, p.b, p.left), namesOff(p.b, p.a, p.rite)) > 0 {
		bond += bondNames
	}
	if bond += bondActors * p.actorsApart(g); bond+most < needBond {
		return false
	}
	bond += places * p.onWords(g)
	return bond+math.Abs(clauses) >= needBond && bond+clauses*p.onClauses(g) >= needBond && !p.spansApart()
}

// bondWording returns what the wording says against the two being one memory.
func (p *comparison) bondWording() float64 {
	a, b := p.c.wordingOf(p.a), p.c.wordingOf(p.b)
	bond, strays := bondFrame*p.frame(), a.strays(b)
	if strays > 0 && strays <= fewStrays {
		bond += bondStrays
	}
	if strays > 0 && p.exact >= fairCopy && a.every != b.every {
		bond += bondEvery
	}
	if p.exact >= turnedCopy && a.turned(b) {
		bond += bondTurned
	}
	if !p.samePolarity() {
		bond += bondPolarity * p.exact
	}
	return bond
}

// What makes two entries of one turn one memory: the weights of a logistic
// regression (ridge, C = 0.3) on the pairs with a turn in common that do not contradict
// each other, of all files with evidence in testdata and bench/audit/judges; so none of them
// is a fair test of the judge. What is weighed was chosen by the mistakes on the files of
// each author, with weights that were fitted to those of the others. Each file has the same
// weight in each language, whatever its size, but for read.jsonl (4), read_check.jsonl (2) and
// check_anchored.jsonl (0.3); different pairs weigh 1.2 times what same ones do.
// needBond is where the regression is sure to 0.47: there readers' notes are matched about as often as
// by version 1.
const (
	bondCover        = 3.59  // the topic that they share: the lesser share
	bondValue        = 0.74  // a value in common
	bondValueOff     = -0.72 // for each of up to two values of the one that the other leaves out
	bondSide         = 1.10  // both about the user, or both about how the agent is to work
	bondApart        = -0.50 // one about the user, one about how the agent is to work: by hand, the pairs say 0
	bondSubject      = -0.53 // they are not about the same persons
	bondGists        = 4.15  // they draw to the same clauses of the turn
	bondGistsExact   = -5.20 // of near copies that says less: by the share word for word
	bondClauses      = 1.22  // their words lie near to the same clauses
	bondClausesExact = -1.97 // likewise
	bondPlaces       = 5.00  // they take up the same words of the turn, by the share word for word
	bondExcept       = -1.35 // one of them makes an exception
	bondFrame        = -3.87 // they begin and end alike
	bondStrays       = -0.72 // each has a word of its own, or up to fewStrays: they stand for each other
	bondEvery        = -1.22 // one of them speaks of all, and each has a word of its own
	bondTurned       = -3.28 // two things have changed places
	bondPolarity     = -2.95 // one denies what the other asserts, by the share word for word
	bondNames        = -2.42 // each has a name that the other lacks
	bondActors       = -1.98 // the share that they tell of different persons
	bondPersons      = -1.58 // near copies that are said of different people
	needBond         = 4.14
	fewStrays        = 3
	turnedCopy       = 0.75 // the share word for word from where on changed places mean something
)

// Sides are how the sides of two entries go together.
type sides uint8

const (
	sidesNear  sides = iota // one of them is about what happened: that may be either's
	sidesSame               // of one side, or of a kind that is not known
	sidesApart              // one is about the user, one about how the agent is to work
)

func sidesOf(a, b *bench.Entry) sides {
	switch x, y := a.Kind.Side(), b.Kind.Side(); {
	case a.Kind == "" || b.Kind == "" || x == y:
		return sidesSame
	case x == dyadmem.NeitherSide || y == dyadmem.NeitherSide:
		return sidesNear
	}
	return sidesApart
}
