package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// takes reports whether a new entry may fill the slot of an old one with something
// else: it is asserted, by its own words and by those of the turns that show it.
func takes(fresh *gist.Gloss, turns lang.Cues) bool {
	return fresh.Entry.Kind != dyadmem.Episodic && !turns.Has(lang.Vague, lang.Hypothesis, lang.Jest) &&
		(!fresh.Cues.Has(lang.Plan) || settledIn(fresh.Cues)) && !strings.Contains(fresh.Entry.Content, " may ") && fresh.Stated().Mood == lang.Asserted
}

// fillsSlot reports whether the new entry of a pair, which may, fills the slot of the
// old one with something else: both say where the user lives, or where the user works
// and the new one tells of a change; or they are one text but for one part,
// and the user's words tell of a change ("use the plain template instead").
func (p *pair) fillsSlot() bool {
	if p.old.Entry.Kind == dyadmem.Episodic || !p.fresh.Entry.Until.IsZero() && p.old.Entry.Until.IsZero() {
		return false
	}
	changed := p.fresh.Cues.Has(lang.Change, lang.Ended) || p.turns.Has(lang.Repair)
	if is := p.fresh.Place(); is.Verb != "" {
		was := p.old.Place()
		return is.Verb == was.Verb && (is.Verb == "live" || changed) && len(is.Place) > 0 && len(was.Place) > 0 && !meet(is.Place, was.Place)
	}
	if !changed || p.bothAdded() {
		return false
	}
	a, b := p.fresh.Slot(), p.old.Slot()
	same := 0 // the words that begin and end both
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	a, b = a[same:], b[same:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
		same++
	}
	// what a preposition names is where the rule holds, not what it demands
	return same >= 2 && len(a) == 1 && len(b) == 1 && !slices.Contains(gist.SlotWords(adjunct(p.fresh.Entry.Content)), a[0])
}

func settledIn(c lang.Cues) bool { return c.Has(lang.Outcome, lang.Trait) }

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// turned reports whether two texts name the same persons in another order: who
// owes whom, and what was before what, is not told by the words alone.
func turned(a, b string) bool {
	x, y := parties(a), parties(b)
	x = slices.DeleteFunc(x, func(n string) bool { return !slices.Contains(y, n) })
	y = slices.DeleteFunc(y, func(n string) bool { return !slices.Contains(x, n) })
	return !slices.Equal(x, y)
}

// parties returns who and what is named in a text, each once, in order.
func parties(text string) (out []string) {
	for i, w := range lang.Words(text) {
		name := w.Script == lang.Letters && text[w.Start] >= 'A' && text[w.Start] <= 'Z' && (i == 0 || !w.Stop) ||
			w.Script == lang.Han && (strings.HasPrefix(w.Tag, "nr") || strings.HasPrefix(w.Tag, "ns")) ||
			gist.Dyadic(strings.TrimSuffix(w.Text, "'s"))
		if term := strings.TrimSuffix(w.Term, "'s"); name && !slices.Contains(out, term) {
			out = append(out, term)
		}
	}
	return out
}
