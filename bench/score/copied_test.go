package score

import (
	"testing"

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
