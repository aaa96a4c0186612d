package judge

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// An item is a term or a value of an entry.
type item struct {
	term, value   int32 // its index; -1: it is the other
	clause, start int32
}

// itemsOf returns the items of f in the order of the text. A name is among the
// terms already.
func itemsOf(f *facts) []item {
	items := make([]item, 0, len(f.terms)+len(f.said.Values))
	for i := range f.said.Terms {
		t := &f.said.Terms[i]
		items = append(items, item{int32(i), -1, int32(t.Clause), int32(t.Start)})
	}
	for i := range f.said.Values {
		if v := &f.said.Values[i]; v.Kind != lang.Name {
			items = append(items, item{-1, int32(i), int32(v.Clause), int32(v.Start)})
		}
	}
	slices.SortStableFunc(items, func(x, y item) int { return cmp.Compare(x.start, y.start) })
	return items
}

// mates returns for each item of a the index of its like among those of b, or
// -1, and the other way round.
func (p *comparison) mates() (left, rite []int) {
	a, b := p.a.items, p.b.items
	mates := make([]int, len(a)+len(b))
	for i := range mates {
		mates[i] = -1
	}
	left, rite = mates[:len(a)], mates[len(a):]
	for i, x := range a {
		for j, y := range b {
			if rite[j] < 0 && p.alike(x, y) {
				left[i], rite[j] = j, i
				break
			}
		}
	}
	return left, rite
}

func (p *comparison) alike(x, y item) bool {
	switch {
	case x.term >= 0 && y.term >= 0:
		partner := p.left[x.term]
		return partner.index == int(y.term) && partner.near >= likeMatched
	case x.value >= 0 && y.value >= 0:
		return agrees(&p.a.said.Values[x.value], &p.b.said.Values[y.value])
	}
	return false
}

// crossed: two things stand in the one with what they do not stand with in the
// other: "the lake in minutes, the pool in lengths" against "the lake in lengths,
// the pool in minutes".
func (p *comparison) crossed() bool {
	a, b := p.a.items, p.b.items
	left, _ := p.mates()
	for i, x := range a {
		for k := i + 1; k < len(a); k++ {
			y := a[k]
			if left[i] < 0 || left[k] < 0 || x.clause == y.clause || !p.ofOneSort(x, y) {
				continue
			}
			inX, inY := b[left[i]].clause, b[left[k]].clause
			if inX == inY {
				continue
			}
			kept, changed := 0, 0 // items that stand with the same one of x and y, and with the other
			for m, z := range a {
				if m == i || m == k || left[m] < 0 {
					continue
				}
				switch in := b[left[m]].clause; {
				case z.clause == x.clause && in == inX, z.clause == y.clause && in == inY:
					kept++
				case z.clause == x.clause && in == inY, z.clause == y.clause && in == inX:
					changed++
				}
			}
			if changed > 0 && kept == 0 {
				return true
			}
		}
	}
	return false
}

// ofOneSort reports whether two items of a can stand in each other's place.
func (p *comparison) ofOneSort(x, y item) bool {
	if x.value >= 0 && y.value >= 0 {
		return p.a.said.Values[x.value].Kind == p.a.said.Values[y.value].Kind
	}
	return x.term >= 0 && y.term >= 0
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
			between, beside := neighbours(i, j, left, rite, p.c.senses[p.a.terms[x.term].id].Han())
			if !beside && !between {
				continue
			}
			if between && p.exact >= fairCopy && g.says(p.a.terms[x.term]) && g.says(p.b.terms[y.term]) {
				return true // the turn has a word for each
			}
			sx, sy := &p.c.senses[p.a.terms[x.term].id], &p.c.senses[p.b.terms[y.term].id]
			if p.otherThing(sx, sy, beside, between) && g.speaks(p.a.terms[x.term]) != g.speaks(p.b.terms[y.term]) {
				return true
			}
		}
	}
	return false
}

// exchanged reports whether beside the same neighbour each of the two has a word of
// weight that the other lacks.
func (p *comparison) exchanged() bool {
	left, rite := p.mates()
	for i, x := range p.a.items {
		if left[i] >= 0 || x.term < 0 || p.a.terms[x.term].weight < 0.6 {
			continue
		}
		for j, y := range p.b.items {
			if rite[j] >= 0 || y.term < 0 || p.b.terms[y.term].weight < 0.6 {
				continue
			}
			if _, beside := neighbours(i, j, left, rite, p.c.senses[p.a.terms[x.term].id].Han()); beside {
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
		return between && twoOfOneHead(x.Text, y.Text)
	case akin(x.Text, y.Text):
		return false
	}
	return beside && near >= besideNear || between && (near >= betweenNear || p.exact >= fairCopy)
}

// How near the vectors of two words lie that can stand in each other's place,
// beside one neighbour and between two of them.
const (
	besideNear  = 0.55
	betweenNear = 0.45
)

// twoOfOneHead reports whether two Chinese words end in one character and neither
// ends in the other: 精装 and 平装, but not 料 and 木料.
func twoOfOneHead(a, b string) bool {
	x, _ := utf8.DecodeLastRuneInString(a)
	y, _ := utf8.DecodeLastRuneInString(b)
	return x == y && !strings.HasSuffix(a, b) && !strings.HasSuffix(b, a)
}

// akin reports whether two English words begin alike.
func akin(a, b string) bool { return len(a) >= 4 && len(b) >= 4 && a[:4] == b[:4] }

// neighbours reports whether items i and j stand between the same neighbours
// (an end is one), and whether they stand beside one.
func neighbours(i, j int, left, rite []int, han bool) (between, beside bool) {
	like := func(i, j int) (like, end bool) {
		endA, endB := i < 0 || i >= len(left), j < 0 || j >= len(rite)
		return !endA && !endB && left[i] == j, endA && endB
	}
	before, first := like(i-1, j-1)
	after, last := like(i+1, j+1)
	if han && !after && !last { // a name or a compound may be cut in two: 电工 and 水管 工
		switch cutA, cutB := i+1 < len(left) && left[i+1] < 0, j+1 < len(rite) && rite[j+1] < 0; {
		case cutA && cutB:
			after, last = like(i+2, j+2)
		case cutB:
			after, last = like(i+1, j+2)
		case cutA:
			after, last = like(i+2, j+1)
		}
	}
	return (before || first) && (after || last), before || after
}
