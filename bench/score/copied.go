package score

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// copies returns a function that reports whether a text is a turn of s, or at
// least half of one, word for word.
func copies(s *bench.Session) func(string) bool {
	turns := make([]spoken, len(s.Turns))
	for i := range s.Turns {
		turns[i].text = s.Turns[i].Text
	}
	return func(content string) bool {
		text := dyadmem.Normalize(content)
		if text == "" {
			return false
		}
		runes := utf8.RuneCountInString(text)
		for i := range turns {
			if t := &turns[i]; t.mayHold(text) && 2*runes >= t.fold() && strings.Contains(t.folded, text) {
				return true
			}
		}
		return false
	}
}

// spoken is the text of a turn. It is folded when that is first asked for: few
// are, since most are told apart from an entry by their letters.
type spoken struct {
	text   string
	folded string
	runes  int // of folded
	odd    bool
	looked bool
}

// fold folds the turn and returns its length in runes.
func (t *spoken) fold() int {
	if t.folded == "" {
		t.folded = dyadmem.Normalize(t.text)
		t.runes = utf8.RuneCountInString(t.folded)
	}
	return t.runes
}

// mayHold reports whether the folded turn may hold text, which is folded. It
// is false only where a Chinese character of text is not in the turn: folding
// makes none but out of the odd ones.
func (t *spoken) mayHold(text string) bool {
	if !t.looked {
		t.looked, t.odd = true, strings.ContainsFunc(t.text, func(r rune) bool { return unicode.In(r, odd) })
	}
	return t.odd || !strings.ContainsFunc(text, func(r rune) bool {
		return r >= 0x4E00 && r <= 0x9FFF && !strings.ContainsRune(t.text, r)
	})
}

// odd are the characters that NFKC turns into Chinese ones: radicals, numerals
// of Hangzhou, those in circles, brackets and squares, and those for compatibility.
var odd = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2E80, Hi: 0x2FFF, Stride: 1}, {Lo: 0x3038, Hi: 0x303A, Stride: 1}, {Lo: 0x3190, Hi: 0x319F, Stride: 1}, {Lo: 0x3200, Hi: 0x33FF, Stride: 1}, {Lo: 0xF900, Hi: 0xFAFF, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1F200, Hi: 0x1F2FF, Stride: 1}, {Lo: 0x2F800, Hi: 0x2FA1F, Stride: 1}},
}
