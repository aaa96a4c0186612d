package gist

import (
	"regexp"
	"slices"
	"testing"
)

// Whatever the expression and the text, looking for words first changes nothing.
func FuzzPattern(f *testing.F) {
	for _, expr := range []string{`(?i)sto(?:p|ck)s?|ok`, ` (?:no|not) (?:\w+ ){0,3}more `, `^[甲乙]|丙[^，]{0,2}丁`, `a{2,3}|(b|)c`, `(?:x|y)+z?`, `\bno\b|"`, `(?is:k.s)`, `(?m)^> |$`} {
		for _, text := range []string{"", "STOCK", "no, not one more ", "丙一丁", "aab c", "xyz", "ſtop K", "> a\n", `"`} {
			f.Add(expr, text)
		}
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) > 100 || len(text) > 1000 {
			t.Skip()
		}
		re, err := regexp.Compile(expr)
		if err != nil {
			t.Skip()
		}
		p := Compile(expr)
		if got, want := p.MatchString(text), re.MatchString(text); got != want {
			t.Errorf("%q matches %q: %v, want %v", expr, text, got, want)
		}
		if got, want := p.FindStringSubmatchIndex(text), re.FindStringSubmatchIndex(text); !slices.Equal(got, want) {
			t.Errorf("%q in %q: %v, want %v", expr, text, got, want)
		}
		if got, want := p.ReplaceAllString(text, "-"), re.ReplaceAllString(text, "-"); got != want {
			t.Errorf("%q replaced in %q: %q, want %q", expr, text, got, want)
		}
	})
}
