package answer

import (
	"math"
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An option is one of the things between which a question lets the agent
// choose.
type option struct {
	name, text string
	price      float64 // 0 if none is given
	unit       string
}

// picked chooses between the options of the question by a rule: not what the
// rule forbids, rather what it wants, the dearer where it wants good things and
// the cheaper where plain ones do.
func (a *answer) picked() string {
	options := optionsOf(a.query.Text)
	if len(options) < 2 {
		options = eitherOr(a.query.Text)
	}
	if len(options) < 2 || !choosing.MatchString(a.query.Text) {
		return ""
	}
	best, second, at := math.Inf(-1), math.Inf(-1), 0
	for i, o := range options {
		score := 0.0
		for _, f := range a.chosen {
			score += a.suits(o, options, f)
		}
		if score > best {
			best, second, at = score, best, i
		} else {
			second = max(second, score)
		}
	}
	if best == second {
		return "" // no rule tells them apart
	}
	return a.choice(options[at])
}

// choice names an option, with what it costs where a rule speaks of that.
func (a *answer) choice(o option) string {
	out := "选" + o.name
	if !a.han {
		out = "Choose " + o.name
	} else if strings.HasSuffix(o.name, "元") {
		out += "的"
	}
	if w := priceWord(a); w != "" && o.price > 0 {
		out += a.comma() + w + money(o.price, o.unit)
	}
	return out
}

// priceWord names the price as the rules do, if they do.
func priceWord(a *answer) string {
	for _, f := range a.rules() {
		if w := priceWords.FindString(f.Entry.Content); w != "" {
			return strings.TrimSuffix(w, "价")
		}
	}
	return ""
}

var priceWords = regexp.MustCompile(`到手价?|含税价?|总价`)

var choosing = regexp.MustCompile(`(?i)还是|哪\p{Han}|该介绍|\bwhich\b|\bor\b`)

// suits scores an option by one rule.
func (a *answer) suits(o option, all []option, f *found) float64 {
	score := 0.0
	own := gist.ReadText(o.text)
	for _, p := range a.branch(f.Entry.Content) {
		g := gist.ReadText(p)
		shared := 0.0
		for t := range own.Terms {
			if g.Terms[t] && !lang.Light(t) && !inAll(t, all) {
				shared++
			}
		}
		shared += 2 * gist.PairShare(own, g)
		if shared == 0 && lang.IsHan(o.name) && strings.Contains(p, o.name) {
			shared = 1
		}
		forbidden := forbids(p) || ban.MatchString(p) || dislike.MatchString(p)
		if l, ok := boundIn(p); ok { // an amount of the option on the side that the rule means
			switch in, known := insideBound(limitCase{l, l.Bound > 0, p}, own.Values); {
			case !known:
			case in == forbidden:
				score -= 2
			default:
				score += 2
			}
		}
		switch {
		case forbidden:
			score -= shared
		default:
			score += shared
		}
		switch {
		case o.price == 0:
		case fine.MatchString(p):
			score += rank(o, all)
		case plainly.MatchString(p):
			score -= rank(o, all)
		}
	}
	return score
}

// insideBound reports whether the amount of an option of the kind of a bound
// lies inside it.
func insideBound(c limitCase, values []lang.Value) (inside, known bool) {
	_, unit := splitAmount(c.value.Text)
	for _, v := range values {
		if _, u := splitAmount(v.Text); v.Kind == c.value.Kind && u == unit && !v.Weak && v.Kind != lang.Number {
			return c.holds(measureOf(v)), true
		}
	}
	return false, false
}

var (
	ban     = regexp.MustCompile(`(?i)不(?:要|能|推荐|买|选|用|收|碰|吃|喝|穿)|别|避开|\b(?:never|no|not|don't|avoids?|without|except)\b`)
	dislike = regexp.MustCompile(`(?i)怕|讨厌|反感|过敏|戒|忌|不爱|不喜欢|不沾|不喝|不吃|吃不(?:了|惯)|受不了|嫌|\b(?:hates?|dislikes?|allergic|afraid|can't|cannot|gave up|has given up|quit|teetotal|doesn't|does not)\b`)
	fine    = regexp.MustCompile(`(?i)好货|中上|高档|贵|质量|耐用|\b(?:best|good|better|quality|premium|upper|lasting)\b`)
	plainly = regexp.MustCompile(`(?i)真心|便宜|省|够用|\b(?:cheap(?:er|est)?|plain|basic|simple|meant)\b`)
)

// rank is 1 for the dearest option, -1 for the cheapest.
func rank(o option, all []option) float64 {
	dearer, cheaper := 0, 0
	for _, x := range all {
		switch {
		case x.price > o.price:
			dearer++
		case x.price < o.price && x.price > 0:
			cheaper++
		}
	}
	switch {
	case dearer == 0 && cheaper > 0:
		return 1
	case cheaper == 0 && dearer > 0:
		return -1
	}
	return 0
}

func inAll(term string, all []option) bool {
	for _, o := range all {
		if !gist.ReadText(o.text).Terms[term] {
			return false
		}
	}
	return true
}

// branch returns the parts of a rule that bear on the case: where it parts
// cases (for himself …, for his daughter …) those of the case in the question.
func (a *answer) branch(rule string) []string {
	parts := phrases(strings.TrimRight(rule, " .。"))
	var cases []int
	for i, p := range parts {
		if caseOf(p) != "" {
			cases = append(cases, i)
		}
	}
	if len(cases) < 2 {
		return parts
	}
	best, high := 0, -1.0
	for k, i := range cases {
		if s := a.meansCase(caseOf(parts[i])); s > high {
			best, high = k, s
		}
	}
	end := len(parts)
	if best+1 < len(cases) {
		end = cases[best+1]
	}
	return parts[cases[best]:end]
}

// caseOf returns for whom or what a part of a rule holds: 给女儿买, "for her".
func caseOf(p string) string {
	m := casesOf.FindStringSubmatch(p)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

var casesOf = regexp.MustCompile(`(?i)^(?:用户)?(?:给|为|对|替)(\p{Han}{1,3}?)(?:买|说|用|写|做|看|的|挑|选|是|则)|^(?:and |but |the user wants )?for (\w+(?: \w+)?)`)

// meansCase scores how well the case of a rule fits the question: what it
// names stands there, or "myself" does for the user himself.
func (a *answer) meansCase(who string) float64 {
	q := a.query.Text
	switch {
	case strings.Contains(who, "自己") || strings.Contains(who, "self"):
		if selfZH.MatchString(q) {
			return 2
		}
		return 0.5
	case strings.Contains(q, who):
		return 2
	}
	for t := range gist.ReadText(who).Terms {
		for _, o := range lang.Related(t) {
			if a.question.Terms[o] || strings.Contains(q, o) {
				return 1.5
			}
		}
	}
	return 0
}

var selfZH = regexp.MustCompile(`(?i)给我|我要|我自己|我想|\bfor (?:me|myself)\b`)

// optionsOf reads the options of a question: 甲… 乙…, 东边那处… 西边那处…, 15元
// 和89元两款, "A …; B …".
func optionsOf(q string) []option {
	for _, form := range optionForms {
		at := form.FindAllStringSubmatchIndex(q, -1)
		if len(at) < 2 {
			continue
		}
		var out []option
		for i, m := range at {
			end := len(q)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			text := q[m[0]:end]
			if j := strings.IndexAny(text, "。？?"); j > 0 {
				text = text[:j]
			}
			name := strings.Trim(q[m[2]:m[3]], " ：:")
			if repeated(out, name) {
				continue
			}
			o := option{name: name, text: text}
			if amounts, unit := moneyIn(text); len(amounts) > 0 {
				o.price, o.unit = net(text, amounts[0]), unit
			}
			out = append(out, o)
		}
		if len(out) >= 2 {
			return out
		}
	}
	return nil
}

func repeated(all []option, name string) bool {
	for _, o := range all {
		if o.name == name || strings.HasPrefix(o.name, name) {
			return true
		}
	}
	return false
}

var optionForms = []*regexp.Regexp{
	regexp.MustCompile(`([甲乙丙丁]款?)`),
	regexp.MustCompile(`([东西南北左右上下前后]边(?:那(?:处|家|个|间|套))?|第[一二三四]\p{Han})`),
	regexp.MustCompile(`(\d+元)(?:的|那|和|与|、|两|款|，)`),
	regexp.MustCompile(`(?:^|[\s(])(?:Option |option |Offer |offer )?([A-D])(?:[:.)]| is | costs | at | has |, )`),
}
