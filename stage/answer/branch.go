package answer

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A limit is a bound that a part of a rule sets.
type limit struct {
	value lang.Value
	above bool // the case is that of more than the value
}

func (l limit) holds(n float64) bool {
	if l.above {
		return n > l.value.Num || n == l.value.Num && l.value.Bound > 0
	}
	return n <= l.value.Num
}

// limitOf reads a bound off a part of a rule.
func limitOf(p string) (limit, bool) {
	for _, v := range lang.Values(p) {
		if v.Num == 0 || v.Kind == lang.Date || v.Kind == lang.Clock {
			continue
		}
		before, after := strings.ToLower(p[:v.Start]), p[v.End:]
		switch {
		case aboveBefore.MatchString(before), aboveAfter.MatchString(after):
			return limit{v, true}, true
		case belowBefore.MatchString(before), belowAfter.MatchString(after):
			return limit{v, false}, true
		}
	}
	return limit{}, false
}

var (
	aboveBefore = regexp.MustCompile(`(?:over|above|more than|from|exceeding|beyond|at least)\s+[$£€]?$|(?:超过|高于|大于|多于|过了?|满|不低于|至少)$`)
	aboveAfter  = regexp.MustCompile(`^\s*(?:or more|and more|and above|and up|upwards?)|^\p{Han}{0,2}?(?:以上|起|及以上)`)
	belowBefore = regexp.MustCompile(`(?:under|below|up to|less than|at most|within)\s+[$£€]?$|(?:不超过|低于|小于|少于|不到|不满|最多)$`)
	belowAfter  = regexp.MustCompile(`^\s*(?:or less|and less|or under|and below)|^\p{Han}{0,2}?(?:以内|之内|以下)`)
)

// weighted works out an amount of the question by the share that a rule adds
// or takes: 平日加一成，周末加三成, 按七成算, "add ten percent at weekends".
func (a *answer) weighted() string {
	for _, f := range a.rules() {
		best, k := "", 0.0
		for _, p := range phrases(f.Entry.Content) {
			x := shareOf(p)
			if x == 0 || best != "" && !a.dayFits(p) {
				continue
			}
			if best == "" || a.dayFits(p) {
				best, k = p, x
			}
		}
		if best == "" {
			continue
		}
		for _, v := range a.question.Values {
			switch v.Kind {
			case lang.Number, lang.Measure, lang.Money, lang.Duration:
			default:
				continue
			}
			if v.Weak || v.Num <= 1 || v.End > len(a.query.Text) || strings.HasPrefix(a.query.Text[v.End:], "天") || v.Kind == lang.Duration && strings.ContainsAny(a.query.Text[v.Start:v.End], "天日") {
				continue
			}
			a.keep(f)
			raw := a.query.Text[v.Start:v.End]
			unit := strings.TrimLeft(raw, "0123456789.,零一二三四五六七八九十百千万两半")
			if unit == "" {
				unit = firstHan(a.query.Text[v.End:])
			}
			return strconv.FormatFloat(round2(v.Num*k), 'f', -1, 64) + unit
		}
	}
	return ""
}

func round2(x float64) float64 { return float64(int64(x*100+0.5)) / 100 }

func firstHan(s string) string {
	if u := unitAfter(s); lang.IsHan(u) {
		return u
	}
	return ""
}

// shareOf reads by what share a part of a rule changes an amount.
func shareOf(p string) float64 {
	if m := tenths.FindStringSubmatch(p); m != nil {
		n := float64(strings.Index("零一二三四五六七八九", strings.Replace(m[2], "两", "二", 1))) / 3 / 10
		switch m[1] {
		case "加", "多", "上浮":
			return 1 + n
		case "减", "少", "扣", "打掉":
			return 1 - n
		}
		return n
	}
	return 0
}

var tenths = regexp.MustCompile(`(加|多|上浮|减|少|扣|打掉|按|算|只有|约)(?:上)?([一二两三四五六七八九])成`)

// dayFits reports whether a part of a rule is for the kind of day that the
// question names.
func (a *answer) dayFits(p string) bool {
	weekend := weekendDays.MatchString(a.query.Text)
	switch {
	case strings.Contains(p, "周末") || strings.Contains(p, "weekend"):
		return weekend
	case strings.Contains(p, "平日") || strings.Contains(p, "工作日") || strings.Contains(p, "weekday"):
		return !weekend
	}
	return true
}

var weekendDays = regexp.MustCompile(`(?i)星期[六日天]|周[六日末]|礼拜[六日天]|\b(?:saturday|sunday|weekend)`)

// left says that something is left out or put off where a rule bans what the
// question holds in quotation marks.
func (a *answer) left() string {
	for _, f := range a.rules() {
		c := f.Entry.Content
		if !bans.MatchString(f.Cues.Folded()) {
			continue
		}
		for _, word := range gist.Quoted(c) {
			for _, q := range a.brief.Quotes {
				if strings.Contains(strings.ToLower(q), strings.ToLower(word)) && !strings.EqualFold(q, word) {
					a.keep(f)
					if a.han {
						return "不要，略过：里面有“" + word + "”"
					}
					return "Leave it out, because of \"" + word + "\""
				}
			}
		}
	}
	return ""
}

// sorted names the first of several things of the question by the order that a
// rule puts them in: the nearest, the shortest, the cheapest first.
func (a *answer) sorted() string {
	if !firstAsked.MatchString(a.query.Text) {
		return ""
	}
	for _, f := range a.rules() {
		c := strings.ToLower(f.Entry.Content)
		small, large := smallFirst.MatchString(c), largeFirst.MatchString(c)
		if small == large {
			continue
		}
		if s := a.extreme(small); s != "" {
			return s
		}
	}
	return ""
}

// extreme returns the least or the greatest of the amounts of one kind that the
// question compares, with the words after it.
func (a *answer) extreme(least bool) string {
	byKind := make(map[lang.ValueKind][]lang.Value)
	for _, v := range a.question.Values {
		switch v.Kind {
		case lang.Number, lang.Measure, lang.Money, lang.Duration:
			if v.Num > 1 {
				byKind[v.Kind] = append(byKind[v.Kind], v)
			}
		}
	}
	for _, kind := range [...]lang.ValueKind{lang.Duration, lang.Measure, lang.Money, lang.Number} {
		vs := byKind[kind]
		if len(vs) < 2 {
			continue
		}
		best := vs[0]
		for _, v := range vs[1:] {
			if (amountOf(v.Text) < amountOf(best.Text)) == least {
				best = v
			}
		}
		rest := a.query.Text[best.End:]
		if i := strings.IndexAny(rest, ",，、。;；?？和"); i >= 0 {
			rest = rest[:i]
		}
		return a.query.Text[best.Start:best.End] + rest
	}
	return ""
}

var (
	firstAsked = regexp.MustCompile(`(?i)哪|先|\bwhich\b|\bfirst\b`)
	smallFirst = regexp.MustCompile(`从短到长|从小到大|从低到高|从近到远|由近到远|由短到长|最近的?优先|便宜的?优先|按(?:通勤)?(?:时间|距离|路程)(?:长短)?排|\b(?:nearest|nearer|closest|shortest|shorter|cheapest|cheaper|lowest|smallest|quickest|earliest)\b|short(?:est)? to long`)
	largeFirst = regexp.MustCompile(`从长到短|从大到小|从高到低|从远到近|\b(?:longest|dearest|highest|largest|biggest|furthest)\b`)
)
