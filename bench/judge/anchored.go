package judge

import (
	"context"

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
	weight := bondClause // of the clauses, which are read last: they cost most
	if places, ok := p.onWords(g); ok {
		bond += bondPlace * places
	} else {
		weight += bondPlace * byClause
	}
	return bond >= need || bond+weight >= need && bond+weight*p.onClauses(g) >= need
}

// What makes two entries of one turn one memory, in shares of the topic. The
// weights are rounded from a logistic regression on the consistent pairs of
// read.jsonl, tune_anchored.jsonl and loose.jsonl (testdata), in which same pairs
// that share less than 0.6 of the topic weighed three times and flipped ones
// twice. needBond was picked by hand from a few values between 1.1 and 1.35, by
// the mistakes on those files and on read_check.jsonl, so none of the four is a
// fair test of the judge.
const (
	bondPlace  = 0.65 // they take up the same words of the turn
	bondClause = 0.3  // they lie near to the same clauses of it
	byClause   = 0.8  // what that is worth in place of words, where one of them takes up none
	bondValue  = 0.2  // a value in common
	bondSide   = 0.55 // both about the user, or both about how the agent is to work
	bondStrict = 0.7  // the more is word for word, the more a difference means
	needBond   = 1.22
	leastBond  = 0.1 // what they must share by themselves
)

// sameSide: both are about the user, both about how the agent is to work, or
// both about what happened. An entry of unknown kind goes with each.
func sameSide(a, b *bench.Entry) bool {
	return a.Kind == "" || b.Kind == "" || a.Kind.Side() == b.Kind.Side()
}
