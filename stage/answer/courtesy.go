package answer

import (
	"regexp"
	"slices"
	"strings"
)

// A courtesy is what a rule may want a message to begin or end with, and how it
// is said.
type courtesy struct {
	rule   *regexp.Regexp
	en, zh string
	last   bool
}

var courtesies = [...]courtesy{
	{regexp.MustCompile(`(?i)问候|问好|寒暄|\b(?:greet(?:s|ing)?|ask(?:s|ing)? (?:how|after)|small talk|pleasantr\w+)\b`), "Hello, how are you?", "您好，最近好吗？", false},
	{regexp.MustCompile(`(?i)道歉|致歉|赔不是|\bapolog\w+`), "I'm sorry", "不好意思", false},
	{regexp.MustCompile(`(?i)道谢|致谢|感谢|说谢谢|\bthank(?:s|ing|ed)?\b`), "Thank you", "谢谢", false},
	{regexp.MustCompile(`(?i)祝福语?|祝愿|\b(?:good|best|kind) wishes\b|\bwish(?:es)? (?:them|her|him) well\b`), "All the best", "祝一切顺利", true},
	{regexp.MustCompile(`(?i)问(?:一句)?(?:方便|合适)吗|\bask(?:s|ing)? (?:if|whether) (?:it|that) suits\b`), "Does that suit you?", "您看方便吗？", true},
}

// atEnd places a courtesy at the end of a message.
var atEnd = regexp.MustCompile(`(?i)结尾|最后|末尾|\b(?:at the end|last|close|ends?|finish\w*)\b`)

// courteous puts around a message what the rules want it to begin and end with.
func (a *answer) courteous(text string) string {
	for _, f := range a.rules() {
		if !a.bearsOn(f) {
			continue
		}
		for _, c := range courtesies {
			parts := clauses(f.Entry.Content)
			i := slices.IndexFunc(parts, func(p string) bool { return c.rule.MatchString(p) && !forbids(p) && !leavesOut.MatchString(p) })
			if i < 0 {
				continue
			}
			last := c.last || atEnd.MatchString(parts[i])
			said := c.en
			if a.han {
				said = c.zh
			}
			switch {
			case strings.Contains(text, said):
			case last:
				text += a.separator() + said
			default:
				text = said + a.separator() + text
			}
		}
	}
	return strings.NewReplacer("？；", "？", "?. ", "? ").Replace(text)
}
