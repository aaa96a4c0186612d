package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
)

// lasted works out how long something lasted that one entry gives two days of.
func (a *answer) lasted() string {
	if days, weeks, months := a.spanAsked(); days || weeks || months || !lastedAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.chosen {
		if a.statesSpan(f) || dayRange.MatchString(f.Entry.Content) {
			return ""
		}
	}
	for _, f := range a.chosen {
		if span := a.within(f); span > 0 && a.asksOf(f) {
			return a.spell(span, true, false, false)
		}
	}
	return ""
}

var lastedAsked = regexp.MustCompile(`(?i)(?:[住待去玩歇停休借用请走忙学病]了?|一共|总共|共)(?:几天|多少天|多久)|\b(?:how long|how many (?:days|nights) (?:is|was|are|were|does|did|will))\b`)

// dayRange is a run of days, of which it is open whether the last one counts.
var dayRange = regexp.MustCompile(`(?i)\d(?:st|nd|rd|th|[日号天])?(?: \w+)?(?: ?(?:to|until|till|through|–|-) ?|[到至~—])\d`)

// statesSpan reports whether an entry says itself how many days something
// lasts.
func (a *answer) statesSpan(f *found) bool {
	for _, v := range f.Values {
		if v.Kind == lang.Duration && !v.Weak && (strings.HasSuffix(v.Text, "mo") || amountOf(v.Text) >= 1440) {
			return true
		}
	}
	return false
}

// ends works out until when something lasts, of which an entry tells how long
// it lasts and another, or the same one, when it began.
func (a *answer) ends() string {
	if !untilWhen.MatchString(a.question.Cues.Folded()) {
		return ""
	}
	end, grain, ok := a.end()
	switch {
	case !ok:
		return ""
	case grain == lang.Day:
		return a.dated(end)
	case a.han:
		return fmt.Sprintf("%d年%d月", end.Year(), end.Month())
	}
	return fmt.Sprintf("%s %d", end.Month(), end.Year())
}

var untilWhen = regexp.MustCompile(` until when | how long | till when | by when | (?:when|what day|which day) .*(?:expire|run out|end|due|return|be back|finish|leave|check out|go home|fly home|depart)|到(?:什么时候|何时|哪天|哪年|哪个月|几月|几号)|多久|最[晚迟](?:哪|几|什么|何)|(?:哪天|哪日|几号|几月|什么时候|何时)(?:要|该|得)?(?:到期|还|归还|过期|期满|满|截止|结束|换|走|离开|回来|回家|回去|退房|出院|返程)`)

// end returns the day, or the month, on which something is over.
func (a *answer) end() (time.Time, lang.Grain, bool) {
	for _, f := range a.chosen {
		if f.Ruling() { // a rule tells of days ahead, not of how long
			continue
		}
		months, days := lengthOf(f)
		if months == 0 && days == 0 || !a.asksOf(f) {
			continue
		}
		for _, own := range [...]bool{false, true} {
			for _, o := range a.chosen {
				if (o == f) != own || !own && a.many() && !a.sameMatter(f, o) {
					continue
				}
				if w, ok := a.begin(o); ok {
					return w.From.AddDate(0, months, days), w.Grain, true
				}
			}
		}
	}
	return time.Time{}, 0, false
}

// asksOf reports whether the question shares a word that says something with an entry, or the entry was picked for it: what was
// merely recalled along with others may be about anything.
func (a *answer) asksOf(f *found) bool {
	return !a.many() || slices.ContainsFunc(a.question.Senses, func(s lang.Sense) bool { return f.Terms[s.Text] && !lang.Light(s.Text) })
}

// sameMatter reports whether two entries share a word that says something, so that the day of the one can be that of the other.
func (a *answer) sameMatter(f, o *found) bool {
	return slices.ContainsFunc(f.Senses, func(s lang.Sense) bool { return o.Terms[s.Text] && !lang.Light(s.Text) })
}

// lengthOf returns for how long an entry says that something lasts: the months
// or years, else the days. Some seventy years and more in two figures are a year of the calendar: 九八年房改.
func lengthOf(f *found) (months, days int) {
	for _, v := range f.Values {
		switch {
		case v.Kind != lang.Duration || v.Weak || v.Num >= 70 && v.Num < 100 && strings.HasSuffix(v.Text, "mo"):
		case strings.HasSuffix(v.Text, "mo"):
			return int(amountOf(v.Text)), 0
		case amountOf(v.Text) >= 1440 && days == 0:
			days = int(amountOf(v.Text)) / 1440
		}
	}
	return 0, days
}

// begin returns the one day or month that an entry tells of.
func (a *answer) begin(f *found) (lang.When, bool) {
	at := f.Entry.At
	if at.IsZero() {
		at = a.query.At
	}
	var dates []lang.When
	for _, w := range lang.Whens(f.Entry.Content, at) {
		if w.Grain == lang.Day || w.Grain == lang.Month {
			dates = append(dates, w)
		}
	}
	if len(dates) != 1 {
		return lang.When{}, false
	}
	return dates[0], true
}

// countdown works out how long it is from the day that the question names, or
// from the day of asking, to the day that an entry tells of: 离…还有几天, "how many
// days until", "how long ago".
func (a *answer) countdown() string {
	if !countdownAsked.MatchString(a.query.Text) {
		return ""
	}
	ev := a.events(true)
	if len(ev) != 1 {
		return ""
	}
	from := a.query.At
	for _, w := range lang.Whens(a.query.Text, a.query.At) {
		if w.Grain == lang.Day && strings.ContainsAny(a.query.Text[w.Start:w.End], "0123456789一二三四五六七八九十") {
			from = w.From
		}
	}
	if from.IsZero() || from.Year() == 1 {
		return ""
	}
	y, m, d := from.Date()
	days := int(ev[0].day.Sub(time.Date(y, m, d, 0, 0, 0, 0, ev[0].day.Location())).Abs().Hours()+12) / 24
	if days == 0 {
		return ""
	}
	if a.han {
		return fmt.Sprintf("%d天", days)
	}
	return fmt.Sprintf("%d days", days)
}

var countdownAsked = regexp.MustCompile(`(?i)[还剩](?:有|剩)?(?:多少天|几天|多久|多少日)|(?:离|距离?).{1,16}(?:多少天|几天|多久)|\bhow (?:many days|long) (?:is it |are there |have (?:i|we) (?:got )?|do (?:i|we) have |are left |is left |left )?(?:until|till|to go|before|left)|\bhow (?:many days|long) ago\b`)
