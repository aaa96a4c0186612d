package dyadmem

import (
	"strings"
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The short way that Normalize goes for ASCII gives what the long way gives.
func FuzzNormalizeASCII(f *testing.F) {
	f.Add("  The User\tlikes\r\nTEA\x1f[\x00] ~ ")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Map(func(r rune) rune { return r & 0x7f }, text)
		want := strings.Join(strings.Fields(norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))), " ")
		if got := Normalize(text); got != want {
			t.Errorf("Normalize(%q) = %q, want %q", text, got, want)
		}
	})
}
