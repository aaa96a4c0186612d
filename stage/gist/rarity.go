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
	weighed map[*Gloss]*weighed
	rare    []float64 // what a word weighs that so many entries hold, 0: not worked out
}

// weighed are the terms of a gloss with their weights.
type weighed struct {
	terms   []heldTerm
	weights []float64
	all     float64
}

// A heldTerm is a term of a text with the words that count half where the term
// itself is not.
type heldTerm struct {
	sketched
	light   bool
	related []sketched
}

// held returns the terms of the text, sorted: a sum of floats depends on the order.
func (d *Digest) held() []heldTerm {
	return d.sorted.of(func() []heldTerm {
		terms := make([]heldTerm, 0, len(d.Terms))
		for _, t := range slices.Sorted(maps.Keys(d.Terms)) {
			term := heldTerm{sketched: sketchedOf(t), light: lang.Light(t)}
			for _, o := range lang.Related(t) {
				term.related = append(term.related, sketchedOf(o))
			}
			terms = append(terms, term)
		}
		return terms
	})
}

// RarityOf counts in how many entries of all the groups each term stands.
func RarityOf(groups ...[]*Gloss) Rarity {
	r := Rarity{Df: make(map[string]int), weighed: make(map[*Gloss]*weighed)}
	for _, g := range groups {
		for _, x := range g {
			r.N++
			for t := range x.Terms {
				r.Df[t]++
			}
		}
	}
	r.rare = make([]float64, r.N+1)
	return r
}

// Weight returns what a term weighs: the more the fewer entries hold it, and some
// terms less than others whatever holds them.
func (r Rarity) Weight(t string) float64 { return r.weight(t, lang.Light(t)) }

func (r Rarity) weight(t string, light bool) float64 {
	w := r.Held(r.Df[t])
	if light {
		w /= 2
	}
	return w
}

// weigh returns the weights of the terms of x.
func (r Rarity) weigh(x *Gloss) *weighed {
	if w, ok := r.weighed[x]; ok {
		return w
	}
	w := &weighed{terms: x.held()}
	w.weights = make([]float64, len(w.terms))
	for i := range w.terms {
		w.weights[i] = r.weight(w.terms[i].term, w.terms[i].light)
		w.all += w.weights[i]
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
			both += w.weights[i]
			continue
		}
		for _, o := range t.related {
			if b.holds(o) {
				both += w.weights[i] / 2
				break
			}
		}
	}
	return both / w.all
}

// Held returns the weight of a word that df entries hold.
func (r Rarity) Held(df int) float64 {
	if r.rare[df] == 0 {
		r.rare[df] = math.Log(1 + (float64(r.N)+0.5)/(float64(df)+0.5))
	}
	return r.rare[df]
}
