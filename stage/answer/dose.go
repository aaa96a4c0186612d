package answer

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// dosed works out how much of one thing goes to what the question states of
// another, where a rule gives so much for so much: "2 ml per 100 kg", 每100斤米3两水.
func (a *answer) dosed() string {
	for _, f := range a.chosen {
		if a.kept[f] {
			continue
		}
		for _, p := range clauses(f.Entry.Content) {
			if _, each, ok := strings.Cut(p, "每"); ok {
				p = each
			}
			give, per, ok := doseIn(p)
			if !ok {
				continue
			}
			for _, v := range a.question.Values {
				if v.Kind != per.Kind || v.Weak || v.Num <= 0 || !sameMeasure(v, per) || !sameUnit(a.query.Text, v, p, per) {
					continue
				}
				n := give.Num * inUnitOf(v, per) / per.Num
				a.keepRule(f)
				return figure(roundedBy(f.Entry.Content, n)) + unitWritten(p, give)
			}
		}
	}
	return ""
}

// doseIn reads an amount and what it is for off a part of a rule.
func doseIn(p string) (give, per lang.Value, ok bool) {
	vs := gist.StrongValues(p)
	for i := 0; i+1 < len(vs); i++ {
		x, y := vs[i], vs[i+1]
		if x.Num <= 0 || y.Num <= 0 || x.Kind == lang.Date || y.Kind == lang.Date || x.End > y.Start {
			continue
		}
		switch between := p[x.End:y.Start]; {
		case perAmount.MatchString(between):
			return x, y, true
		case x.Start == 0 && lang.IsHan(p) && between != "" && onlyHan.MatchString(between):
			return y, x, true
		}
	}
	return give, per, false
}

var (
	perAmount = regexp.MustCompile(`(?i)^ ?(?:of \w+ |\w+ ){0,2}?(?:per|for every|for each|to every|to each|to) (?:the )?$`)
	onlyHan   = regexp.MustCompile(`^\p{Han}{0,6}$`)
)

// unitWritten returns the unit of a value as the text writes it.
func unitWritten(text string, v lang.Value) string {
	unit := strings.TrimLeft(text[v.Start:v.End], "0123456789.,零一二三四五六七八九十百千万半 ")
	if utf8.RuneCountInString(unit) > 1 {
		unit = strings.TrimPrefix(unit, "两")
	}
	if unit == "" {
		unit = unitAfter(text[v.End:])
	}
	return spaced(unit) + unit
}

// roundedBy rounds a number as a rule says: to halves, tens or whole numbers, up
// or down.
func roundedBy(rule string, n float64) float64 {
	if !rounds.MatchString(rule) {
		return round2(n)
	}
	step := 1.0
	for _, s := range roundSteps {
		if s.form.MatchString(rule) {
			step = s.step
			break
		}
	}
	how := math.Round
	switch {
	case roundsUp.MatchString(rule):
		how = math.Ceil
	case roundsDown.MatchString(rule):
		how = math.Floor
	}
	return round2(how(n/step-1e-9*float64(boolInt(roundsUp.MatchString(rule)))) * step)
}

var (
	rounds     = regexp.MustCompile(`(?i)\bround(?:ed|s)?\b|取整|四舍五入|进一|抹零|舍去|凑整|精确到|\bto the nearest\b|\bwhole\b`)
	roundsUp   = regexp.MustCompile(`(?i)\bround(?:ed|s)? up\b|向上|进一|往上|\bnext (?:whole|full)\b`)
	roundsDown = regexp.MustCompile(`(?i)\bround(?:ed|s)? (?:down|off)\b|向下|往下|抹零|舍去`)
	roundSteps = []struct {
		form *regexp.Regexp
		step float64
	}{
		{regexp.MustCompile(`(?i)\bhalf\b|0\.5|半`), 0.5},
		{regexp.MustCompile(`(?i)\bhundreds?\b|到(?:整)?百|百位`), 100},
		{regexp.MustCompile(`(?i)\bten\b|\btens\b|\bto (?:the )?(?:nearest )?10\b|到(?:整)?十|十位|10元`), 10},
		{regexp.MustCompile(`(?i)\bfives?\b|\bnearest 5\b|到五|5的倍数|五的倍数`), 5},
	}
)

