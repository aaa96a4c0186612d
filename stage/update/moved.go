package update

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A move puts something off, or forward: to a day of a month that is not named, or by days, weeks or months. What day that
// is only the entry tells that gave the first.
type move struct {
	of   []string // the words of content of what is moved
	day  int      // of the month; 0 for a move by
	by   int      // how many units later, less than 0 for earlier; of a move to a day its direction, 0 if it has none
	unit string   // d, w or m
	part string   // of the day: 下午
}

// moved puts the new day of what a turn moves in the place of the old one.
func (u *update) moved() {
	u.moves(func(o *gist.Gloss, text string, turn dyadmem.TurnRef) {
		if u.gone[o.Entry.Key] {
			return
		}
		u.putRight(o, text, turn)
		for _, f := range u.fresh {
			if movedBy(f, turn) {
				u.delete(f.Entry.Key, dyadmem.WhyMerged, f.Entry.Evidence)
			}
		}
	})
}

// movedBy reports whether an entry that the session states says no more than a move of one of its turns.
func movedBy(f *gist.Gloss, turn dyadmem.TurnRef) bool {
	return len(f.Entry.Evidence) == 1 && f.Entry.Evidence[0] == turn && len(lang.Clauses(f.Entry.Content)) == 1 && moving.MatchString(f.Cues.Folded())
}

var moving = gist.Compile(` (?:moved|pushed|postponed|put|delayed|brought|shifted|changed) |改|挪|推迟|延|提前|调|移|推后|提早`)

// moves hands f each entry whose day a turn of the user's moves, as it should be.
func (u *update) moves(f func(o *gist.Gloss, text string, turn dyadmem.TurnRef)) {
	for i, t := range u.scene.Session.Turns {
		own, _ := u.scene.Parted(i)
		if t.Speaker != dyadmem.User || lang.CuesOf(own).Has(lang.Hypothesis, lang.Jest, lang.Vague) {
			continue
		}
		for _, m := range movesIn(own) {
			if o, text, ok := u.movedIn(m); ok {
				f(o, text, t.ID)
			}
		}
	}
}

// movedIn returns the one entry that gives the day of what is moved, and what it says of the new one.
func (u *update) movedIn(m move) (meant *gist.Gloss, text string, ok bool) {
	for _, o := range u.old {
		if o.Entry.Kind == dyadmem.Episodic || o.Past() || !slices.ContainsFunc(m.of, func(term string) bool { return speaksOf(o, term) }) {
			continue
		}
		days := slices.DeleteFunc(slices.Clone(o.Said(o.Entry.At)), func(w lang.When) bool { return w.Grain != lang.Day })
		if len(days) != 1 || days[0].To.Sub(days[0].From) > 25*time.Hour {
			continue
		}
		if meant != nil {
			return nil, "", false // which of them is not said
		}
		meant, text = o, m.in(o.Entry.Content, days[0], o.Cues.Han())
	}
	return meant, text, meant != nil && text != meant.Entry.Content
}

// in returns a text with the day that m moves another to in its place.
func (m move) in(text string, day lang.When, han bool) string {
	is := m.from(day.From)
	rest := text[day.End:]
	if was := partOfDay.FindString(rest); m.part != "" && was != "" {
		rest = m.part + rest[len(was):]
	}
	return text[:day.Start] + lang.When{From: is, To: is.AddDate(0, 0, 1)}.Format(han) + rest
}

var partOfDay = regexp.MustCompile(`^(?:上午|下午|早上|晚上|中午)`)

// from returns the day that m moves another to.
func (m move) from(day time.Time) time.Time {
	switch {
	case m.unit == "d":
		return day.AddDate(0, 0, m.by)
	case m.unit == "w":
		return day.AddDate(0, 0, 7*m.by)
	case m.unit == "m":
		return day.AddDate(0, m.by, 0)
	}
	months := 0
	if m.by > 0 && m.day <= day.Day() {
		months = 1
	} else if m.by < 0 && m.day >= day.Day() {
		months = -1
	}
	return time.Date(day.Year(), day.Month()+time.Month(months), m.day, 0, 0, 0, 0, day.Location())
}

// movesIn returns what a turn moves.
func movesIn(turn string) (out []move) {
	forms := movesEN
	if lang.IsHan(turn) {
		forms = movesZH
	}
	for _, form := range forms {
		for _, at := range form.FindAllStringSubmatchIndex(turn, -1) {
			m := move{part: partOfDay.FindString(turn[at[1]:])}
			how := group(form, turn, at, "how") + " " + group(form, turn, at, "way")
			if earlier.MatchString(how) {
				m.by = -1
			} else if later.MatchString(how) {
				m.by = 1
			}
			if day := group(form, turn, at, "day"); day != "" {
				m.day, _ = strconv.Atoi(day)
			} else if n := amount(group(form, turn, at, "n")); n > 0 && m.by != 0 {
				m.by, m.unit = m.by*n, units[group(form, turn, at, "unit")]
			}
			said := turn[strings.LastIndexAny(turn[:at[0]], ".!?。！？\n")+1 : at[0]]
			for _, term := range lang.Terms(said) {
				if !lang.Light(term) && !lang.Frame(term) && !gist.Timely[term] && len(lang.Values(term)) == 0 {
					m.of = append(m.of, term)
				}
			}
			if len(m.of) > 0 && (m.day > 0 && m.day <= 31 || m.unit != "") {
				out = append(out, m)
			}
		}
	}
	return out
}

// amount reads a small number in digits or words, 0 if it is none.
func amount(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return counts[strings.ToLower(text)]
}

var (
	counts = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
	units  = map[string]string{"day": "d", "week": "w", "month": "m", "天": "d", "日": "d", "周": "w", "星期": "w", "礼拜": "w", "个星期": "w", "个礼拜": "w", "月": "m", "个月": "m"}

	earlier = regexp.MustCompile(`(?i)earlier|brought|\bup\b|提前|提早|往前|早`)
	later   = regexp.MustCompile(`(?i)later|back|out|postponed|delayed|pushed|推|延|往后|晚`)

	movesEN = []*gist.Pattern{
		gist.Compile(`\b(?P<how>moved|changed|pushed|postponed|brought|shifted|put|rescheduled|delayed)(?P<way> back| forward| up| out)? to the (?P<day>[0-9]{1,2})(?:st|nd|rd|th)\b`),
		gist.Compile(`\b(?P<how>moved|pushed|postponed|put|delayed|brought|shifted)(?P<way>(?: back| forward| up| out)?) (?:by )?(?P<n>an?|one|two|three|four|five|six|ten|[0-9]{1,2}) (?P<unit>day|week|month)s?\b`),
		gist.Compile(`\b(?:is|are|happens|starts|takes place|was moved|has been moved|moved)(?: now)? (?P<n>an?|one|two|three|four|five|six|ten|[0-9]{1,2}) (?P<unit>day|week|month)s? (?P<way>later|earlier)\b`),
	}
	movesZH = []*gist.Pattern{
		gist.Compile(`(?P<how>改|挪|换|推迟|延后?|推后|提前|提早|调整?|移)(?:成|到|为|至|在)了?(?P<day>[0-9]{1,2})[号日]`),
		gist.Compile(`(?P<how>推迟|延后|顺延|推后|延期|往后[推挪延]|提前|提早|往前[挪提移])了?(?P<n>[一两二三四五六七八九十]|[0-9]{1,2})(?P<unit>天|日|周|个?星期|个?礼拜|个?月)`),
	}
)
