package judge

import (
	"cmp"
	"slices"

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
