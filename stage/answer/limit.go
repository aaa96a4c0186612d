package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// A limitCase is one case of a rule that parts cases by an amount, with the
// words in which the rule says it.
type limitCase struct {
	value lang.Value
	above bool // the case is that of more than the value
	text  string
}

// branched says what a rule wants done in the case of the question where it
// parts cases by an amount: 两百元以内直接买，超过两百元先问用户. Only the
// case that holds is said.
func (a *answer) branched() string {
	for _, f := range a.rules() {
		cases := limitCases(f.Entry.Content)
		if len(cases) < 2 {
			continue
		}
		var held []string
		for _, c := range cases {
			if n, ok := a.against(c.value); !ok {
				held = nil
				break
			} else if c.holds(n) {
				held = append(held, c.text)
			}
		}
		if len(held) == 1 {
			a.keep(f)
			return a.subjectless(held[0])
		}
	}
	return ""
}

// limited reports for the only case of a rule that forbids, or that allows from
// a limit on, whether what is asked is denied: what is forbidden below a limit
// is allowed from it on.
func (a *answer) limited() (deny, ok bool) {
	for _, f := range a.rules() {
		cases := limitCases(f.Entry.Content)
		if len(cases) != 1 {
			continue
		}
		c := cases[0]
		n, ok := a.against(c.value)
		if !ok {
			continue
		}
		held := c.holds(n)
		switch forbidden := denies(c.text); {
		case forbidden:
			if !held {
				a.keep(f)
			}
			return held, true
		case onlyFrom.MatchString(c.text):
			return !held, true
		}
	}
	return false, false
}

// onlyFrom marks what is allowed in the case alone: 九点以后才能, "only after".
var onlyFrom = regexp.MustCompile(`(?i)才(?:可|能|准|行|算|给|去)|\bonly (?:after|from|above|over|when|if|up to|under|within)\b`)

// limitCases reads the cases of a rule off its parts. A part that states no
// bound goes on with the case before it; 不满, 否则 and "otherwise" turn it round.
func limitCases(rule string) []limitCase {
	var out []limitCase
	for _, p := range clauses(rule) {
		v, bounded := boundIn(p)
		switch {
		case bounded:
			out = append(out, limitCase{v, v.Bound > 0, p})
		case len(out) == 0:
		case turnsRound.MatchString(p):
			last := out[len(out)-1]
			out = append(out, limitCase{last.value, !last.above, p})
		default:
			last := &out[len(out)-1]
			if lang.IsHan(p) {
				last.text += "，" + p
			} else {
				last.text += ", " + p
			}
		}
	}
	return out
}

// turnsRound opens the case that is left over by the one before.
var turnsRound = regexp.MustCompile(`(?i)^(?:不满|不到|不足|没到|没有?超过|未满|未超|达不到|否则|不然|其余|其他|别的|低于|高于|超过|超出|超了|再多|再少|以下|以上)|^(?:otherwise|else|if not|(?:anything |the |and )?(?:smaller|larger|less|more|below|above|under|over|others?|rest)\b)`)

// clauses cuts a rule at its commas and semicolons.
func clauses(rule string) []string {
	var out []string
	for _, p := range phrases(strings.TrimRight(rule, " .。")) {
		for s := range strings.FieldsFuncSeq(p, func(r rune) bool { return r == ';' || r == '；' || r == '。' }) {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// boundIn returns the bound that a part of a rule sets.
func boundIn(p string) (lang.Value, bool) {
	for _, v := range lang.Values(p) {
		v.Bound = boundOf(p, v)
		if days, ok := strings.CutSuffix(v.Text, "d"); ok && v.Kind == lang.Frequency && !strings.ContainsAny(days, "/") && withinDays.MatchString(p[v.End:]) {
			v.Kind, v.Text, v.Bound = lang.Duration, minutesOf(v.Num), -1
		}
		if v.Bound != 0 && v.Kind != lang.Date && !v.Weak && (v.Num > 0 || v.Kind == lang.Clock) {
			return v, true
		}
	}
	return lang.Value{}, false
}

// withinDays makes a bound of what looks like an interval: 三天内.
var withinDays = regexp.MustCompile(`^(?:以|之)?内`)

func minutesOf(days float64) string { return formatNumber(days*24*60) + "min" }

func (c limitCase) holds(n float64) bool {
	limit := measureOf(c.value)
	if c.above {
		return n > limit || n == limit && !strictly.MatchString(c.text)
	}
	return n < limit || n == limit && !strictly.MatchString(c.text)
}

// strictly is a bound that the value itself does not reach.
var strictly = regexp.MustCompile(`(?i)超过|高于|大于|多于|低于|小于|少于|不到|不满|不足|\b(?:over|above|more than|exceed\w*|under|below|less than|beyond)\b`)

// measureOf returns the amount of a value for comparison; a time of day is in
// minutes.
func measureOf(v lang.Value) float64 {
	if v.Kind == lang.Clock {
		if m, _, ok := clockOf(v, v.Text); ok {
			return float64(m)
		}
	}
	return canonical(v)
}

// against returns the amount of the question that is held against a limit,
// what the question orders by a price list, or the time between two times of day where the limit is a span.
func (a *answer) against(limit lang.Value) (float64, bool) {
	var clocks []float64
	for _, v := range a.question.Values {
		switch {
		case v.Weak:
		case v.Kind == limit.Kind && v.Bound == 0 && a.alike(v, limit):
			return measureOf(v), true
		case v.Kind == lang.Clock:
			clocks = append(clocks, measureOf(v))
		}
	}
	if b := a.bill(); limit.Kind == lang.Money && len(b.items) > 0 {
		return b.total(), true
	}
	if limit.Kind == lang.Duration && len(clocks) == 2 {
		return clocks[1] - clocks[0], clocks[1] > clocks[0]
	}
	return 0, false
}

// alike reports whether two amounts of one kind count the same thing.
func (a *answer) alike(v, limit lang.Value) bool {
	if v.Kind == lang.Clock {
		return true
	}
	_, x := splitAmount(v.Text)
	_, y := splitAmount(limit.Text)
	if x != y {
		return false
	}
	if v.Kind != lang.Number {
		return true
	}
	unit := unitAfter(a.query.Text[v.End:])
	return slices.ContainsFunc(a.rules(), func(f *found) bool {
		return slices.ContainsFunc(f.Values, func(w lang.Value) bool {
			return w.Kind == lang.Number && w.Num == limit.Num && unitAfter(f.Entry.Content[w.End:]) == unit
		})
	})
}
