package update

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// shifts reports whether the new entry says that what the old one gives a value of has been
// put to another: "the dose was put up to 10 mg" after "5 mg of it in the morning". The old
// one names all of what is said to be moved, and nothing lies nearer.
func (p *pair) shifts() bool {
	if p.fresh.Entry.Kind == dyadmem.Episodic || p.old.Entry.Kind == dyadmem.Episodic || p.turns.Has(lang.Vague, lang.Hypothesis, lang.Jest) ||
		p.fresh.Stated().Mood != lang.Asserted || p.fresh.Stated().Except || !p.closest {
		return false
	}
	thing, to, ok := gist.Shifted(p.fresh.Entry.Content)
	if !ok || !slices.ContainsFunc(p.old.Values, func(v lang.Value) bool { return !v.Weak && gist.Takes(to, v) }) ||
		slices.ContainsFunc(p.old.Values, func(v lang.Value) bool { return v.Kind == to.Kind && v.Agrees(to) }) {
		return false
	}
	if of := func(g *gist.Gloss, kind lang.ValueKind) bool {
		return slices.ContainsFunc(g.Values, func(v lang.Value) bool { return v.Kind == kind })
	}; (to.Kind == lang.Clock || to.Kind == lang.Weekday) && of(p.fresh, lang.Date) && !of(p.old, lang.Date) {
		return false // one time of what comes again and again
	}
	held := false
	for _, w := range lang.Words(thing) {
		if w.Stop || lang.Light(w.Term) || lang.Frame(w.Term) || gist.Timely[w.Term] || w.Script == lang.Digits || w.Text == "用户" {
			continue
		}
		if !p.old.Terms[w.Term] && !slices.ContainsFunc(lang.Related(w.Term), func(r string) bool { return p.old.Terms[r] }) {
			return false
		}
		held = true
	}
	return held
}
