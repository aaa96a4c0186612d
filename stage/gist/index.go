package gist

import (
	"cmp"
	"slices"
)

// An Index compares a text with many glosses at once. A new entry has something in
// common with few of a bank's, and the index finds these by the terms and the pairs of
// Han characters that they hold, without looking at the others. It is for one goroutine.
type Index struct {
	rarity  Rarity
	of      []*Gloss
	holders map[string][]int32  // the glosses that hold a term
	paired  map[hanPair][]int32 // and a pair of Han characters
	shares  map[*Gloss][]float64
}

// NewIndex returns the index of glosses whose terms weigh what r says.
func NewIndex(r Rarity, glosses []*Gloss) *Index {
	x := &Index{rarity: r, of: glosses, holders: make(map[string][]int32, len(r.Df)), paired: make(map[hanPair][]int32), shares: make(map[*Gloss][]float64)}
	for i, g := range glosses {
		for _, t := range g.held() {
			x.holders[t.term] = append(x.holders[t.term], int32(i))
		}
		for _, p := range g.pairs {
			x.paired[p] = append(x.paired[p], int32(i))
		}
	}
	return x
}

// Shares returns what [Rarity.Share] does for each gloss of the index and b.
func (x *Index) Shares(b *Gloss) []float64 {
	if shares, ok := x.shares[b]; ok {
		return shares
	}
	shares := make([]float64, len(x.of))
	for _, a := range x.answers(b) {
		w := x.rarity.Weight(a.term)
		if a.half {
			w /= 2
		}
		for _, i := range x.holders[a.term] {
			shares[i] += w
		}
	}
	for i, both := range shares {
		if both > 0 {
			shares[i] = both / x.rarity.weigh(x.of[i]).all
		}
	}
	x.shares[b] = shares
	return shares
}

// An answer is a term of the glosses that a text holds, or half of it: a related word.
type answer struct {
	term string
	half bool
}

// answers returns the terms of the glosses that b answers for, sorted: a sum of floats
// depends on the order.
func (x *Index) answers(b *Gloss) (out []answer) {
	note := func(term string, half bool) {
		if len(x.holders[term]) > 0 {
			out = append(out, answer{term, half})
		}
	}
	for _, t := range b.held() {
		note(t.term, false)
		for _, o := range t.related { // of which t is a related word too
			if !b.holds(o) {
				note(o.term, true)
			}
		}
	}
	slices.SortFunc(out, func(a, b answer) int { return cmp.Compare(a.term, b.term) })
	return slices.Compact(out)
}

// PairShares returns what [PairShare] does for each gloss of the index and b.
func (x *Index) PairShares(b *Gloss) []float64 {
	common := make([]float64, len(x.of))
	for _, p := range b.pairs {
		for _, i := range x.paired[p] {
			common[i]++
		}
	}
	for i, n := range common {
		if n > 0 {
			common[i] = n / float64(min(len(x.of[i].pairs), len(b.pairs)))
		}
	}
	return common
}
