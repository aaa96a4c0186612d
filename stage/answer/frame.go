package answer

import (
	"regexp"
	"strings"
)

// opened begins an answer or a text with the words that a rule wants at its
// beginning.
func (a *answer) opened() string {
	if !a.ask.Act && !a.brief.Writes() {
		return ""
	}
	for _, f := range a.rules() {
		if s := openingIn(f.Entry.Content); s != "" && a.bearsOn(f) {
			if len(clauses(f.Entry.Content)) == 1 {
				a.keep(f)
			}
			a.greeted = true
			return s
		}
	}
	return ""
}

// openingIn returns the words with which a rule wants a text to begin: 以“各位好”
// 开头, "open with 'Dear all'", "begin with Nora's name".
func openingIn(rule string) string {
	return framing(rule, openings)
}

// endingIn returns the words with which a rule wants a text to end.
func endingIn(rule string) string {
	return framing(rule, endings)
}

func framing(rule string, forms []*regexp.Regexp) string {
	for _, form := range forms {
		m := form.FindStringSubmatchIndex(rule)
		if m == nil || banEnds.MatchString(rule[:m[0]]) || severalOf.MatchString(rule[m[3]:]) || sayNotEN.MatchString(rule[:m[0]]) {
			continue
		}
		return strings.TrimSpace(rule[m[2]:m[3]])
	}
	return ""
}

var (
	severalOf = regexp.MustCompile(`^["”'」]?(?:,| or |或|、|/)`) // one of several: which, the case tells
	sayNotEN  = regexp.MustCompile(`(?i)\b(?:never|not|no \w+) (?:\w+ ){0,2}$`)
)

const (
	openVerb = `(?i:\b(?:begin|begins|beginning|start|starts|open|opens|opened|headed|lead|leads|preface|prefaced|prefix|prefixed)\b)(?: \w+){0,4}? (?:with|by) `
	endVerb  = `(?i:\b(?:end|ends|ending|close|closes|finish|finishes|sign|signs|signed|sign off|signs off|signed off)\b)(?: \w+){0,4}? (?:with|by|as) `
	wordsOf  = `(?:the )?(?:words?|phrase|tag|line|heading|greeting|name|sentence|label)? ?`
)

var openings = []*regexp.Regexp{
	regexp.MustCompile(`[以用][“「]([^”」]{1,20})[”」](?:开头|打头|起头|开场|起首)`),
	regexp.MustCompile(`(?:开头|抬头|第一句|首句|开场|前面|最前)(?:先|都|要|一律)?(?:写|用|加|是|为|说|叫|称|带|标)?(?:上)?[“「]([^”」]{1,20})[”」]`),
	regexp.MustCompile(`抬头(?:为|写|用|是)([^，,。；]{2,16})`),
	regexp.MustCompile(openVerb + wordsOf + `["'“]([^"”]{1,40}?)["'”](?:[ ,.;]|$)`),
	regexp.MustCompile(openVerb + wordsOf + `(\[[^\]]{1,24}\])`),
	regexp.MustCompile(openVerb + `([A-Z][a-z]+)'s (?:first )?name\b`),
	regexp.MustCompile(openVerb + wordsOf + `((?:Dear|Hello|Hi|Good) [A-Z]?[\w.]+(?: [A-Z]\w+)?|[A-Z]{2,}:?)`),
}

var endings = []*regexp.Regexp{
	regexp.MustCompile(`[以用][“「]([^”」]{1,20})[”」](?:结尾|收尾|作结|结束|收束)`),
	regexp.MustCompile(`(?:结尾|末尾|落款|最后|署名|文末|句尾)(?:都|要|一律|再)?(?:署|写|用|加|带|是|为|附|说)?(?:上|一句)?[“「]([^”」]+)[”」]`),
	regexp.MustCompile(`(?:落款|署名)(?:都|要|一律)?(?:署|写|用|为|是)([\p{Han}]{2,6})`),
	regexp.MustCompile(endVerb + wordsOf + `["'“]([^"”]{1,40}?)["'”](?:[ ,.;]|$)`),
	regexp.MustCompile(`(?i:\bsigned) ["“']([^"”]{1,40}?)["'”]`),
	regexp.MustCompile(`(?i:\b(?:sign|signs|signed|sign off|signs off|signed off)\b)(?: \w+){0,4}? (?:with|by|as) (?:(?:his|her|the|their) (?:full )?name )?([A-Z]\w+(?: [A-Z]\w+)*)`),
}
