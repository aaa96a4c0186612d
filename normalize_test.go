package dyadmem

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// normalizeSlowly is what Normalize is defined as.
func normalizeSlowly(text string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(cases.Fold().String(norm.NFKC.String(text)))), " ")
}

// The short way that Normalize goes for plain text gives what the long way gives.
func FuzzNormalize(f *testing.F) {
	f.Add("  The User\tlikes\r\nTEA\x1f[\x00] ~ ")
	f.Add("用户　每周三，晚上８点　ＯＫ？“好”——《书》、。")
	f.Add("e\u0301 ﬁ ΐ ㊊ \xff")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := Normalize(text), normalizeSlowly(text); got != want {
			t.Errorf("Normalize(%q) = %q, want %q", text, got, want)
		}
	})
}

// Each plain character goes its own way beside any other.
func TestNormalizePlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	ranges := [][2]rune{{0, 0x7F}, {0x4E00, 0x9FFF}, {0x2010, 0x2020}, {0x3000, 0x3020}, {0xFF00, 0xFF60}}
	plain := 0
	for range 20000 {
		var text strings.Builder
		for range 1 + rng.IntN(5) {
			r := ranges[rng.IntN(len(ranges))]
			text.WriteRune(r[0] + rng.Int32N(r[1]-r[0]+1))
		}
		if got, want := Normalize(text.String()), normalizeSlowly(text.String()); got != want {
			t.Fatalf("Normalize(%q) = %q, want %q", text.String(), got, want)
		}
		if _, ok := normalizePlain(text.String()); ok {
			plain++
		}
	}
	if plain < 1000 {
		t.Errorf("only %d of 20000 texts went the short way", plain)
	}
}
