package answer

import (
	"regexp"
	"strings"
)

// A style is a form that a rule may want a text in.
type style struct {
	rule  *regexp.Regexp
	apply func(string) string
}

// styles are forms of letters, spaces and marks.
var styles = [...]style{
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} exclamation (?:marks?|points?)|[不别](?:要|用|打|带|加|写)?(?:连串)?感叹号`), calm},
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} question marks?|[不别](?:要|用|打|带|加|写)?问号`), strings.NewReplacer("？", "。", "?", ".").Replace},
	{regexp.MustCompile(`(?i)\b(?:no|never|without)(?: \w+){0,2} emojis?\b|[不别](?:要|用|打|带|加|发)?表情`), withoutEmoji},
}

func calm(s string) string { return strings.NewReplacer("！", "。", "!", ".").Replace(s) }

func withoutEmoji(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x1F300 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF {
			return -1
		}
		return r
	}, s)
}

// inStyle puts a text into the form that a rule wants.
func inStyle(text, rule string) string {
	for _, s := range styles {
		if at := s.rule.FindStringIndex(rule); at != nil && !banEnds.MatchString(rule[:at[0]]) {
			text = s.apply(text)
		}
	}
	return text
}
