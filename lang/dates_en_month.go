package lang

import (
	"strconv"
	"strings"
	"time"
)

// Days of months and months by name or number.

// ordinal reads "17th", "3rd", "seventeenth".
func (s *scanEN) ordinal(i int) (int, bool) {
	w := s.word(i)
	if len(w) > 2 {
		switch w[len(w)-2:] {
		case "st", "nd", "rd", "th":
			if n, err := strconv.Atoi(w[:len(w)-2]); err == nil && n >= 1 && n <= 31 {
				return n, true
			}
		}
	}
	n, ok := ordinalsEN[w]
	return n, ok
}

func (s *scanEN) number(i, low, high int) (int, bool) {
	n, err := strconv.Atoi(s.word(i))
	return n, err == nil && n >= low && n <= high
}

// month reads the name of a month that is not also an ordinary word here.
func (s *scanEN) month(i int) (time.Month, bool) {
	m, ok := monthsEN[s.word(i)]
	return m, ok && (s.words[i].upper || len(s.word(i)) > 5)
}

// dated completes a day and a month by the year after word j, if it is there.
func (s *scanEN) dated(m time.Month, d, i, j int) (When, int, bool) {
	if y, ok := s.number(j, 1900, 2200); ok {
		w, ok := exactDay(s.at, y, m, d)
		return w, j + 1 - i, ok
	}
	if s.recurs(i, j-i, "year") || s.born(i) {
		return When{}, 0, false
	}
	w, ok := leaningDate(s.at, m, d, s.leaning(i, j))
	return w, j - i, ok
}

// dayMonth reads "17 April", "the 20th of March 2026".
func (s *scanEN) dayMonth(i int) (When, int, bool) {
	j := i
	if s.word(j) == "the" {
		j++
	}
	d, ok := s.ordinal(j)
	if !ok {
		if d, ok = s.number(j, 1, 31); !ok {
			return When{}, 0, false
		}
	}
	j++
	if s.word(j) == "of" {
		j++
	}
	m, ok := s.month(j)
	if !ok && s.word(j) != "may" {
		m, ok = monthsEN[s.word(j)] // "the 6th oct"
	}
	if !ok {
		return When{}, 0, false
	}
	return s.dated(m, d, i, j+1)
}

// nthWeekday reads "the 2nd Saturday in June", "the last Friday of May 2027".
func (s *scanEN) nthWeekday(i int) (When, int, bool) {
	j := i
	if s.word(j) == "the" {
		j++
	}
	n, ok := s.ordinal(j)
	if s.word(j) == "last" {
		n, ok = -1, true
	}
	wd := weekdaysEN[s.word(j+1)]
	if !ok || n > 5 || wd == 0 || s.word(j+2) != "in" && s.word(j+2) != "of" {
		return When{}, 0, false
	}
	m, ok := s.month(j + 3)
	if !ok || s.recurs(i, j+4-i, "year") {
		return When{}, 0, false
	}
	month := namedMonth(s.at, m, !s.past)
	j += 4
	year, exact := s.number(j, 1900, 2200)
	if exact {
		month.From = time.Date(year, m, 1, 0, 0, 0, 0, s.at.Location())
		j++
	}
	day := weekdayAt(month.From, wd, 0).From
	if day.Before(month.From) {
		day = midnight(day, 7)
	}
	for next := midnight(day, 7); next.Month() == m && n != 1; next = midnight(day, 7) {
		day = next
		n--
	}
	if n > 1 {
		return When{}, 0, false // there is no fifth
	}
	return When{From: day, To: midnight(day, 1), Relative: !exact}, j - i, true
}

// rangeStart reads the first day of "16 to 23 January", "the 16th to the 23rd of January".
func (s *scanEN) rangeStart(i int) (When, int, bool) {
	j := i
	if s.word(j) == "the" {
		j++
	}
	d, ok := s.number(j, 1, 31)
	if !ok {
		if d, ok = s.ordinal(j); !ok {
			return When{}, 0, false
		}
	}
	j++
	n := j - i
	switch {
	case s.word(j) == "to" || s.word(j) == "until" || s.word(j) == "till" || s.word(j) == "and":
		j++
	case j < len(s.words) && strings.Trim(s.text[s.words[j-1].end:s.words[j].start], "-–— ") == "":
	default:
		return When{}, 0, false
	}
	w, _, ok := s.dayMonth(j)
	if !ok {
		return When{}, 0, false
	}
	from := time.Date(w.From.Year(), w.From.Month(), d, 0, 0, 0, 0, s.at.Location())
	if !from.Before(w.From) || from.Day() != d {
		return When{}, 0, false
	}
	return When{From: from, To: midnight(from, 1), Relative: n > 1}, n, true
}

// monthDay reads "April 17", "March 20th, 2026".
func (s *scanEN) monthDay(i int) (When, int, bool) {
	m, ok := s.month(i)
	if !ok {
		return When{}, 0, false
	}
	j := i + 1
	if s.word(j) == "the" {
		j++
	}
	d, ok := s.ordinal(j)
	if !ok {
		if d, ok = s.number(j, 1, 31); !ok {
			return When{}, 0, false
		}
	}
	return s.dated(m, d, i, j+1)
}

