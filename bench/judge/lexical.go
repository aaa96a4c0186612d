package judge

import (
	"context"
	"math"
	"time"

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
	return links(ctx, c, predicted, gold, func(p *comparison, _, _ *bench.Entry) bool { return p.same(needLexical) })
}

// needLexical is the share of two entries' topics that must be found in each
// other where no word of them is alike.
const needLexical = 0.4

// same reports whether every rule holds and the topics share need.
func (p *comparison) same(need float64) bool {
	return p.sameSubject() && p.sameValues() && p.samePolarity() && p.sameScope() && p.sameMood() && p.sameOrder() && p.unopposed() && !p.substituted() && p.sameTopic(need)
}

// links judges pairs by same, which is asked only where the contents are not
// equal anyway.
func links(ctx context.Context, c *Case, predicted, gold []bench.Entry, same func(p *comparison, a, b *bench.Entry) bool) ([]bench.Link, error) {
	var out []bench.Link
	read := make([]*facts, len(gold))
	for j := range gold {
		read[j] = c.read(gold[j].Content)
	}
	for i := range predicted {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a := &predicted[i]
		if a.Content == "" {
			continue
		}
		fa := c.read(a.Content)
		for j := range gold {
			b := &gold[j]
			if b.Content == "" {
				continue
			}
			fb := read[j]
			if a.Content == b.Content {
				out = append(out, equal(i, j, a, b))
				continue
			}
			if !meets(fa.keys, fb.keys) {
				continue
			}
			if fa.folded == fb.folded || len(fa.terms) == len(fb.terms) && c.normalized(a.Content) == c.normalized(b.Content) {
				out = append(out, equal(i, j, a, b))
				continue
			}
			p := c.compare(fa, fb)
			if l, ok := p.link(i, j, a, b, same); ok {
				out = append(out, l)
			}
		}
	}
	return out, nil
}

// equal is the link of two entries of one content.
func equal(i, j int, a, b *bench.Entry) bench.Link {
	l := bench.Link{Pred: i, Gold: j, Same: bench.Yes, Entails: bench.Yes, Similarity: 1}
	if !sameValidity(a, b) {
		l.Same, l.Entails, l.Conflict = bench.No, bench.No, true
	}
	return l
}

// related is the least similarity of a pair that gets a link though it is not
// the same, and slot that of two entries on one slot.
const (
	related = 0.3
	slot    = 0.55
)

// link judges predicted entry a against gold entry b. ok is false if the two are unrelated.
func (p *comparison) link(i, j int, a, b *bench.Entry, same func(p *comparison, a, b *bench.Entry) bool) (l bench.Link, ok bool) {
	l = bench.Link{Pred: i, Gold: j, Same: bench.No, Entails: bench.No, Similarity: math.Round(p.similarity()*1e4) / 1e4}
	valid := sameValidity(a, b)
	switch {
	case valid && same(p, a, b):
		l.Same, l.Entails = bench.Yes, bench.Yes
		return l, true
	case valid && p.entails():
		l.Entails = bench.Yes
		return l, true
	}
	l.Conflict = l.Similarity >= slot && p.sameSubject()
	return l, l.Conflict || l.Similarity >= related
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
		p.samePolarity() && p.sameMood() && p.sameOrder() && p.unopposed()
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
