package judge

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Lexical judges by text alone. The zero value is ready.
type Lexical struct{}

// Name returns "lexical".
func (Lexical) Name() string { return "lexical" }

// Version returns the version of the judge.
func (Lexical) Version() string { return "1" }

// Links judges the pairs that share a word, a synonym, a character of a
// Chinese word or a value; all others are unrelated.
func (Lexical) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	return links(ctx, c, predicted, gold, nil)
}

// same reports whether the texts alone make one memory of the two: nothing in
// the one rules out the other, and enough binds them.
func (p *comparison) same() bool { return p.bonded() && !p.refuted() }

// refuted reports whether the texts alone show that the two are not the same. In near
// copies whatever differs was meant to; in looser wording only what contradicts counts.
func (p *comparison) refuted() bool {
	if !p.unclashedValues() || !p.sameOrder() || !p.unopposed() || p.denied() {
		return true
	}
	return p.exact >= fairCopy && (p.actorsApart(nil) >= 0.5 || !p.sameScope() || !p.sameMood()) || p.exact >= nearCopy && !p.alikeInAll()
}

// alikeInAll reports whether near copies go by every rule. A value that only one of them
// has is a detail.
func (p *comparison) alikeInAll() bool {
	return p.sameSubject() && p.samePolarity() && !p.substituted() && !p.crossed()
}

// bonded reports whether what the two have in common makes up for what each has
// alone. It is a question of degree.
func (p *comparison) bonded() bool {
	cover := min(p.coverA, p.coverB)
	bond := textCover*cover + textExact*p.exact
	if cover < leastText || bond+textValue < needText {
		return false // most pairs: nothing else could bind them
	}
	if p.sharesValue() {
		bond += textValue
	}
	bond += textValueOff * float64(min(max(valuesOff(p.a, p.b), valuesOff(p.b, p.a)), 2))
	if bond < needText {
		return false
	}
	left, rite := min(namesOff(p.a, p.b, p.left), 2), min(namesOff(p.b, p.a, p.rite), 2)
	bond += textNames*float64(min(left, rite)) + textName*float64(max(left, rite))
	bond += textActors * p.actorsApart(nil)
	if bond >= needText && p.exchanged() {
		bond += textExchanged * p.exact
	}
	return bond >= needText
}

// What makes two texts one memory: the weights of a logistic regression (ridge, C = 1)
// on the pairs that refuted lets pass, of all files of labelled pairs, those with evidence
// read without it, and on pairs of different entries of one bank of mini:dev that an index
// finds. needText is where the regression is sure to 0.7; its mistakes were counted on
// files that the weights were not fitted to.
const (
	textCover     = 7.3   // the topic that they share: the lesser share
	textExact     = -3.6  // word for word: the more of it, the more a difference means
	textValue     = 1.15  // a value in common
	textValueOff  = -1.7  // for each of up to two values of the one that the other leaves out
	textName      = -0.7  // for each of up to two names that one of them has and the other lacks
	textNames     = -1.65 // for each of up to two such names if both have them
	textActors    = -1.3  // the share that they tell of different persons
	textExchanged = -1.7  // beside one neighbour each has a word of its own, by the share word for word
	needText      = 2.5
	leastText     = 0.4 // the share of each that must be in the other, whatever else they share
)

// A verdict says whether prediction a is the same as gold b, and whether it entails it.
type verdict func(p *comparison, a, b *bench.Entry) (same, entails bool)

