package score

import (
	"slices"

	"github.com/dyadmem/dyadmem/bench"
)

// A Miss is why a gold entry was not captured: the first that applies.
type Miss string

// The classes of a miss.
const (
	MissFormat     Miss = "format"      // the unit failed
	MissWrongValue Miss = "wrong_value" // extracted on the same slot with another value, polarity or scope
	MissMerged     Miss = "merged"      // entailed by an entry that is matched elsewhere
	MissImplicit   Miss = "implicit"    // no evidence turn shares a content word with it
	MissOmitted    Miss = "omitted"
)

// Misses returns the classes in the order in which they are tried.
func Misses() []Miss {
	return []Miss{MissFormat, MissWrongValue, MissMerged, MissImplicit, MissOmitted}
}

// A Surplus is what an extracted entry that matches nothing is: the first that
// applies.
type Surplus string

// The classes of a surplus.
const (
	SurplusDuplicate    Surplus = "duplicate"    // it repeats another, or says what another is matched for
	SurplusWrongValue   Surplus = "wrong_value"  // on a gold entry's slot with another value, polarity or scope
	SurplusHallucinated Surplus = "hallucinated" // no turn shares a value or two content words with it
	SurplusTrivial      Surplus = "trivial"
)

// Surpluses returns the classes in the order in which they are tried.
func Surpluses() []Surplus {
	return []Surplus{SurplusDuplicate, SurplusWrongValue, SurplusHallucinated, SurplusTrivial}
}

// captureErrors count the misses and the surplus by class.
func captureErrors() []Metric[Captured] {
	var ms []Metric[Captured]
	for _, class := range Misses() {
		ms = append(ms, count("errors.missed."+string(class), "gold entries missed, of class "+string(class), func(c *Captured) int {
			return tally(c.Stated, func(x *Stated) bool { return x.Miss == class })
		}))
	}
	for _, class := range Surpluses() {
		ms = append(ms, count("errors.surplus."+string(class), "surplus predictions, of class "+string(class), func(c *Captured) int {
			return tally(c.Extracted, func(x *Extracted) bool { return x.Surplus == class })
		}))
	}
	return ms
}

// blame gives every unmatched entry of c its class.
func (c *Captured) blame(s *bench.Session, p *bench.Prediction, links []bench.Link, m matching, r *reading) {
	conflict := func(is func(bench.Link) bool) bool {
		return slices.ContainsFunc(links, func(l bench.Link) bool { return l.Conflict && is(l) })
	}
	for g := range c.Stated {
		x := &c.Stated[g]
		switch {
		case x.Matched:
		case p != nil && p.Error != "":
			x.Miss = MissFormat
		case conflict(func(l bench.Link) bool { return l.Gold == g }):
			x.Miss = MissWrongValue
		case slices.ContainsFunc(links, func(l bench.Link) bool { return l.Gold == g && says(l) && m.gold[l.Pred] >= 0 }):
			x.Miss = MissMerged
		case !r.evident(&s.Capture[g]):
			x.Miss = MissImplicit
		default:
			x.Miss = MissOmitted
		}
	}
	for i := range c.Extracted {
		x := &c.Extracted[i]
		switch {
		case x.Matched:
		case m.repeat[i] || slices.ContainsFunc(links, func(l bench.Link) bool { return l.Pred == i && l.Same == bench.Yes }):
			x.Surplus = SurplusDuplicate
		case conflict(func(l bench.Link) bool { return l.Pred == i }):
			x.Surplus = SurplusWrongValue
		case !r.founded(&p.Entries[i], s):
			x.Surplus = SurplusHallucinated
		default:
			x.Surplus = SurplusTrivial
		}
	}
}

// evident reports whether an evidence turn of x shares a content word with it.
func (r *reading) evident(x *bench.Entry) bool {
	w := r.of(x.Content)
	for _, id := range x.Evidence {
		if w.touches(r.turn(id)) {
			return true
		}
	}
	return false
}

// founded reports whether a turn of s shares a value or two content words with
// x. The turns that x cites are read first, most often they alone.
func (r *reading) founded(x *bench.Entry, s *bench.Session) bool {
	w := r.of(x.Content)
	in := func(t *bench.Turn) bool {
		content, values := w.shared(r.of(t.Text))
		return values > 0 || content > 1
	}
	for i := range s.Turns {
		if slices.Contains(x.Evidence, s.Turns[i].ID) && in(&s.Turns[i]) {
			return true
		}
	}
	for i := range s.Turns {
		if in(&s.Turns[i]) {
			return true
		}
	}
	return false
}
