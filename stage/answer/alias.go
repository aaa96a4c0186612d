package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An alias is a name or a code that stands for another word.
type alias struct {
	word, code string
	of         *found
}

// aliases reads off the entries which code stands for what, where a rule wants
// codes to be used: 白班A，小夜E; "Daisy and Duke have tags 4 and 9".
func (a *answer) aliases() []alias {
	wanted := false
	for _, f := range a.rules() {
		wanted = wanted || codesWanted.MatchString(f.Entry.Content)
	}
	if !wanted {
		return nil
	}
	var out []alias
	for _, f := range a.chosen {
		if m := inTurn.FindStringSubmatch(f.Entry.Content); m != nil {
			out = append(out, alias{m[1], m[3], f}, alias{m[2], m[4], f})
			continue
		}
		if !codesWanted.MatchString(f.Entry.Content) {
			continue
		}
		_, list := gist.AfterColon(f.Entry.Content)
		if list == "" {
			list = f.Entry.Content
		}
		for _, p := range clauses(list) {
			for s := range strings.SplitSeq(p, "、") {
				if word, code, ok := aliasIn(s); ok {
					out = append(out, alias{word, code, f})
				}
			}
		}
	}
	return out
}

var (
	codesWanted = regexp.MustCompile(`(?i)代号|代码|代称|化名|编号|缩写|\b(?:codes?|coded|tags?|alias(?:es)?|initials|pseudonyms?|nicknames?|code names?|abbreviations?)\b`)
	inTurn      = regexp.MustCompile(`([A-Z][a-z]+) and ([A-Z][a-z]+) (?:have|has|are|wear|carry|go by|get) (?:the )?(?:ear )?(?:tags?|codes?|numbers?|initials|aliases|nicknames)? ?(\w+) and (\w+)`)
	codeFirst   = regexp.MustCompile(`^([甲乙丙丁戊己]|[A-Z]\d{0,2})(?:为|是|指|代表|=|即| is | stands for | means )(.{2,12})$`)
	wordFirst   = regexp.MustCompile(`^(?:the )?(.{2,14}?)(?:为|是|用|叫|写作|写|记作|记|=| is | as )?([甲乙丙丁戊己]|[A-Z]{1,2}\d{0,3})$`)
)

// aliasIn reads one code and its word. Of a word that is a role and a name the
// name counts.
func aliasIn(s string) (word, code string, ok bool) {
	s = gist.Closed(s)
	if m := codeFirst.FindStringSubmatch(s); m != nil {
		return bareName(m[2]), m[1], true
	}
	if m := wordFirst.FindStringSubmatch(s); m != nil {
		return bareName(m[1]), m[2], true
	}
	return "", "", false
}

func bareName(s string) string {
	for _, v := range lang.Values(s) {
		if v.Kind == lang.Name && v.End == len(s) && v.Start > 0 {
			return s[v.Start:v.End]
		}
	}
	return s
}

// coded puts codes in the place of what they stand for.
func (a *answer) coded(text string) string {
	for _, x := range a.aliases() {
		if strings.Contains(text, x.word) {
			text = strings.ReplaceAll(text, x.word, x.code)
			a.keep(x.of)
		}
	}
	return text
}
