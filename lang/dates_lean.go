package lang

import (
	"regexp"
	"strings"
	"time"
)

// Which year a day without one is of: the words of its clause say whether it is to come
// or over; else it is the nearest.

// overdue is for how long a day that was to come is still spoken of as due.
const overdue = 14 * 24 * time.Hour

// leaningDate returns day d of month m in the year that l points to: the last one that
// has come, the next one to come (or just missed), or the nearest. ok is false if that
// month has no such day.
func leaningDate(at time.Time, m time.Month, d int, l lean) (When, bool) {
	today := midnight(at, 0)
	var years [2]int
	switch l {
	case past:
		years = [2]int{at.Year(), at.Year() - 1}
	case ahead:
		years = [2]int{at.Year(), at.Year() + 1}
		if w, ok := exactDay(at, at.Year()-1, m, d); ok && today.Sub(w.From) <= overdue {
			years = [2]int{at.Year() - 1, at.Year()}
		}
	default:
		return nearestDate(at, m, d)
	}
	for _, year := range years {
		w, ok := exactDay(at, year, m, d)
		if ok && (l == past && !w.From.After(today) || l == ahead && today.Sub(w.From) <= overdue) {
			w.Relative = true
			return w, true
		}
	}
	return nearestDate(at, m, d) // 29 February
}

var (
	// dueEN are words by which a clause speaks of a day to come.
	dueEN = set("due deadline ends end expires expire expiring lapses renews renewal will going next upcoming begins begin starts start closes opens until till by shall planning planned scheduled i'll we'll he'll she'll they'll it'll")
	// presentEN are verbs with which a participle is none of the past.
	presentEN = set("is are am be being i'm we're he's she's it's they're can could would should must have has to")
	// tellsEN are verbs whose clause may tell in the past of what is to come.
	tellsEN = set("said told thought knew heard promised agreed decided settled planned meant hoped wanted booked arranged scheduled moved postponed changed set invited")
	// doneEN are the past forms of what is done on a day and over.
	doneEN = set("was were began went came left lost bought sold met saw broke fell flew drove gave made paid sent took ran won wrote built caught chose got had spent")
)

// leaning returns which way the day or month that stands at word i, up to word j, points.
func (s *scanEN) leaning(i, j int) lean {
	from, to := i, j
	for from > 0 && !s.parted(from-1) {
		from--
	}
	for to < len(s.words) && !s.parted(to-1) {
		to++
	}
	clause := s.words[from:to]
	done, present, due, tells := false, false, false, false
	for k, w := range clause {
		if i <= from+k && from+k < j {
			continue
		}
		tells = tells || tellsEN[w.text]
		present = present || presentEN[w.text]
		due = due || dueEN[w.text] || w.text == "runs" && k+1 < len(clause) && clause[k+1].text == "out"
		done = done || doneEN[w.text] || len(w.text) > 4 && strings.HasSuffix(w.text, "ed") && !plainEN[w.text]
	}
	switch before := s.word(i - 1); {
	case before == "since":
		return past
	case done && !present && !due && !tells && before != "for" && before != "to" && before != "before" && before != "after":
		return past
	case due && !done, tells && (before == "for" || before == "to" || before == "until" || before == "till"):
		return ahead
	}
	return either
}

// born reports whether the day at word i is somebody's day of birth, which has no year.
func (s *scanEN) born(i int) bool {
	if s.word(i-1) == "on" {
		i--
	}
	return s.word(i-1) == "born"
}

var (
	dueZH   = []string{"到期", "过期", "期满", "届满", "失效", "截止", "打算", "准备", "计划", "预计", "将", "就要", "快要", "定在", "定于", "之前", "前交", "前要", "续签", "续费", "年检", "年审"}
	fixZH   = []string{"定", "订", "约", "改", "挪", "推", "延", "提前", "买", "报", "抢", "说", "排"}
	fixedZH = []string{"定在", "订在", "约在", "改到", "改在", "改成", "挪到", "推迟到", "推到", "延到", "延期到", "提前到", "排在", "定于"} // arranged for a day to come
	// doneZH is the aspect of what is done, and no 过来, 过敏 or 为了.
	doneZH = regexp.MustCompile(`(?:^|[^为除得])了(?:[^解]|$)|[^超不通经难度]过(?:[^来去年节生几两三敏期夜户完]|$)`)
)

// leaning returns which way the day that stands at byte i, up to byte j, points.
func (s *scanZH) leaning(i, j int) lean {
	const ends = "，；。！？,;!?"
	from := strings.LastIndexAny(s.text[:i], ends) + 1
	to := len(s.text)
	if n := strings.IndexAny(s.text[j:], ends); n >= 0 {
		to = j + n
	}
	before, after := s.text[from:i], s.text[j:to]
	has := func(text string, words []string) bool {
		for _, w := range words {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	switch fixed := has(before+after, fixZH); {
	case !fixed && !strings.HasPrefix(after, "前") && (doneZH.MatchString(after) || strings.HasSuffix(after, "的") && has(after, []string{"开始", "买", "生", "到", "来", "走", "搬", "入", "办"})):
		return past
	case has(before, fixedZH):
		return ahead
	case doneZH.MatchString(before + after):
		return either
	case has(before+after, dueZH) || strings.HasPrefix(after, "要") || strings.HasPrefix(after, "前") || strings.HasPrefix(after, "开始"):
		return ahead
	}
	return either
}

// born reports whether the day that stands at byte i, up to byte j, is somebody's day of
// birth, which has no year.
func (s *scanZH) born(i, j int) bool {
	return s.after(j, "出生", "生的", "生人", "生日", "过生日") || s.endsWith(i, "生日", "生日是", "生于", "出生于")
}
