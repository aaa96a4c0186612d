package score

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// copies returns a function that reports whether a text is a turn of s, or at
// least half of one, word for word.
func copies(s *bench.Session) func(string) bool {
	type spoken struct {
		text  string
		runes int
	}
	turns := make([]spoken, len(s.Turns))
	for i := range s.Turns {
		text := dyadmem.Normalize(s.Turns[i].Text)
		turns[i] = spoken{text, utf8.RuneCountInString(text)}
	}
	return func(content string) bool {
		text := dyadmem.Normalize(content)
		if text == "" {
			return false
		}
		runes := utf8.RuneCountInString(text)
		for _, t := range turns {
			if runes <= t.runes && 2*runes >= t.runes && strings.Contains(t.text, text) {
				return true
			}
		}
		return false
	}
}
