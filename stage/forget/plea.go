package forget

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A dialogue is a session as its words are read.
type dialogue struct{ *gist.Sitting }

// A plea is a sentence of the user's that asks to forget something.
type plea struct {
	turn    dyadmem.TurnRef
	named   map[string]bool   // what is to go, in the user's own words or in those of the agent's question that they answer
	words   map[string]bool   // those of these that are words; the others are names that no dictionary knows, or no words
	people  map[string]bool   // those that are names
	aspects map[string]aspect // of these
	part    bool              // it is one of several things that a sentence names
	parts   []plea            // these, each by itself
	bare    bool              // it does no more than name what is to go
	many    bool              // it may be several things
	hush    bool              // it speaks of keeping something quiet, or the agent does
	talked  bool              // it takes several turns, or the agent's word, to say what it is about
	pithy   bool              // some entry answers for its names and for more
	all     bool              // all that belongs to it is meant
	first   bool              // it was told on the first day
	when    []lang.When       // when it was told
	own     bool              // it is something of the user's own: "my address", 我的工资
	near    map[string]bool   // the words of the sentence and its neighbours
	gone    string            // what the agent's next turn says of what is gone, "" if it says nothing of the kind
	echo    map[string]bool   // its words
	kept    map[string]bool   // those in which it tells what stays
	last    bool              // it points at what was said just before
	topics  []*topic
	fits    []fit  // at each entry of the bank; the best has the score 1
	hits    []bool // those that it surely means
	spared  []bool // those that it does not mean whatever else speaks for it
}

// requests returns what the user asks to forget.
func (tk dialogue) pleas() (out []plea) {
	until := -1
	for i, t := range tk.Session.Turns {
		if t.Speaker != dyadmem.User || i <= until {
			continue
		}
		own, _ := tk.Parted(i)
		p := utterance{tk: tk, turn: i, sentences: lang.Sentences(lang.MaskQuotes(own)), offer: tk.offered(i)}
		gone := tk.confirmed(i)
		found := p.pleas(gone)
		if p.curt = p.understood(); len(found) == 0 && p.curt {
			found = p.pleas(gone)
		}
		if x, ok := tk.exchange(i); ok && (len(found) == 0 || x.last > i) {
			out, until = append(out, x.plea(tk, i)), x.last
			continue
		}
		out = append(out, found...)
	}
	return out
}

// requests returns what the turn asks to forget; gone is what the agent says of it.
func (p utterance) pleas(gone string) (out []plea) {
	for j := range p.sentences {
		if !p.asks(j, gone != "", len(out) > 0) {
			continue
		}
		texts := p.names(j, len(out) > 0)
		r := p.plea(j, texts, gone)
		r.bare = p.bare(j)
		for _, part := range parts(p.sentences[j].Text, gone, texts) {
			one := p.plea(j, []string{part}, gone)
			one.part = true
			if n := len(r.parts); n > 0 {
				one.inherit(&r.parts[n-1], part)
			}
			r.parts = append(r.parts, one)
		}
		out = append(out, r)
	}
	return out
}

// request reads the request of the jth sentence, whose texts say what is to go;
// gone is what the agent says of it.
func (p utterance) plea(j int, texts []string, gone string) plea {
	r := plea{turn: p.tk.Session.Turns[p.turn].ID, named: termsOf(texts), words: make(map[string]bool), people: make(map[string]bool), aspects: make(map[string]aspect), echo: termsOf([]string{gone}), gone: gone, kept: termsOf([]string{p.tk.kept(p.turn)})}
	var around []string
	for _, n := range p.sentences[max(0, j-1):min(len(p.sentences), j+2)] {
		around = append(around, n.Text)
	}
	r.near = termsOf(around)
	folded := lang.CuesOf(p.sentences[j].Text).Folded()
	r.all = wholeEN.MatchString(folded) || surelyAllZH.MatchString(folded)
	r.many = r.all || manyEN.MatchString(folded) || manyZH.MatchString(folded)
	for _, text := range append(slices.Clone(texts), gone) {
		r.hush = r.hush || hushAskEN.MatchString(lang.Fold(text)) || hushAskZH.MatchString(text)
	}
	r.last = lastEN.MatchString(folded) || lastZH.MatchString(folded)
	for _, text := range texts {
		r.read(text)
		cues := lang.CuesOf(text)
		if tells(text) {
			r.first = r.first || firstDayEN.MatchString(cues.Folded()) || firstDayZH.MatchString(text)
			r.when = append(r.when, lang.Whens(text, p.tk.Session.At)...)
		}
		r.own = r.own || (ownEN.MatchString(cues.Folded()) || ownFigure(text)) && len(lang.Read(text).Persons) == 0 && !cues.Has(lang.Kin)
		for _, t := range figureAsked(text) {
			r.named[t], r.words[t] = true, true
		}
	}
	return r
}

