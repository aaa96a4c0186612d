package judge

import (
	"context"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
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
		if shared := sharedTurns(a, b); len(shared) > 0 && sameSide(a, b) {
			return p.same(needAnchored) && !p.apartIn(shared)
		}
		return p.same(needLexical)
	})
}

// needAnchored is needLexical for two entries that stand on the same turn.
const needAnchored = 0.2

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

// sameSide: both are about the user, or both about how the agent is to work. An
// entry of neither side, or of an unknown kind, goes with both.
func sameSide(a, b *bench.Entry) bool {
	x, y := a.Kind.Side(), b.Kind.Side()
	return x == y || x == dyadmem.NeitherSide || y == dyadmem.NeitherSide
}

// apartIn reports whether the two take up different parts of the turns that
// they share: then they are two memories out of one turn. It is false where the
// turns' text is not known.
func (p *comparison) apartIn(shared []dyadmem.TurnRef) bool {
	for _, t := range shared {
		text, ok := p.c.turns[t]
		if !ok {
			continue
		}
		turn := p.c.read(text)
		a, b := p.c.places(p.a, turn), p.c.places(p.b, turn)
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		for i := range a {
			if b[i] {
				return false
			}
		}
		return true
	}
	return false
}

// places returns the terms of turn, by index, that f takes up.
func (c *Case) places(f, turn *facts) map[int]bool {
	places := make(map[int]bool)
	for _, x := range f.terms {
		best, at := likeMatched, -1
		for j, y := range turn.terms {
			if like := likeness(&c.senses[x.id], &c.senses[y.id]); like > best {
				best, at = like, j
			}
		}
		if at >= 0 {
			places[at] = true
		}
	}
	return places
}
