package score

import (
	"strings"
	"testing"
	"unicode"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

func TestCopies(t *testing.T) {
	for _, tt := range []struct {
		name, turn, content string
		want                bool
	}{
		{"the whole turn in other letters", "I like  TEA", "i like tea", true},
		{"half of it", "I like tea and cake", "like tea a", true},
		{"less than half", "I like tea and cake", "tea", false},
		{"nothing", "I like tea", " ", false},
		{"a Chinese turn", "我喜欢喝茶，不喝咖啡", "我喜欢喝茶,不喝", true},
		{"a character that is not there", "我喜欢喝茶", "我喜欢喝水", false},
		{"a radical that folds to the character", "⼀⼆三四", "一二三", true},
		{"a character in a circle", "㊊休息", "月休息", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &bench.Session{Turns: []bench.Turn{{Text: "Something else."}, {Text: tt.turn}}}
			if got := copies(s)(tt.content); got != tt.want {
				t.Errorf("copied %t, want %t", got, tt.want)
			}
		})
	}
}

// Every character that folding turns into a Chinese one is odd.
func TestOddCharacters(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0x4E00 && r <= 0x9FFF || unicode.In(r, odd) || !unicode.IsPrint(r) {
			continue
		}
		if n := dyadmem.Normalize(string(r)); strings.ContainsFunc(n, func(x rune) bool { return x >= 0x4E00 && x <= 0x9FFF }) {
			t.Errorf("%U folds to %q and is not odd", r, n)
		}
	}
}
