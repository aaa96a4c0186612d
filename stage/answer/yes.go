package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// verdict answers yes or no where the question asks for that alone and the
// nearest entry affirms or denies what it asks.
func (a *answer) verdict() string {
	if len(a.chosen) == 0 || a.brief.Writes() && a.made || a.asked {
		return ""
	}
	if !a.ask.YesNo {
		if verb := verbOrNot(a.query.Text); verb != "" {
			if deny, ok := a.limited(); ok && deny {
				return "不" + verb
			} else if ok {
				return verb
			}
		}
		return a.declined()
	}
	if s := a.waitsFirst(); s != "" {
		return s
	}
	deny := a.denied() || a.stillOther()
	if within, ok := a.withinLimit(); ok {
		deny = !within
	}
	if forbidden, ok := a.limited(); ok {
		deny = forbidden
	}
	if a.han {
		return a.verdictZH(deny)
	}
	if deny != a.question.Cues.Has(lang.Negation) {
		return "No"
	}
	return "Yes"
}

// verbOrNot returns the verb of a question that puts it beside its negation:
// 补不补, 还去不去.
func verbOrNot(q string) string {
	rs := []rune(q)
	for i := 0; i+2 < len(rs); i++ {
		if rs[i+1] == '不' && rs[i] == rs[i+2] && unicode.Is(unicode.Han, rs[i]) {
			return string(rs[i])
		}
	}
	return ""
}

// declined answers what is to be done about something that does not keep to a
// limit.
func (a *answer) declined() string {
	if !whatToDo.MatchString(a.query.Text) {
		return ""
	}
	within, ok := a.withinLimit()
	switch {
	case !ok || within:
		return ""
	case a.han:
		return "不行，推掉"
	}
	return "No, decline"
}

var whatToDo = regexp.MustCompile(`(?i)what do you do|what should you do|do you take|怎么办|怎么处理|接不接`)

// denied reports whether the entries deny what is asked: the part that shares
// most with the question does, or a rule bans where the question asks for
// leave.
func (a *answer) denied() bool {
	best, high := a.chosen[0].Entry.Content, 0.0
	for _, f := range a.chosen {
		for _, p := range halves(f.Entry.Content) {
			if s := a.fit(p); s > high {
				best, high = p, s
				if condition.MatchString(p) { // what counts is what follows from it
					best = strings.TrimPrefix(f.Entry.Content, p)
				}
			}
		}
	}
	if denies(best) {
		return true
	}
	if !leave.MatchString(a.question.Cues.Folded()) {
		return false
	}
	return slices.ContainsFunc(a.rules(), func(f *found) bool { return bans.MatchString(f.Cues.Folded()) })
}

// condition is the part of a rule that says when it holds.
var condition = regexp.MustCompile(`(?i)^(?:when|if|whenever|once|where)\b|^(?:用户)?(?:说|一旦|如果|当).+(?:时|的时候)?$`)

var (
	leave = regexp.MustCompile(` (?:may|can|could|should|shall|would|do) (?:you|i|the user|he|she|the agent) |能|可以|要不要|该不该|可不可以`)
	bans  = regexp.MustCompile(`^ (?:never|no|do not|don't) | (?:must|may|should) not | never |不(?:要|让|许|准|得|能|可)|别|禁止`)
)

// withinLimit compares a limit that one entry sets with the amount of the same
// kind that the question or another entry states: 五站以内 against 四站.
func (a *answer) withinLimit() (within, ok bool) {
	for _, f := range a.chosen {
		for _, l := range f.Values {
			bound := boundOf(f.Entry.Content, l)
			if bound == 0 || l.Num == 0 || l.Kind == lang.Date || l.Kind == lang.Clock || l.Kind == lang.Measure && !a.ask.YesNo {
				continue
			}
			if n, found := a.measured(f, l); found {
				most := canonical(l)
				if bound < 0 != bansAt(f.Entry.Content, l) {
					return n <= most, true
				}
				return n >= most, true
			}
		}
	}
	return false, false
}

// boundOf returns on which side of a value a limit lies, also where a measure
// word stands between: 五站以内.
func boundOf(text string, v lang.Value) int8 {
	if v.Bound != 0 {
		return v.Bound
	}
	switch m := sideZH.FindStringSubmatch(text[v.End:]); {
	case m == nil:
		return 0
	case strings.ContainsAny(m[1], "内下"):
		return -1
	}
	return 1
}

var sideZH = regexp.MustCompile(`^\p{Han}{0,2}?(以内|之内|以下|以上|起步)`)

// bansAt reports whether the part of a text that holds a value is a ban.
func bansAt(text string, v lang.Value) bool {
	from := 0
	for _, p := range phrases(text) {
		if i := strings.Index(text[from:], p); i >= 0 {
			from += i
			if v.Start >= from && v.Start < from+len(p) {
				return bans.MatchString(lang.Fold(p))
			}
			from += len(p)
		}
	}
	return false
}

// canonical returns the amount of a value in the unit that all of its kind
// are put into.
func canonical(v lang.Value) float64 {
	if v.Kind == lang.Number {
		return v.Num
	}
	return amountOf(v.Text)
}

