package gist

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// Shifted returns what a text says has been put to another value, and the text from the
// value on: "the deadline got pushed to 31 July", "they put the dose up to 10 mg", 房租涨到三千五.
// ok is false if it tells of none.
func Shifted(text string) (thing string, to lang.Value, ok bool) {
	forms := shiftsEN
	if lang.IsHan(text) {
		forms = shiftsZH
	}
	for _, form := range forms {
		for _, m := range form.FindAllStringSubmatchIndex(text, -1) {
			thing = text[m[2]:m[3]]
			if strings.HasSuffix(thing, " to ") {
				continue // it is wanted, not done
			}
			if i := form.SubexpIndex("within"); i >= 0 && m[2*i] < m[2*i+1] {
				thing = text[m[2*i]:m[2*i+1]] // what stands before is who did it
			}
			if to, ok := valueFrom(text, m[1]); ok {
				return thing, to, true
			}
		}
	}
	return "", lang.Value{}, false
}

// valueFrom returns the value that a text gives from a byte on, an article apart.
func valueFrom(text string, start int) (lang.Value, bool) {
	for _, v := range lang.Values(text) {
		if v.Kind != lang.Name && v.Kind != lang.Ordinal && v.Start >= start && len(strings.TrimSpace(text[start:v.Start])) <= len("the") {
			return v, true
		}
	}
	return lang.Value{}, false
}

var (
	shiftsEN = []*Pattern{
		Compile(`(?i)((?:[\w'’-]+ ){1,7}?)(?:pushed|moved|put|shifted|brought|postponed|changed|raised|lowered|increased|decreased|reduced|cut|dropped|upped|extended|delayed|deferred|rescheduled|bumped|switched|trimmed)(?P<within>(?: [\w'’-]+){0,3}?)(?: (?:back|up|down|forward|out))? (?:to|till|until) `),
		Compile(`(?i)((?:[\w'’-]+ ){1,7}?)(?:gone|went|goes|go|risen|rises|rose|fallen|fell)(?: (?:back|up|down))? to `),
	}
	shiftsZH = []*Pattern{Compile(`([^，。；]{2,14}?)(?:改到|改成|改为|推到|推迟到|推后到|提前到|挪到|移到|延到|延后到|延期到|延长到|涨到|涨成|上涨到|降到|降为|降成|下调到|上调到|加到|减到|升到|升为|调到|调成|调整到|调整为|换到|加量到|减量到|缩短到|增加到|减少到)了?`)}
)

// Takes reports whether a value may stand in the place of another: it is of the same kind
// and of another size, or a bare number in the place of an amount or an hour.
func Takes(is, was lang.Value) bool {
	if is.Kind == was.Kind {
		return !is.Agrees(was)
	}
	bare := []lang.ValueKind{lang.Measure, lang.Money, lang.Percent, lang.Duration, lang.Clock}
	return is.Kind == lang.Number && slices.Contains(bare, was.Kind) && is.Num != was.Num
}
