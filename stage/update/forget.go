package update

import (
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
)

// forgotten deletes what the user asks to forget: the entries that a request
// surely is about, and what was told in one breath with them and belongs to it.
func (u *update) forgotten() {
	t := &testimony{update: *u, first: u.begin()}
	t.ask()
	for i, o := range t.old {
		if turns := t.forgets(i); len(turns) > 0 {
			u.delete(o.Entry.Key, dyadmem.WhyForget, turns)
		}
	}
	for n := range t.requests {
		r := &t.requests[n]
		for _, k := range t.recent(r) {
			u.delete(k, dyadmem.WhyForget, []dyadmem.TurnRef{r.turn})
		}
	}
}

// begin returns when the first entry of the bank was told.
func (u *update) begin() (at time.Time) {
	for _, o := range u.old {
		if t := o.Entry.At; !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// How likely it is by its signs ([forget.Requests]) that an entry is asked to be forgotten: where
// that decides by itself, and at least where the words of a request name the entry.
const (
	sureByChance = 0.59
	leastByWords = 0.15
)

// forgets returns the turns that ask to forget the ith entry: by the signs of an exchange as a
// whole, or by the words of a request, unless an answer of the agent's, and all else, speaks
// against it.
func (t *testimony) forgets(i int) (turns []dyadmem.TurnRef) {
	put := func(turn dyadmem.TurnRef) {
		if !slices.Contains(turns, turn) {
			turns = append(turns, turn)
		}
	}
	likely := 0.0
	for _, x := range t.exchanges {
		if likely = max(likely, x.Chances[i]); x.Chances[i] > sureByChance {
			put(x.Turn)
		}
	}
	for n := range t.requests {
		if r := &t.requests[n]; t.asked(r, i) && (likely > leastByWords || !t.scene.answered(r.turn)) {
			put(r.turn)
		}
	}
	return turns
}

// answered reports whether the agent says anything after a turn.
func (sc scene) answered(turn dyadmem.TurnRef) bool {
	return slices.ContainsFunc(sc.Session.Turns[sc.Index[turn]:], func(t dyadmem.Turn) bool { return t.Speaker == dyadmem.Agent })
}
