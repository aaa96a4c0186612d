package lang

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Grain is how exact an expression of time is.
type Grain int

// The grains, from fine to coarse.
const (
	Day Grain = iota
	Week
	Month
	Year
)

// A When is an expression of time in a text, resolved against the time of the
// session in which it was said, in that session's own zone.
type When struct {
	Start, End int       // where it stands in the text, in bytes
	From, To   time.Time // the days that it covers: From is midnight, To is excluded
	Grain      Grain
	Relative   bool // it does not say its year (or month) itself
}

// Whens returns the expressions of time in text, in order, without overlap:
// English and Chinese, absolute ("17 April 2026", 2026年3月18日) and relative
// ("next Tuesday", 下个月5号). Recurring days ("every Friday", 每周三) and clock
// times are none. They are shared with whoever asks for the same text: they are to be
// read only.
func Whens(text string, at time.Time) []When {
	r := latelyWhens.of(text, func(text string) dated { return dated{at, readWhens(text, at)} })
	if !r.at.Equal(at) || r.at.Location() != at.Location() {
		return readWhens(text, at)
	}
	return r.whens
}

// A dated is the expressions of time in a text that was said at a time.
type dated struct {
	at    time.Time
	whens []When
}

var latelyWhens lately[dated]

func readWhens(text string, at time.Time) []When {
	found := append(englishWhens(text, at), chineseWhens(text, at)...)
	slices.SortStableFunc(found, func(a, b When) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	out := found[:0]
	end := -1
	for _, w := range found {
		if w.Start >= end {
			out = append(out, w)
			end = w.End
		}
	}
	return out
}

// Absolute returns text with every relative expression of time written out as
// the date that it meant at the time of its session.
func Absolute(text string, at time.Time) string {
	var b strings.Builder
	pos := 0
	var last When
	whens := Whens(text, at)
	for k, w := range whens {
		if !w.Relative {
			continue
		}
		if last.End > 0 && last.From.Equal(w.From) && last.Grain == w.Grain && strings.Trim(text[last.End:w.Start], " ,，") == "" {
			pos, last.End = w.End, w.End // 今天十号: one day, said twice
			continue
		}
		last = w
		before := text[pos:w.Start]
		b.WriteString(before)
		date := w.Format(IsHan(text))
		if !IsHan(text) && w.Grain == Day && k+1 < len(whens) && isNumber(text[whens[k+1].Start:whens[k+1].End]) {
			date = strconv.Itoa(w.From.Day()) // May 3 to 10: the last day says the month
		}
		if !IsHan(text) && w.Grain != Day {
			date = strings.TrimPrefix(date, "in ")
		}
		if !IsHan(text) && !endsInPreposition(text[:w.Start]) && !isNumber(text[w.Start:w.End]) && !closesRange(text[:w.Start]) {
			date = englishPreposition(w.Grain) + date
		}
		b.WriteString(date)
		pos = w.End
	}
	return b.String() + text[pos:]
}

// closesRange reports whether what follows closes a range that a number opens: "9–23 May".
func closesRange(before string) bool {
	opened := strings.TrimRight(before, "-–— ")
	return opened != before && strings.TrimRight(opened, "0123456789") != opened && strings.Trim(before[len(opened):], " ") != ""
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Format writes w as a date in Chinese or English.
func (w When) Format(han bool) string {
	y, m, d := w.From.Date()
	last := w.To.AddDate(0, 0, -1)
	switch {
	case han && w.Grain == Day:
		return fmt.Sprintf("%d年%d月%d日", y, int(m), d)
	case han && w.Grain == Week:
		return fmt.Sprintf("%d年%d月%d日那一周", y, int(m), d)
	case han && w.Grain == Month:
		return fmt.Sprintf("%d年%d月", y, int(m))
	case han:
		return fmt.Sprintf("%d年", y)
	case w.Grain == Day:
		return fmt.Sprintf("%d %s %d", d, m, y)
	case w.Grain == Week:
		return fmt.Sprintf("the week of %d %s %d", last.AddDate(0, 0, -6).Day(), last.AddDate(0, 0, -6).Month(), last.AddDate(0, 0, -6).Year())
	case w.Grain == Month:
		return fmt.Sprintf("%s %d", m, y)
	}
	return fmt.Sprintf("%d", y)
}

// Deadline returns the last second of the days that w covers.
func (w When) Deadline() time.Time { return w.To.Add(-time.Second) }

func endsInPreposition(before string) bool {
	words := strings.Fields(strings.ToLower(before))
	if len(words) == 0 {
		return false
	}
	switch strings.Trim(words[len(words)-1], ",.") {
	case "on", "by", "until", "till", "til", "from", "since", "before", "after", "for", "of", "to", "in", "at", "is", "was", "and", "or", "the", "between", "through", "around", "about", "past", "not", "as", "than", "were", "are", "during", "it's", "that's",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return true
	}
	return false
}

func englishPreposition(g Grain) string {
	if g == Day {
		return "on "
	}
	return "in "
}

// midnight returns the start of the day of at, plus days.
func midnight(at time.Time, days int) time.Time {
	y, m, d := at.Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, at.Location())
}

func dayAt(at time.Time, days int) When {
	from := midnight(at, days)
	return When{From: from, To: midnight(from, 1), Grain: Day, Relative: true}
}

// weekdayAt returns the day of the week wd (Monday is 1, Sunday 7) in the week
// that lies shift weeks from that of at. Weeks begin on Monday.
func weekdayAt(at time.Time, wd, shift int) When {
	return dayAt(at, wd-isoWeekday(at)+7*shift)
}

func isoWeekday(at time.Time) int { return (int(at.Weekday())+6)%7 + 1 }

func weekAt(at time.Time, shift int) When {
	w := weekdayAt(at, 1, shift)
	w.To, w.Grain = midnight(w.From, 7), Week
	return w
}

func weekendAt(at time.Time, shift int) When {
	w := weekdayAt(at, 6, shift)
	w.To = midnight(w.From, 2)
	return w
}

func monthAt(at time.Time, shift int) When {
	from := time.Date(at.Year(), at.Month()+time.Month(shift), 1, 0, 0, 0, 0, at.Location())
	return When{From: from, To: from.AddDate(0, 1, 0), Grain: Month, Relative: true}
}

func yearOf(year int, at time.Time) When {
	from := time.Date(year, 1, 1, 0, 0, 0, 0, at.Location())
	return When{From: from, To: from.AddDate(1, 0, 0), Grain: Year, Relative: year == at.Year()}
}

// namedMonth returns month m of the year nearest to at, or the next one when
// ahead says that the speaker looks forward.
func namedMonth(at time.Time, m time.Month, ahead bool) When {
	shift := int(m) - int(at.Month())
	switch {
	case ahead && shift < -1, shift < -6:
		shift += 12
	case !ahead && shift > 6:
		shift -= 12
	}
	return monthAt(at, shift)
}

// nearestDate returns day d of month m in the year nearest to at. ok is false if
// that month has no such day.
func nearestDate(at time.Time, m time.Month, d int) (When, bool) {
	best, ok := When{}, false
	for _, year := range []int{at.Year() - 1, at.Year(), at.Year() + 1} {
		from := time.Date(year, m, d, 0, 0, 0, 0, at.Location())
		if from.Month() != m || from.Day() != d {
			continue
		}
		if !ok || absDuration(from.Sub(at)) < absDuration(best.From.Sub(at)) {
			best, ok = When{From: from, To: midnight(from, 1), Relative: true}, true
		}
	}
	return best, ok
}

// A lean is which way a bare day of the month points: how much farther off a
// day that has passed counts than one to come. 0 means that it has to come.
type lean int

const (
	ahead  lean = 0
	either lean = 4 // people speak of what is to come
	past   lean = 1
)

// dayOfMonth returns the day d of a month that is nearest to at, by l.
func dayOfMonth(at time.Time, d int, l lean) (When, bool) {
	if d < 1 || d > 31 {
		return When{}, false
	}
	today := midnight(at, 0)
	best, cost := When{}, time.Duration(-1)
	for shift := -2; shift <= 2; shift++ {
		from := time.Date(at.Year(), at.Month()+time.Month(shift), d, 0, 0, 0, 0, at.Location())
		if from.Day() != d || l == ahead && from.Before(today) {
			continue
		}
		away := from.Sub(today)
		if away < 0 {
			away *= -time.Duration(l)
		}
		if cost < 0 || away < cost {
			best, cost = When{From: from, To: midnight(from, 1), Relative: true}, away
		}
	}
	return best, cost >= 0
}

func absDuration(d time.Duration) time.Duration { return max(d, -d) }

// exactDay returns a date that names its own year.
func exactDay(at time.Time, year int, m time.Month, d int) (When, bool) {
	from := time.Date(year, m, d, 0, 0, 0, 0, at.Location())
	if from.Month() != m || from.Day() != d || year < 1900 || year > 2200 {
		return When{}, false
	}
	return When{From: from, To: midnight(from, 1)}, true
}
