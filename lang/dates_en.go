package lang

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A word is a token of English text: letters and digits with inner
// apostrophes, in lower case.
type word struct {
	text       string
	start, end int
	upper      bool // begins with a capital
}

func englishWords(text string) []word {
	var out []word
	start := -1
	flush := func(end int) {
		if start >= 0 {
			w := text[start:end]
			out = append(out, word{strings.ToLower(strings.ReplaceAll(w, "’", "'")), start, end, w[0] >= 'A' && w[0] <= 'Z'})
			start = -1
		}
	}
	for i, r := range text {
		in := r < unicode.MaxLatin1 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || start >= 0 && (r == '\'' || r == '’')
		switch {
		case in && start < 0:
			start = i
		case !in:
			flush(i)
		}
	}
	flush(len(text))
	return out
}

var weekdaysEN = map[string]int{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "weds": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7,
}

var monthsEN = map[string]time.Month{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

var smallNumbersEN = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "couple": 2,
}

var ordinalsEN = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
	"thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "twentieth": 20, "thirtieth": 30,
}

// A scanEN reads expressions of time off a list of words.
type scanEN struct {
	text  string
	words []word
	at    time.Time
	past  bool // the clause that is read tells of the past

	last   When // read last, up to word lastTo
	lastTo int
}

func englishWhens(text string, at time.Time) []When {
	s := &scanEN{text: text, words: englishWords(text), at: at}
	if len(s.words) == 0 {
		return nil
	}
	clauses := s.clauses()
	var out []When
	for i := 0; i < len(s.words); {
		for len(clauses) > 0 && i >= clauses[0].from {
			s.past = tellsPast(s.words[clauses[0].from:clauses[0].to])
			clauses = clauses[1:]
		}
		w, n, ok := s.read(i)
		if !ok {
			i++
			continue
		}
		w.Start, w.End = s.words[i].start, s.words[i+n-1].end
		out = append(out, w)
		i += n
		s.last, s.lastTo = w, i
	}
	return out
}

func (s *scanEN) word(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i].text
}

// tellsPast reports whether a clause has a verb of the past and no sign of the
// future.
func tellsPast(clause []word) bool {
	past := false
	for i, w := range clause {
		switch w.text {
		case "will", "would", "going", "until", "till", "by", "shall", "tomorrow", "next", "i'll", "we'll", "he'll", "she'll", "they'll", "it'll":
			return false
		case "was", "were", "had", "did", "went", "came", "since", "got", "took", "said", "told", "been", "ago", "yesterday", "last", "met", "bought", "sent", "saw", "left", "lost", "made", "paid",
			"ate", "began", "blew", "broke", "brought", "built", "caught", "chose", "drank", "drew", "drove", "fell", "felt", "flew", "forgot", "found", "froze", "gave", "grew", "heard", "held", "hung", "kept", "knew",
			"lent", "meant", "ran", "rang", "rode", "sang", "sank", "sat", "shook", "slept", "sold", "spent", "spoke", "stole", "stood", "stuck", "swam", "taught", "thought", "threw", "tore", "woke", "won", "wore", "wrote":
			past = true
		default:
			if i > 0 && len(w.text) > 4 && strings.HasSuffix(w.text, "ed") {
				past = true
			}
		}
	}
	return past
}

// read reads an expression that begins at word i; n is its length in words.
func (s *scanEN) read(i int) (w When, n int, ok bool) {
	for _, rule := range [...]func(*scanEN, int) (When, int, bool){
		(*scanEN).isoDate, (*scanEN).nthWeekday, (*scanEN).rangeStart, (*scanEN).nearDay, (*scanEN).weekday, (*scanEN).relativeUnit, (*scanEN).countedUnit, (*scanEN).monthDay, (*scanEN).dayMonth, (*scanEN).monthAlone, (*scanEN).ordinalAlone, (*scanEN).dayTo,
	} {
		if w, n, ok = rule(s, i); ok {
			return w, n, true
		}
	}
	return When{}, 0, false
}

// nearDay reads "today", "tonight", "the day after tomorrow".
func (s *scanEN) nearDay(i int) (When, int, bool) {
	switch s.word(i) {
	case "today", "tonight":
		return dayAt(s.at, 0), 1, true
	case "tomorrow", "tmrw":
		return dayAt(s.at, 1), 1, true
	case "yesterday":
		return dayAt(s.at, -1), 1, true
	case "this":
		switch s.word(i + 1) {
		case "morning", "afternoon", "evening":
			return dayAt(s.at, 0), 1 + 1, true
		}
	case "last":
		if s.word(i+1) == "night" {
			return dayAt(s.at, -1), 2, true
		}
	case "the":
		if s.word(i+1) == "day" && s.word(i+2) == "after" && s.word(i+3) == "tomorrow" {
			return dayAt(s.at, 2), 4, true
		}
		if s.word(i+1) == "day" && s.word(i+2) == "before" && s.word(i+3) == "yesterday" {
			return dayAt(s.at, -2), 4, true
		}
	}
	return When{}, 0, false
}

