package forget

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// How well a word of an entry answers for one that a request names.
const (
	linkSame    = 1.0 // it is that word, another form of it or its synonym
	linkRelated = 0.5 // it is of the same matter, or the figure of what is called a sum or a number
	linkNear    = 0.4 // it lies near it in meaning
	linkNearest = 0.6 // how near that is
)

// A topic is a word for what a request asks to forget, and how the entries of a bank answer for it.
type topic struct {
	Sense  lang.Sense
	Name   bool      // it is a name
	Role   string    // it says who somebody is to the user, and this is who; else empty
	Weight float64   // by how few entries hold it
	Links  []float64 // how well each entry answers for it
	Held   []int     // how many entries hold the word by which it does
	Best   float64   // the best of the links
}

// whose reports whether t says of whom something is to go, and not what.
func (t *topic) whose() bool { return t.Name || t.Role != "" }

// gain is what the ith entry earns by answering for t.
func (t *topic) gain(r gist.Rarity, i int) float64 {
	return t.Links[i] * min(t.Weight, r.Held(t.Held[i]))
}

// links find how well the entries of a bank answer for words.
type links struct {
	old    []*gist.Gloss
	rarity gist.Rarity
	words  []word         // of all entries, each once
	at     map[string]int // of words
	topics map[meaning]*topic
}

// A meaning is a term, and whether it is meant as a name.
type meaning struct {
	term string
	name bool
}

// A word of the bank, with the entries that hold it.
type word struct {
	*lang.Sense
	in []int
}

// linksTo returns the links to entries, whose terms weigh what r says.
func linksTo(old []*gist.Gloss, r gist.Rarity) *links {
	l := &links{old: old, rarity: r, at: make(map[string]int, len(r.Df)), topics: make(map[meaning]*topic)}
	for i, o := range old {
		for k := range o.Senses {
			s := &o.Senses[k]
			n, ok := l.at[s.Text]
			if !ok {
				n = len(l.words)
				l.at[s.Text] = n
				l.words = append(l.words, word{Sense: s})
			}
			l.words[n].in = append(l.words[n].in, i)
		}
	}
	return l
}

// bank is what there is to be forgotten, with what was found of it.
type bank struct {
	*links
	names    [][]string // in each entry
	from, to time.Time  // when its entries were told
}

func bankOf(old []*gist.Gloss) *bank {
	b := &bank{links: linksTo(old, gist.RarityOf(old)), from: old[0].Entry.At, to: old[0].Entry.At}
	for _, o := range old {
		b.names = append(b.names, NamesIn(o.Entry.Content))
		if o.Entry.At.Before(b.from) {
			b.from = o.Entry.At
		}
		if o.Entry.At.After(b.to) {
			b.to = o.Entry.At
		}
	}
	return b
}

// topic finds how well each entry answers for a term.
func (b *links) topic(term string, name bool) *topic {
	if t, ok := b.topics[meaning{term, name}]; ok {
		return t
	}
	t := &topic{Sense: lang.SenseOf(term), Name: name, Weight: b.rarity.Weight(term), Links: make([]float64, len(b.old)), Held: make([]int, len(b.old))}
	b.topics[meaning{term, name}] = t
	var holds []bool
	holders := 0
	if !name {
		for _, who := range lang.Read(term).Persons {
			t.Role = who.Role
		}
		holds, holders = b.matter(term)
	}
	b.link(t)
	for i := range b.old {
		if t.Links[i] < linkRelated && holds != nil && holds[i] {
			t.Links[i], t.Held[i] = linkRelated, holders
		}
		t.Best = max(t.Best, t.Links[i])
	}
	if t.Best < linkRelated {
		b.linkNear(t)
	}
	return t
}

// matter finds the entries that speak of what a term points at without saying it: "my
// lungs" at an asthma, 工资 at what one takes home.
func (b *links) matter(term string) (held []bool, holders int) {
	for _, m := range lang.MattersOf(term) {
		for i, o := range b.old {
			if held != nil && held[i] || !m.Holds(o.Terms, o.Cues.Folded(), o.Values) {
				continue
			}
			if held == nil {
				held = make([]bool, len(b.old))
			}
			held[i] = true
			holders++
		}
	}
	return held, holders
}

// link finds how well each entry answers for a topic, by the best of its words, and how many entries hold
// that. A word of the bank is asked once, whatever holds it.
func (b *links) link(t *topic) {
	term := t.Sense.Text
	sure := make([]bool, len(b.old)) // by the word itself
	for i, o := range b.old {
		switch {
		case o.Terms[term] && (!figures[term] || figured(o)):
			t.Links[i], t.Held[i], sure[i] = linkSame, b.rarity.Df[term], true
		case t.Role != "" && b.called(t.Role, o):
			t.Links[i], t.Held[i], sure[i] = linkSame, b.rarity.N/8, true
		}
	}
	for k := range b.words {
		w := &b.words[k]
		if t.Sense.Apart(w.Sense) || w.Text == term {
			continue
		}
		verb := !t.Name && verbOf(w.Text, term)
		switch {
		case t.Sense.Same(w.Sense) || kin(term, w.Text):
			b.answers(t, w, linkSame, verb, sure)
		case verb || t.Sense.Sometimes(w.Sense) || t.Sense.Completes(w.Sense):
			b.answers(t, w, linkRelated, verb, sure)
		}
	}
	for _, r := range lang.Related(term) {
		if k, ok := b.at[r]; ok && r != term {
			b.answers(t, &b.words[k], linkRelated, !t.Name && verbOf(r, term), sure)
		}
	}
	if !figures[term] {
		return
	}
	for i, o := range b.old {
		if t.Links[i] < linkRelated && figured(o) && (!sums[term] || priced(o)) {
			t.Links[i], t.Held[i] = linkRelated, len(b.old)/4
		}
	}
}

