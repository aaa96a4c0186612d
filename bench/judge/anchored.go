package judge

import (
	"context"

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
func (Anchored) Version() string { return "1" }

// Links judges the pairs that share a turn, and those that Lexical would.
func (Anchored) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	return links(ctx, c, predicted, gold, func(p *comparison, a, b *bench.Entry) (same, entails bool) {
		g := &ground{c: p.c, cited: sharedTurns(a, b)}
		if p.contradicts(g) {
			return false, p.entails()
		}
		s := sidesOf(a, b)
		same = p.same() || p.bound(g, s)
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
	return p.exact >= nearCopy && (p.crossed() || !p.unclashedPersons()) ||
		p.exact >= fairCopy && (p.replaced(g) || p.actorsApart(g) >= 0.5)
}

// The shares word for word from where on two entries are worded alike.
const (
	nearCopy = 0.6
	fairCopy = 0.5
)

// bound reports whether two entries that stand on the same turns and do not
// contradict each other are one memory. It is a question of degree.
func (p *comparison) bound(g *ground, s sides) bool {
	bond := bondCover*(p.coverA+p.coverB)/2 + bondExact*p.exact
	if p.sharesValue() {
		bond += bondValue
	} else if p.coverA+p.coverB < leastCover {
		return false // nothing but the turn could bind them
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
	bond += bondValueOff * float64(min(max(valuesOff(p.a, p.b), valuesOff(p.b, p.a)), 2))
	if bond+bondPlaces+bondClauses+bondRest < needBond {
		return false // the turn cannot make up for it
	}
	if min(namesOff(p.a, p.b, p.left), namesOff(p.b, p.a, p.rite)) > 0 {
		bond += bondNames
	}
	bond += bondDenied*p.deniedShare() + bondActors*p.actorsApart(g)
	if bond+bondPlaces+bondClauses+bondRest < needBond {
		return false
	}
	if p.replaced(g) {
		bond += bondReplaced
	}
	bond += bondPlaces * p.onWords(g)
	if bond+bondClauses+bondRest < needBond {
		return false
	}
	return bond+bondClauses*p.onClauses(g, false)+bondRest*p.onClauses(g, true) >= needBond
}

// What makes two entries of one turn one memory: the weights of a logistic
// regression (ridge, C = 0.3) on the pairs with a turn in common that do not contradict
// each other, of all files with evidence in testdata and bench/audit/judges; so none of them
// is a fair test of the judge. Each file has a weight of its own, whatever its size: 0.4 to
// 1.5; different pairs weigh 1.2 times what same ones do. needBond is where the regression is
// sure to 0.45. What is weighed was chosen by the mistakes on files that the weights were
// not fitted to.
const (
	bondCover    = 2.95  // the topic that they share
	bondExact    = -2.01 // word for word: the more of it, the more a difference means
	bondPlaces   = 2.29  // they take up the same words of the turn
	bondClauses  = 0.46  // they lie near to the same clauses of it
	bondRest     = 0.50  // so does what they do not share word for word
	bondValue    = 0.92  // a value in common
	bondValueOff = -0.58 // for each of up to two values of the one that the other leaves out
	bondSide     = 1.27  // both about the user, or both about how the agent is to work
	bondApart    = -0.50 // one about the user, one about how the agent is to work: by hand, the pairs say 0
	bondSubject  = -0.53 // they are not about the same persons
	bondNames    = -1.78 // each has a name that the other lacks
	bondActors   = -2.34 // the share that they tell of different persons
	bondDenied   = -1.59 // the share that the one asserts and the other denies
	bondReplaced = -1.83 // a word in the place of another
	needBond     = 3.2
	leastCover   = 0.3 // the topic that they must share by themselves, both shares added up, if no value
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
