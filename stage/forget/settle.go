package forget

import (
	"cmp"
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// meant counts the entries that r asks to forget.
func (t *Asked) meant(r *plea) (n int) {
	for i := range t.old {
		if t.asked(r, i) {
			n++
		}
	}
	return n
}

// asked reports whether r asks to forget the ith entry.
func (t *Asked) asked(r *plea, i int) bool {
	return !r.spared[i] && (r.hits[i] || t.breath(r, i))
}

// settle squares the requests of one turn with what the agent's next turn says
// of them: what it says is to stay stays; as many things go as it says, the
// best and those told in one breath first.
func (t *Asked) settle(turn []plea) {
	r := &turn[0]
	if r.gone == "" {
		return
	}
	for i := range t.old {
		told := slices.ContainsFunc(turn, func(r plea) bool { return r.tells(&r.fits[i]) })
		if len(r.kept) > 0 && !told && t.stays(r, i) {
			for n := range turn {
				turn[n].spared[i] = true
			}
		}
	}
	goes := func(i int) bool {
		return slices.ContainsFunc(turn, func(r plea) bool { return t.asked(&r, i) })
	}
	var hits, rest []int
	for i := range t.old {
		if goes(i) {
			hits = append(hits, i)
		} else if !r.spared[i] {
			rest = append(rest, i)
		}
	}
	n := counted(r.gone)
	switch {
	case n > 0 && len(hits) > n:
		t.sort(turn, hits, hits, false)
		for _, i := range hits[n:] {
			for k := range turn {
				turn[k].spared[i] = true
			}
		}
	case n > len(hits) && len(hits) > 0:
		t.sort(turn, rest, hits, true)
		for _, i := range rest[:min(len(rest), n-len(hits))] {
			if t.rank(turn, i, hits, true) >= fillShare && !t.old[i].Entry.Kind.URAM() {
				r.hits[i] = true
			}
		}
	}
}

// rank returns how well the ith entry answers for the requests of a turn that
// mean those in hits: more where it speaks of the same as one of them, and, if
// breath is set, where it was told in one turn with one.
func (t *Asked) rank(turn []plea, i int, hits []int, breath bool) (score float64) {
	for k := range turn {
		own := turn[k].fits[i].score
		if !turn[k].hits[i] && slices.Contains(turn[k].hits, true) {
			own /= 2 // it has found what it means
		}
		if !turn[k].part && turn[k].hits[i] {
			own += rankWhole
		}
		score = max(score, own)
	}
	for _, h := range hits {
		if h != i && t.akin(t.old[i], t.old[h]) {
			score += rankAkin
		}
	}
	if breath && slices.ContainsFunc(hits, func(h int) bool { return h != i && sharesTurn(t.old[i], t.old[h]) }) {
		score += rankBreath
	}
	return score
}

// sort puts entries in the order of their ranks, the first first.
func (t *Asked) sort(turn []plea, entries, hits []int, breath bool) {
	hits = slices.Clone(hits)
	slices.SortStableFunc(entries, func(a, b int) int {
		return cmp.Compare(t.rank(turn, b, hits, breath), t.rank(turn, a, hits, breath))
	})
}

const (
	fillShare  = 0.3 // how well an entry has to answer to make up the number
	rankAkin   = 0.1 // for each that speaks of the same
	rankBreath = 0.3
	rankWhole  = 0.5 // for one that the sentence means as a whole
)

// sharesTurn reports whether two entries were told in one turn.
func sharesTurn(a, b *gist.Gloss) bool {
	return slices.ContainsFunc(a.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return slices.Contains(b.Entry.Evidence, ref) })
}

// stays reports whether the agent's word for what is kept names the ith entry
// best of all, and more of it than its word for what is gone and the request do.
func (t *Asked) stays(r *plea, i int) bool {
	kept := t.weigh(t.old[i], r.kept)
	return kept > 0 && kept > t.weigh(t.old[i], r.echo) && kept > t.weigh(t.old[i], r.named) &&
		!slices.ContainsFunc(t.old, func(o *gist.Gloss) bool { return t.weigh(o, r.kept) > kept })
}

// weigh returns the weight of the words of an entry that a set holds, or a word
// that means the same.
func (t *Asked) weigh(o *gist.Gloss, set map[string]bool) (sum float64) {
	for k := range o.Senses {
		s := &o.Senses[k]
		if Light[s.Text] || lang.Light(s.Text) {
			continue
		}
		held := set[s.Text]
		for term := range set {
			if held {
				break
			}
			other := lang.SenseOf(term)
			held = s.Same(&other)
		}
		if held {
			sum += t.rarity.Weight(s.Text)
		}
	}
	return sum
}
