package lang

import (
	"strings"
	"time"
)

// DatedClauses parts an English sentence into the clauses that have a subject,
// a verb and a date of their own: "I signed yesterday, and we move in on Friday"
// tells of two events. Any other text is returned whole, and so is one whose later
// clause would leave behind whom its "he" means.
func DatedClauses(text string, at time.Time) []string {
	s := &scanEN{text: text, words: englishWords(text), at: at}
	if IsHan(text) || len(s.words) == 0 {
		return []string{text}
	}
	var out []string
	for _, c := range s.clauses() {
		first := c.from
		if first > 0 && joins(s.word(first)) && first+1 < c.to {
			first++
		}
		from, to := s.words[first].start, len(text)
		if c.from == 0 {
			from = 0
		}
		if c.to < len(s.words) {
			to = s.words[c.to].start
		}
		clause := strings.TrimRight(text[from:to], " ,;:—–")
		if len(Whens(clause, at)) == 0 || c.from > 0 && s.pointsBack(c) {
			return []string{text}
		}
		out = append(out, clause)
	}
	return out
}

// A stretch is the words from one index to before another.
type stretch struct{ from, to int }

// clauses returns the clauses of the text that have a subject and a verb of
// their own, and so a tense: what a comma, a semicolon or a conjunction parts.
// What has none belongs to the clause before it ("and then to the bank"), an
// adverbial at the beginning to the one after it ("On Monday, I …").
func (s *scanEN) clauses() []stretch {
	all := []stretch{{0, len(s.words)}}
	for i := 1; i < len(s.words); i++ {
		last := &all[len(all)-1]
		if !s.parts(i) || !s.predicates(i, s.next(i)) || last.from == 0 && s.adverbial() && !s.predicates(0, i) {
			continue
		}
		last.to = i
		all = append(all, stretch{i, len(s.words)})
	}
	return all
}

// joins reports whether a word joins two clauses.
func joins(word string) bool {
	switch word {
	case "and", "but", "so", "while", "whereas":
		return true
	}
	return false
}

// parts reports whether a clause may begin at word i.
func (s *scanEN) parts(i int) bool {
	return joins(s.word(i)) || strings.ContainsAny(s.text[s.words[i-1].end:s.words[i].start], ",;:—–")
}

// next returns where a clause may begin after word i.
func (s *scanEN) next(i int) int {
	for i++; i < len(s.words) && !s.parts(i); i++ {
	}
	return i
}

// predicates reports whether the words from one to before another hold a subject
// or a verb: a pronoun of the subject, an auxiliary, a verb of the past.
func (s *scanEN) predicates(from, to int) bool {
	for _, w := range s.words[from:to] {
		head, _, _ := strings.Cut(w.text, "'")
		switch head {
		case "i", "we", "he", "she", "they", "it", "you", "is", "are", "will", "would", "has", "have", "does":
			return true
		}
	}
	return tellsPast(s.words[from:to])
}

// pointsBack reports whether a pronoun in a clause stands for what was named
// before.
func (s *scanEN) pointsBack(c stretch) bool {
	for _, w := range s.words[c.from:c.to] {
		switch head, _, _ := strings.Cut(w.text, "'"); head {
		case "he", "she", "they", "it", "him", "her", "them", "his", "its", "their":
			return true
		}
	}
	return false
}

// adverbial reports whether the text begins with what says when.
func (s *scanEN) adverbial() bool {
	switch s.word(0) {
	case "on", "in", "at", "by", "from", "since", "after", "before", "until", "till", "last", "next", "this", "yesterday", "today", "tomorrow", "tonight":
		return true
	}
	return false
}
