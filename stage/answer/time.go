package answer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An event is a chosen entry with the day that it tells of.
type event struct {
	*found
	day time.Time
}

// events returns the chosen entries that tell of a day, one day each, the
// one whose part of the entry is about the question. Where exact is false, months count as their first day, and an entry
// without a date as the day of its session.
func (a *answer) events(exact bool) []event {
	var out []event
	for _, f := range a.chosen {
		at := f.Entry.At
		if at.IsZero() {
			at = a.query.At
		}
		day := time.Time{}
		if !exact {
			day = f.Entry.At
		}
		best := -1.0
		for _, w := range lang.Whens(f.Entry.Content, at) {
			if w.Grain != lang.Day && (exact || w.Grain != lang.Month) {
				continue
			}
			if s := a.fitAround(f.Entry.Content, w); s > best {
				day, best = w.From, s
			}
		}
		if !day.IsZero() {
			out = append(out, event{f, day})
		}
	}
	a.sameYears(out)
	return out
}

// fitAround scores how much of the question stands in the part around a day.
func (a *answer) fitAround(text string, w lang.When) float64 {
	from, at := 0, 0
	for _, p := range clauses(text) {
		i := strings.Index(text[from:], p)
		if i < 0 {
			continue
		}
		at, from = from+i, from+i+len(p)
		if w.Start >= at && w.Start < from {
			return gist.PairShare(a.read(p), a.question)
		}
	}
	return 0
}

// sameYears puts a day that is told without its year into the year that brings
// it nearest to a day told with one.
func (a *answer) sameYears(ev []event) {
	for i := range ev {
		if yearly.MatchString(ev[i].Entry.Content) {
			continue
		}
		for _, o := range ev {
			if !yearly.MatchString(o.Entry.Content) {
				continue
			}
			for _, years := range [...]int{-1, 1} {
				if d := ev[i].day.AddDate(years, 0, 0); d.Sub(o.day).Abs() < ev[i].day.Sub(o.day).Abs() {
					ev[i].day = d
				}
			}
		}
	}
}

var yearly = regexp.MustCompile(`(?:19|20)\d\d`)

// between works out how many days, weeks or months lie between two events.
func (a *answer) between() string {
	days, weeks, months := a.spanAsked()
	if !days && !weeks && !months {
		return ""
	}
	ev := a.events(days || weeks)
	if len(ev) == 1 {
		if span := a.within(ev[0].found); span > 0 {
			return a.spell(span, days, weeks, months)
		}
		return ""
	}
	if len(ev) < 2 {
		return ""
	}
	return a.spell(ev[1].day.Sub(ev[0].day).Abs(), days, weeks, months)
}

// dated writes a day with its year.
func (a *answer) dated(t time.Time) string {
	if a.han {
		return fmt.Sprintf("%d年", t.Year()) + a.date(t)
	}
	return a.date(t) + fmt.Sprintf(" %d", t.Year())
}

// next works out the day on which something that is done at an interval is due
// again after the last time.
func (a *answer) next() string {
	if !due.MatchString(a.question.Cues.Folded()) {
		return ""
	}
	for _, ev := range a.events(true) {
		m := everySpan.FindString(strings.ToLower(ev.Entry.Content))
		if m == "" {
			continue
		}
		for _, v := range lang.Values(everyWord.ReplaceAllString(m, "")) {
			if v.Kind != lang.Duration {
				continue
			}
			n := int(amountOf(v.Text))
			if strings.HasSuffix(v.Text, "mo") {
				return a.dated(ev.day.AddDate(0, n, 0))
			}
			return a.dated(ev.day.AddDate(0, 0, n/1440))
		}
	}
	return ""
}

var (
	due       = regexp.MustCompile(` next | due | again |下次|下一次|下回`)
	everySpan = regexp.MustCompile(`every (?:\w+ )?(?:days?|weeks?|months?|years?)|每(?:隔)?[\d一二三四五六七八九十两]+ ?(?:天|周|个?星期|个月|年)`)
	everyWord = regexp.MustCompile(`^every |^每隔?`)
)

// longer works out by how many of a thing one of two entries has more.
func (a *answer) longer() string {
	m := byHowMany.FindStringSubmatch(a.question.Cues.Folded())
	if m == nil {
		return ""
	}
	var counts []float64
	for _, f := range a.chosen {
		for _, v := range f.Values {
			if v.Kind == lang.Number && !v.Weak && unitAfter(f.Entry.Content[v.End:]) == lang.Stem(m[1]) {
				counts = append(counts, v.Num)
				break
			}
		}
	}
	if len(counts) != 2 {
		return ""
	}
	return fmt.Sprintf("by %v %s", math.Abs(counts[0]-counts[1]), m[1])
}

var byHowMany = regexp.MustCompile(` by how many (\w+) | how many more (\w+) `)

