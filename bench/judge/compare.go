package judge

import (
	"cmp"
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// A comparison is two entries laid side by side: every term of each with the
// term of the other that comes nearest to it.
type comparison struct {
	c    *Case
	a, b *facts
	left []partner // by term of a
	rite []partner // by term of b

	edges []edge

	coverA, coverB float64 // the share of each one's weight that the other has, by degree
	exact          float64 // the share of both that is word for word
}

// A partner is the term nearest to another one.
type partner struct {
	index int // -1: none is near
	near  float64
	exact bool
}

// Degrees of likeness of two terms.
const (
	likeSame      = 0.95 // synonyms
	likeSometimes = 0.75 // synonyms in some sense, on one matter
	likeMatched   = 0.6  // from here on a term counts as found
	likeTaken     = 0.55 // the most for a term whose like is the partner of another
)

// likeness returns how much of the meaning of x is that of y: 1 for the same
// term, 0.95 for synonyms, less for words that share characters or lie near to
// each other. Opposites are for [words.like] to see first.
func likeness(x, y *lang.Sense) float64 {
	switch {
	case x.Text == y.Text:
		return 1
	case x.Same(y), x.Completes(y):
		return likeSame
	}
	near := x.Near(y)
	if near >= 0.3 && x.Sometimes(y) {
		return likeSometimes
	}
	like := min(max(near-0.3, 0), 0.55)
	if o := x.Overlap(y); o > 0 && (x.Single() || y.Single()) {
		// 喝 is in 喝茶, but so is 茶.
		like = max(like, min(0.5*o+0.5*max(near, 0), likeTaken))
	} else if o > 0 && x.SharesHead(y) {
		// 德语 and 法语 are two of a kind.
		like = max(like, min(0.5*o+0.5*max(near, 0), likeTaken))
	} else if o > 0 {
		// 房租 and 租金 share a character and a matter; 电话 and 电脑 a character only.
		like = max(like, min(0.5*o+0.5*max(near, 0), 0.9))
	}
	return like
}

// compare lays a and b side by side. The comparison is good until the next one.
func (c *Case) compare(a, b *facts) *comparison {
	p := &c.laid
	*p = comparison{c: c, a: a, b: b, left: unpaired(p.left, len(a.terms)), rite: unpaired(p.rite, len(b.terms)), edges: p.edges[:0]}
	for i, x := range a.terms {
		for j, y := range b.terms {
			like, opposed := c.like(x.id, y.id)
			if opposed && x.sign*y.sign < 0 {
				like = likeSame // not long is short
			}
			if like > 0 {
				p.edges = append(p.edges, edge{int32(i), int32(j), p.apart(i, j), like})
			}
		}
	}
	p.pair()
	var exactA, exactB float64
	p.coverA, exactA = p.cover(a, b, p.left)
	p.coverB, exactB = p.cover(b, a, p.rite)
	p.exact = min(exactA, exactB)
	return p
}

// unpaired returns n terms without a partner, in the place of list if it has
// room for them.
func unpaired(list []partner, n int) []partner {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		list[i] = partner{index: -1}
	}
	return list
}

// An edge is two terms with something in common.
type edge struct {
	i, j  int32
	apart int32 // how far apart the two stand in their clauses; more if the one is denied and the other asserted
	like  float64
}

// apart returns how far term i of a and term j of b stand apart: a word that comes
// twice is laid beside that of the same sign, then of the same clause.
func (p *comparison) apart(i, j int) int32 {
	x, y := &p.a.said.Terms[i], &p.b.said.Terms[j]
	n := int32(max(x.Clause, y.Clause) - min(x.Clause, y.Clause))
	if x.Sign*y.Sign < 0 {
		n += 100
	}
	return n
}

// pair gives each term its partner: the likest pairs first, each term once.
// A term whose like is taken is a second word on the same thing, or another
// thing: it is near, but not found.
func (p *comparison) pair() {
	slices.SortFunc(p.edges, func(x, y edge) int {
		return cmp.Or(cmp.Compare(y.like, x.like), cmp.Compare(x.apart, y.apart), cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j))
	})
	for _, e := range p.edges {
		left, rite := &p.left[e.i], &p.rite[e.j]
		switch exact := p.a.terms[e.i].id == p.b.terms[e.j].id; {
		case left.index < 0 && rite.index < 0:
			*left, *rite = partner{int(e.j), e.like, exact}, partner{int(e.i), e.like, exact}
		case left.index < 0 && left.near == 0:
			left.near = min(e.like, likeTaken)
		case rite.index < 0 && rite.near == 0:
			rite.near = min(e.like, likeTaken)
		}
	}
}

// cover returns the shares of a's weight that b has, by degree and word for
// word. A value counts as a term of the topic too, so that two entries with no
// other words than values can be the same.
func (p *comparison) cover(a, b *facts, partners []partner) (degree, exact float64) {
	total := a.weight
	for i, t := range a.terms {
		degree += t.weight * partners[i].near
		if partners[i].exact {
			exact += t.weight
		}
	}
	for _, v := range a.said.Values {
		if v.Weak || v.Kind == lang.DayPart || v.Kind == lang.Name {
			continue
		}
		total += valueWeight
		if v.In(b.said.Values) {
			degree += valueWeight
			exact += valueWeight
		}
	}
	for _, x := range a.said.Persons {
		total += valueWeight
		if slices.ContainsFunc(b.said.Persons, func(y lang.Person) bool { return x.Role == y.Role }) {
			degree += valueWeight
			exact += valueWeight
		}
	}
	if total == 0 {
		return 0, 0
	}
	return degree / total, exact / total
}

// valueWeight is what a value or a person counts for in the topic.
const valueWeight = 0.5
