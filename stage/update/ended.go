package update

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// over deletes what the user says has ended, where the sentence names most of
// it ("the Tuesday meeting is cancelled").
func (u *update) over() {
	for _, m := range gist.FoundIn(u.scene.Sitting, "over", u.scene.endings) {
		if m.focus.Cues.Has(lang.Vague, lang.Jest, lang.Reported) {
			continue
		}
		s, ok := u.about(m)
		if !ok || s.share < overShare || !s.sure || s.Entry.Kind == dyadmem.Episodic || s.Entry.Kind == dyadmem.AgentKnowledge || u.statedAgain(s.Entry.Key) {
			continue
		}
		u.delete(s.Entry.Key, dyadmem.WhyCorrected, []dyadmem.TurnRef{m.turn})
	}
}

// overShare is how much of an entry a sentence has to name to end it.
const overShare = 0.55

// An ending is a sentence of the user's that says that something is over.
type ending struct {
	turn   dyadmem.TurnRef
	focus  *gist.Gloss // the sentence itself
	around *gist.Gloss // with the sentences before and after it, which a bare "that" points to
}

// endings returns the user's own sentences that say that something is over, and
// do not ask or suppose.
func (sc scene) endings() (out []ending) {
	for turn, t := range sc.Session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := sc.Parted(turn)
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
			out = append(out, ending{t.ID, gist.ReadText(s.Text), gist.ReadText(around)})
		}
	}
	return out
}

// A subject is an entry that a sentence is about.
type subject struct {
	*gist.Gloss
	score float64 // weight of the words in common
	share float64 // that, as a share of the entry's weight
	sure  bool    // a word in common is rare in the bank
}

// about returns the entry that an ending is about most, the first of several;
// ok is false if it is about none.
func (u *update) about(m ending) (best subject, ok bool) {
	rare := max(2, u.rarity.N/8)
	for _, o := range u.old {
		s := subject{Gloss: o}
		for i := range o.Senses { // in order, since a sum of floats depends on it
			t := o.Senses[i].Text
			w := u.rarity.Weight(t)
			light := lang.Light(t)
			if light {
				w /= 4
			}
			switch {
			case m.focus.Terms[t]:
			case m.around.Terms[t]:
				w /= 2
			default:
				continue
			}
			s.score += w
			s.sure = s.sure || u.rarity.Df[t] <= rare && !light
		}
		if s.score == 0 {
			s.score = 0.2 * float64(gist.CommonPairs(o, m.focus))
		}
		s.share = u.rarity.Share(o, m.focus)
		s.score *= 0.5 + s.share
		if o.Entry.Kind.URAM() {
			s.score /= 2 // what ends is of the user's world more often than how to work
		}
		if s.score > best.score {
			best, ok = s, true
		}
	}
	return best, ok
}
