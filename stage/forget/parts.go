package forget

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// parts returns the things that a request names, each by itself, where it says
// that they are several ("the row and who sits where, both"; 连同), or the agent
// does; nil where it names one: "Paul and the money" is one thing.
func parts(sentence, gone string, texts []string) (out []string) {
	folded := lang.CuesOf(sentence).Folded()
	if counted(gone) < 2 && !severalEN.MatchString(folded) && !severalZH.MatchString(folded) {
		return nil
	}
	for _, text := range texts {
		for _, part := range joinedBy.Split(text, -1) {
			if len(termsOf([]string{part})) > 0 {
				out = append(out, part)
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

var (
	severalEN = gist.Compile(` (?:both|neither|either|the two|two things|them all|as well as|along with|too) `)
	severalZH = gist.Compile(`连同|连带|以及|两[件条样桩段]`)
)

// figureAsked returns, for a clause that asks for a figure without naming it ("what I
// make", 拿多少), the word for that figure: "what he gets" is his pay.
func figureAsked(text string) []string {
	folded := lang.CuesOf(text).Folded()
	switch {
	case payEN.MatchString(folded):
		return []string{lang.Stem("income")}
	case payZH.MatchString(folded):
		return []string{"收入", "提成"}
	case ageEN.MatchString(folded):
		return []string{lang.Stem("age")}
	case ageZH.MatchString(folded):
		return []string{"年龄"}
	}
	return nil
}

var (
	payEN = gist.Compile(` (?:what|how much) (?:i|we|he|she|they|my \w+|\w+) (?:makes?|brings? home|takes? home|brings? in|gets?|gets? paid|pulls? in|am paid|is paid|are paid|earns?) `)
	payZH = gist.Compile(`[拿挣赚领]多少|一个?月多少`)
	ageEN = gist.Compile(` how old `)
	ageZH = gist.Compile(`多大年?[纪岁]?|几岁|哪年生`)
)

// ownFigure reports whether a clause names something of the user's own by a
// question about it: "what I weigh", 我拿多少.
func ownFigure(text string) bool {
	folded := lang.CuesOf(text).Folded()
	if m := ownAskEN.FindStringSubmatch(folded); m != nil {
		return !tells(text) && !slices.Contains([]string{"said", "told", "mentioned", "say", "wrote", "shared"}, m[1])
	}
	return ownAskZH.MatchString(text)
}

var (
	ownAskEN = gist.Compile(` (?:what|how much|where|when|who) (?:i|we) (\w+) `)
	ownAskZH = gist.Compile(`我[^，。的]{0,4}[拿挣赚住欠借]|我[^，。,说讲提跟和告]{1,4}的(?:事|那|这)|我(?:的|家|那|这)`)
)
