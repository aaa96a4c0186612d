package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A band is a case of a rule that names what lies between two amounts: 70到84分说良,
// "5 to 7 hours is fair".
type band struct {
	low, high float64 // high 0: no end
	value     lang.Value
	label     string
	text      string
	strict    bool // the bound itself lies outside
}

func (b band) holds(n float64) bool {
	switch {
	case b.high == 0 && b.strict:
		return n > b.low
	case b.high == 0:
		return n >= b.low
	case b.strict:
		return n >= b.low && n < b.high
	}
	return n >= b.low && n <= b.high
}

// bandsOf reads the bands of a rule; one that has fewer than two has none.
func bandsOf(rule string) []band {
	var out []band
	for _, p := range clauses(rule) {
		b, ok := bandIn(p)
		if !ok {
			continue
		}
		if m := bandLabel.FindStringSubmatch(p[b.value.End:]); m != nil {
			b.label = strings.Trim(m[1]+m[2], " “”\"「」'")
			out = append(out, b)
		} else if m := labelBefore.FindStringSubmatch(p); m != nil {
			b.label = m[1] + m[2]
			out = append(out, b)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// bandIn reads the amounts between which a clause holds.
func bandIn(p string) (band, bool) {
	vs := gist.StrongValues(p)
	for i := 0; i+1 < len(vs); i++ {
		x, y := vs[i], vs[i+1]
		if x.Num > 0 && y.Num > x.Num && x.End <= y.Start && rangeMark.MatchString(p[x.End:y.Start]) {
			return band{low: x.Num, high: y.Num, value: y, text: p}, true
		}
	}
	if m := numberRange.FindStringSubmatchIndex(p); m != nil { // one value of two numbers
		low, ok := numberOf(p[m[2]:m[3]])
		high, ok2 := numberOf(p[m[4]:m[5]])
		for _, v := range vs {
			if ok && ok2 && v.End >= m[5] && low < high {
				return band{low: low, high: high, value: v, text: p}, true
			}
		}
	}
	v, ok := boundIn(p)
	if !ok || v.Num == 0 {
		return band{}, false
	}
	b := band{value: v, text: p, strict: strictly.MatchString(p)}
	if v.Bound > 0 {
		b.low = v.Num
	} else {
		b.high = v.Num
	}
	return b, true
}

var (
	rangeMark   = regexp.MustCompile(`^\s*(?:到|至|-|–|—|~|～|to|and|through)\s*$`)
	numberRange = regexp.MustCompile(`([\d.]+|[一二两三四五六七八九十百]+)(?:到|至|-|–|—|~|～| to )([\d.]+|[一二两三四五六七八九十百]+)`)
	bandLabel   = regexp.MustCompile(`(?:说|叫作?|记作?|记成|记为|称为?|为|是|算作?|标成?|写成?|评为?|归为?|打)([\p{Han}A-Z“”「」]{1,8})$|(?i:\b(?:is|are|as|called|counts? as|means?|gets?|says?|=|:)\s*(?:an? |the )?["'“]?([\w -]{1,24}?)["'”]?$)`)
)

// labelBefore is a label that stands before its amounts: "A from 80", 优：90分以上.
var labelBefore = regexp.MustCompile(`(?i)(?:^|[:：] ?|\band )["“']?([a-z]+)["”']?:? (?:is |means )?(?:from|below|above|under|over|up to|between|for|at least|at most) ?[$£€]?\d|(?:^|：)[“]?(\p{Han}{1,4}|[A-Z])[”]?(?:为|是|：)?\d`)

// bandFor returns the band of a rule that an amount lies in.
func bandFor(v lang.Value, rule string) (band, bool) {
	for _, b := range bandsOf(rule) {
		if sameMeasure(v, b.value) && b.holds(inUnitOf(v, b.value)) {
			return b, true
		}
	}
	return band{}, false
}

// sameMeasure reports whether two amounts can be held against each other: they
// are of one kind, or one of them leaves out its unit. Marks and minutes are
// written alike in Chinese.
func sameMeasure(v, w lang.Value) bool {
	if v.Weak || v.Num == 0 {
		return false
	}
	if v.Kind == w.Kind {
		_, x := splitAmount(v.Text)
		_, y := splitAmount(w.Text)
		return x == y
	}
	switch {
	case v.Kind == lang.Number:
		return w.Kind == lang.Measure || w.Kind == lang.Duration || w.Kind == lang.Money || w.Kind == lang.Percent
	case w.Kind == lang.Number:
		return v.Kind == lang.Measure || v.Kind == lang.Duration || v.Kind == lang.Percent
	}
	return false
}

// inUnitOf returns how much of the unit of w an amount is.
func inUnitOf(v, w lang.Value) float64 {
	if own, one := amountOf(v.Text), amountOf(w.Text); v.Kind == w.Kind && v.Kind != lang.Number && own > 0 && one > 0 {
		return own * w.Num / one
	}
	return v.Num
}

// banded names the band of a rule in which an amount of the question lies.
func (a *answer) banded() string {
	if a.drafts() {
		return "" // the draft says it
	}
	for _, f := range a.rules() {
		if a.kept[f] {
			continue
		}
		for _, v := range a.question.Values {
			if b, ok := bandFor(v, f.Entry.Content); ok {
				a.keep(f)
				return b.label
			}
		}
	}
	return ""
}

// inBands puts the names of a rule's bands in the place of amounts.
func inBands(text, rule string) string {
	if len(bandsOf(rule)) == 0 {
		return text
	}
	return replaceValues(text, func(v lang.Value, raw string) string {
		b, ok := bandFor(v, rule)
		if !ok {
			return raw
		}
		return b.label
	})
}
