package answer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
)

// clockIn returns the first time of day in text, in minutes, and whether it is
// written in figures.
func (a *answer) clockIn(text string) (minutes int, digits, ok bool) {
	for _, v := range lang.Values(text) {
		if v.Kind != lang.Clock {
			continue
		}
		if minutes, digits, ok := clockOf(v, text[v.Start:v.End]); ok {
			return minutes, digits, true
		}
	}
	return 0, false, false
}

// clockOf returns a time of day in minutes, and whether it is written in
// figures.
func clockOf(v lang.Value, raw string) (minutes int, digits, ok bool) {
	h, m, found := strings.Cut(v.Text, ":")
	hour, err := strconv.Atoi(h)
	min, err2 := strconv.Atoi(m)
	if !found || err != nil || err2 != nil {
		return 0, false, false
	}
	return hour*60 + min, strings.ContainsAny(raw, "0123456789"), true
}

// clock writes a time of day as the question writes one.
func (a *answer) clock(minutes int, digits bool) string {
	minutes = (minutes%1440 + 1440) % 1440
	h, m := minutes/60, minutes%60
	if !a.han || digits || h > 12 {
		return fmt.Sprintf("%d:%02d", h, m)
	}
	switch m {
	case 0:
		return countZH(float64(h)) + "点"
	case 30:
		return countZH(float64(h)) + "点半"
	}
	return countZH(float64(h)) + "点" + countZH(float64(m))
}

// countZH writes a whole number below a hundred in Chinese, others in figures.
func countZH(n float64) string {
	i := int(n)
	if float64(i) != n || i < 0 || i > 99 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	digits := []rune("零一二三四五六七八九")
	switch {
	case i < 10:
		return string(digits[i])
	case i == 10:
		return "十"
	case i < 20:
		return "十" + string(digits[i-10])
	case i%10 == 0:
		return string(digits[i/10]) + "十"
	}
	return string(digits[i/10]) + "十" + string(digits[i%10])
}

