package update

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A pair is a new entry and an old one that could be of the same subject and
// slot, with what the session says of them.
type pair struct {
	fresh, old *gist.Gloss
	ofFresh    float64 // share of the new entry's weight that the old one holds
	ofOld      float64 // share of the old entry's weight that the new one holds
	said       float64 // share of the old entry's weight in the turns that show the new one
	turns      lang.Cues
	chars      float64 // share of the pairs of Han characters that both hold
	closest    bool    // no other old entry is as near to the new one
	margin     float64 // how much nearer it is than the next
	values     comparison
	retakes    bool // the new entry fills the slot of the old one with something else
}

// A scene is a session as an update looks at it.
type scene struct{ *gist.Sitting }

// pairs returns for a new entry the old ones that share anything with it or
// with the turns that show it.
func (u *update) pairs(fresh *gist.Gloss) []pair {
	shown, cues := u.scene.Shown(fresh.Entry)
	taker := takes(fresh, cues)
	held, said, chars := u.index.Shares(fresh), u.index.Shares(shown), u.index.PairShares(fresh)
	var out []pair
	best := -1
	for i, o := range u.old {
		p := pair{fresh: fresh, old: o, turns: cues, ofOld: held[i], said: said[i], chars: chars[i]}
		if p.ofOld < 0.12 && p.said < 0.2 && p.chars < 0.2 && !(taker && p.fillsSlot()) {
			continue
		}
		p.ofFresh = u.rarity.Share(fresh, o)
		p.values = compare(fresh.Values, o.Values)
		p.values.rivalQuote = rivalQuotes(fresh, o)
		p.retakes = taker && p.fillsSlot()
		out = append(out, p)
		if best < 0 || p.near() > out[best].near() {
			best = len(out) - 1
		}
	}
	for i := range out {
		if out[i].closest = i == best; !out[i].closest {
			continue
		}
		next := 0.0
		for j := range out {
			if j != i {
				next = max(next, out[j].near())
			}
		}
		out[i].margin = out[i].near() - next
	}
	return out
}

func (p pair) near() float64 { return p.ofFresh + p.ofOld + 0.5*p.said }

// A comparison says what the values of two texts have in common.
type comparison struct {
	rivalDate   bool // dates that differ, and none that is the same
	rivalAmount bool // amounts, counts, clock times or days that differ
	sameName    bool
	sameAmount  bool
	rivalName   bool // both name something, and nothing that is the same
	rivalQuote  bool // each quotes something that the other does not
}

func compare(a, b []lang.Value) comparison {
	var c comparison
	names := [2]int{}
	for _, v := range a {
		same, other := false, false
		for _, w := range b {
			if w.Kind != v.Kind || w.Weak {
				continue
			}
			if v.Agrees(w) {
				same = true
			} else {
				other = true
			}
		}
		switch {
		case v.Kind == lang.Name:
			names[0]++
			c.sameName = c.sameName || same
			if other {
				names[1]++
			}
		case v.Weak:
		case v.Kind == lang.Date || v.Kind == lang.Relative:
			c.rivalDate = c.rivalDate || other && !same
		default:
			c.sameAmount = c.sameAmount || same
			c.rivalAmount = c.rivalAmount || other && !same
		}
	}
	c.rivalName = names[1] > 0 && !c.sameName
	return c
}

// rivalQuotes reports whether each of two texts quotes something that the other
// does not: a code, a wording, a name in quotation marks.
func rivalQuotes(a, b *gist.Gloss) bool {
	x, y := a.Quotes(), b.Quotes()
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	own := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(q string) bool { return !slices.Contains(b, q) })
	}
	return own(x, y) && own(y, x)
}

// A pairSign is one thing that speaks for or against the new entry taking the
// place of the old one.
type pairSign struct {
	name   string
	weight float64
	holds  func(p *pair) bool
}

