package recall

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What speaks for an entry's bearing on a query, in logits: a logistic regression of
// whether an entry is among the supports of a question, over banks as they are,
// banks cut down to a handful and banks without the supports, each question of one weight,
// checked on the episodes of authors left out. More signs (names, values and
// words one by one, word by word likeness, the form of the question) gained nothing there.
const (
	bearCovered  = 4.3  // the share of the query's words that the entry holds
	bearGist     = 2.7  // how near it lies as a whole
	bearPairs    = 2.0  // the share of the pairs of Han characters in common
	bearNear     = 1.9  // how near the recaller finds it, against the nearest
	bearRule     = 1.0  // it is a rule, and the agent is to act
	bearNoValue  = -0.8 // it holds no value of the kind that is asked for
	bearOther    = -2.0 // it speaks of others than the query (set by hand: too rare to be fitted)
	bearEpisodic = -1.2 // it only tells what happened in a session
	bearNothing  = -3.7 // none of these
)

// bearAlong is how much an entry of a small bank has to bear to be handed over: one support in fifty bears less, and two
// in three of the others.
const bearAlong = -2.2

// bearAside is how much an entry has to bear for it not to come along alone: one support in seven bears less, and seven in ten
// of the others.
const bearAside = -1.0

// A Bearing tells how much entries bear on a query.
type Bearing struct {
	query   *gist.Gloss
	ask     lang.Ask
	self    bool // it asks what the user himself does or has
	another bool // it asks what somebody around him does
}

// BearingOn reads a query, with what it asks for.
func BearingOn(query *gist.Gloss, ask lang.Ask) Bearing {
	b := Bearing{query: query, ask: ask}
	b.self, b.another = b.ofSelf(), b.ofAnother()
	return b
}

// Of returns how much an entry bears on the query, in logits; near is how near the
// recaller finds it, against the nearest, 0 to 1.
func (b Bearing) Of(g *gist.Gloss, near float64) float64 {
	score := bearNothing + bearNear*near + bearCovered*b.covered(g) + bearPairs*gist.PairShare(b.query, g)
	score += bearGist * max(0, float64(b.query.Gist().Dot(g.Gist())))
	if b.ask.Act && g.Ruling() {
		score += bearRule
	}
	if b.ask.Wants != 0 && !b.Fills(g) {
		score += bearNoValue
	}
	if b.ofOtherRole(g) || b.DoneByOthers(g) {
		score += bearOther
	}
	if g.Entry.Kind == dyadmem.Episodic {
		score += bearEpisodic
	}
	return score
}

// covered returns the share of the query's words that an entry holds. A related word counts half, and
// so does what a word that says little of a topic counts.
func (b Bearing) covered(g *gist.Gloss) float64 {
	all, held := 0.0, 0.0
	for i := range b.query.Senses {
		s := &b.query.Senses[i]
		weight := 1.0
		if lang.Light(s.Text) {
			weight = 0.5
		}
		all += weight
		held += weight * Holding(g, s)
	}
	if all == 0 {
		return 1
	}
	return held / all
}

// Holding returns how far an entry holds a word: 1 if it does itself, less if
// it holds one that is like it.
func Holding(g *gist.Gloss, s *lang.Sense) float64 {
	if g.Terms[s.Text] {
		return 1
	}
	if s.Han() && !s.Single() && strings.Contains(g.Entry.Content, s.Text) {
		return 0.8 // in a compound: 休息 in 休息日
	}
	if s.Han() && endsIn(s.Text, lang.AbstainedFrom(g.Entry.Content)) {
		return 0.8 // 喝酒, and 戒酒
	}
	most := 0.0
	for i := range g.Senses {
		o := &g.Senses[i]
		switch near := s.Near(o); {
		case s.Same(o):
			return 0.6
		case s.Opposite(o):
			return 0 // a daughter is no son, however near the words lie
		case near > 0.4:
			most = max(most, near/2)
		}
	}
	if slices.ContainsFunc(lang.Related(s.Text), func(o string) bool { return g.Terms[o] }) {
		most = max(most, 0.5)
	}
	return most
}

// Fills reports whether an entry holds a value of the kind that is asked for.
func (b Bearing) Fills(g *gist.Gloss) bool {
	return g.Slots().Any(b.ask.Wants) || b.ask.Wants.Any(lang.PersonSlot) && b.namesAnother(g)
}

// namesAnother reports whether an entry names somebody or something that the
// query does not.
func (b Bearing) namesAnother(g *gist.Gloss) bool {
	return slices.ContainsFunc(g.Values, func(v lang.Value) bool { return v.Kind == lang.Name && !v.In(b.query.Values) })
}

// endsIn reports whether a word ends in another that is not empty.
func endsIn(word, other string) bool { return other != "" && strings.HasSuffix(word, other) }

// sift marks the hits that do not bear on the query, where that asks for a value, or whether, and leaves out of
// a small bank what does least: all of it would come along else. Where the agent may be meant
// to act, what its rules and their cases are is not told by likeness.
func (w wanted) sift(m *gist.Memo, hits []dyadmem.Hit, small bool) []dyadmem.Hit {
	ask := w.query
	if ask.Act || w.told || ask.Wants == 0 && !ask.YesNo || len(hits) == 0 {
		return hits
	}
	b, top := BearingOn(gist.ReadText(w.text), ask), max(hits[0].Score, 1e-9)
	var kept []dyadmem.Hit
	for _, h := range hits {
		near := 0.0
		if !h.Aside {
			near = h.Score / top
		}
		bears := b.Of(m.Entry(h.Entry), near)
		told := w.trait != nil && w.trait.In(m.Entry(h.Entry))
		h.Aside = !told && (h.Aside || bears < bearAside)
		if !small || told || bears >= bearAlong {
			kept = append(kept, h)
		}
	}
	return kept
}
