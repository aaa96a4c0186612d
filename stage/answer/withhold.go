package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A withheld is what a rule keeps out of a text: words that it quotes, and
// kinds of value that it names.
type withheld struct {
	words []string
	kinds []lang.ValueKind

	counted bool // 块 is a measure word of the text, and no money
}

// withheldBy reads what a rule keeps out off the parts of it that forbid.
func withheldBy(rule string) withheld {
	var w withheld
	for _, p := range clauses(rule) {
		at := leavesOut.FindStringIndex(p)
		if at == nil {
			continue
		}
		what := p[at[0]:]
		for _, q := range gist.Quoted(what) {
			w.words = append(w.words, strings.ToLower(q))
		}
		for _, k := range namedKinds {
			if k.name.MatchString(what) && !slices.Contains(w.kinds, k.kind) {
				w.kinds = append(w.kinds, k.kind)
			}
		}
	}
	return w
}

// leavesOut begins what is to be left out: 不写…, "never give …".
var leavesOut = regexp.MustCompile(`(?i)(?:不要?|别|勿|不得|不许|避免)(?:再)?(?:说|写|提|报|出现|带|给|透露|列|标|用|发|讲|含|放)|没有|\b(?:never|no|without|leave[sd]? out|omit(?:s|ted)?|avoid(?:s|ed)?|do(?:es)? not|don't|doesn't|not)\b`)

// namedKinds are words for kinds of value.
var namedKinds = []struct {
	name *regexp.Regexp
	kind lang.ValueKind
}{
	{regexp.MustCompile(`(?i)价格|价钱|单价|报价|金额|多少钱|\b(?:prices?|costs?|amounts?|money|fees?|sums?)\b`), lang.Money},
	{regexp.MustCompile(`(?i)几点|钟点|具体时间|准确时间|\b(?:clock times?|exact times?|times? of day|hours?)\b`), lang.Clock},
	{regexp.MustCompile(`(?i)日期|几号|\bdates?\b`), lang.Date},
	{regexp.MustCompile(`(?i)百分比|百分数|\bpercent(?:age)?s?\b`), lang.Percent},
}

// withhold keeps out of a text what a rule forbids in it. A part that holds a
// forbidden word goes as a whole; a value of a forbidden kind goes with its
// preposition, a part that is no more than that value goes with it, and a time
// of day leaves the part of the day where the rule allows that.
func withhold(parts []string, rule string, han bool) []string {
	w := withheldBy(rule)
	if len(w.words)+len(w.kinds) == 0 {
		return parts
	}
	w.counted = strings.Contains(strings.Join(parts, "，"), "每块")
	var out []string
	for _, p := range parts {
		if low := strings.ToLower(p); slices.ContainsFunc(w.words, func(word string) bool { return strings.Contains(low, word) }) {
			continue
		}
		if p = w.strip(p, dayParts.MatchString(rule), han); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// strip takes the values of the kinds that are kept out off a part.
func (w withheld) strip(p string, dayPart, han bool) string {
	had := false
	left := replaceValues(p, func(v lang.Value, raw string) string {
		kind := v.Kind
		if kind == lang.Number && clockFigure.MatchString(raw) && atTime.MatchString(p[:v.Start]) {
			kind = lang.Clock
		}
		if !slices.Contains(w.kinds, kind) || w.counted && strings.HasSuffix(raw, "块") {
			return raw
		}
		had = true
		if kind == lang.Clock && dayPart {
			return gone + inPartOfDay(v, raw, han)
		}
		return gone
	})
	if !had {
		return p
	}
	left = dangling.ReplaceAllString(left, "")
	if g := gist.ReadText(left); len(g.Senses) == 0 || emptied.MatchString(left) {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(left, "  ", " "))
}

// gone stands in the place of what was taken out.
const gone = "\x00"

// inPartOfDay writes the part of the day in which a time lies.
func inPartOfDay(v lang.Value, raw string, han bool) string {
	minutes, _, ok := clockOf(v, raw)
	if !ok {
		minutes = int(v.Num * 60)
	}
	hour := minutes / 60
	afternoon := hour >= 12 || hour < 7
	switch {
	case han && afternoon:
		return "下午"
	case han:
		return "上午"
	case afternoon:
		return "afternoon"
	}
	return "morning"
}

var (
	dayParts    = regexp.MustCompile(`(?i)上午|下午|\bmornings?\b|\bafternoons?\b`)
	clockFigure = regexp.MustCompile(`^\d{1,2}(?:[.:]\d\d)?$`)
	atTime      = regexp.MustCompile(`(?i)\b(?:at|around|about|by|from|before|after|till|until|for) $`)
	dangling    = regexp.MustCompile(`(?i)(?:\b(?:at|around|about|by|from|for|of|costs?|is|are|before|after|till|until) |[约在于]|大概|大约)?` + gone)
	emptied     = regexp.MustCompile(`(?i)^\s*(?:每|共|一共|总共|单价|价格|价钱|合计|at|for|each|in all|a total of)?\p{Han}?\s*$`)
)
