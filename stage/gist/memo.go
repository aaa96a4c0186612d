package gist

import (
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
	Senses []lang.Sense    // of the terms, each once
	Values []lang.Value
	Cues   lang.Cues

	text   string
	sketch sketch    // of terms
	pairs  []hanPair // each once, in order

	// What few texts are asked for, and those often.
	slots    lazy[lang.Slot]
	stated   lazy[lang.Statement]
	place    lazy[whereabouts]
	slot     lazy[[]string]
	frame    lazy[[]string]
	lead     lazy[string]
	quotes   lazy[[]string]
	head     lazy[string]
	capped   lazy[bool]
	orders   lazy[bool]
	past     lazy[bool]
	gist     lazy[*lang.Gist]
	about    lazy[*lang.Gist]
	taste    lazy[int]
	disposed lazy[string]
	holder   lazy[Holding]
	sorted   lazy[[]heldTerm] // the terms

	mu    sync.Mutex // what follows depends on when the text was said, which hardly ever differs
	at    time.Time
	whens []lang.When
}

// Slots returns the kinds of value that the text holds.
func (d *Digest) Slots() lang.Slot { return d.slots.of(func() lang.Slot { return lang.Holds(d.text) }) }

// Stated returns the statement that the text makes.
func (d *Digest) Stated() lang.Statement {
	return d.stated.of(func() lang.Statement { return lang.Read(d.text) })
}

// Place returns where the user lives or works.
func (d *Digest) Place() whereabouts { return d.place.of(d.whereabouts) }

// Slot returns the words that tell the slot of the text and its value.
func (d *Digest) Slot() []string { return d.slot.of(func() []string { return SlotWords(d.text) }) }

// Frame returns the words of content that are part of no value, sorted, each once.
func (d *Digest) Frame() []string { return d.frame.of(d.unvalued) }

// Lead returns the word of content that the text begins with, "" if it has none.
func (d *Digest) Lead() string { return d.lead.of(func() string { return leads(d.text) }) }

// Quotes returns what stands in quotation marks.
func (d *Digest) Quotes() []string { return d.quotes.of(func() []string { return Quoted(d.text) }) }

// Head returns the name that the text begins with.
func (d *Digest) Head() string { return d.head.of(func() string { return heads(d.text) }) }

// Capped reports whether the text sets a most or a least.
func (d *Digest) Capped() bool { return d.capped.of(d.limits) }

// Orders reports whether the text tells the agent how to work.
func (d *Digest) Orders() bool {
	return d.orders.of(func() bool { return ordersAgent(d.text, d.Cues) })
}

// Past reports whether the text tells what was done.
func (d *Digest) Past() bool { return d.past.of(d.happened) }

// Gist returns where the text lies among other texts by what it means.
func (d *Digest) Gist() *lang.Gist {
	return d.gist.of(func() *lang.Gist { return GistIn(d.text) })
}

// About returns where the text lies among questions and answers by what it is about.
func (d *Digest) About() *lang.Gist {
	return d.about.of(func() *lang.Gist { return AboutIn(d.text) })
}

// Taste returns 1 for a text that tells of a liking, -1 for one that tells of a dislike.
func (d *Digest) Taste() int { return d.taste.of(func() int { return tasteIn(d.Cues.Folded()) }) }

// Disposed returns what the text tells that the user no longer has.
func (d *Digest) Disposed() string {
	return d.disposed.of(func() string { return disposedIn(d.text) })
}

// Holder returns who the text says has a role for the user.
func (d *Digest) Holder() Holding { return d.holder.of(func() Holding { return Holder(d.text) }) }

// Said returns the expressions of time in the text, as they were meant at a
// time.
func (d *Digest) Said(at time.Time) []lang.When {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, was := d.at.Zone()
	if _, zone := at.Zone(); d.whens == nil || !d.at.Equal(at) || was != zone {
		d.at, d.whens = at, append([]lang.When{}, lang.Whens(d.text, at)...)
	}
	return d.whens
}

// DigestOf reads a text.
func DigestOf(text string) *Digest {
	d := &Digest{text: text, List: lang.Terms(text), Terms: make(map[string]bool), Values: lang.Values(text), Cues: lang.CuesOf(text)}
	for _, t := range d.List {
		if !lang.Frame(t) && !d.Terms[t] {
			d.Terms[t] = true
			d.sketch.add(t)
			d.Senses = append(d.Senses, lang.SenseOf(t))
		}
	}
	for _, p := range hanPairs(text) {
		d.List = append(d.List, p.String())
		d.pairs = append(d.pairs, p)
	}
	slices.Sort(d.pairs)
	d.pairs = slices.Compact(d.pairs)
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
	namesAgent = Compile(`助手|\b[Tt]he (?:agent|assistant)\b`)
	uniformZH  = Compile(`一律|统一|不许|不准|别(?:再|给|跟|对|用|说|写|提|叫|把|让|带|发|乱|急|报)|不要(?:再|给|跟|对|用|说|写|提|叫|把|让|带|发|报)|[说写用报叫标记]成[“「]|[说写用叫报标记][“「]`)
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
// use. The zero Memo is ready; the nil Memo keeps nothing.
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

// Digest returns a text, read.
func (m *Memo) Digest(text string) *Digest {
	if m == nil {
		return DigestOf(text)
	}
	d := m.digests.get(text, memoTexts)
	if d == nil {
		d = DigestOf(text)
		m.digests.put(text, d, memoTexts)
	}
	return d
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

// A recent keeps the values that were asked for last, at most as many as its user
// says, in two generations: what is asked for again moves on. It is safe for
// concurrent use.
type recent[K comparable, V any] struct {
	mu         sync.Mutex
	young, old map[K]V
}

// get returns the value of k, or the zero value.
func (r *recent[K, V]) get(k K, most int) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.young[k]
	if !ok {
		if v, ok = r.old[k]; ok {
			r.keep(k, v, most)
		}
	}
	return v
}

func (r *recent[K, V]) put(k K, v V, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(k, v, most)
}

// keep takes a value into the young generation; the caller holds the lock.
func (r *recent[K, V]) keep(k K, v V, most int) {
	if len(r.young) >= most/2 || r.young == nil {
		r.old, r.young = r.young, make(map[K]V)
	}
	r.young[k] = v
}

// ReadText is a text as a gloss that nothing keeps.
func ReadText(text string) *Gloss { return &Gloss{dyadmem.Entry{Content: text}, DigestOf(text)} }
