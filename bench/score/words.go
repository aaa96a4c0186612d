package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// words are what the error classes read of a text: its content words, and
// those of them that are values.
type words map[string]bool // true: a value

func wordsOf(list []lang.Word) words {
	w := make(words, len(list))
	for _, x := range list {
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

// A reading gives the words of the texts of an episode, each read once and
// only when it is asked for.
type reading struct {
	turns  map[dyadmem.TurnRef]string
	words  map[string]words // by text
	reader lang.Reader

	asserted map[string]assertion // by text
}

func newReading(e *bench.Episode) *reading {
	r := &reading{
		turns: make(map[dyadmem.TurnRef]string), words: make(map[string]words), asserted: make(map[string]assertion),
	}
	for i := range e.Sessions {
		for _, t := range e.Sessions[i].Turns {
			r.turns[t.ID] = t.Text
		}
	}
	return r
}

// of returns the words of text.
func (r *reading) of(text string) words {
	w, ok := r.words[text]
	if !ok {
		w = wordsOf(r.reader.Words(text))
		r.words[text] = w
	}
	return w
}

// turn returns the words of a turn, none if there is no such turn.
func (r *reading) turn(id dyadmem.TurnRef) words { return r.of(r.turns[id]) }