// pairSigns weighs a pair. The weights are those of a logistic regression over
// the development half of mini, one set for both languages, rounded and, where
// the data are too few, set by the conventions of the data set: what happened
// is history, what was learnt is no fact, a limit for a while ends nothing.
var pairSigns = []pairSign{
	{"old in new", 0.3, func(p *pair) bool { return p.ofOld >= 0.3 }},
	{"old in new much", 0.6, func(p *pair) bool { return p.ofOld >= 0.45 }},
	{"new in old", 0.7, func(p *pair) bool { return p.ofFresh >= 0.3 }},
	{"new in old much", 0.6, func(p *pair) bool { return p.ofFresh >= 0.45 }},
	{"new in old most", 0.4, func(p *pair) bool { return p.ofFresh >= 0.65 }},
	{"old said", 1.1, func(p *pair) bool { return p.said >= 0.3 }},
	{"closest", 0.8, func(p *pair) bool { return p.closest }},
	{"same kind", 0.9, func(p *pair) bool { return p.fresh.Entry.Kind == p.old.Entry.Kind }},
	{"both rules", 1.1, func(p *pair) bool { return p.fresh.Entry.Kind.URAM() && p.old.Entry.Kind.URAM() }},
	{"other side", 0.4, func(p *pair) bool { return p.fresh.Entry.Kind.Side() != p.old.Entry.Kind.Side() }},
	{"rival date", -1.1, func(p *pair) bool { return p.values.rivalDate }},
	{"one of many", -2, func(p *pair) bool { return p.fresh.Entry.Kind.URAM() && (!p.closest || p.margin < 0.15) }},
	{"twin", -6, (*pair).twin},
	{"both added", -6, (*pair).bothAdded},
	{"narrower", -2, (*pair).narrower},
	{"one quotes", -1, func(p *pair) bool {
		return p.bothRules() && (len(p.fresh.Quotes()) > 0) != (len(p.old.Quotes()) > 0)
	}},
	{"other beginning", -0.7, func(p *pair) bool { return p.bothRules() && !p.fresh.LeadsWith(p.old) }},
	{"rival quote", 1, func(p *pair) bool { return p.values.rivalQuote && p.ofOld >= 0.6 }},
	{"rival amount", 0.6, func(p *pair) bool { return p.values.rivalAmount }},
	{"same name", 0.1, func(p *pair) bool { return p.values.sameName }},
	{"rival name", -1, func(p *pair) bool { return p.values.rivalName }},
	{"han pairs much", 0.3, func(p *pair) bool { return p.chars >= 0.4 }},
	{"margin", 0.8, func(p *pair) bool { return p.margin >= 0.25 }},
	{"margin much", 0.6, func(p *pair) bool { return p.margin >= 0.6 }},
	{"rival amount near", 0.5, func(p *pair) bool { return p.values.rivalAmount && p.near() >= 0.7 }},
	{"both profile", 0.2, func(p *pair) bool {
		return p.fresh.Entry.Kind == p.old.Entry.Kind && p.old.Entry.Kind == dyadmem.UserProfile
	}},
	{"change in new", 0.7, func(p *pair) bool { return p.fresh.Cues.Has(lang.Change) }},
	{"ended in new", 0.3, func(p *pair) bool { return p.fresh.Cues.Has(lang.Ended) }},
	{"change said", 1.1, func(p *pair) bool { return p.turns.Has(lang.Change) }},
	{"repair said", 0.4, func(p *pair) bool { return p.turns.Has(lang.Repair) }},
	{"ended said", 1.1, func(p *pair) bool { return p.turns.Has(lang.Ended) }},
	{"history", -3.5, (*pair).history},
	{"new ends", -4, func(p *pair) bool {
		return !p.fresh.Entry.Until.IsZero() && p.old.Entry.Until.IsZero() && !p.shifts()
	}},
	{"old ends", 0.7, func(p *pair) bool { return !p.old.Entry.Until.IsZero() }},
	{"episodic", -1, func(p *pair) bool {
		return p.fresh.Entry.Kind == dyadmem.Episodic || p.old.Entry.Kind == dyadmem.Episodic
	}},
	{"knowledge", -2, func(p *pair) bool { return p.old.Entry.Kind == dyadmem.AgentKnowledge }},
	{"retakes", 12, func(p *pair) bool { return p.retakes }},
	{"revalued", 5, (*pair).revalued},
	{"refills", 4, (*pair).refills},
	{"flips", 2, (*pair).flips},
	{"disposes", 5, (*pair).disposes},
	{"fulfils", 4, (*pair).fulfils},
	{"turns taste", 4, (*pair).turnsTaste},
	{"succeeds", 6, (*pair).succeeds},
	{"gives up", 10, (*pair).givesUp},
	{"renews", 10, (*pair).renews},
	{"waives", 8, (*pair).waives},
	{"stops", 10, (*pair).stops},
	{"shifts", 10, (*pair).shifts},
	{"own matters", -1, (*pair).ownMatters},
	{"one more", -6, (*pair).oneMore},
	{"no change told", -0.8, func(p *pair) bool { return p.bothRules() && !p.changed() }},
	{"of another", -6, (*pair).ofAnother},
	{"plan in old", 0.4, func(p *pair) bool { return p.old.Cues.Has(lang.Plan, lang.Vague) }},
	{"vague", -0.5, func(p *pair) bool { return p.turns.Has(lang.Vague, lang.Hypothesis, lang.Jest) }},
	{"reported", -0.2, func(p *pair) bool { return p.turns.Has(lang.Reported) }},
}

const pairBase = -5.6

// conflict scores a pair: positive where the new entry takes the place of the
// old one.
func (p *pair) conflict() float64 {
	score := pairBase
	for _, s := range pairSigns {
		if s.holds(p) {
			score += s.weight
		}
	}
	return score
}

// history reports whether the old entry tells of a day that had passed when it
// was stated: a measurement or an event, which stays true.
func (p *pair) history() bool {
	at := p.old.Entry.At
	if at.IsZero() {
		return false
	}
	for _, w := range p.old.Said(at) {
		if w.Grain == lang.Day && !w.Relative && !w.From.After(at) && p.old.Entry.Until.IsZero() {
			return !p.old.Cues.Has(lang.Plan)
		}
	}
	return false
}