// moved puts off or brings forward a time that the question or a fact gives by
// what a rule says: 往后加一个钟头, "three days ahead", "a week and a day before".
// Where the question tells how long the way is and asks when one is there, that
// is added.
func (a *answer) moved() string {
	if a.ask.YesNo && a.ask.Wants == 0 && !a.brief.Writes() {
		return "" // whether, not when
	}
	for _, f := range a.rules() {
		if !a.bearsOn(f) {
			continue
		}
		m := a.shiftOf(f)
		if m == "" {
			continue
		}
		sign := 1.0
		if earlier.MatchString(m) {
			sign = -1
		}
		var out []string
		for _, v := range lang.Values(strings.TrimPrefix(m, "前")) {
			if v.Kind != lang.Duration {
				continue
			}
			if s := a.shift(sign * amountOf(v.Text)); s != "" {
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			a.keep(f)
			return strings.Join(out, a.comma())
		}
	}
	return ""
}

// shiftOf returns the words of a rule that move a time: those of the part that
// is about a day of the question, else the first.
func (a *answer) shiftOf(f *found) string {
	first := ""
	for _, p := range clauses(f.Entry.Content) {
		m := shifts.FindString(p)
		if m == "" {
			continue
		}
		if first == "" {
			first = m
		}
		for _, v := range lang.Values(p) {
			if v.Kind == lang.Weekday && a.held(v) {
				return m
			}
		}
	}
	return first
}

var (
	shifts  = regexp.MustCompile(`(?i)前[\d一二两三四五六七八九十半]{1,3}个?半?(?:小时|钟头|分钟|天|周|星期|日)|(?:往后|向后|推后|延后|往前|提前|提早|早|晚|多留|多算)(?:加|推|排|挪|移|算)?[\p{Han}\d]{1,6}?(?:钟头|小时|分钟|刻钟|天|周|星期|日)|(?:add|allow) (?:an?|\w+)(?: extra)? (?:hours?|minutes?|days?|weeks?)|(?:an?|\w+) hours? and a half (?:later|earlier|early|ahead|before|in advance|after)|(?:(?:an?|\w+) (?:hours?|minutes?|days?|weeks?) and )?(?:an?|\w+) (?:hours?|minutes?|days?|weeks?) (?:later?|earlier|early|ahead|before|beforehand|in advance|after|on top)`)
	earlier = regexp.MustCompile(`(?i)前|提早|早|earlier|early|ahead|before|advance`)
)

// shift moves the time of day of the question, or a day where whole days are
// meant: that of the question, else that of a fact, the one beside a name of the
// question where there are several.
func (a *answer) shift(minutes float64) string {
	if at, digits, ok := a.clockIn(a.query.Text); ok && minutes > -1440 && minutes < 1440 {
		if way := a.way(); way > 0 && leaveAsked.MatchString(a.query.Text) {
			out := a.clock(at-way-int(math.Abs(minutes)), digits) // to be there in time
			if a.han {
				out += "出门"
			}
			return out
		}
		return a.shiftClock(at+int(minutes), digits)
	}
	if at, digits, ok := a.clockKnown(); ok && minutes > -1440 && minutes < 1440 {
		return a.shiftClock(at+int(minutes), digits)
	}
	if int(minutes)%1440 != 0 {
		return ""
	}
	if s := a.shiftWeekday(int(minutes) / 1440); s != "" {
		return s
	}
	day, ok := a.dayIn(a.query.Text, a.query.At)
	if end, grain, lasts := a.end(); lasts && grain == lang.Day {
		day, ok = end, true
	} else if fact := a.fact(); !ok && fact != nil {
		day, ok = a.dayIn(fact.Entry.Content, fact.Entry.At)
	}
	if !ok {
		return ""
	}
	return a.date(day.AddDate(0, 0, int(minutes)/1440))
}

// leaveAsked is a question after the time to leave for something.
var leaveAsked = regexp.MustCompile(`(?i)几点(?:钟)?(?:要|该|得|就)?(?:出门|出发|动身|走)|什么时候(?:出门|出发|动身)|\bwhen (?:do|should|must|shall) \w+ (?:leave|set (?:off|out)|go)\b|\bwhat time (?:do|should|must|shall) \w+ (?:leave|set (?:off|out)|go)\b`)

// clockKnown returns the time of day that the nearest fact tells, where the
// question asks for one.
func (a *answer) clockKnown() (minutes int, digits, ok bool) {
	fact := a.fact()
	if fact == nil || !clockAsked.MatchString(a.query.Text) {
		return 0, false, false
	}
	return a.clockIn(fact.Entry.Content)
}

var clockAsked = regexp.MustCompile(`(?i)几点|什么时候|何时|什么时间|\bwhen\b|\b(?:what|which) (?:time|hour)\b|\bhow (?:early|late)\b`)

// shiftWeekday moves the day of the week that the question names, where it asks
// for one.
func (a *answer) shiftWeekday(days int) string {
	if !weekdayAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, v := range a.question.Values {
		if v.Kind != lang.Weekday {
			continue
		}
		n := (int(amountOf(v.Text))+days+6)%7 + 1
		if n <= 0 {
			n += 7
		}
		if a.han {
			return "周" + string([]rune("一二三四五六日")[n-1])
		}
		return time.Weekday(n % 7).String()
	}
	return ""
}

var weekdayAsked = regexp.MustCompile(`(?i)(?:星期|周|礼拜|哪)[几天]|\b(?:which|what) (?:day|weekday)\b|\bwhen\b`)

func (a *answer) shiftClock(start int, digits bool) string {
	out := a.clock(start, digits)
	if a.han && a.leaves() {
		out += "出门"
	}
	way := a.way()
	switch {
	case way == 0:
		return out
	case a.han:
		return "按" + out + "、" + a.clock(start+way, digits) + "到"
	}
	return out + ", there at " + a.clock(start+way, digits)
}

// leaves reports whether the question or a rule is about leaving the house.
func (a *answer) leaves() bool {
	return leaving.MatchString(a.query.Text) || slices.ContainsFunc(a.rules(), func(f *found) bool { return leaving.MatchString(f.Entry.Content) })
}

var leaving = regexp.MustCompile(`出门|出发|动身|几点走|路上|上路|赶|去`)

// dayIn returns the day that a text tells of: of several the one that follows
// a name of the question.
func (a *answer) dayIn(text string, at time.Time) (time.Time, bool) {
	if at.IsZero() {
		at = a.query.At
	}
	var day time.Time
	for _, w := range lang.Whens(text, at) {
		if w.Grain != lang.Day {
			continue
		}
		if day.IsZero() {
			day = w.From
		}
		i := strings.LastIndexAny(text[:w.Start], ",，;；.。、")
		for _, v := range a.question.Values {
			if v.Kind == lang.Name && v.In(lang.Values(text[i+1:w.Start])) {
				return w.From, true
			}
		}
	}
	return day, !day.IsZero()
}

// way returns the minutes of the first span that the question tells.
func (a *answer) way() int {
	for _, v := range a.question.Values {
		if v.Kind == lang.Duration {
			return int(amountOf(v.Text))
		}
	}
	return 0
}

// date writes a day, with its year only where it is not that of the asking.
func (a *answer) date(t time.Time) string {
	if a.han {
		return fmt.Sprintf("%d月%d日", t.Month(), t.Day())
	}
	return fmt.Sprintf("%d %s", t.Day(), t.Month())
}
