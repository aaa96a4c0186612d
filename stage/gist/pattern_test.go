package gist

import (
	"regexp/syntax"
	"slices"
	"testing"
)

// A pattern matches what its expression does, whatever is looked for first.
func TestPatternMatchesAsItsExpression(t *testing.T) {
	texts := []string{
		"", " ", " the kettle boiled over ", " we ate late ", " she bakes, he fries ", "她每周三去游泳", "别放香菜", "别的都行", "The MILK is off", "kept keeping keeps keep",
		"> a line\nand one more", "up to 3 of them", "at most", "no", "ed", " x ed ", "ſtop Stop stop", "K k K",
	}
	for _, expr := range []string{
		` \w{2,}ed | (?:ate|was) `, `别(?:放|加|再)|不要`, `(?i)milk|cream`, `(?i)stop`, `k`, `^(?:the )?kettle|boil(?:s|ed)?`, `(?m)^[ \t]*[>＞].*$`, `每[周天年]|逢`,
		`ke(?:pt|ep(?:ing)?)`, `(?:up to|at (?:most|least)) ?\d*`, `(a|b)?c*`, `[0-9]{1,2}`, `(?:every|each){2}`, `x?`, ` (?:she|he) (?:bakes|fries)\b`,
	} {
		p := Compile(expr)
		for _, text := range texts {
			if got, want := p.MatchString(text), p.Regexp.MatchString(text); got != want {
				t.Errorf("%s: %q matches: %v, want %v; it looks for %+v", expr, text, got, want, p.words())
			}
			if got, want := p.FindStringSubmatch(text), p.Regexp.FindStringSubmatch(text); !slices.Equal(got, want) {
				t.Errorf("%s: in %q found %q, want %q; it looks for %+v", expr, text, got, want, p.words())
			}
		}
	}
}

// What every match holds is found; an expression that may match without is run.
func TestPatternKnowsItsWords(t *testing.T) {
	for expr, want := range map[string][]string{
		` (?:at most|up to) \pL`:               {" up to ", " at most "},
		` (?:ke(?:pt|ttle)|\w+ boils|hot+er) `: {" hot", " kept", " boils", " kettle"},
		`别(?:放|加)`:                             {"别加", "别放"},
		`(?:rai|pou)n(?:s|ed)?`:                {"poun", "rain"},
		`(?i)Rain`:                             {"rain"},
		`(?i)né`:                               nil,
		`rain|\d+`:                             nil,
		`(?:rain)*`:                            nil,
	} {
		tree, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := needed(tree); !slices.Equal(got, want) {
			t.Errorf("%s: looks for %q, want %q", expr, got, want)
		}
	}
}
