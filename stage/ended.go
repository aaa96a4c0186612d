package stage

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// over deletes what the user says has ended, where the sentence names most of
// it ("the Tuesday meeting is cancelled").
func (u *update) over() {
	for _, m := range foundIn(u.scene.sitting, "over", u.scene.endings) {
		if m.focus.cues.Has(lang.Vague, lang.Jest, lang.Reported) {
			continue
		}
		s, ok := u.about(m)
		if !ok || s.share < overShare || !s.sure || s.entry.Kind == dyadmem.Episodic || s.entry.Kind == dyadmem.AgentKnowledge || u.statedAgain(s.entry.Key) {
			continue
		}
		u.delete(s.entry.Key, dyadmem.WhyCorrected, []dyadmem.TurnRef{m.turn})
	}
}

// overShare is how much of an entry a sentence has to name to end it.
const overShare = 0.55

// An ending is a sentence of the user's that says that something is over.
type ending struct {
	turn   dyadmem.TurnRef
	focus  *gloss // the sentence itself
	around *gloss // with the sentences before and after it, which a bare "that" points to
}

// endings returns the user's own sentences that say that something is over, and
// do not ask or suppose.
func (sc scene) endings() (out []ending) {
	for _, t := range sc.session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := splitPasted(t.Text)
		sentences := lang.Sentences(lang.MaskQuotes(own))
		for i, s := range sentences {
			if c := lang.CuesOf(s.Text); !c.Has(lang.Ended) || c.Has(lang.Hypothesis) || s.Question {
				continue
			}
			around := s.Text
			if i > 0 {
				around = sentences[i-1].Text + " " + around
			}
			if i+1 < len(sentences) {
				around += " " + sentences[i+1].Text
			}
			out = append(out, ending{t.ID, readText(s.Text), readText(around)})
		}
	}
	return out
}

// A subject is an entry that a sentence is about.
type subject struct {
	*gloss
	score float64 // weight of the words in common
	share float64 // that, as a share of the entry's weight
	sure  bool    // a word in common is rare in the bank
}

// about returns the entry that an ending is about most, the first of several;
// ok is false if it is about none.
func (u *update) about(m ending) (best subject, ok bool) {
	rare := max(2, u.rarity.n/8)
	for _, o := range u.old {
		s := subject{gloss: o}
		for i := range o.senses { // in order, since a sum of floats depends on it
			t := o.senses[i].Text
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
			s.sure = s.sure || u.rarity.df[t] <= rare && !light
		}
		if s.score == 0 {
			s.score = 0.2 * float64(commonPairs(o, m.focus))
		}
		s.share = u.rarity.share(o, m.focus)
		s.score *= 0.5 + s.share
		if o.entry.Kind.URAM() {
			s.score /= 2 // what ends is of the user's world more often than how to work
		}
		if s.score > best.score {
			best, ok = s, true
		}
	}
	return best, ok
}
