package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// timeslot picks of several times of day in the question those that a rule
// leaves open: "never before ten", 三点以后不约.
func (a *answer) timeslot() string {
	parts := timedParts(a.query.Text)
	if len(parts) < 2 {
		return ""
	}
	for _, f := range a.rules() {
		shut := shutHours(f.Entry.Content)
		if len(shut) == 0 || a.kept[f] {
			continue
		}
		var open []string
		for _, p := range parts {
			if !slices.ContainsFunc(shut, func(s shutting) bool { return s.holds(p.minutes) }) {
				open = append(open, p.text)
			}
		}
		if len(open) == 0 || len(open) == len(parts) {
			continue
		}
		a.arranged = true
		a.keep(f)
		return strings.Join(open, a.comma())
	}
	return ""
}

// A timedPart is a part of a question that names one time of day.
type timedPart struct {
	text    string
	minutes int
}

func timedParts(q string) []timedPart {
	var out []timedPart
	for _, p := range listedApart.Split(q, -1) {
		vs := slices.DeleteFunc(lang.Values(p), func(v lang.Value) bool { return v.Kind != lang.Clock })
		if len(vs) != 1 {
			continue
		}
		if minutes, _, ok := clockOf(vs[0], p[vs[0].Start:vs[0].End]); ok {
			out = append(out, timedPart{gist.Closed(p), minutes})
		}
	}
	return out
}

var listedApart = regexp.MustCompile(`、|，|, |;|；|：|: |还是|或者?|和| or | and |[?？。]`)

// A shutting is a part of the day in which a rule wants nothing.
type shutting struct {
	minutes int
	after   bool
}

func (s shutting) holds(minutes int) bool {
	if s.after {
		return minutes > s.minutes
	}
	return minutes < s.minutes
}

// shutHours reads the parts of the day that a rule forbids.
func shutHours(rule string) []shutting {
	var out []shutting
	for _, p := range clauses(rule) {
		if !bans.MatchString(lang.Fold(p)) && !denies(p) {
			continue
		}
		for _, m := range sideOfHour.FindAllStringSubmatch(p, -1) {
			hour, ok := hourOf(m[2] + m[3])
			if ok {
				side := strings.ToLower(m[1] + m[4])
				out = append(out, shutting{hour, side == "after" || side == "later than" || side == "past" || side == "后"})
			}
		}
	}
	return out
}

var sideOfHour = regexp.MustCompile(`(?i)\b(before|after|earlier than|later than|past) (\w+(?::\d\d)?(?: ?[ap]m)?)|([\d一二两三四五六七八九十]+点半?|\d{1,2}:\d\d)(?:钟)?(?:以|之)?(前|后)`)

// hourOf reads an hour that is told without its half of the day as one between
// eight in the morning and half past seven in the evening.
func hourOf(s string) (minutes int, ok bool) {
	for _, v := range lang.Values(s) {
		switch v.Kind {
		case lang.Clock:
			minutes, _, ok = clockOf(v, s)
		case lang.Number:
			minutes, ok = int(v.Num)*60, v.Num <= 24
		}
	}
	if ok && minutes < 8*60 {
		minutes += 12 * 60
	}
	return minutes, ok
}

// zoned puts a time of day of the question into the zone that a rule gives as
// so many hours ahead or behind: "six hours behind Berlin", 比北京晚七个小时.
func (a *answer) zoned() string {
	for _, f := range a.rules() {
		m := zoneGap.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] {
			continue
		}
		n, ok := numberOf(m[1] + m[4])
		at, digits, told := a.clockIn(a.query.Text)
		if !ok || !told {
			continue
		}
		if side := strings.ToLower(m[2] + m[3]); side == "behind" || side == "earlier than" || side == "晚" || side == "慢" {
			n = -n
		}
		a.keep(f)
		return a.clock(at+int(n*60), digits)
	}
	return ""
}

var zoneGap = regexp.MustCompile(`(?i)\b(\w+) hours? (ahead of|behind|later than|earlier than)\b|比\p{Han}{2,6}?(?:时间)?(早|晚|快|慢)([\d一二两三四五六七八九十]+)个?(?:小时|钟头)`)

// netPrice gives the price that is left after what the question takes off it,
// where a rule wants that price.
func (a *answer) netPrice() string {
	for _, f := range a.rules() {
		if a.kept[f] || !wantsNet.MatchString(f.Entry.Content) {
			continue
		}
		for _, v := range a.question.Values {
			n := v.Num
			if p, ok := priceOf(a.query.Text, v); ok {
				n = p.n
			} else if v.Kind != lang.Number || v.Weak {
				continue
			}
			if left := net(a.query.Text[v.Start:], n); left != n && left > 0 {
				a.keep(f)
				_, unit := firstMoney(a.query.Text)
				return money(left, unit)
			}
		}
	}
	return ""
}

var wantsNet = regexp.MustCompile(`(?i)到手价?|折后价?|实付|净价|\b(?:final|net) (?:price|cost)s?\b|\bafter (?:the |all )?discounts?\b`)

// inSequence puts the things that the question lists into the order of their
// amounts or their days, as a rule wants.
func (a *answer) inSequence() string {
	var parts []string
	for _, t := range a.brief.Told {
		for _, p := range listedApart.Split(t, -1) {
			if p = gist.Closed(p); p != "" {
				parts = append(parts, p)
			}
		}
	}
	if len(parts) < 2 {
		return ""
	}
	for _, f := range a.rules() {
		c := strings.ToLower(f.Entry.Content)
		key := a.sequenceKey(c, parts)
		if key == nil || a.kept[f] {
			continue
		}
		down := largeFirst.MatchString(c) || lateFirst.MatchString(c)
		slices.SortStableFunc(parts, func(x, y string) int {
			d := key(x) - key(y)
			if down {
				d = -d
			}
			return boolInt(d > 0) - boolInt(d < 0)
		})
		a.keep(f)
		a.arranged = true
		return strings.Join(parts, a.comma())
	}
	return ""
}

// sequenceKey returns what a rule wants parts ordered by, if each has it.
func (a *answer) sequenceKey(rule string, parts []string) func(string) float64 {
	byDay := earlyFirst.MatchString(rule) || lateFirst.MatchString(rule)
	if !byDay && smallFirst.MatchString(rule) == largeFirst.MatchString(rule) {
		return nil
	}
	key := func(p string) float64 {
		if byDay {
			for _, w := range lang.Whens(p, a.query.At) {
				return float64(w.From.Unix())
			}
			return -1
		}
		if own := amountsIn(p); len(own) == 1 {
			return own[0].n
		}
		for _, v := range lang.Values(p) {
			if v.Kind == lang.Number && v.Num > 0 {
				return v.Num
			}
		}
		return -1
	}
	if slices.ContainsFunc(parts, func(p string) bool { return key(p) < 0 }) {
		return nil
	}
	return key
}

var (
	earlyFirst = regexp.MustCompile(`(?i)从早到晚|由早到晚|按时间(?:先后|顺序)?|按日期|\b(?:earliest|oldest)\b|\bby date\b|\bchronological`)
	lateFirst  = regexp.MustCompile(`(?i)从晚到早|由近及远|倒序|最新的?(?:在前|先)|\b(?:latest|newest|most recent) first\b|\breverse (?:date|chronological)`)
)
