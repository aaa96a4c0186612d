package capture

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A unit is a group of neighbouring sentences of one turn that state one
// thing: a sentence with what only leans on it.
type unit []*utterance

// The most a unit grows to, in runes, in English and in Chinese.
const (
	unitRunesEN = 110
	unitRunesZH = 42
)

// split parts sentences that state several things: where two clauses that can
// stand by themselves hold a value each and the later one begins with a topic of its
// own, where they tell of different days, or where a demand follows what is told. Each part takes the place of the sentence.
func split(sentences []utterance, at time.Time) []utterance {
	var out []utterance
	for _, u := range sentences {
		if apart := u.apartFromDemands(at); apart != nil {
			out = append(out, apart...)
			continue
		}
		parts := standing(lang.Clauses(u.text), at)
		if len(parts) < 2 {
			parts = lang.DatedClauses(u.text, at)
		}
		if len(parts) < 2 || u.question {
			out = append(out, u)
			continue
		}
		out = append(out, rejoined(parts, &u, at)...)
	}
	return out
}

// rejoined reads the parts of a sentence. One that is not worth keeping by itself
// stays with the one before, whose subject it may lean on: "the fair opens on
// the 3rd, and till the 9th it is".
func rejoined(parts []string, u *utterance, at time.Time) []utterance {
	var out []utterance
	lead := ""
	for _, p := range parts {
		clause := u.clause(spliced(lead, p), at)
		weak := salience(&clause) < worthKeeping
		lead = ""
		switch n := len(out); {
		case weak && n > 0:
			out[n-1] = u.clause(spliced(out[n-1].text, p), at)
		case weak:
			lead = p
		default:
			out = append(out, clause)
		}
	}
	if lead != "" {
		return []utterance{*u}
	}
	return out
}

// clause reads a part of the sentence as a sentence of its own.
func (u *utterance) clause(text string, at time.Time) utterance {
	c := u.reworded(text, at)
	c.question = false
	return c
}

// spliced puts two clauses one after the other.
func spliced(a, b string) string {
	switch {
	case a == "":
		return b
	case lang.IsHan(b):
		return a + "，" + b
	}
	return a + ", " + b
}

// standing joins clauses until each part has content enough for a memory, a
// value of its own, and a topic or a day of its own.
func standing(clauses []string, at time.Time) []string {
	dated := func(s string) bool { return len(lang.Whens(s, at)) > 0 }
	var out []string
	for _, c := range clauses {
		n := len(out)
		if n > 0 && !(stands(c) && stands(out[n-1]) && (topical(c) || dated(c) && dated(out[n-1]))) {
			sep := ", "
			if lang.IsHan(c) {
				sep = "，"
			}
			out[n-1] += sep + c
			continue
		}
		out = append(out, c)
	}
	return out
}

// topical reports whether a clause begins with what it is about. Chinese leaves
// that out where it is the one of the clause before; English says it.
func topical(clause string) bool {
	words := lang.Words(lang.TrimOpening(clause))
	if len(words) == 0 {
		return false
	}
	w := words[0]
	if lang.IsHan(clause) && w.Script == lang.Digits && dayLedZH.MatchString(clause) {
		return false
	}
	if len(words) > 1 && (w.Tag == "a" || w.Tag == "b") && words[1].Break == 0 && strings.HasPrefix(words[1].Tag, "n") {
		return true
	}
	return w.Script != lang.Han || w.Tag == "" || strings.HasPrefix(w.Tag, "n") || strings.HasPrefix(w.Tag, "r")
}

// dayLedZH begins with a day of the month and goes on with a verb: what is so then is what
// was spoken of.
var dayLedZH = gist.Compile(`^(?:\d{4}年)?(?:\d{1,2}月)?\d{1,2}[日号](?:[上下]午|早上|晚上)?(?:前|之前|后|起|就|才|要|会|再)?(?:收|交|发|截止|开始|结束|出|到|公布|考|开|放|举行|办|完|还|付|取|寄|上|下)`)

// stands reports whether a clause can be an entry: enough words of content,
// a value among them.
func stands(clause string) bool {
	n := 0
	for _, w := range lang.Words(clause) {
		if !w.Stop {
			n++
		}
	}
	return n >= standingWords && len(lang.Values(clause)) > 0
}

const standingWords = 3

// units groups kept sentences. A sentence joins the one before it where it is
// of the same turn and the same side and one of the two cannot stand by itself.
func units(kept []*utterance) []unit {
	var out []unit
	for _, u := range kept {
		if n := len(out); n > 0 && out[n-1].takes(u) {
			out[n-1] = append(out[n-1], u)
			continue
		}
		out = append(out, unit{u})
	}
	return out
}

