package lang

import (
	"hash/maphash"
	"sync/atomic"
)

// A lately keeps what was last read of short texts: one sentence is asked for its words
// and its cues by many rules, one after another. Each text has one place, which the next
// text there takes from it. It is safe for concurrent use; what it keeps is shared, and
// nobody may write to it.
type lately[V any] struct {
	places [latelyTexts]atomic.Pointer[reading[V]]
}

type reading[V any] struct {
	text string
	made V
}

const (
	latelyTexts = 2048
	latelyBytes = 512 // longer texts are turns, not sentences, and read but once or twice
)

var latelySeed = maphash.MakeSeed()

// of returns what read makes of text.
func (l *lately[V]) of(text string, read func(text string) V) V {
	if len(text) > latelyBytes {
		return read(text)
	}
	place := &l.places[maphash.String(latelySeed, text)%latelyTexts]
	if r := place.Load(); r != nil && r.text == text {
		return r.made
	}
	r := &reading[V]{text, read(text)}
	place.Store(r)
	return r.made
}
