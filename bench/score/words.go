package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// words are what the error classes read of a text: its content words, and
// those of them that are values.
type words map[string]bool // true: a value

func wordsOf(text string) words {
	w := make(words)
	for _, x := range lang.Words(text) {
		if !x.Stop {
			w[x.Term] = w[x.Term] || x.Script == lang.Digits
		}
	}
	return w
}

// shared returns how many content words, and how many values, two texts share.
func (w words) shared(v words) (content, values int) {
	for term, value := range w {
		if _, ok := v[term]; ok {
			content++
			if value {
				values++
			}
		}
	}
	return content, values
}

// touches reports whether two texts share a content word.
func (w words) touches(v words) bool {
	n, _ := w.shared(v)
	return n > 0
}

// A reading gives the words of the turns of an episode, each read once and
// only when it is asked for.
type reading struct {
	turns map[dyadmem.TurnRef]*bench.Turn
	words map[dyadmem.TurnRef]words
}

func newReading(e *bench.Episode) *reading {
	r := &reading{turns: make(map[dyadmem.TurnRef]*bench.Turn), words: make(map[dyadmem.TurnRef]words)}
	for i := range e.Sessions {
		for j := range e.Sessions[i].Turns {
			t := &e.Sessions[i].Turns[j]
			r.turns[t.ID] = t
		}
	}
	return r
}

// of returns the words of a turn, nil if there is no such turn.
func (r *reading) of(id dyadmem.TurnRef) words {
	w, ok := r.words[id]
	if !ok {
		if t := r.turns[id]; t != nil {
			w = wordsOf(t.Text)
		}
		r.words[id] = w
	}
	return w
}