// links judges the pairs that an index finds, by v where the two cite a turn
// both, and by their texts alone elsewhere, or if v is nil.
func links(ctx context.Context, c *Case, predicted, gold []bench.Entry, v verdict) ([]bench.Link, error) {
	var out []bench.Link
	x := c.index(predicted)
	for j := range gold {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := &gold[j]
		if b.Content == "" {
			continue
		}
		fb := c.read(b.Content)
		for _, i := range x.near(fb, b) {
			if l, ok := c.link(int(i), j, &predicted[i], b, x.facts[i], fb, v); ok {
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(x, y bench.Link) int { return cmp.Or(cmp.Compare(x.Pred, y.Pred), cmp.Compare(x.Gold, y.Gold)) })
	return out, nil
}

// link judges one pair. ok is false if the two are unrelated.
func (c *Case) link(i, j int, a, b *bench.Entry, fa, fb *facts, v verdict) (l bench.Link, ok bool) {
	switch {
	case fa == fb, fa.folded == fb.folded, len(fa.terms) == len(fb.terms) && c.normalized(a.Content) == c.normalized(b.Content):
		return equal(i, j, a, b), true
	case v != nil && standTogether(a, b):
		return c.compare(fa, fb).link(i, j, a, b, v)
	}
	o := c.opinion(fa, fb)
	return o.link(i, j, a, b)
}

// standTogether reports whether both cite one turn.
func standTogether(a, b *bench.Entry) bool {
	return slices.ContainsFunc(a.Evidence, func(t dyadmem.TurnRef) bool { return slices.Contains(b.Evidence, t) })
}

// An opinion is what the texts of two entries alone say of them.
type opinion struct {
	same, entails, conflict bool
	similarity              float64
}

// opinion returns the opinion on a prediction and gold, which it forms once.
func (c *Case) opinion(a, b *facts) opinion {
	id := uint64(a.num)<<32 | uint64(b.num)
	o, ok := c.opined[id]
	if !ok {
		if c.opined == nil {
			c.opined = make(map[uint64]opinion)
		}
		p := c.compare(a, b)
		o = opinion{same: p.same(), similarity: round(p.similarity())}
		o.entails = o.same || p.entails()
		o.conflict = p.onOneSlot(o.similarity)
		c.opined[id] = o
	}
	return o
}

// link returns o as a link.
func (o opinion) link(i, j int, a, b *bench.Entry) (l bench.Link, ok bool) {
	l = bench.Link{Pred: i, Gold: j, Same: bench.No, Entails: bench.No, Similarity: o.similarity}
	if valid := sameValidity(a, b); valid && o.entails {
		l.Entails = bench.Yes
		if o.same {
			l.Same = bench.Yes
		}
		return l, true
	}
	l.Conflict = o.conflict
	return l, l.Conflict
}

// equal is the link of two entries of one content.
func equal(i, j int, a, b *bench.Entry) bench.Link {
	l := bench.Link{Pred: i, Gold: j, Same: bench.Yes, Entails: bench.Yes, Similarity: 1}
	if !sameValidity(a, b) {
		l.Same, l.Entails, l.Conflict = bench.No, bench.No, true
	}
	return l
}

// slot is the least similarity of two entries on one slot.
const slot = 0.55

// onOneSlot reports whether two entries that are not the same are of one slot:
// about one person, and alike.
func (p *comparison) onOneSlot(similarity float64) bool { return similarity >= slot && p.sameSubject() }

// link judges predicted entry a against gold entry b. ok is false if the two are unrelated.
func (p *comparison) link(i, j int, a, b *bench.Entry, v verdict) (l bench.Link, ok bool) {
	o := opinion{similarity: round(p.similarity())}
	o.same, o.entails = v(p, a, b)
	o.conflict = p.onOneSlot(o.similarity)
	return o.link(i, j, a, b)
}

// sameValidity: where both entries end, they end on the same day, give or take the zone.
func sameValidity(a, b *bench.Entry) bool {
	if a.Until == nil || b.Until == nil {
		return true
	}
	return a.Until.Sub(b.Until.Time).Abs() <= 36*time.Hour
}

// longest is how many times as long as a gold entry a prediction may be that entails it.
const longest = 3

// entails reports whether a, the prediction, says all that b says: b's values,
// polarity, subject and scope hold in it, nearly all of b's topic is in it, and it is
// at most three times as long.
func (p *comparison) entails() bool {
	return p.a.runes <= longest*p.b.runes && p.coverB >= 0.85 && len(p.b.terms) > 0 && valuesIn(p.b, p.a) && p.holdsSubject() && p.holdsScope() &&
		p.samePolarity() && p.sameMood() && p.sameOrder() && p.unopposed() && p.actorsApart(nil) < 0.5
}

// holdsSubject: whom b is about is spoken of in a.
func (p *comparison) holdsSubject() bool {
	a, b := &p.a.said, &p.b.said
	if a.Subject != "" && b.Subject != "" && !sameRole(a.Subject, b.Subject) {
		return false
	}
	return personsIn(b, a)
}

// holdsScope: a has no condition that b lacks.
func (p *comparison) holdsScope() bool {
	a, b := &p.a.said, &p.b.said
	return a.Only == b.Only && (a.Except == b.Except) && a.Extent == b.Extent && scopeIn(p.a, p.left) && scopeIn(p.b, p.rite)
}
