package judge

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// holds reports whether prediction a has in it what gold b says, where both stand on
// the same turns and do not contradict each other: a merged statement holds each of the
// memories that went into it. It weighs as bound does, from b's side.
func (p *comparison) holds(g *ground, s sides) bool {
	if s == sidesApart || p.a.runes > longest*p.b.runes || len(p.b.terms) == 0 || !valuesHeld(p.b, p.a) {
		return false
	}
	held := heldCover*p.coverB + heldExact*p.exact
	if p.sharesValue() {
		held += heldValue
	}
	if s == sidesSame {
		held += heldSide
	}
	if !p.holdsSubject() {
		held += heldSubject
	}
	if held+heldPlaces+heldClauses < needHeld {
		return false
	}
	replaced := p.replaced(g)
	if replaced {
		held += heldReplaced
	}
	held += heldPlaces*p.heldWords(g) + heldActors*p.actorsApart(g) + heldDenied*p.deniedShare()
	if held+heldClauses < needHeld || held+heldClauses*p.onClauses(g) < needHeld {
		return false
	}
	return p.exact < fairCopy || !replaced && (p.exact < nearCopy || p.unclashedPersons())
}

// What makes a prediction hold a gold entry of its turn: the weights of a regression
// as that of bound, on the pairs of read.jsonl and its check that say which entail, and on
// the pairs of the other files, where only the same entail. needHeld is where it is sure to 0.6.
const (
	heldCover    = 2.65  // of b's topic, in a
	heldExact    = -1.86 // word for word
	heldPlaces   = 2.43  // of the turn's words that b takes up, a does too
	heldClauses  = 0.85  // they lie near to the same clauses
	heldValue    = 1.08  // a value in common
	heldSide     = 1.79  // of one side
	heldSubject  = -0.67 // whom b is about is not in a
	heldActors   = -1.99 // the share that they tell of different persons
	heldDenied   = -1.68 // the share that the one asserts and the other denies
	heldReplaced = -0.93 // a word in the place of another
	needHeld     = 3.86
)

// heldWords returns the share of the places of the turns that b takes up which a
// takes up too.
func (p *comparison) heldWords(g *ground) float64 {
	both, all := 0, 0
	for _, turn := range g.read() {
		x, y := p.c.stance(p.a, turn).places, p.c.stance(p.b, turn).places
		all += len(y)
		for _, i := range y {
			if slices.Contains(x, i) {
				both++
			}
		}
	}
	if all == 0 {
		return noPlaces
	}
	return float64(both) / float64(all)
}

// valuesHeld reports whether each value of b is in a, but for dates: that of the
// session goes without saying.
func valuesHeld(b, a *facts) bool {
	for i := range b.said.Values {
		v := &b.said.Values[i]
		switch v.Kind {
		case lang.Name, lang.Date, lang.Relative, lang.MonthDay:
			continue
		}
		if !v.Weak && !within(v, a.said.Values) && !leftOut(*v, a) {
			return false
		}
	}
	return true
}
