package gist

import (
	"maps"
	"math"
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// A Rarity weighs terms by how few entries hold them. It remembers what it
// has weighed, so it is for one goroutine.
type Rarity struct {
	Df      map[string]int
	N       int
	weights map[string]float64
	weighed map[*Gloss]weighed
}

// weighed is a gloss with the weights of its terms.
type weighed struct {
	terms []weighedTerm
	all   float64
}

type weighedTerm struct {
	sketched
	weight  float64
	related []sketched // words that count half where the term itself is not
}

// RarityOf counts in how many entries of all the groups each term stands.
func RarityOf(groups ...[]*Gloss) Rarity {
	r := Rarity{Df: make(map[string]int), weights: make(map[string]float64), weighed: make(map[*Gloss]weighed)}
	for _, g := range groups {
		for _, x := range g {
			r.N++
			for t := range x.Terms {
				r.Df[t]++
			}
		}
	}
	return r
}

// Weight returns what a term weighs: the more the fewer entries hold it, and some
// terms less than others whatever holds them.
func (r Rarity) Weight(t string) float64 {
	if w, ok := r.weights[t]; ok {
		return w
	}
	w := math.Log(1 + (float64(r.N)+0.5)/(float64(r.Df[t])+0.5))
	if lang.Light(t) {
		w /= 2
	}
	r.weights[t] = w
	return w
}

// weigh returns the terms of x with their weights, in their order: a sum of
// floats depends on it.
func (r Rarity) weigh(x *Gloss) weighed {
	if w, ok := r.weighed[x]; ok {
		return w
	}
	var w weighed
	for _, t := range slices.Sorted(maps.Keys(x.Terms)) {
		term := weighedTerm{sketched: sketchedOf(t), weight: r.Weight(t)}
		for _, o := range lang.Related(t) {
			term.related = append(term.related, sketchedOf(o))
		}
		w.terms = append(w.terms, term)
		w.all += r.Weight(t)
	}
	r.weighed[x] = w
	return w
}

// Share returns what share of the weight of a the terms are that b holds too. A
// related word counts half.
func (r Rarity) Share(a, b *Gloss) float64 {
	w := r.weigh(a)
	if w.all == 0 {
		return 0
	}
	both := 0.0
	for i := range w.terms {
		t := &w.terms[i]
		if b.holds(t.sketched) {
			both += t.weight
			continue
		}
		for _, o := range t.related {
			if b.holds(o) {
				both += t.weight / 2
				break
			}
		}
	}
	return both / w.all
}

// Held returns the weight of a word that df entries hold.
func (r Rarity) Held(df int) float64 {
	return math.Log(1 + (float64(r.N)+0.5)/(float64(df)+0.5))
}
