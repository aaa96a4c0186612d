package gist

import (
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A Sitting is a session, read once for what the stages ask of it. It is safe for
// concurrent use.
type Sitting struct {
	Session dyadmem.Session
	Index   map[dyadmem.TurnRef]int
	found   sync.Map // what a stage finds in it, by a name

	mu   sync.Mutex
	told map[string]telling // by the turns, since entries are asked for again and again
}

// FoundIn returns what find finds in a sitting, which it is asked for once. A name
// stands for one find.
func FoundIn[V any](s *Sitting, name string, find func() V) V {
	v, _ := s.found.LoadOrStore(name, sync.OnceValue(find))
	return v.(func() V)()
}

// Parted returns what turn i says and what of it is quoted or pasted, as [SplitPasted]
// parts them.
func (s *Sitting) Parted(i int) (own, pasted string) {
	type parts struct{ own, pasted string }
	turns := FoundIn(s, "parted", func() []lazy[parts] { return make([]lazy[parts], len(s.Session.Turns)) })
	p := turns[i].of(func() (p parts) {
		p.own, p.pasted = SplitPasted(s.Session.Turns[i].Text)
		return p
	})
	return p.own, p.pasted
}

// A telling is the words of some turns, and the cues of those that are the user's.
type telling struct {
	words *Gloss
	cues  lang.Cues
}

func readSession(s dyadmem.Session) *Sitting {
	sat := &Sitting{Session: s, Index: make(map[dyadmem.TurnRef]int, len(s.Turns)), told: make(map[string]telling)}
	for i, t := range s.Turns {
		sat.Index[t.ID] = i
	}
	return sat
}

// Shown returns the words of the turns that show an entry, and their cues; the
// turns of the user alone give cues.
func (s *Sitting) Shown(e dyadmem.Entry) (*Gloss, lang.Cues) {
	key := fmt.Sprint(e.Evidence)
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.told[key]
	if !ok {
		t = s.read(e)
		s.told[key] = t
	}
	return t.words, t.cues
}

func (s *Sitting) read(e dyadmem.Entry) (t telling) {
	t.words = &Gloss{Digest: &Digest{Terms: make(map[string]bool)}}
	text := ""
	for _, ref := range e.Evidence {
		i, ok := s.Index[ref]
		if !ok {
			continue
		}
		for _, term := range lang.Terms(s.Session.Turns[i].Text) {
			if !lang.Frame(term) {
				t.words.Terms[term] = true
				t.words.sketch.add(term)
			}
		}
		if s.Session.Turns[i].Speaker == dyadmem.User {
			text += " " + s.Session.Turns[i].Text
		}
	}
	t.cues = lang.CuesOf(turning.ReplaceAllString(text, "$1"))
	return t
}

// turning matches the "now" that turns to another matter: it tells of no change.
var turning = Compile(`(?i)((?:^|[.!?;,]|and|so|ok|okay|right|then)\s*)\bnow(?:,| then\b| on ?to\b| moving on\b)`)

// sittingSeed seeds the hashes by which sittings are kept.
var sittingSeed = maphash.MakeSeed()

// Sitting returns s, read: a session is captured, guarded and updated, and in a
// measurement each of it more than once.
func (m *Memo) Sitting(s dyadmem.Session) *Sitting {
	if m == nil {
		return readSession(s)
	}
	var h maphash.Hash
	h.SetSeed(sittingSeed)
	h.WriteString(s.ID)
	for i := range s.Turns {
		h.WriteString(s.Turns[i].Text)
	}
	k := h.Sum64()
	if sat := m.sittings.get(k, memoSittings); sat != nil && sameSession(sat.Session, s) {
		return sat
	}
	sat := readSession(s)
	m.sittings.put(k, sat, memoSittings)
	return sat
}

// sameSession reports whether two sessions are the same to whoever reads them.
func sameSession(a, b dyadmem.Session) bool {
	_, zoneA := a.At.Zone()
	_, zoneB := b.At.Zone()
	return a.ID == b.ID && a.Lang == b.Lang && a.Role == b.Role && a.At.Equal(b.At) && zoneA == zoneB && slices.Equal(a.Turns, b.Turns)
}
