package lang

import (
	"slices"
	"strings"
)

// A Statement is what a sentence or two says, apart from how it is worded.
// Two statements can be compared part by part.
type Statement struct {
	Terms   []Term   // what it is about, in order
	Values  []Value  // in order
	Subject string   // who it is about: UserSubject, AgentSubject, a person's role or name, or "" if it does not say
	Persons []Person // the third persons in it by their roles, sorted, each role once
	Negated bool     // something outside its conditions is denied, banned or disliked
	Only    bool     // it is limited to what it names
	Except  bool     // it leaves something out
	Extent  Extent
	Mood    Mood
	Wished  bool // the user wants it so
}

// A Person is somebody around the user: a role, and the name if it stands
// beside it.
type Person struct {
	Role string // in English, one for all words for it: "wife", "colleague"
	Name string // in lower case; may be empty
}

// The subjects that every dyad has.
const (
	UserSubject  = "user"
	AgentSubject = "agent"
)

// OtherSubject is somebody else than the user, whoever it is.
const OtherSubject = "others"

// A Term is a content word of a statement.
type Term struct {
	Text   string // stem or word, in one form for all wordings of it that grammar alone explains
	Sign   int8   // +1 asserted, -1 denied, 0 either
	Rank   int8   // -1 comes before another or is what is left, +1 comes after it or is what is reached, -2 comes first, +2 later or last, 0 none of these
	Noun   bool   // a Chinese noun by the dictionary
	Proper bool   // a Chinese name by the dictionary: of a person, a place, a firm
	Name   bool   // part of a name, which is among the values too
	Way    int8   // +1 with "in", "on", "up" after it, -1 with "out", "off", "down", 0 with none
	Scoped bool   // part of a condition: when, if, for questions about …
	Clause int    // the number of its clause, from 0
	Start  int    // its first byte in the text
	Of     string // who does or has it, where its clause or one before it names somebody: as Subject, or a name in lower case
}

// An Extent is how often or how far a statement holds.
type Extent uint8

// The extents. Always, usually and no word of extent are one.
const (
	Generally Extent = iota
	Sometimes
	Rarely
	Excessively // too often, too much
)

// A Mood is how a statement stands to the facts.
type Mood uint8

// The moods.
const (
	Asserted  Mood = iota
	Planned        // intended, not done
	Tentative      // considered, perhaps
	Former         // was so, is no longer
)

// Read returns what text states.
func Read(text string) Statement { return new(Reader).statement(text, Words(text)) }

// Read returns what [Read] does.
func (r *Reader) Read(text string) Statement { return r.statement(text, r.Words(text)) }

func (r *Reader) statement(text string, words []Word) Statement {
	values := &r.values
	values.readAll(text, words)
	r.notes = cleared(r.notes, len(words))
	p := parser{text: text, words: words, used: values.used, named: values.named, notes: r.notes}
	p.segments()
	p.conditions()
	p.order()
	p.negations()
	s := Statement{Values: values.values}
	p.persons(&s)
	p.actors()
	p.rankValues(s.Values)
	p.marks(&s)
	p.terms(&s)
	return s
}

// A note is what the parser finds out about one word.
type note struct {
	segment int    // number of its clause
	from    int    // the first word of its clause
	to      int    // the word after the last one
	reach   int    // the word after it where what a negation at it reaches ends
	flips   int    // negations over it
	open    bool   // it stands before a negation that may or may not reach it
	scoped  bool   // it is part of a condition
	drop    bool   // it is grammar, not topic
	plain   bool   // it says nothing of persons, conditions, extent and mood
	barred  bool   // it is the "until" or "without" of what comes first
	as      string // the term to use in its place
	of      string // who does or has it
	rank    int8   // as in Term
	leg     int8   // -1 after from, +1 after to
}

// A parser reads one text. Its methods run in the order of Read.
type parser struct {
	text  string
	words []Word
	used  []bool // by word: part of a value
	named []bool // by word: part of a name
	notes []note
}

// word returns the text of word i, "" outside.
func (p *parser) word(i int) string {
	if i < 0 || i >= len(p.words) {
		return ""
	}
	return p.words[i].Text
}

// A cue is some words in a row, and what they stand for.
type cue struct {
	words []string
	as    string
	mood  *mood
}

// cues are cues by their first word, longer ones first.
type cues map[string][]cue

// cuesOf returns the space-separated phrases of list as cues.
func cuesOf(list ...string) cues {
	c := make(cues)
	for _, s := range list {
		c.add(cue{words: strings.Fields(s)})
	}
	return c
}

func (c cues) add(x cue) {
	first := x.words[0]
	c[first] = append(c[first], x)
	slices.SortStableFunc(c[first], func(a, b cue) int { return len(b.words) - len(a.words) })
}

// at returns the longest of cs that stands at word i within its clause, and
// the index after it, i if there is none.
func (p *parser) at(i int, cs cues) (cue, int) {
next:
	for _, c := range cs[p.words[i].Text] {
		for k, w := range c.words {
			if p.word(i+k) != w || p.notes[i+k].segment != p.notes[i].segment {
				continue next
			}
		}
		return c, i + len(c.words)
	}
	return cue{}, i
}

// from returns the index of the first word of i's clause, to that after its last.
func (p *parser) from(i int) int { return p.notes[i].from }

func (p *parser) to(i int) int { return p.notes[i].to }

// clauseBreaks are the marks that end a clause. A list mark (、) does not.
const clauseBreaks = ",;.!?，。；！？：:\n()（）—–"

// contrasts begin a clause without a mark before them.
var contrasts = set("but yet instead however whereas 但 但是 不过 可是 然而 而是 而不是 而非 则 却")