// within returns the span between the two days of one entry ("from 16 to 23
// January").
func (a *answer) within(f *found) time.Duration {
	ws := lang.Whens(f.Entry.Content, f.Entry.At)
	if len(ws) < 2 || ws[0].Grain != lang.Day || ws[1].Grain != lang.Day {
		return 0
	}
	to := ws[1].From
	if ws[1].Relative { // without its year it is the next of its name
		for _, years := range [...]int{-1, -2} {
			if d := ws[1].From.AddDate(years, 0, 0); !d.Before(ws[0].From) {
				to = d
			}
		}
	}
	return to.Sub(ws[0].From).Abs()
}

// spanAsked reads in which unit the question asks for a span.
func (a *answer) spanAsked() (days, weeks, months bool) {
	q := a.question.Cues.Folded()
	if a.han {
		gap := gist.ContainsAny(q, "隔", "相差", "差了", "早了", "晚了", "过了", "间隔", "提早", "之间", "之前", "之后", "以前", "以后", "提前")
		return gap && gist.ContainsAny(q, "多少天", "几天", "多久", "多少日"), gap && gist.ContainsAny(q, "几周", "多少周", "几个星期"), gap && gist.ContainsAny(q, "几个月", "多少个月")
	}
	return gist.ContainsAny(q, " how many days ", " how long after ", " how many nights "), gist.ContainsAny(q, " how many weeks "), gist.ContainsAny(q, " how many months ")
}

func (a *answer) spell(span time.Duration, days, weeks, months bool) string {
	n := int((span + 12*time.Hour) / (24 * time.Hour))
	switch {
	case a.han && months:
		return fmt.Sprintf("约%d个月", (n+15)/30)
	case a.han && weeks:
		return fmt.Sprintf("%d天，约%d周", n, (n+3)/7)
	case a.han:
		return fmt.Sprintf("%d天", n)
	case months:
		return fmt.Sprintf("about %d months", (n+15)/30)
	case weeks:
		return fmt.Sprintf("%d days, about %d weeks", n, (n+3)/7)
	case days:
		return fmt.Sprintf("%d days", n)
	}
	return ""
}

// first works out which of two things came first, in the question's own words.
func (a *answer) first() string {
	options := a.options()
	if len(options) != 2 {
		return ""
	}
	ev := a.events(false)
	if len(ev) < 2 {
		return ""
	}
	slices.SortStableFunc(ev, func(x, y event) int { return x.day.Compare(y.day) })
	r := gist.RarityOf([]*gist.Gloss{ev[0].Gloss, ev[1].Gloss})
	x, y := gist.ReadText(options[0]), gist.ReadText(options[1])
	early, late := ev[0], ev[len(ev)-1]
	straight := nearness(r, x, early) + nearness(r, y, late)
	crossed := nearness(r, x, late) + nearness(r, y, early)
	if crossed > straight {
		x, y = y, x
	}
	switch {
	case straight == crossed, a.many() && (nearness(r, x, early) == 0 || nearness(r, y, late) == 0):
		return ""
	case crossed > straight:
		options[0] = options[1]
	}
	if a.han {
		verb := strings.TrimPrefix(options[0], "先")
		if verb != options[0] {
			return "先" + verb
		}
		if i := strings.Index(a.query.Text, "先"); i >= 0 && gist.ContainsAny(a.query.Text, "的是哪") { // 先交出去的是哪一项
			if verb, _, ok := strings.Cut(a.query.Text[i:], "的是哪"); ok {
				return verb + "的是" + options[0]
			}
		}
		return options[0] + "在前"
	}
	return options[0] + " first"
}

func nearness(r gist.Rarity, option *gist.Gloss, e event) float64 {
	return r.Share(option, e.Gloss) + gist.PairShare(option, e.Gloss)
}

// options returns the two things between which a question asks, in its own
// words: "which came first, the laksa or the birthday?", 买车和搬家哪件在前.
func (a *answer) options() []string {
	q := strings.TrimRight(a.query.Text, "?？ ")
	if a.han {
		if i, j := strings.Index(q, "先"), strings.Index(q, "还是"); i >= 0 && j > i {
			second := q[j+len("还是"):]
			if k := strings.IndexAny(second, "？?，,。"); k >= 0 {
				second = second[:k]
			}
			return []string{q[i:j], second}
		}
		if !gist.ContainsAny(q, "在前", "在先", "先发生", "更早", "先后", "先交", "先是", "哪个先", "先缺席") {
			return nil
		}
		head, _, _ := strings.Cut(q, "，")
		x, y, ok := strings.Cut(head, "和")
		if !ok {
			x, y, ok = strings.Cut(head, "与")
		}
		if !ok {
			return nil
		}
		return []string{x, y}
	}
	low := strings.ToLower(q)
	if !strings.Contains(low, "first") && !strings.Contains(low, "earlier") {
		return nil
	}
	i := strings.LastIndex(low, " or ")
	if i < 0 {
		return nil
	}
	x := q[:i]
	if j := strings.LastIndexAny(x, ",:"); j >= 0 {
		x = x[j+1:]
	}
	y := q[i+len(" or "):]
	if k := strings.IndexAny(y, ",?."); k >= 0 {
		y = y[:k]
	}
	return []string{strings.TrimSpace(x), strings.TrimSpace(y)}
}
