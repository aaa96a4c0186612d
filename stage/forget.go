package stage

import (
	"cmp"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A mention is a sentence of the user's that says something about entries of
// the bank, with its neighbours in the turn, which a bare "that" points to.
type mention struct {
	turn   dyadmem.TurnRef
	focus  *gloss // the sentence itself
	around *gloss // with the sentences before and after it
}

// mentions returns the user's own sentences that hold a cue of group g and do
// not ask, suppose or joke.
func (sc *scene) mentions(g lang.Cue) []mention {
	var out []mention
	for _, t := range sc.session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := splitPasted(t.Text)
		sentences := lang.Sentences(lang.MaskQuotes(own))
		for i, s := range sentences {
			c := lang.CuesOf(s.Text)
			if !c.Has(g) || c.Has(lang.Hypothesis) || s.Question || g == lang.Forget && !asksToForget(s.Text) {
				continue
			}
			around := s.Text
			if i > 0 {
				around = sentences[i-1].Text + " " + around
			}
			if i+1 < len(sentences) {
				around += " " + sentences[i+1].Text
			}
			out = append(out, mention{t.ID, readText(s.Text), readText(around)})
		}
	}
	return out
}

// forgotten deletes what the user asks to forget: the entries that a request
// surely is about, and what was told in one breath with them and belongs to it.
func (u *update) forgotten() {
	t := &testimony{update: *u, requests: u.scene.requests(), first: u.begin()}
	for n := range t.requests {
		r := &t.requests[n]
		t.find(r)
		for i, o := range t.old {
			if r.hits[i] || t.breath(r, i) {
				u.delete(o.entry.Key, dyadmem.WhyForget, []dyadmem.TurnRef{r.turn})
			}
		}
	}
}

// begin returns when the first entry of the bank was told.
func (u *update) begin() (at time.Time) {
	for _, o := range u.old {
		if t := o.entry.At; !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// over deletes what the user says has ended, where the sentence names most of
// it ("the Tuesday meeting is cancelled").
func (u *update) over() {
	for _, m := range u.scene.mentions(lang.Ended) {
		if m.focus.cues.Has(lang.Vague, lang.Jest, lang.Reported) {
			continue
		}
		found := u.about(m)
		if len(found) == 0 || found[0].share < overShare || !found[0].sure || found[0].kind == dyadmem.Episodic || found[0].kind == dyadmem.AgentKnowledge {
			continue
		}
		if u.statedAgain(found[0].key) {
			continue
		}
		u.delete(found[0].key, dyadmem.WhyCorrected, []dyadmem.TurnRef{m.turn})
	}
}

// overShare is how much of an entry a sentence has to name to end it.
const overShare = 0.55

// A subject is an entry that a sentence is about.
type subject struct {
	key   dyadmem.EntryKey
	kind  dyadmem.Kind
	score float64 // weight of the words in common
	share float64 // that, as a share of the entry's weight
	sure  bool    // a word in common is rare in the bank

	words  map[string]bool
	anchor string // the word in common that weighs most
}

// about returns the entries that a mention is about, the surest first.
func (u *update) about(m mention) []subject {
	var out []subject
	rare := max(2, u.rarity.n/8)
	for _, o := range u.old {
		s := subject{key: o.entry.Key, kind: o.entry.Kind, words: o.terms}
		heaviest := 0.0
		for t := range o.terms {
			w := u.rarity.weight(t)
			light := lang.Light(t)
			if light {
				w /= 4
			}
			switch {
			case m.focus.terms[t]:
			case m.around.terms[t]:
				w /= 2
			default:
				continue
			}
			s.score += w
			if w > heaviest || w == heaviest && t < s.anchor {
				heaviest, s.anchor = w, t
			}
			s.sure = s.sure || u.rarity.df[t] <= rare && !light
		}
		if s.score == 0 {
			for p := range o.pairs {
				if m.focus.pairs[p] {
					s.score += 0.2
				}
			}
		}
		if s.score > 0 {
			s.share = u.rarity.share(o, m.focus)
			s.score *= 0.5 + s.share
			if s.kind.URAM() {
				s.score /= 2 // one asks to forget what was told, not how to work
			}
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b subject) int { return cmp.Compare(b.score, a.score) })
	return out
}
