package forget

import (
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Asked is what a session asks to forget of a bank, read by words and by signs.
type Asked struct {
	dialogue dialogue
	old      []*gist.Gloss // the bank from before the session
	fresh    []*gist.Gloss // what the session states
	rarity   gist.Rarity
	pleas    []plea
	requests []Request
	links    *links    // of the entries to what pleas name
	first    time.Time // of what the bank holds
}

// AskedIn reads what a session asks to forget of the bank old, or of what it states itself (fresh).
// The terms of both weigh what r says.
func AskedIn(s *gist.Sitting, old, fresh []*gist.Gloss, r gist.Rarity) *Asked {
	t := &Asked{dialogue: dialogue{s}, old: old, fresh: fresh, rarity: r, first: begin(old)}
	t.ask()
	return t
}

// ask reads what the session asks to forget: each request by itself, what it names
// part by part where by itself it means less than that, and then what is asked for
// in one turn by what the agent says of it.
func (t *Asked) ask() {
	t.requests = Requests(t.dialogue.Sitting, t.old)
	for _, r := range gist.FoundIn(t.dialogue.Sitting, "asked to forget", t.dialogue.pleas) {
		r.parts = slices.Clone(r.parts) // what follows writes into them
		from := len(t.pleas)
		for from > 0 && t.pleas[from-1].turn == r.turn {
			from--
		}
		t.find(&r, t.pleas[from:])
		t.pleas = append(t.pleas, r)
		if len(r.parts) == 0 || !r.talked && t.meant(&r) >= max(2, counted(r.gone)) {
			continue
		}
		for k := range r.parts {
			t.find(&r.parts[k], t.pleas[from:])
			t.pleas = append(t.pleas, r.parts[k])
		}
	}
	for from := 0; from < len(t.pleas); {
		to := from
		for to < len(t.pleas) && t.pleas[to].turn == t.pleas[from].turn {
			to++
		}
		t.settle(t.pleas[from:to])
		from = to
	}
}

// begin returns when the first of entries was told, the zero time if none says.
func begin(entries []*gist.Gloss) (at time.Time) {
	for _, o := range entries {
		if t := o.Entry.At; !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// How likely it is by its signs ([Requests]) that an entry is asked to be forgotten: where
// that decides by itself, and at least where the words of a request name the entry.
const (
	sureByChance = 0.59
	leastByWords = 0.15
)

// Turns returns the turns that ask to forget the ith entry of the bank: by the signs of an exchange as a
// whole, or by the words of a request, unless an answer of the agent's, and all else, speaks
// against it.
func (t *Asked) Turns(i int) (turns []dyadmem.TurnRef) {
	put := func(turn dyadmem.TurnRef) {
		if !slices.Contains(turns, turn) {
			turns = append(turns, turn)
		}
	}
	likely := 0.0
	for _, x := range t.requests {
		if likely = max(likely, x.Chances[i]); x.Chances[i] > sureByChance {
			put(x.Turn)
		}
	}
	for n := range t.pleas {
		if r := &t.pleas[n]; t.asked(r, i) && (likely > leastByWords || r.bare || !t.dialogue.answered(r.turn)) {
			put(r.turn)
		}
	}
	return turns
}

// Names reports whether what asks to forget the ith entry names something that a clause of it holds.
func (t *Asked) Names(i int, clause string) bool {
	g := gist.ReadText(clause)
	for n := range t.pleas {
		if r := &t.pleas[n]; t.asked(r, i) && t.weigh(g, r.named) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(t.requests, func(x Request) bool { return x.Chances[i] > sureByChance && t.weigh(g, x.named) > 0 })
}

// answered reports whether the agent says anything after a turn.
func (tk dialogue) answered(turn dyadmem.TurnRef) bool {
	return slices.ContainsFunc(tk.Session.Turns[tk.Index[turn]:], func(t dyadmem.Turn) bool { return t.Speaker == dyadmem.Agent })
}

// mostCited is how many turns a proposal may cite for a request among them to tell something.
const mostCited = 2

// Cited returns the turns that ask to forget the ith entry of the bank, where a proposal to do so
// cites turns. That it cites the request makes room for entries farther off, which it names by
// several words or by a word and their figure; one that cites every other turn says nothing by it.
func (t *Asked) Cited(i int, cited []dyadmem.TurnRef) []dyadmem.TurnRef {
	turns := t.Turns(i)
	for n := range t.pleas {
		r := &t.pleas[n]
		asks := !r.spared[i] && len(cited) <= mostCited && slices.Contains(cited, r.turn) && r.roughly(r.fits[i], t.old[i])
		if asks && !slices.Contains(turns, r.turn) {
			turns = append(turns, r.turn)
		}
	}
	return turns
}

// JustSaid hands f each entry that the session itself states and asks to forget, with the turn that asks.
func (t *Asked) JustSaid(f func(dyadmem.EntryKey, dyadmem.TurnRef)) {
	for n := range t.pleas {
		r := &t.pleas[n]
		for _, k := range t.recent(r) {
			f(k, r.turn)
		}
	}
}

// known reports whether the bank from before the session holds key k.
func (t *Asked) known(k dyadmem.EntryKey) bool {
	return slices.ContainsFunc(t.old, func(g *gist.Gloss) bool { return g.Entry.Key == k })
}
