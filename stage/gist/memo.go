package gist

import (
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A Digest is a text, read once for comparing it with others. It is safe for
// concurrent use.
type Digest struct {
	List   []string        // terms and pairs of Han characters, as often as they stand in the text
	Terms  map[string]bool // terms that say something of the topic
	sketch sketch          // of terms
	pairs  []string        // of Han characters, each once, in order
	Senses []lang.Sense    // of the terms, each once
	Values []lang.Value
	Cues   lang.Cues
	Slots  func() lang.Slot // the kinds of value that it holds

	// What few texts are asked for, and those often.
	Stated func() lang.Statement
	Place  func() whereabouts // where the user lives or works
	Slot   func() []string    // the words that tell its slot and its value
	Quotes func() []string    // what stands in quotation marks
	Head   func() string      // the name that it begins with
	Capped func() bool        // it sets a most or a least
	Orders func() bool        // it tells the agent how to work
	Gist   func() *lang.Gist  // where it lies among other texts
	Taste  func() int         // it tells of a liking, 1, or of a dislike, -1
	// disposed is what it tells that the user no longer has.
	Disposed func() string

	mu    sync.Mutex // what follows depends on when the text was said, which hardly ever differs
	at    time.Time
	whens []lang.When
}

// Said returns the expressions of time in the text, as they were meant at a
// time.
func (d *Digest) Said(text string, at time.Time) []lang.When {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, was := d.at.Zone()
	if _, zone := at.Zone(); d.whens == nil || !d.at.Equal(at) || was != zone {
		d.at, d.whens = at, append([]lang.When{}, lang.Whens(text, at)...)
	}
	return d.whens
}

// DigestOf reads a text.
func DigestOf(text string) *Digest {
	d := &Digest{List: lang.Terms(text), Terms: make(map[string]bool), Values: lang.Values(text), Cues: lang.CuesOf(text)}
	d.Slots = sync.OnceValue(func() lang.Slot { return lang.Holds(text) })
	d.Stated = sync.OnceValue(func() lang.Statement { return lang.Read(text) })
	d.Place = sync.OnceValue(func() whereabouts { return d.whereabouts(text) })
	d.Slot = sync.OnceValue(func() []string { return SlotWords(text) })
	d.Quotes = sync.OnceValue(func() []string { return Quoted(text) })
	d.Head = sync.OnceValue(func() string { return heads(text) })
	d.Capped = sync.OnceValue(func() bool { return d.limits(text) })
	d.Taste = sync.OnceValue(func() int { return tasteIn(d.Cues.Folded()) })
	d.Disposed = sync.OnceValue(func() string { return disposedIn(text) })
	d.Gist = sync.OnceValue(func() *lang.Gist { return GistIn(text) })
	d.Orders = sync.OnceValue(func() bool { return ordersAgent(text, d.Cues) })
	for _, t := range d.List {
		if !lang.Frame(t) && !d.Terms[t] {
			d.Terms[t] = true
			d.sketch.add(t)
			d.Senses = append(d.Senses, lang.SenseOf(t))
		}
	}
	if pairs := HanPairs(text); len(pairs) > 0 {
		d.List = append(d.List, pairs...)
		slices.Sort(pairs)
		d.pairs = slices.Compact(pairs)
	}
	return d
}

// ordersAgent reports whether a text tells the agent how to work: it names the
// agent, bans, or commands. An entry that was captured as a fact may do so too.
func ordersAgent(text string, cues lang.Cues) bool {
	switch {
	case namesAgent.MatchString(text):
		return true
	case cues.Han():
		return cues.Has(lang.Standing) && cues.Has(lang.Form) || uniformZH.MatchString(text)
	}
	return cues.Has(lang.Imperative, lang.Ban)
}

var (
	namesAgent = regexp.MustCompile(`助手|\b[Tt]he (?:agent|assistant)\b`)
	uniformZH  = regexp.MustCompile(`一律|统一|不许|不准|别(?:再|给|跟|对|用|说|写|提|叫|把|让|带|发|乱|急|报)|不要(?:再|给|跟|对|用|说|写|提|叫|把|让|带|发|报)|[说写用报叫标记]成[“「]|[说写用叫报标记][“「]`)
)

// Ruling reports whether an entry is a rule of how the agent works, whatever
// its kind.
func (g *Gloss) Ruling() bool {
	return g.Entry.Kind.URAM() || g.Entry.Kind != dyadmem.Episodic && g.Orders()
}

// Negated reports whether the text denies or forbids.
func (d *Digest) Negated() bool { return d.Cues.Has(lang.Negation) }

// A Gloss is an entry with the digest of its content.
type Gloss struct {
	Entry dyadmem.Entry
	*Digest
}

// A Memo keeps the texts and the sessions that it read last, since a bank is
// read again with every session and every question. It is safe for concurrent
// use; the nil memo keeps nothing.
type Memo struct {
	digests  recent[string, *Digest]
	sittings recent[uint64, *Sitting]
}

// How much a memo holds: the texts of some forty banks, and the sessions of a few
// dyads.
const (
	memoTexts    = 8192
	memoSittings = 128
)

// NewMemo returns a memo that holds nothing yet.
func NewMemo() *Memo {
	m := new(Memo)
	m.digests.most, m.sittings.most = memoTexts, memoSittings
	return m
}

// Digest returns a text, read.
func (m *Memo) Digest(text string) *Digest {
	if m == nil {
		return DigestOf(text)
	}
	d := m.digests.get(text)
	if d == nil {
		d = DigestOf(text)
		m.digests.put(text, d)
	}
	return d
}

// A recent keeps the values that were asked for last, at most most of them, in two
// generations: what is asked for again moves on. It is safe for concurrent use.
type recent[K comparable, V any] struct {
	most       int
	mu         sync.Mutex
	young, old map[K]V
}

// get returns the value of k, or the zero value.
func (r *recent[K, V]) get(k K) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.young[k]
	if !ok {
		if v, ok = r.old[k]; ok {
			r.keep(k, v)
		}
	}
	return v
}

func (r *recent[K, V]) put(k K, v V) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(k, v)
}

// keep takes a value into the young generation; the caller holds the lock.
func (r *recent[K, V]) keep(k K, v V) {
	if len(r.young) >= r.most/2 || r.young == nil {
		r.old, r.young = r.young, make(map[K]V)
	}
	r.young[k] = v
}

// Entry returns an entry with its content read.
func (m *Memo) Entry(e dyadmem.Entry) *Gloss { return &Gloss{e, m.Digest(e.Content)} }

// Entries returns entries with their contents read.
func (m *Memo) Entries(entries []dyadmem.Entry) []*Gloss {
	out := make([]*Gloss, len(entries))
	for i, e := range entries {
		out[i] = m.Entry(e)
	}
	return out
}

// ReadText is a text as a gloss that nothing keeps.
func ReadText(text string) *Gloss { return &Gloss{dyadmem.Entry{Content: text}, DigestOf(text)} }
