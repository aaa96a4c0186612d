package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// contrasts are conditions of which one excludes the other: rules part their
// cases by them.
var contrasts = [...][2]*regexp.Regexp{
	{regexp.MustCompile(`雨|(?i:\brain\w*|\bwet\b)`), regexp.MustCompile(`晴|不下雨|(?i:\bsun\w*|\bdry\b|\bfine weather\b)`)},
	{regexp.MustCompile(`平日|平时|工作日|上班日|周[一二三四五]|星期[一二三四五]|(?i:\bweekdays?\b|\bworkdays?\b|\b(?:mon|tues|wednes|thurs|fri)days?\b)`), regexp.MustCompile(`周末|双休|休息日|周[六日天]|星期[六日天]|(?i:\bweekends?\b|\bsaturdays?\b|\bsundays?\b)`)},
	{regexp.MustCompile(`早上|早晨|上午|清早|(?i:\bmornings?\b)`), regexp.MustCompile(`晚上|夜里|傍晚|(?i:\bevenings?\b|\bnights?\b)`)},
	{regexp.MustCompile(`冬|(?i:\bwinter\b)`), regexp.MustCompile(`夏|(?i:\bsummer\b)`)},
	{regexp.MustCompile(`公事|工作上|同事|客户|(?i:\bwork\b|\bbusiness\b|\bclients?\b)`), regexp.MustCompile(`私事|家里|家人|亲戚|朋友|(?i:\bprivate\b|\bfamily\b|\bfriends?\b)`)},
	{regexp.MustCompile(`不急|(?i:\bnot urgent\b|\bnon-urgent\b)`), regexp.MustCompile(`紧急|急事|加急|急件|(?i:\burgent\b)`)},
	{regexp.MustCompile(`新(?:客|人|生|手|员)|(?i:\bnew (?:customer|client|member)s?\b)`), regexp.MustCompile(`老(?:客|人|生|手|员)|(?i:\b(?:old|regular|returning) (?:customer|client|member)s?\b)`)},
	{regexp.MustCompile(`大人|成人|(?i:\badults?\b)`), regexp.MustCompile(`小孩|孩子|儿童|(?i:\bchild(?:ren)?\b|\bkids?\b)`)},
}

// contrasted says what a rule wants in the case of the question where it parts
// two that exclude each other: 雨天…，晴天….
func (a *answer) contrasted() string {
	for _, c := range contrasts {
		inX, inY := c[0].MatchString(a.query.Text), c[1].MatchString(a.query.Text)
		if inX == inY {
			continue
		}
		for _, f := range a.rules() {
			parts := clauses(f.Entry.Content)
			x, y := firstMatch(parts, c[0]), firstMatch(parts, c[1])
			if x < 0 || y < 0 || x == y || a.kept[f] {
				continue
			}
			at, other := x, y
			if inY {
				at, other = y, x
			}
			end := len(parts)
			if other > at {
				end = other
			}
			a.keep(f)
			return strings.Join(parts[at:end], a.comma())
		}
	}
	return ""
}

// firstMatch returns the first part that form stands at the beginning of, or -1.
func firstMatch(parts []string, form *regexp.Regexp) int {
	for i, p := range parts {
		if at := form.FindStringIndex(p); at != nil && at[0] <= headBytes {
			return i
		}
	}
	return -1
}

// headBytes is how far into a part its condition may begin.
const headBytes = 18

// halved works out the usual amount of a rule for the case in which the rule
// halves or doubles it: 疼的日子减半，平时走六千步.
func (a *answer) halved() string {
	for _, f := range a.rules() {
		parts := clauses(f.Entry.Content)
		usual, special, k := "", "", 0.0
		for _, p := range parts {
			switch {
			case halving.MatchString(p):
				special, k = p, 0.5
			case doubling.MatchString(p):
				special, k = p, 2
			case usually.MatchString(p):
				usual = p
			}
		}
		if usual == "" || special == "" || a.fit(special) <= a.fit(usual) {
			continue
		}
		for _, l := range amountsIn(usual) {
			a.keep(f)
			return l.write(l.n*k) + a.comma() + special
		}
	}
	return ""
}

var (
	halving  = regexp.MustCompile(`(?i)减半|一半|\b(?:half|halve[sd]?)\b`)
	doubling = regexp.MustCompile(`(?i)加倍|翻倍|双倍|\b(?:double[sd]?|twice)\b`)
	usually  = regexp.MustCompile(`(?i)平时|平常|一般|通常|\b(?:usual(?:ly)?|normal(?:ly)?|otherwise|other days)\b`)
)

// unlessGiven says what a rule wants otherwise, where it wants something only in
// a case that the question does not tell of: 只有测过才写“合格”，否则写“待测”.
func (a *answer) unlessGiven() string {
	for _, f := range a.rules() {
		parts := clauses(f.Entry.Content)
		for i := 1; i < len(parts); i++ {
			m := otherwise.FindString(parts[i])
			if m == "" || !onlyCase.MatchString(parts[i-1]) || a.kept[f] {
				continue
			}
			in := gist.ReadText(parts[i-1])
			if given := gist.PairShare(in, a.question); given > 0.5 {
				continue
			}
			a.keep(f)
			return strings.TrimSpace(strings.TrimPrefix(parts[i], m))
		}
	}
	return ""
}

var (
	otherwise = regexp.MustCompile(`(?i)^(?:否则|不然|其余|其他(?:情况)?|otherwise|if not|else),?`)
	onlyCase  = regexp.MustCompile(`(?i)只有|只在|仅|才|\bonly (?:if|when|where|with)\b`)
)
