package judge

import (
	"math"
	"sync"

	"github.com/dyadmem/dyadmem/lang"
)

// A Vocabulary keeps what was found out about words from one episode to the
// next: their senses, and how like they are to each other. The zero Vocabulary
// is ready. It is safe for concurrent use; episodes that are judged at one time
// have a part each.
type Vocabulary struct {
	mu   sync.Mutex
	idle []*words
}

// take returns a part that nobody else has. Of a nil Vocabulary it is a new one.
func (v *Vocabulary) take() *words {
	if v == nil {
		return new(words)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	n := len(v.idle)
	if n == 0 {
		return new(words)
	}
	w := v.idle[n-1]
	v.idle = v.idle[:n-1]
	return w
}

// give takes a part back, unless it has grown too big.
func (v *Vocabulary) give(w *words) {
	const most = 10000 // words; likenesses of all of them to each other are 50 MB
	if v == nil || len(w.senses) > most || len(w.tokens) > most {
		return
	}
	v.mu.Lock()
	v.idle = append(v.idle, w)
	v.mu.Unlock()
}

// words are terms by number, with their senses and likenesses.
type words struct {
	reader lang.Reader
	ids    map[string]int32
	senses []lang.Sense // by id
	likes  [][]uint8    // by the greater and the smaller id
	tokens map[string]*knownWord
}

// id returns the number of a term.
func (w *words) id(text string) int32 {
	id, ok := w.ids[text]
	if !ok {
		if w.ids == nil {
			w.ids = make(map[string]int32)
		}
		id = int32(len(w.senses))
		w.ids[text] = id
		w.senses = append(w.senses, lang.SenseOf(text))
		w.likes = append(w.likes, nil)
	}
	return id
}

// like returns the likeness of two terms and whether they are opposites. It is
// found once for each pair, to a two-hundredth.
func (w *words) like(i, j int32) (like float64, opposed bool) {
	if i == j {
		return 1, false
	}
	if i < j {
		i, j = j, i
	}
	if w.likes[i] == nil {
		w.likes[i] = make([]uint8, i)
	}
	known := &w.likes[i][j]
	if *known == unknown {
		x, y := &w.senses[i], &w.senses[j]
		if x.Opposite(y) {
			*known = opposites
		} else {
			*known = uint8(math.Round(likeness(x, y)*likeSteps)) + 1
		}
	}
	if *known == opposites {
		return 0, true
	}
	return float64(*known-1) / likeSteps, false
}

// opposed reports whether two terms are opposites.
func (w *words) opposed(i, j int32) bool {
	_, opposed := w.like(i, j)
	return opposed
}

// kinship returns how near two terms lie, 0 to 1: their likeness or, for words
// that are only of one matter, what their vectors say; opposites are of one matter.
func (w *words) kinship(i, j int32) float64 {
	like, opposed := w.like(i, j)
	if opposed {
		return 0.5
	}
	if like >= nearest {
		return like
	}
	return max(like, min(nearest, 1.25*(w.senses[i].Near(&w.senses[j])-0.2)))
}

// nearest is how near two terms lie at most by their vectors.
const nearest = 0.9

// What words.likes holds beside likenesses from 1 on.
const (
	unknown   = 0
	opposites = 255
	likeSteps = 200
)