func (us unit) takes(u *utterance) bool {
	last := us[len(us)-1]
	if last.turn != u.turn || last.pasted != u.pasted {
		return false
	}
	limit := unitRunesEN
	if u.cues.Han() {
		limit = unitRunesZH
	}
	if us.runes()+utf8.RuneCountInString(u.text) > limit {
		return false
	}
	if len(last.dates) > 0 && len(u.dates) > 0 {
		return false // two events
	}
	if us.directive() != directive(u) && us.content() >= 3 && (u.content() >= 3 || u.content() == 2 && u.firstPerson()) {
		return false
	}
	if u.alone || last.alone || clash(last, u) {
		return false
	}
	return u.leans() || us.content() < 4
}

// turns are those that state a unit: its own, and those that put it right.
func (us unit) turns() []int {
	turns := []int{us[0].turn}
	for _, u := range us {
		for _, t := range u.mends {
			if !slices.Contains(turns, t) {
				turns = append(turns, t)
			}
		}
	}
	return turns
}

func (us unit) runes() int {
	n := 0
	for _, u := range us {
		n += utf8.RuneCountInString(u.text)
	}
	return n
}

func (us unit) content() int {
	n := 0
	for _, u := range us {
		n += u.content()
	}
	return n
}

func (us unit) numbers() int {
	n := 0
	for _, u := range us {
		n += u.numbers()
	}
	return n
}

// ends is when the time is over that a sentence of the unit's hangs on; zero if on none.
func (us unit) ends() (end time.Time) {
	for _, u := range us {
		if u.ends.After(end) {
			end = u.ends
		}
	}
	return end
}

// salience is that of the most salient sentence.
func (us unit) salience() float64 {
	best := salience(us[0])
	for _, u := range us[1:] {
		best = max(best, salience(u))
	}
	return best
}

// directive reports whether most of the unit tells the agent how to work.
func (us unit) directive() bool {
	total := 0.0
	for _, u := range us {
		total += directiveness(u) * float64(max(1, u.content()))
	}
	return total > 0
}

func (us unit) has(groups ...lang.Cue) bool {
	for _, u := range us {
		if u.cues.Has(groups...) {
			return true
		}
	}
	return false
}

// joined returns the sentences of a unit as one text; one that was asked in the middle of it is no question there.
func (us unit) joined(parts []string) string {
	sep := ". "
	if us[0].cues.Han() {
		sep = "；"
	}
	for i, p := range parts[:len(parts)-1] {
		parts[i] = strings.TrimRight(p, "?？!！ ")
	}
	return strings.Join(parts, sep)
}

// leans reports whether a sentence cannot stand by itself: it is short, or it
// begins with a word that points back.
func (u *utterance) leans() bool {
	return u.content() < 4 || pointsBack(u)
}

// apart parts a unit where a sentence that holds for a while stands beside one that holds
// for good, unless it points back to it: an end belongs to what says it.
func (us unit) apart() (out []unit) {
	bounded := func(u *utterance) bool { return u.cues.Has(lang.Bounded) && len(u.dates) > 0 }
	for i, u := range us {
		if i == 0 || bounded(us[i-1]) != bounded(u) && !pointsBack(u) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], u)
	}
	return out
}

// whole reports whether a text has content enough to be a statement, and does not break off.
func whole(text string) bool {
	words, n := lang.Words(text), 0
	for _, w := range words {
		if !w.Stop {
			n++
		}
	}
	if n < standingWords {
		return false
	}
	switch words[len(words)-1].Text {
	case "until", "till", "from", "to", "on", "at", "by", "and", "the":
		return false
	}
	return true
}

// pointsBack reports whether a sentence begins with a word that points to what was said
// before it.
func pointsBack(u *utterance) bool {
	first := ""
	if len(u.words) > 0 {
		first = u.words[0].Text
	}
	switch first {
	case "it", "it's", "that", "that's", "this", "they", "he", "she", "them", "those", "and", "but", "so", "because", "then", "which", "he's", "he'll", "she's", "she'll", "they're", "they'll", "it'll", "also", "or", "not", "他", "她", "它", "这", "那", "他们", "所以", "因为", "就", "不然", "要不", "而且", "但", "但是", "也":
		return true
	}
	return false
}

// idle reports whether a sentence says nothing by itself: no word of content,
// or one that does not answer a question.
func (u *utterance) idle() bool {
	n := u.content()
	return n == 0 || n == 1 && u.numbers() == 0 && !u.enough() && (u.before == nil || !u.before.asks)
}

// avows reports whether a sentence says what its speaker is or cannot do; one
// word does for it: "I'm vegan".
func (u *utterance) avows() bool { return u.firstPerson() && u.cues.Has(lang.Taste) && !u.question }
