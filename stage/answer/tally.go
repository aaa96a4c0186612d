package answer

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// A tallied is an amount with the part of the entry that states it.
type tallied struct {
	n    float64
	unit string // as it is written after the number
	kind lang.ValueKind
	part string
}

// tally adds up or compares two amounts of one unit where they are no money of
// two entries: counts of people, marks, shares, or two prices on one list.
func (a *answer) tally() string {
	q := a.query.Text
	switch {
	case gapAsked.MatchString(q):
		return a.difference()
	case sumAsked.MatchString(q):
		pair := a.pair(false)
		if len(pair) < 2 || pair[0].kind == lang.Percent && !percentAsked.MatchString(q) || a.han && pair[0].kind == lang.Number && !strings.Contains(q, pair[0].unit) || statesTotal.MatchString(pair[0].part+pair[1].part) {
			return ""
		}
		total := 0.0
		for _, t := range pair {
			total += t.n
		}
		return pair[0].write(total)
	}
	return ""
}

var (
	gapAsked    = regexp.MustCompile(`(?i)差(?:了)?(?:多少|几)|(?:^|[^最至])(?:高|多|少|低|贵|便宜|涨|降|重|轻|快|慢)(?:了|出)?(?:多少|几)|[还剩](?:剩|余|有)?下?(?:多少|几)|自[付费](?:了)?多少|自己\p{Han}{0,4}[出掏付](?:了)?多少|\b(?:how (?:many|much) (?:\w+ )?(?:more|fewer|less|left|remain\w*)|difference|still (?:need|owe|short)|(?:is|are) left|out of pocket)\b`)
	sumAsked    = regexp.MustCompile(`(?i)一共|总共|合计|加起来|共计|\b(?:together|in all|in total|altogether|combined|total)\b`)
	statesTotal = regexp.MustCompile(`(?i)一共|总共|合计|共|\b(?:total|in all|altogether)\b`)
)

// percentAsked is a question after a share: of a sum of money there is none.
var percentAsked = regexp.MustCompile(`(?i)百分|%|％|几成|比例|率|\b(?:percent|per cent|share)\b`)

func (t tallied) write(n float64) string {
	switch t.kind {
	case lang.Money:
		_, u := splitAmount(t.unit)
		return money(n, u)
	case lang.Percent:
		return formatNumber(round2(n)) + "%"
	}
	return formatNumber(round2(n)) + t.unit
}

// difference says by how much two amounts differ, and which of them is the
// higher where the question asks which.
func (a *answer) difference() string {
	pair := a.pair(true)
	if len(pair) != 2 || pair[0].n == pair[1].n { // the same said twice is no difference
		return ""
	}
	gap := pair[0].write(math.Abs(pair[0].n - pair[1].n))
	high := pair[0]
	if pair[1].n > high.n {
		high = pair[1]
	}
	if a.han && strings.Contains(a.query.Text, "哪") {
		return nameBefore(high.part) + "高" + gap
	}
	if a.han && evenly(a) {
		return gap + "，平摊后每人" + high.write(math.Abs(pair[0].n-pair[1].n)/2)
	}
	return gap
}

// evenly reports whether two people share what there is to pay.
func evenly(a *answer) bool {
	for _, f := range a.chosen {
		if halvesCost.MatchString(f.Entry.Content) {
			return true
		}
	}
	return false
}

var halvesCost = regexp.MustCompile(`\p{Han}[和跟与]\p{Han}+?(?:平摊|均摊|平分|对半)`)

// nameBefore returns what stands before the first number of a part.
func nameBefore(part string) string {
	if i := strings.IndexAny(part, "0123456789"); i > 0 {
		return part[:i]
	}
	return part
}

// pair returns the amounts of one kind and unit that the question is about: two
// of them, or all where they are to be added up.
func (a *answer) pair(two bool) []tallied {
	var all []tallied
	for _, f := range a.chosen {
		if !a.asksOf(f) {
			continue
		}
		for _, p := range pricedParts(f.Entry.Content) {
			for _, v := range lang.Values(p) {
				if t, ok := tallyOf(p, v); ok && !a.held(v) {
					all = append(all, t)
				}
			}
		}
	}
	var best []tallied
	for _, t := range all {
		same := like(all, t)
		if len(same) > len(best) {
			best = same
		}
	}
	if two && len(best) > 2 {
		best = a.named(best)
	}
	return best
}

// named keeps the amounts whose part names what the question names.
func (a *answer) named(all []tallied) []tallied {
	var out []tallied
	for _, t := range all {
		for _, v := range lang.Values(t.part) {
			if a.held(v) {
				out = append(out, t)
				break
			}
		}
	}
	if len(out) != 2 {
		out = nil
		for _, t := range all {
			if at, _ := namedAt(a.query.Text, nameBefore(t.part), a.han); at >= 0 {
				out = append(out, t)
			}
		}
	}
	return out
}

func like(all []tallied, t tallied) []tallied {
	var out []tallied
	for _, o := range all {
		if o.kind == t.kind && (o.unit == t.unit || t.kind == lang.Money && sameCurrency(o, t)) {
			out = append(out, o)
		}
	}
	return out
}

func sameCurrency(x, y tallied) bool {
	_, u := splitAmount(x.unit)
	_, v := splitAmount(y.unit)
	return u == v
}

// tallyOf reads a value as an amount that can be added up.
func tallyOf(part string, v lang.Value) (tallied, bool) {
	switch {
	case v.Weak || v.Num == 0:
		return tallied{}, false
	case v.Kind == lang.Money:
		n, _ := splitAmount(v.Text)
		return tallied{n, v.Text, v.Kind, part}, true
	case v.Kind == lang.Percent:
		return tallied{v.Num, "%", v.Kind, part}, true
	case v.Kind == lang.Number:
		u := unitOf(part[v.End:])
		return tallied{v.Num, u, v.Kind, part}, u != "" || !lang.IsHan(part) || v.Num != math.Trunc(v.Num)
	case v.Kind == lang.Measure || v.Kind == lang.Duration: // 82分 are marks as well as minutes
		raw := part[v.Start:v.End]
		return tallied{v.Num, strings.TrimLeft(raw, "0123456789. "), lang.Number, part}, true
	}
	return tallied{}, false
}

// unitOf returns the measure word after a number; an English noun is not said
// again.
func unitOf(rest string) string {
	if u := unitAfter(rest); lang.IsHan(u) {
		return u
	}
	return ""
}

func formatNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
