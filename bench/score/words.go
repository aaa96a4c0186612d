package score

import (
	"cmp"
	"slices"
	"sync"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// words are what the error classes read of a text: its content words, in order
// of their numbers.
type words []word

// A word is a term by the number that a reading gave it.
type word struct {
	term  int
	value bool
}

// shared returns how many content words, and how many values, two texts share.
func (w words) shared(v words) (content, values int) {
	for len(w) > 0 && len(v) > 0 {
		switch {
		case w[0].term < v[0].term:
			w = w[1:]
		case w[0].term > v[0].term:
			v = v[1:]
		default:
			content++
			values += one(w[0].value)
			w, v = w[1:], v[1:]
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
	terms  map[string]int   // their numbers
	reader *lang.Reader

	asserted map[string]assertion // by text
}

// readers know the stems that earlier episodes needed.
var readers = sync.Pool{New: func() any { return new(lang.Reader) }}

// newReading returns a reading of e, which is closed when it is done with.
func newReading(e *bench.Episode) *reading {
	r := &reading{
		turns: make(map[dyadmem.TurnRef]string), words: make(map[string]words), terms: make(map[string]int),
		reader: readers.Get().(*lang.Reader), asserted: make(map[string]assertion),
	}
	for i := range e.Sessions {
		for _, t := range e.Sessions[i].Turns {
			r.turns[t.ID] = t.Text
		}
	}
	return r
}

func (r *reading) close() { readers.Put(r.reader) }

// of returns the words of text.
func (r *reading) of(text string) words {
	w, ok := r.words[text]
	if !ok {
		w = r.content(r.reader.Words(text))
		r.words[text] = w
	}
	return w
}

// content returns the content words of list, each once: a value if it is one
// anywhere in it.
func (r *reading) content(list []lang.Word) words {
	w := make(words, 0, len(list))
	for _, x := range list {
		if x.Stop {
			continue
		}
		n, ok := r.terms[x.Term]
		if !ok {
			n = len(r.terms)
			r.terms[x.Term] = n
		}
		w = append(w, word{n, x.Script == lang.Digits})
	}
	slices.SortFunc(w, func(a, b word) int {
		return cmp.Or(cmp.Compare(a.term, b.term), -cmp.Compare(one(a.value), one(b.value)))
	})
	return slices.CompactFunc(w, func(a, b word) bool { return a.term == b.term })
}

// turn returns the words of a turn, none if there is no such turn.
func (r *reading) turn(id dyadmem.TurnRef) words { return r.of(r.turns[id]) }