// linkNear does the same by words that lie near in meaning, which tell something only where no
// entry answers better.
func (b *links) linkNear(t *topic) {
	for k := range b.words {
		if w := &b.words[k]; w.Text != t.Sense.Text && t.Sense.Near(w.Sense) >= linkNearest {
			b.answers(t, w, linkNear, false, nil)
		}
	}
	for _, l := range t.Links {
		t.Best = max(t.Best, l)
	}
}

// answers notes that the entries with a word of the bank answer so well for a topic; verb says that it is a
// part of the topic's word, and may be one of a word of theirs.
func (b *links) answers(t *topic, w *word, l float64, verb bool, sure []bool) {
	if Light[w.Text] {
		return
	}
	n := b.rarity.Df[w.Text]
	for _, i := range w.in {
		if sure != nil && sure[i] || !verb && pieceOf(w.Text, b.old[i].Terms) {
			continue
		}
		if l > t.Links[i] || l == t.Links[i] && n < t.Held[i] {
			t.Links[i], t.Held[i] = l, n
		}
	}
}

// verbOf reports whether verb is the first half of a Chinese compound of a verb
// and its object, which other words may part: 吃 of 吃药.
func verbOf(verb, compound string) bool {
	return verb != compound && strings.HasPrefix(compound, verb) && lang.IsHan(verb) && utf8.RuneCountInString(verb) == 1 && utf8.RuneCountInString(compound) == 2
}

// pieceOf reports whether term is a single Han character out of another of
// terms: a name that the dictionary does not know comes whole and in pieces.
func pieceOf(term string, terms map[string]bool) bool {
	if utf8.RuneCountInString(term) != 1 || !lang.IsHan(term) {
		return false
	}
	for o := range terms {
		if o != term && strings.Contains(o, term) {
			return true
		}
	}
	return false
}

// kin reports whether two English terms are forms of one word: the noun of its
// verb, "weight" of "weigh".
func kin(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 5 && strings.HasPrefix(b, a) && len(b)-len(a) <= 2 && !lang.IsHan(a)
}

// figures are the terms that speak of a figure without giving it, and sums those of money.
var (
	figures = gist.SetOf("number amount figure sum total price score weight money", "数 数字 数目 金额 钱 合计 总数 合计数")
	sums    = gist.SetOf("money", "钱 金额")
)

// priced reports whether an entry holds an amount of money.
func priced(o *gist.Gloss) bool {
	return slices.ContainsFunc(o.Values, func(v lang.Value) bool { return v.Kind == lang.Money })
}

// figured reports whether an entry holds a figure; "one" is as often none.
func figured(o *gist.Gloss) bool {
	return slices.ContainsFunc(o.Values, func(v lang.Value) bool { return v.Num != 0 && v.Num != 1 && v.Kind <= lang.Age })
}

// called reports whether an entry calls by name whom the bank tells to be somebody to
// the user: "my brother" is whoever is called Trevor, where the brother is Trevor.
func (b *links) called(role string, o *gist.Gloss) bool {
	return slices.ContainsFunc(b.old, func(e *gist.Gloss) bool {
		return slices.ContainsFunc(e.Stated().Persons, func(who lang.Person) bool {
			return who.Role == role && slices.ContainsFunc(strings.Fields(strings.ToLower(who.Name)), func(n string) bool {
				return o.Terms[n] || o.Terms[lang.Stem(n)]
			})
		})
	})
}

// Dated reports whether a term is the bare number of a day, month or year.
func Dated(term string) bool {
	n, err := strconv.Atoi(term)
	return err == nil && (n <= 31 || n >= 1900 && n <= 2100)
}

// NamesIn returns the names in text, but for those of times and places: English
// words with a capital that neither open a sentence nor stand behind a
// preposition, Chinese words that the dictionary knows as names of people, and
// what it does not know at all.
func NamesIn(text string) (names []string) {
	words := lang.Words(text)
	known := make(map[string]bool, len(words))
	for i, w := range words {
		known[w.Term] = true
		first, _ := utf8.DecodeRuneInString(text[w.Start:])
		capital := !w.Stop && unicode.IsUpper(first) && !calendar[w.Text]
		if i > 0 && capital && !strings.ContainsRune(".!?", w.Break) && (!placing[words[i-1].Text] || gist.Owning(text, w)) || i == 0 && capital && gist.Possessed(text, w) && !lang.Frame(w.Term) || w.Tag == "nr" {
			names = append(names, w.Term)
		}
	}
	for _, t := range lang.Terms(text) {
		if !known[t] && lang.IsHan(t) {
			names = append(names, t)
		}
	}
	return names
}

var (
	calendar = gist.SetOf("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays christmas easter")
	placing  = gist.SetOf("in at from to into near through via on since until till by")
)
