package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// revalued reports whether two entries say the same but for their values, and
// the user's words tell of a change: "streams on Fridays at 9", "streams on
// Saturdays at 8". What happened on a day, and what ends where the other does
// not, is no other value of one slot.
func (p *pair) revalued() bool {
	fresh, old := p.fresh.Entry, p.old.Entry
	switch {
	case fresh.Kind == dyadmem.Episodic || old.Kind == dyadmem.Episodic || fresh.Kind.Side() != old.Kind.Side(),
		!p.values.rivalAmount || p.values.rivalName || p.history() || !fresh.Until.IsZero() && old.Until.IsZero(),
		!p.turns.Has(lang.Change, lang.Ended, lang.Repair) && !p.fresh.Cues.Has(lang.Change, lang.Ended, lang.Repair),
		p.turns.Has(lang.Vague, lang.Hypothesis, lang.Jest):
		return false
	}
	if p.fresh.Past() && p.old.Past() {
		return false // two events
	}
	frame := p.fresh.Frame()
	return len(frame) > 0 && slices.Equal(frame, p.old.Frame())
}

// oneMore reports whether the user tells of something that comes beside what
// there is: "there is a class on Wednesdays too", and nothing of a change.
func (p *pair) oneMore() bool {
	if p.turns.Has(lang.Change, lang.Ended, lang.Repair) {
		return false
	}
	if p.turns.Han() {
		return moreZH.MatchString(p.turns.Folded())
	}
	return moreEN.MatchString(p.turns.Folded())
}

var (
	moreEN = gist.Compile(` too [.,;!] | (?:as well|another|a second|a third|besides|in addition) `)
	moreZH = gist.Compile(`还有[一个节门家位辆只条]|也有|另一|另外[一有]|再[加添]|又[加添有]`)
)

// ownMatters reports whether two rules each speak of something that the other
// does not, in one polarity, with no value that differs and no word of one
// giving way to the other: docstrings and annotations live side by side.
func (p *pair) ownMatters() bool {
	return p.bothRules() && !p.values.rivalQuote && !p.values.rivalAmount && !p.turns.Has(lang.Ended, lang.Repair) && !p.fresh.Cues.Has(lang.Change, lang.Ended) &&
		p.fresh.Negated() == p.old.Negated() && ownWord(p.fresh.Entry.Content, p.fresh, p.old) && ownWord(p.old.Entry.Content, p.old, p.fresh)
}

// ofAnother reports whether the two entries begin with the names of two, and
// the user speaks of the one alone: each has a locker.
func (p *pair) ofAnother() bool {
	a, b := p.fresh.Head(), p.old.Head()
	return a != "" && b != "" && a != b && !strings.Contains(p.turns.Folded(), b)
}