// weekday reads "Tuesday", "next Tuesday", "this coming Friday".
func (s *scanEN) weekday(i int) (When, int, bool) {
	j, mod := i, ""
	for j < i+2 {
		switch s.word(j) {
		case "next", "last", "this", "coming", "past":
			if mod == "" || mod == "this" {
				mod = s.word(j)
			}
			j++
			continue
		}
		break
	}
	wd, ok := weekdaysEN[s.word(j)]
	if !ok || len(s.word(j)) < 6 && !s.words[j].upper {
		return When{}, 0, false
	}
	if mod == "" && (!s.datesWeekday(i) || s.recurs(i, 1, "week") || s.series(i) || s.weeklyDue(i)) {
		return When{}, 0, false
	}
	return s.resolveWeekday(wd, mod), j - i + 1, true
}

// datesWeekday reports whether the bare weekday at word i means one day: it
// stands after a preposition ("on Friday", "till Friday") and no list goes on.
// Otherwise people mostly speak of a habit ("Thursday choir is at six").
func (s *scanEN) datesWeekday(i int) bool {
	switch s.word(i - 1) {
	case "on", "by", "until", "till", "til", "from", "since", "before", "after":
	default:
		return false
	}
	switch s.word(i + 1) {
	case "is", "are", "being", "nights", "evenings", "mornings", "afternoons":
		return false
	case "and", "to", "or":
		return weekdaysEN[strings.TrimSuffix(s.word(i+2), "s")] == 0
	case "the": // "Friday the 13th": the number says it
		_, ok := s.ordinal(i + 2)
		return !ok
	}
	return true
}

func (s *scanEN) resolveWeekday(wd int, mod string) When {
	ahead := (wd - isoWeekday(s.at) + 7) % 7
	switch {
	case mod == "next":
		return weekdayAt(s.at, wd, 1)
	case mod == "last" || mod == "past" || mod == "" && s.past:
		return dayAt(s.at, ahead-7)
	case mod == "this":
		return weekdayAt(s.at, wd, 0)
	}
	if ahead == 0 {
		ahead = 7
	}
	return dayAt(s.at, ahead)
}

// relativeUnit reads "next week", "last month", "this year", "this weekend".
func (s *scanEN) relativeUnit(i int) (When, int, bool) {
	shift := 0
	switch s.word(i) {
	case "next":
		shift = 1
	case "last":
		shift = -1
	case "this":
	default:
		return When{}, 0, false
	}
	switch s.word(i + 1) {
	case "week":
		return weekAt(s.at, shift), 2, true
	case "weekend":
		return weekendAt(s.at, shift), 2, true
	case "month":
		return monthAt(s.at, shift), 2, true
	case "year":
		w := yearOf(s.at.Year()+shift, s.at)
		w.Relative = true
		return w, 2, true
	}
	if m, ok := monthsEN[s.word(i+1)]; ok && s.words[i+1].upper {
		return namedMonth(s.at, m, shift >= 0), 2, true
	}
	return When{}, 0, false
}

// countedUnit reads "in two weeks", "three days ago", "a fortnight ago".
func (s *scanEN) countedUnit(i int) (When, int, bool) {
	j, ahead := i, false
	if s.word(j) == "in" {
		ahead = true
		j++
	}
	n, ok := smallNumbersEN[s.word(j)]
	if !ok {
		v, err := strconv.Atoi(s.word(j))
		if err != nil || v > 400 {
			return When{}, 0, false
		}
		n = v
	}
	j++
	if s.word(j) == "couple" {
		n, j = 2, j+1
	}
	if s.word(j) == "of" {
		j++
	}
	unit := strings.TrimSuffix(strings.TrimSuffix(s.word(j), "'"), "s")
	j++
	sign := 1
	switch {
	case s.word(j) == "ago" && !ahead:
		sign = -1
		j++
	case ahead && s.word(j) != "ago":
	default:
		return When{}, 0, false
	}
	w, ok := shiftUnit(s.at, unit, sign*n)
	return w, j - i, ok
}

func shiftUnit(at time.Time, unit string, n int) (When, bool) {
	switch unit {
	case "day":
		return dayAt(at, n), true
	case "week":
		return dayAt(at, 7*n), true
	case "fortnight":
		return dayAt(at, 14*n), true
	case "month":
		return monthAt(at, n), true
	case "year":
		w := yearOf(at.Year()+n, at)
		w.Relative = true
		return w, true
	}
	return When{}, false
}