// segments cuts the text into clauses.
func (p *parser) segments() {
	n, from := 0, 0
	for i, w := range p.words {
		if i > 0 && (w.Break != 0 && strings.ContainsRune(clauseBreaks, w.Break) || contrasts[w.Text] && p.word(i+1) != "of") {
			n, from = n+1, i
		}
		p.notes[i].segment, p.notes[i].from, p.notes[i].plain = n, from, plain(w.Text)
	}
	for i := len(p.words) - 1; i >= 0; i-- {
		x := &p.notes[i]
		x.to, x.reach = i+1, i+1
		if i+1 < len(p.words) && p.notes[i+1].segment == x.segment {
			x.to = p.notes[i+1].to
			if !subordinate[p.word(i+1)] {
				x.reach = p.notes[i+1].reach
			}
		}
	}
}

// marks reads what holds for the whole statement: only, except, extent, mood.
func (p *parser) marks(s *Statement) {
	for i := range p.words {
		if p.notes[i].plain {
			continue
		}
		switch w := p.word(i); {
		case onlyWords[w] && p.word(i-1) != "not" && !p.used[i] && !strings.HasPrefix(p.word(i+1), "要"):
			s.Only = true
			p.notes[i].drop = true
		case w == "nothing" && p.word(i+1) == "but":
			s.Only = true
		case (w == "reserved" || w == "limited" || w == "restricted" || w == "confined") && (p.word(i+1) == "to" || p.word(i+1) == "for"):
			s.Only = true
			p.notes[i].drop = true
		case exceptWords[w] || w == "apart" && p.word(i+1) == "from" || w == "other" && p.word(i+1) == "than" && !p.used[i]:
			s.Except = true
			p.notes[i].drop = true
		case sometimesWords[w]:
			s.Extent = Sometimes
			p.notes[i].drop = true
		case rarelyWords[w]:
			s.Extent = Rarely
			p.notes[i].drop = true
		case w == "too" && i+1 < p.to(i), excessWords[w]:
			s.Extent = Excessively
			p.notes[i].drop = true
		}
		c, j := p.at(i, moods)
		if j == i || s.Mood != Asserted || p.used[i] || p.notes[i].flips != 0 {
			continue
		}
		if c.mood.mood == Former && p.pastPlace(i, j) {
			continue
		}
		if j-2 > i && p.word(j-2) == "going" && !p.verbLike(j) {
			continue // going to Lisbon
		}
		if c.mood.verb && (i == p.from(i) || !p.verbAfter(j)) {
			continue
		}
		s.Mood = c.mood.mood
		p.dropped(i, j, "")
	}
}

// pastPlace reports whether 以前, 过去 or the like at words i to j tells no past: it
// ends its clause (到五月以前, 骑车过去) or follows a time.
func (p *parser) pastPlace(i, j int) bool {
	return p.words[i].Script == Han && (j == p.to(i) && i > p.from(i) || i > 0 && p.used[i-1] || i > 0 && (p.word(i-1) == "底" || p.word(i-1) == "末" || p.word(i-1) == "初"))
}

// verbLike reports whether an English word in the base form may stand at j:
// neither a name nor after an article.
func (p *parser) verbLike(j int) bool {
	return j < len(p.words) && !p.words[j].Stop && !p.named[j] && !p.used[j] || p.word(j) == "be" || p.word(j) == "have" || p.word(j) == "do"
}

// verbAfter reports whether what follows word j-1 is done rather than had:
// 计划 before a verb is a plan, before a noun it is a thing.
func (p *parser) verbAfter(j int) bool {
	if j >= len(p.words) {
		return false
	}
	if p.words[j].Script != Han {
		return true
	}
	for k := j; k < len(p.words) && k < j+4 && p.notes[k].segment == p.notes[j-1].segment; k++ {
		if strings.HasPrefix(p.words[k].Tag, "v") {
			return true
		}
	}
	return false
}

var (
	onlyWords      = set("only sole solely exclusively 只 仅 仅仅 只有 只在 只能 只会 只用 只吃 只喝 仅限 仅限于 只限 限于 唯一 唯有")
	exceptWords    = set("except excluding unless excepting 除了 除 除非 除外 之外 以外")
	sometimesWords = set("sometimes occasionally occasional 有时 有时候 偶尔 偶然 间或 时不时")
	excessWords    = set("太 太多 过多 过于 过分 过度 太过 太少 excessive excessively overly")
	rarelyWords    = set("rarely seldom hardly scarcely barely 很少 极少 几乎不 难得 甚少")
)

// A mood is what cues say of how a statement stands to the facts.
type mood struct {
	mood Mood
	verb bool // only before a verb
}

var moods = func() cues {
	c := make(cues)
	for _, m := range []struct {
		mood
		list string
	}{
		{mood{Tentative, false}, "might|maybe|perhaps|possibly|is considering|are considering|was considering|considers|considered|considering|thinking about|thinking of|has thought of|have thought of|has thought about|have thought about|is wondering|are wondering|wonders whether|wonders if|toying with|not sure|undecided|可能|也许|或许|考虑|在考虑|正在考虑|犹豫|说不定|不确定"},
		{mood{Planned, false}, "plans to|plan to|planned to|planning to|planning on|plans on|intends to|intend to|is going to|are going to|am going to|was going to|hopes to|aims to|about to|打算"},
		{mood{Planned, true}, "计划|准备|预计|拟"},
		{mood{Former, false}, "used to|formerly|previously|once had|以前|曾经|曾|从前|过去|原先|原来"},
	} {
		for s := range strings.SplitSeq(m.list, "|") {
			c.add(cue{words: strings.Fields(s), mood: &m.mood})
		}
	}
	return c
}()
