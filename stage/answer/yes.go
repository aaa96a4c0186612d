package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// verdict answers yes or no where the question asks for that alone and the
// nearest entry affirms or denies what it asks.
func (a *answer) verdict() string {
	if len(a.chosen) == 0 || a.brief.Writes() && a.made {
		return ""
	}
	if !a.ask.YesNo {
		return a.declined()
	}
	within, bounded := a.withinLimit()
	clause, of, shared := a.nearest()
	st := a.stance(clause, of, shared)
	switch {
	case (bounded || st == affirms) && a.namedElsewhere(clause):
		return ""
	case bounded && !within, a.stillOther():
		st = denying
	case bounded:
		st = affirms
	}
	switch {
	case st == silent:
		return ""
	case a.han:
		return a.verdictZH(st == denying)
	case st == denying:
		return "No"
	}
	return "Yes"
}

// told reports whether the entries speak of all that the question asks about: that the user is allergic to
// nuts says neither yes nor no of milk.
func (a *answer) told() bool {
	for s := range a.matters() {
		if !slices.ContainsFunc(a.chosen, func(f *found) bool { return recall.Holding(f.Gloss, s) >= 0.6 }) {
			return false
		}
	}
	return true
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
	for _, form := range choicesZH {
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
		clause, ok := whetherZH(clause)
		if !ok {
			continue
		}
		words := lang.Words(clause)
		for _, modal := range [...]string{"符合", "可以", "能", "会", "愿意", "需要", "要"} {
			if slices.ContainsFunc(words, func(w lang.Word) bool { return w.Text == modal }) { // 会 of 会面 and 例会 is none
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
		switch {
		case !deny:
			return "是"
		case strings.ContainsAny(clause, "是叫姓在"):
			return "不是"
		}
		return "不" + doing(clause)
	}
	return ""
}

// whetherZH returns what a Chinese clause asks to have confirmed, without the particle by which it does.
func whetherZH(clause string) (string, bool) {
	for _, tail := range [...]string{"对不对", "是不是", "没错吧", "对吧", "对吗", "是吗", "是吧", "吗", "吧"} {
		if rest, ok := strings.CutSuffix(clause, tail); ok {
			return rest, rest != ""
		}
	}
	return clause, false
}

// choicesZH are the questions that put a verb and its denial side by side, with their answers.
var choicesZH = [...]struct{ ask, yes, no string }{
	{"要不要", "要", "不用"}, {"用不用", "要", "不用"}, {"该不该", "该", "不该"}, {"能不能", "能", "不能"}, {"可不可以", "可以", "不可以"}, {"会不会", "会", "不会"}, {"有没有", "有", "没有"}, {"是不是", "是", "不是"},
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
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1].Tag, "v") && !strings.HasSuffix(clause, words[n-1].Text+words[n-1].Text) { // 钉钉 is a name
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
		if tag := words[i].Tag; tag == "" || !strings.ContainsAny(tag[:1], "vd") { // a name, or half of one: 小敏, 阿珍
			return ""
		}
		return words[i].Text
	}
	return ""
}

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
