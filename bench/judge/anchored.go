package judge

import (
	"context"
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
		if p.same(needLexical) {
			return true
		}
		shared := sharedTurns(a, b)
		return len(shared) > 0 && sameSide(a, b) && p.anchored(shared)
	})
}

// anchored reports whether two entries that stand on the same turns are the
// same memory. What the one leaves out, the turn supplies; so a value, a
// condition or a mood that only one of them has does not part them, and one
// that both have and differ in does. Their topics are one where they take up
// the same words of the turn, or share enough by themselves.
func (p *comparison) anchored(shared []dyadmem.TurnRef) bool {
	if !p.sameSubject() || !p.unclashedValues() || !p.unclashedPolarity() || !p.unclashedScope() || !p.unclashedMood() ||
		!p.sameOrder() || !p.unopposed() || p.substitutedFrom(alikeAnchored) || p.contrasted() {
		return false
	}
	least, mean := min(p.coverA, p.coverB), (p.coverA+p.coverB)/2
	switch p.onTurns(shared) {
	case alone:
		return mean >= needAlone
	case together:
		return least >= needTogether || mean >= needAlone && p.shareValues()
	case apart:
		return false
	}
	return least >= needAlone && mean >= needUnplaced
}

// shareValues: both have values, the same ones.
func (p *comparison) shareValues() bool {
	said := func(v lang.Value) bool { return !v.Weak && v.Kind != lang.Name }
	return slices.ContainsFunc(p.a.said.Values, said) && slices.ContainsFunc(p.b.said.Values, said) && p.sameValues()
}

// The shares of two entries' topics that must be found in each other where they
// stand on the same turn: on the mean, where both take up just the same words
// of it; of each, where they take up some of the same; and on the mean besides,
// where the turn does not tell.
const (
	needAlone    = 0.2
	needTogether = 0.3
	needUnplaced = 0.4

	// alikeAnchored is alikeLexical for two entries that stand on the same turn.
	alikeAnchored = 0.55
)

// unclashedValues: each has the amounts of the other, and not both have
// another value (a time, a name) that the other lacks.
func (p *comparison) unclashedValues() bool {
	return amountsIn(p.a, p.b) && amountsIn(p.b, p.a) && (valuesIn(p.a, p.b) || valuesIn(p.b, p.a))
}

// amountsIn reports whether each amount of a agrees with a value of b.
func amountsIn(a, b *facts) bool {
	for _, v := range a.said.Values {
		switch v.Kind {
		case lang.Number, lang.Measure, lang.Money, lang.Percent, lang.Age:
			if !v.Weak && !v.In(b.said.Values) {
				return false
			}
		}
	}
	return true
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
			if x.sign*y.sign < 0 && !x.scoped && !y.scoped && (p.left[i].near >= 0.8 || x.weight > 0.5) {
				return false
			}
		}
	}
	return true
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

// A placing is how two entries stand on the words of a turn.
type placing int

const (
	unknown  placing = iota // the turn is not at hand, or one of them takes up none of its words
	alone                   // they take up the same words and no others
	together                // at least half of the words of the one are the other's too
	apart                   // they take up different words
)

// onTurns returns how the two stand on the turns that they share. Words of a
// turn's conditions place nothing: two rules for one case share them.
func (p *comparison) onTurns(shared []dyadmem.TurnRef) placing {
	result := unknown
	for _, t := range shared {
		text, ok := p.c.turns[t]
		if !ok {
			continue
		}
		turn := p.c.read(text)
		a, b := p.c.places(p.a, turn), p.c.places(p.b, turn)
		n, least := 0, min(len(a), len(b))
		if least == 0 {
			continue
		}
		for _, i := range a {
			if slices.Contains(b, i) {
				n++
			}
		}
		switch {
		case n == len(a) && n == len(b):
			return alone
		case 2*n >= least:
			result = together
		case result == unknown:
			result = apart
		}
	}
	return result
}

// places returns the places of turn that f takes up: its terms by index, then
// its values.
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
			if like := likeness(&c.senses[x.id], &c.senses[y.id]); like > best || like == best && at < 0 {
				best, at = like, j
			}
		}
		if at >= 0 && !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for _, v := range f.said.Values {
		for j, w := range turn.said.Values {
			if at := len(turn.terms) + j; !v.Weak && v.Kind != lang.Name && v.Agrees(w) && !slices.Contains(places, at) {
				places = append(places, at)
				break
			}
		}
	}
	return places
}
