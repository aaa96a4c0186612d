package stage

import (
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A digest is a text, read once for comparing it with others. It is safe for
// concurrent use.
type digest struct {
	list   []string        // terms and pairs of Han characters, as often as they stand in the text
	terms  map[string]bool // terms that say something of the topic
	sketch sketch          // of terms
	pairs  []string        // of Han characters, each once, in order
	senses []lang.Sense    // of the terms, each once
	values []lang.Value
	cues   lang.Cues
	slots  func() lang.Slot // the kinds of value that it holds

	// What few texts are asked for, and those often.
	stated func() lang.Statement
	place  func() whereabouts // where the user lives or works
	slot   func() []string    // the words that tell its slot and its value
	quotes func() []string    // what stands in quotation marks
	head   func() string      // the name that it begins with
	capped func() bool        // it sets a most or a least
	orders func() bool        // it tells the agent how to work
	gist   func() *lang.Gist  // where it lies among other texts
	taste  func() int         // it tells of a liking, 1, or of a dislike, -1
	// disposed is what it tells that the user no longer has.
	disposed func() string

	mu    sync.Mutex // what follows depends on when the text was said, which hardly ever differs
	at    time.Time
	whens []lang.When
}

// said returns the expressions of time in the text, as they were meant at a
// time.
func (d *digest) said(text string, at time.Time) []lang.When {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, was := d.at.Zone()
	if _, zone := at.Zone(); d.whens == nil || !d.at.Equal(at) || was != zone {
		d.at, d.whens = at, append([]lang.When{}, lang.Whens(text, at)...)
	}
	return d.whens
}

// digestOf reads a text.
func digestOf(text string) *digest {
	d := &digest{list: lang.Terms(text), terms: make(map[string]bool), values: lang.Values(text), cues: lang.CuesOf(text)}
	d.slots = sync.OnceValue(func() lang.Slot { return lang.Holds(text) })
	d.stated = sync.OnceValue(func() lang.Statement { return lang.Read(text) })
	d.place = sync.OnceValue(func() whereabouts { return d.whereabouts(text) })
	d.slot = sync.OnceValue(func() []string { return slotWords(text) })
	d.quotes = sync.OnceValue(func() []string { return quoted(text) })
	d.head = sync.OnceValue(func() string { return heads(text) })
	d.capped = sync.OnceValue(func() bool { return d.limits(text) })
	d.taste = sync.OnceValue(func() int { return tasteIn(d.cues.Folded()) })
	d.disposed = sync.OnceValue(func() string { return disposedIn(text) })
	d.gist = sync.OnceValue(func() *lang.Gist { return gistIn(text) })
	d.orders = sync.OnceValue(func() bool { return ordersAgent(text, d.cues) })
	for _, t := range d.list {
		if !lang.Frame(t) && !d.terms[t] {
			d.terms[t] = true
			d.sketch.add(t)
			d.senses = append(d.senses, lang.SenseOf(t))
		}
	}
	if pairs := hanPairs(text); len(pairs) > 0 {
		d.list = append(d.list, pairs...)
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

// ruling reports whether an entry is a rule of how the agent works, whatever
// its kind.
func (g *gloss) ruling() bool {
	return g.entry.Kind.URAM() || g.entry.Kind != dyadmem.Episodic && g.orders()
}

// negated reports whether the text denies or forbids.
func (d *digest) negated() bool { return d.cues.Has(lang.Negation) }

// A gloss is an entry with the digest of its content.
type gloss struct {
	entry dyadmem.Entry
	*digest
}

// A memo keeps the texts and the sessions that it read last, since a bank is
// read again with every session and every question. It is safe for concurrent
// use; the nil memo keeps nothing.
type memo struct {
	digests  recent[string, *digest]
	sittings recent[uint64, *sitting]
}

// How much a memo holds: the texts of some forty banks, and the sessions of a few
// dyads.
const (
	memoTexts    = 8192
	memoSittings = 128
)

// newMemo returns a memo that holds nothing yet.
func newMemo() *memo {
	m := new(memo)
	m.digests.most, m.sittings.most = memoTexts, memoSittings
	return m
}

// digest returns a text, read.
func (m *memo) digest(text string) *digest {
	if m == nil {
		return digestOf(text)
	}
	d := m.digests.get(text)
	if d == nil {
		d = digestOf(text)
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

// entry returns an entry with its content read.
func (m *memo) entry(e dyadmem.Entry) *gloss { return &gloss{e, m.digest(e.Content)} }

// entries returns entries with their contents read.
func (m *memo) entries(entries []dyadmem.Entry) []*gloss {
	out := make([]*gloss, len(entries))
	for i, e := range entries {
		out[i] = m.entry(e)
	}
	return out
}

// readText is a text as a gloss that nothing keeps.
func readText(text string) *gloss { return &gloss{dyadmem.Entry{Content: text}, digestOf(text)} }