// addedUp adds up the amounts that the question lists, where it asks for their
// sum, and rounds it as a rule says.
func (a *answer) addedUp() string {
	if !sumAsked.MatchString(a.query.Text) {
		return ""
	}
	m := numberList.FindString(a.query.Text)
	total, n := a.listTotal()
	if n < 2 {
		m = a.query.Text
		total, n = onePerPart(m)
	}
	if n < 2 {
		return ""
	}
	for _, f := range a.rules() {
		if rounds.MatchString(f.Entry.Content) && !a.kept[f] {
			a.keep(f)
			total = roundedBy(f.Entry.Content, total)
		}
	}
	a.arranged = true
	if _, unit := moneyIn(m); unit != "" {
		return money(total, unit)
	}
	return formatNumber(round2(total)) + map[bool]string{true: "元"}[a.han && strings.ContainsAny(a.query.Text, "花钱费")]
}

// listTotal adds up the run of amounts that the question lists.
func (a *answer) listTotal() (total float64, n int) {
	for _, v := range lang.Values(numberList.FindString(a.query.Text)) {
		if v.Num > 0 {
			total, n = total+v.Num, n+1
		}
	}
	return total, n
}

// onePerPart adds up what the parts of a text give, one amount each: 房租2600，水电312.
func onePerPart(text string) (total float64, n int) {
	for _, p := range listedApart.Split(text, -1) {
		vs := slices.DeleteFunc(gist.StrongValues(p), func(v lang.Value) bool { return v.Num <= 0 || v.Kind == lang.Date || v.Kind == lang.Clock })
		switch {
		case len(vs) == 0:
		case len(vs) > 1 || vs[0].Num < 10 || vs[0].Kind != lang.Money && vs[0].Kind != lang.Number || perUnit.MatchString(p):
			return 0, 0
		default:
			total, n = total+vs[0].Num, n+1
		}
	}
	return total, n
}

// spared adds what a rule wants to spare to the count of the question: "two spare
// chairs", 多备三份.
func (a *answer) spared() string {
	for _, f := range a.rules() {
		m := spareRule.FindStringSubmatch(f.Entry.Content)
		if m == nil || a.kept[f] || !manyAsked.MatchString(a.query.Text) {
			continue
		}
		extra, ok := numberOf(m[1] + m[2])
		for _, v := range a.question.Values {
			if ok && v.Kind == lang.Number && v.Num > 1 && !v.Weak {
				a.keep(f)
				return formatNumber(v.Num + extra)
			}
		}
	}
	return ""
}

var (
	spareRule = regexp.MustCompile(`(?i)\b(\d+|one|two|three|four|five|six|ten) (?:spare|extra|more)\b|(?:多|另|富余)(?:备|准备|留|订|算|带|买)?([\d一二两三四五六七八九十]+)\p{Han}`)
	manyAsked = regexp.MustCompile(`(?i)\bhow many\b|几|多少`)
)

// numberList is a run of amounts.
var numberList = regexp.MustCompile(`(?i)[$£€]?\d[\d.]*(?:元|块| ?dollars| ?pounds| ?euros)?(?:(?:、|，|,|\+|和| and |, and ) ?[$£€]?\d[\d.]*(?:元|块| ?dollars| ?pounds| ?euros)?)+`)

// together adds up one amount of each of two entries where the question puts
// two things together: 房租加水电一个月多少.
func (a *answer) together() string {
	if !putTogether.MatchString(a.query.Text) {
		return ""
	}
	total, unit, n := 0.0, "", 0
	for _, f := range a.chosen {
		best, high, u := 0.0, 0.0, ""
		for _, p := range clauses(f.Entry.Content) {
			amounts, own := moneyIn(p)
			if s := gist.PairShare(a.question, gist.ReadText(p)); len(amounts) == 1 && s > high {
				best, high, u = amounts[0], s, own
			}
		}
		if high == 0 {
			continue
		}
		if unit != "" && u != unit {
			return ""
		}
		total, unit, n = total+best, u, n+1
	}
	if n < 2 {
		return ""
	}
	return money(total, unit)
}

var putTogether = regexp.MustCompile(`(?i)\p{Han}{2}加上?\p{Han}{2,8}?(?:，|一共|总共|合计|每|一个?[月年天]|要|得|是)?.{0,8}多少|\b(?:plus|and) (?:the |my |his |her )?\w+ (?:together|in all|in total|combined|altogether)\b`)
