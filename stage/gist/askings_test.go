package gist

import (
	"strings"
	"testing"
)

// A text that only repeats a question is no question of many things: it would be
// read again for each.
func TestAskingsAreFew(t *testing.T) {
	for _, q := range []string{strings.Repeat("谁在哪里什么时候？", 2000), strings.Repeat("and who is where? ", 1000)} {
		if got := Askings(q); len(got) != 1 || got[0] != q {
			t.Errorf("%d askings of %.30q…, want the text itself", len(got), q)
		}
	}
}
