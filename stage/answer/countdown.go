package answer

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
)

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

// workday moves a day of the question that falls on a weekend to the working
// day before or after it, as a rule wants: 遇周末提前到周五.
func (a *answer) workday() string {
	for _, f := range a.rules() {
		c := f.Entry.Content
		if a.kept[f] || !onWeekend.MatchString(c) {
			continue
		}
		day, ok := a.dayIn(a.query.Text, a.query.At)
		if !ok {
			if fact := a.fact(); fact != nil {
				day, ok = a.dayIn(fact.Entry.Content, fact.Entry.At)
			}
		}
		if !ok || day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			continue
		}
		step := 1
		if earlier.MatchString(c) {
			step = -1
		}
		for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			day = day.AddDate(0, 0, step)
		}
		a.keep(f)
		if a.han {
			return a.date(day) + "，周" + string([]rune("日一二三四五六")[day.Weekday()])
		}
		return day.Weekday().String() + ", " + a.date(day)
	}
	return ""
}

var onWeekend = regexp.MustCompile(`(?i)(?:遇|逢|落在|赶上|碰上|碰到|在)(?:到)?(?:周末|双休日?|休息日|周[六日]|非工作日).*?(?:提前|顺延|推迟|推到|移到|改到|往前|往后)|(?:提前|顺延|推迟).*?遇(?:到)?周末|\b(?:weekend|saturday or sunday|saturday or a sunday)\b.*\b(?:moves?|moved|goes|friday|monday|before|after|earlier|later|brought forward|pushed)\b`)
