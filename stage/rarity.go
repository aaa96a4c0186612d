package stage

import (
	"math"

	"github.com/dyadmem/dyadmem/lang"
)

// A rarity weighs terms by how few entries hold them.
type rarity struct {
	df map[string]int
	n  int
}

func rarityOf(groups ...[]*gloss) rarity {
	r := rarity{df: make(map[string]int)}
	for _, g := range groups {
		for _, x := range g {
			r.n++
			for t := range x.terms {
				r.df[t]++
			}
		}
	}
	return r
}

func (r rarity) weight(t string) float64 {
	w := math.Log(1 + (float64(r.n)+0.5)/(float64(r.df[t])+0.5))
	if lang.Light(t) {
		w /= 2
	}
	return w
}

// overlap returns what share of the weight of a, and of b, the terms are that
// both hold. A related word counts half.
func (r rarity) overlap(a, b *gloss) (ofA, ofB float64) {
	return r.share(a, b), r.share(b, a)
}

func (r rarity) share(a, b *gloss) float64 {
	both, all := 0.0, 0.0
	for t := range a.terms {
		w := r.weight(t)
		all += w
		if b.terms[t] {
			both += w
			continue
		}
		for _, o := range lang.Related(t) {
			if b.terms[o] {
				both += w / 2
				break
			}
		}
	}
	if all == 0 {
		return 0
	}
	return both / all
}