// inherit takes over whom the part before names, where a part names nobody and
// not the user either: "Paul's debts and how he pays them".
func (r *plea) inherit(before *plea, text string) {
	if len(r.people) > 0 || selfEN.MatchString(lang.Fold(text)) || strings.Contains(text, "我") {
		return
	}
	for n := range before.people {
		r.people[n], r.named[n], r.words[n] = true, true, before.words[n]
	}
}

var selfEN = gist.Compile(` (?:i|me|my|mine|we|us|our) `)

// An utterance is a turn of the user's in which something may be asked to be
// forgotten.
type utterance struct {
	tk        dialogue
	turn      int
	sentences []lang.Sentence
	curt      bool   // no sentence asks in so many words, and yet the agent says that something is gone, and no more
	offer     string // the agent's question that it answers, if that offers to forget something
}

// names returns the texts that say what the jth sentence asks to forget: the
// clause that asks and the clauses that lead up to it. A sentence that only
// points ("that part", 那段) is about the telling that went before, one that
// answers the agent's offer about what was offered, and one that names nothing
// ("I want it gone") about the sentence before, or the turns before, unless it
// asks again for what the turn has asked already.
func (p utterance) names(j int, asked bool) []string {
	texts := untilAsked(p.sentences[j].Text)
	if j == 0 && p.offer != "" {
		texts = append(texts, p.offer)
	}
	if j > 0 && trailsOff(p.sentences[j-1].Text) {
		texts = append(texts, p.sentences[j-1].Text)
	}
	if pointsBack(p.sentences[j].Text) {
		for k := j - 1; k >= 0; k-- {
			if tells(p.sentences[k].Text) {
				texts = append(texts, p.sentences[k].Text)
				break
			}
		}
	}
	var before []string
	if j > 0 {
		before = append(before, p.sentences[j-1].Text)
	}
	before = append(before, p.sentences[j].Text)
	for k := p.turn - 1; k >= max(0, p.turn-2); k-- {
		before = append(before, p.tk.Session.Turns[k].Text)
	}
	for !asked && !slices.ContainsFunc(texts, says) && len(before) > 0 {
		texts, before = append(texts, before[0]), before[1:]
	}
	return texts
}

// says reports whether a text has a word that says what it is about.
func says(text string) bool {
	terms := termsOf([]string{text})
	return slices.ContainsFunc(lang.Words(text), func(w lang.Word) bool {
		return terms[w.Term] && (w.Script != lang.Han || !pieceOf(w.Term, terms))
	})
}

// pointsBack reports whether a sentence points at something told before.
func pointsBack(sentence string) bool {
	folded := lang.CuesOf(sentence).Folded()
	return partEN.MatchString(folded) || partZH.MatchString(folded)
}

// tells reports whether a sentence speaks of something having been told.
func tells(sentence string) bool {
	folded := lang.CuesOf(sentence).Folded()
	return gist.RememberedEN.MatchString(folded) || gist.RememberedZH.MatchString(folded)
}

// trailsOff reports whether a sentence breaks off and goes on in the next.
func trailsOff(sentence string) bool {
	return strings.HasSuffix(sentence, "…") || strings.HasSuffix(sentence, "...")
}

// addedEN is how a clause sets out that adds to what is to go.
var addedEN = gist.Compile(`(?i)^\s*(?:and|also|as well as|along with|plus) (?:also )?(?:the|that|my|our|his|her|their|what|where|who|how|anything|everything)\b|^\s*(?:连同|连带|还有|以及|包括)`)

// untilAsked returns the clauses of a sentence up to the one that asks: what is
// to go stands in it or, as a topic, before it ("the thing about X, drop it").
func untilAsked(sentence string) []string {
	clauses := strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(",;，；：:", r) })
	for i := len(clauses) - 1; i >= 0; i-- {
		if lang.CuesOf(clauses[i]).Has(lang.Forget) {
			for i+1 < len(clauses) && addedEN.MatchString(clauses[i+1]) {
				i++ // "…, and the letter that goes with it"
			}
			return clauses[:i+1]
		}
	}
	return []string{sentence}
}

// termsOf returns the words of texts that say what they are about.
func termsOf(texts []string) map[string]bool {
	set := make(map[string]bool)
	for _, text := range texts {
		for _, t := range lang.Terms(text) {
			if !lang.Frame(t) && !Light[t] && !Dated(t) {
				set[t] = true
			}
		}
	}
	return set
}

// read notes the words of text and the names among them.
func (r *plea) read(text string) {
	for _, w := range lang.Words(text) {
		r.words[w.Term] = true
	}
	for _, n := range NamesIn(text) {
		r.people[n] = true
	}
	maps.Copy(r.aspects, aspectsOf(text))
}

// told reports whether what was told at a time may be what the user says was
// told on the first day, which is given, or at another time.
func (r *plea) told(at, first time.Time) bool {
	if r.first {
		return at.Sub(first) < 24*time.Hour
	}
	return len(r.when) == 0 || slices.ContainsFunc(r.when, func(w lang.When) bool { return !at.Before(w.From) && at.Before(w.To) })
}