// measured finds the amount that is held against a limit.
func (a *answer) measured(limiting *found, l lang.Value) (float64, bool) {
	for _, v := range a.question.Values {
		if v.Kind == l.Kind && !v.Weak && v.Num > 0 && v.Bound == 0 && sameUnit(a.query.Text, v, limiting.Entry.Content, l) {
			return canonical(v), true
		}
	}
	for _, f := range a.chosen {
		if f == limiting {
			continue
		}
		for _, v := range f.Values {
			if v.Kind == l.Kind && v.Num > 0 && v.Bound == 0 && sameUnit(f.Entry.Content, v, limiting.Entry.Content, l) {
				return canonical(v), true
			}
		}
	}
	return 0, false
}

// sameUnit reports whether two values count the same: their canonical units are
// equal and, for bare numbers, the word or character after them is.
func sameUnit(s string, v lang.Value, t string, w lang.Value) bool {
	_, x := splitAmount(v.Text)
	_, y := splitAmount(w.Text)
	if x != y {
		return false
	}
	return v.Kind != lang.Number || unitAfter(s[v.End:]) == unitAfter(t[w.End:])
}

// unitAfter returns the first word or Han character of a text.
func unitAfter(s string) string {
	s = strings.TrimLeft(s, " ")
	if s == "" {
		return ""
	}
	if r, n := utf8.DecodeRuneInString(s); unicode.Is(unicode.Han, r) {
		return s[:n]
	}
	word, _, _ := strings.Cut(s, " ")
	return lang.Stem(strings.Trim(word, ",.;:?!"))
}

// verdictZH answers in the words of the question: 能…吗 → 不能, 要不要给她留位 →
// 不用留.
func (a *answer) verdictZH(deny bool) string {
	q := a.query.Text
	for _, form := range [...]struct{ ask, yes, no string }{
		{"要不要", "要", "不用"}, {"用不用", "要", "不用"}, {"该不该", "该", "不该"}, {"能不能", "能", "不能"}, {"可不可以", "可以", "不可以"}, {"会不会", "会", "不会"}, {"有没有", "有", "没有"}, {"是不是", "是", "不是"},
	} {
		_, rest, ok := strings.Cut(q, form.ask)
		if !ok {
			continue
		}
		if deny {
			return form.no + firstVerb(rest)
		}
		return form.yes + firstVerb(rest)
	}
	for _, clause := range strings.FieldsFunc(q, func(r rune) bool { return strings.ContainsRune("，。？！；“”", r) }) {
		clause, ok := strings.CutSuffix(clause, "吗")
		if !ok {
			continue
		}
		clause = strings.ReplaceAll(clause, "要求", "")
		for _, modal := range [...]string{"符合", "可以", "能", "会", "愿意", "需要", "要"} {
			if strings.Contains(clause, modal) {
				if deny {
					return "不" + modal
				}
				return modal
			}
		}
		for _, usual := range [...]string{"照常", "照旧", "照样"} {
			if strings.Contains(clause, usual) && !deny {
				return usual
			}
		}
		if deny {
			return "不" + doing(clause)
		}
		return "是"
	}
	return ""
}

// doing returns the verb that a clause without a modal asks about, where it
// begins by saying for whom: 给她留位 → 用留.
func doing(clause string) string {
	for _, lead := range [...]string{"给", "替", "帮", "为"} {
		if strings.HasPrefix(clause, lead) {
			if v := firstVerb(clause); v != "" {
				return "用" + v
			}
		}
	}
	words := lang.Words(clause)
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1].Tag, "v") {
		return words[n-1].Text
	}
	return ""
}

// firstVerb returns the verb that a Chinese clause begins with, past 给她, 替他
// and the like.
func firstVerb(s string) string {
	words := lang.Words(s)
	for i := 0; i < len(words) && i < 4; i++ {
		switch words[i].Text {
		case "给", "替", "帮", "为", "把", "跟", "向", "她", "他", "用户", "我", "你", "再", "直接", "先":
			continue
		}
		if strings.HasPrefix(words[i].Tag, "n") {
			return ""
		}
		return words[i].Text
	}
	return ""
}

// waitsFirst answers that what is asked is not done yet, where a rule wants a
// wait or a word first in the case of the question: 超过四百的要等三天再买.
func (a *answer) waitsFirst() string {
	for _, f := range a.rules() {
		for _, c := range limitCases(f.Entry.Content) {
			if n, ok := a.against(c.value); !ok || !c.holds(n) || !waiting.MatchString(c.text) {
				continue
			}
			if !a.han {
				return "Not yet"
			}
			for _, ask := range [...]string{"该不该", "要不要", "能不能", "可不可以"} {
				if _, rest, ok := strings.Cut(a.query.Text, ask); ok {
					return "先不" + firstVerb(rest)
				}
			}
			return "先不"
		}
	}
	return ""
}

var waiting = regexp.MustCompile(`(?i)等|过一?夜|隔|先(?:问|跟|和|与|商量|打)|\b(?:waits?|sleeps? on|first asks?|asks? first|after asking)\b`)

// stillOther reports whether a question after what still holds names a value
// whose place another has taken in the nearest entry: "still in the evening" where
// it is the morning now.
func (a *answer) stillOther() bool {
	if !stillAsked.MatchString(a.query.Text) {
		return false
	}
	f := a.chosen[0]
	for _, v := range a.question.Values {
		switch v.Kind {
		case lang.DayPart, lang.Weekday, lang.Clock, lang.Money, lang.Measure:
		default:
			continue
		}
		other := false
		for _, w := range f.Values {
			if w.Kind == v.Kind {
				if w.Agrees(v) {
					return false
				}
				other = true
			}
		}
		if other {
			return true
		}
	}
	return false
}

var stillAsked = regexp.MustCompile(`(?i)还|仍|照旧|\bstill\b`)
