package lang

import (
	"slices"
	"strings"
)

// terms collects the content words.
func (p *parser) terms(s *Statement) {
	s.Terms = make([]Term, 0, len(p.words))
	for i := range p.words {
		w, n := &p.words[i], &p.notes[i]
		if as := p.alone(i); as != "" {
			p.notes[i].as = as
		}
		if j := p.fixed(i); j > i {
			p.dropped(i, j, strings.Join(p.stems(i, j), "_"))
		}
		if n.as == "" && (w.Stop || n.drop || p.used[i] && !p.named[i] || w.Script == Han && p.counted(i)) {
			continue
		}
		t := Term{Text: w.Term, Sign: 1, Rank: n.rank, Scoped: n.scoped, Name: p.named[i], Clause: n.segment, Start: w.Start, Of: n.of, Proper: len(w.Tag) > 1 && strings.Contains("nr ns nt nz nrt nrfg", w.Tag), Noun: strings.HasPrefix(w.Tag, "n"), Way: ways[p.word(i+1)]}
		if n.as != "" {
			t.Text = n.as
		}
		if n.flips%2 == 1 {
			t.Sign = -1
		}
		if n.open {
			t.Sign = 0
		}
		if n.flips > 0 && !n.scoped {
			s.Negated = s.Negated || n.flips%2 == 1
		}
		s.Terms = append(s.Terms, t)
	}
	s.Negated = s.Negated || slices.ContainsFunc(s.Terms, func(t Term) bool { return t.Sign < 0 && !t.Scoped })
}

// alone returns the term for who does a thing without another: "by himself",
// 自己 before a verb.
func (p *parser) alone(i int) string {
	switch p.word(i) {
	case "himself", "herself", "themselves", "myself", "yourself":
		if p.word(i-1) == "by" {
			return "alon"
		}
	case "自己", "亲自":
		if i+1 < len(p.words) && strings.HasPrefix(p.words[i+1].Tag, "v") {
			return "独自"
		}
	}
	return ""
}

// ways are the particles that turn an English verb about.
var ways = map[string]int8{"in": 1, "into": 1, "on": 1, "onto": 1, "up": 1, "out": -1, "off": -1, "down": -1, "away": -1}

// counted reports whether Chinese word i is a numeral, with its measure word
// or without (一只), or the measure word after one.
func (p *parser) counted(i int) bool {
	switch p.words[i].Tag {
	case "m", "mq":
		return true
	case "q":
		return i > 0 && (p.used[i-1] || p.words[i-1].Tag == "m" || p.words[i-1].Tag == "r")
	}
	return false
}

// fixed returns the end of the phrase of the lexicon that begins at word i,
// or i: "bottom line" is one term.
func (p *parser) fixed(i int) int {
	lex := meanings()
	longest := lex.phrases[p.words[i].Term]
	for n := longest; n > 1; n-- {
		j := i + n
		if j > len(p.words) || p.notes[j-1].segment != p.notes[i].segment {
			continue
		}
		if slices.ContainsFunc(p.notes[i:j], func(n note) bool { return n.as != "" || n.drop }) || slices.Contains(p.used[i:j], true) {
			continue
		}
		if _, ok := lex.groups[strings.Join(p.stems(i, j), "_")]; ok {
			return j
		}
	}
	return i
}

func (p *parser) stems(i, j int) []string {
	terms := make([]string, 0, j-i)
	for _, w := range p.words[i:j] {
		terms = append(terms, w.Term)
	}
	return terms
}
