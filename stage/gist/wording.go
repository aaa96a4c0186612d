package gist

import (
	"strings"
	"sync"

	"github.com/dyadmem/dyadmem/lang"
)

// A Wording is a text, read for its words and values alone.
type Wording struct {
	text   string
	Terms  map[string]bool
	values func() []lang.Value
}

// WordingOf reads a text.
func WordingOf(text string) *Wording {
	w := &Wording{text: text, Terms: make(map[string]bool), values: sync.OnceValue(func() []lang.Value { return lang.Values(text) })}
	for _, t := range lang.Terms(text) {
		if !lang.Frame(t) {
			w.Terms[t] = true
		}
	}
	return w
}

// Covers reports whether a text holds the values and names of another, and half
// of its words at least. Chinese writes names like any noun: there it has to hold
// them all.
func (t *Wording) Covers(o *Wording) bool {
	n, hit := 0, 0
	for _, w := range lang.Words(o.text) {
		if !o.Terms[w.Term] || lang.Light(w.Term) {
			continue
		}
		n++
		switch {
		case t.Terms[w.Term] || relatedIn(w.Term, t.Terms):
			hit++
		case w.Script == lang.Han && strings.HasPrefix(w.Tag, "n"):
			return false
		}
	}
	return hit > 0 && 2*hit >= n && lang.ValuesIn(o.values(), t.values())
}