// monthAlone reads "in March", "until May", "April 2027".
func (s *scanEN) monthAlone(i int) (When, int, bool) {
	m, ok := s.month(i)
	if !ok {
		return When{}, 0, false
	}
	if y, ok := s.number(i+1, 1900, 2200); ok {
		from := time.Date(y, m, 1, 0, 0, 0, 0, s.at.Location())
		return When{From: from, To: from.AddDate(0, 1, 0), Grain: Month}, 2, true
	}
	if s.recurs(i, 1, "year") {
		return When{}, 0, false
	}
	switch s.word(i - 1) {
	case "in", "by", "until", "till", "since", "from", "during", "of", "through", "late", "early", "mid", "before", "after", "around", "and", "to", "end":
		return namedMonth(s.at, m, !s.past), 1, true
	}
	return When{}, 0, false
}

// ordinalAlone reads "the 20th", "on the 3rd".
func (s *scanEN) ordinalAlone(i int) (When, int, bool) {
	if s.word(i) != "the" {
		return When{}, 0, false
	}
	w := s.word(i + 1)
	if w == "" || w[0] < '0' || w[0] > '9' {
		return When{}, 0, false
	}
	d, ok := s.ordinal(i + 1)
	if !ok {
		return When{}, 0, false
	}
	switch s.word(i + 2) {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "day", "week", "weekend", "month", "quarter", "year", "round", "attempt", "edition", "season", "session", "one", "row", "person", "child",
		"floor", "century", "time", "birthday", "anniversary", "grade", "street", "avenue", "draft", "chapter", "place":
		return When{}, 0, false
	}
	if s.recurs(i, 2, "month") {
		return When{}, 0, false
	}
	if w, ok := s.rangeEnd(i, d); ok {
		return w, 2, true
	}
	if s.word(i-1) != "since" && s.monthlyDue(i) {
		return When{}, 0, false
	}
	direction := either
	switch s.word(i - 1) {
	case "until", "till", "til", "by":
		direction = ahead
	case "since":
		direction = past
	default:
		if s.past {
			direction = past
		}
	}
	when, ok := dayOfMonth(s.at, d, direction)
	return when, 2, ok
}

// rangeEnd returns day d where word i closes a range that a day begins: "8 May to the 12th",
// "from the 28th till the 3rd", "on the 8th of May and staying until the 12th".
func (s *scanEN) rangeEnd(i, d int) (When, bool) {
	switch s.word(i - 1) {
	case "to", "until", "till", "til", "through":
	default:
		return When{}, false
	}
	if s.lastTo == 0 || s.last.Grain != Day || s.lastTo != i-1 && (s.word(i-1) == "to" || s.ended(s.lastTo-1, i)) || s.lastTo == i-1 && s.parted(i-2) {
		return When{}, false
	}
	return dayOfMonth(s.last.From, d, ahead)
}

// ended reports whether a sentence ends between words i and j.
func (s *scanEN) ended(i, j int) bool {
	return strings.ContainsAny(s.text[s.words[i].end:s.words[j].start], ".;!?")
}

// dayTo reads the 10 of "May 3 to 10" and "May 3–10", where no more follows.
func (s *scanEN) dayTo(i int) (When, int, bool) {
	d, ok := s.number(i, 1, 31)
	if !ok || s.last.Grain != Day || i+1 < len(s.words) && !s.parted(i) {
		return When{}, 0, false
	}
	switch j := s.lastTo; {
	case j == 0 || s.words[j-1].end != s.last.End:
		return When{}, 0, false
	case j == i && strings.Trim(s.text[s.last.End:s.words[i].start], "-–— ") == "":
	case j == i-1 && (s.word(j) == "to" || s.word(j) == "through" || s.word(j) == "until" || s.word(j) == "till"):
	default:
		return When{}, 0, false
	}
	day := time.Date(s.last.From.Year(), s.last.From.Month(), d, 0, 0, 0, 0, s.at.Location())
	if day.Day() != d || !day.After(s.last.From) {
		return When{}, 0, false
	}
	return When{From: day, To: midnight(day, 1), Relative: true}, 1, true
}

// isoDate reads 2026-01-13.
func (s *scanEN) isoDate(i int) (When, int, bool) {
	y, ok := s.number(i, 1900, 2200)
	if !ok || i+2 >= len(s.words) || s.text[s.words[i].end:s.words[i+1].start] != "-" || s.text[s.words[i+1].end:s.words[i+2].start] != "-" {
		return When{}, 0, false
	}
	m, mok := s.number(i+1, 1, 12)
	d, dok := s.number(i+2, 1, 31)
	if !mok || !dok {
		return When{}, 0, false
	}
	w, ok := exactDay(s.at, y, time.Month(m), d)
	return w, 3, ok
}
