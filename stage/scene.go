package stage

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"sync"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A scene is a session, read once for what the stages ask of it. It is safe for
// concurrent use.
type scene struct {
	session  dyadmem.Session
	index    map[dyadmem.TurnRef]int
	captured func() []dyadmem.Entry
	asked    func() []request // what the user asks to forget
	ended    func() []ending  // what the user says is over

	mu   sync.Mutex
	told map[string]telling // by the turns, since entries are asked for again and again
}

// A telling is the words of some turns, and the cues of those that are the user's.
type telling struct {
	words *gloss
	cues  lang.Cues
}

func readSession(s dyadmem.Session) *scene {
	sc := &scene{session: s, index: make(map[dyadmem.TurnRef]int, len(s.Turns)), told: make(map[string]telling)}
	for i, t := range s.Turns {
		sc.index[t.ID] = i
	}
	sc.captured = sync.OnceValue(func() []dyadmem.Entry { return captureOf(s) })
	sc.asked = sync.OnceValue(sc.requests)
	sc.ended = sync.OnceValue(sc.endings)
	return sc
}

// shown returns the words of the turns that show an entry, and their cues; the
// turns of the user alone give cues.
func (sc *scene) shown(e dyadmem.Entry) (*gloss, lang.Cues) {
	key := fmt.Sprint(e.Evidence)
	sc.mu.Lock()
	defer sc.mu.Unlock()
	t, ok := sc.told[key]
	if !ok {
		t = sc.read(e)
		sc.told[key] = t
	}
	return t.words, t.cues
}

func (sc *scene) read(e dyadmem.Entry) (t telling) {
	t.words = &gloss{digest: &digest{terms: make(map[string]bool)}}
	text := ""
	for _, ref := range e.Evidence {
		i, ok := sc.index[ref]
		if !ok {
			continue
		}
		for _, term := range lang.Terms(sc.session.Turns[i].Text) {
			if !lang.Frame(term) {
				t.words.terms[term] = true
				t.words.sketch.add(term)
			}
		}
		if sc.session.Turns[i].Speaker == dyadmem.User {
			text += " " + sc.session.Turns[i].Text
		}
	}
	t.cues = lang.CuesOf(turning.ReplaceAllString(text, "$1"))
	return t
}

// turning matches the "now" that turns to another matter: it tells of no change.
var turning = regexp.MustCompile(`(?i)((?:^|[.!?;,]|and|so|ok|okay|right|then)\s*)\bnow(?:,| then\b| on ?to\b| moving on\b)`)

// sceneSeed seeds the hashes by which scenes are kept.
var sceneSeed = maphash.MakeSeed()

// scene returns s, read: a session is captured, guarded and updated, and in a
// measurement each of it more than once.
func (m *memo) scene(s dyadmem.Session) *scene {
	if m == nil {
		return readSession(s)
	}
	var h maphash.Hash
	h.SetSeed(sceneSeed)
	h.WriteString(s.ID)
	for i := range s.Turns {
		h.WriteString(s.Turns[i].Text)
	}
	k := h.Sum64()
	if sc := m.scenes.get(k); sc != nil && sameSession(sc.session, s) {
		return sc
	}
	sc := readSession(s)
	m.scenes.put(k, sc)
	return sc
}

// sameSession reports whether two sessions are the same to whoever reads them.
func sameSession(a, b dyadmem.Session) bool {
	_, zoneA := a.At.Zone()
	_, zoneB := b.At.Zone()
	return a.ID == b.ID && a.Lang == b.Lang && a.Role == b.Role && a.At.Equal(b.At) && zoneA == zoneB && slices.Equal(a.Turns, b.Turns)
}
