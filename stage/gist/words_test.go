package gist

import (
	"testing"

	"github.com/dyadmem/dyadmem/lang"
)

// What two texts mean, and what they are about, lies near, however they are worded; what
// speaks of another matter lies farther.
func TestGistInAndAboutIn(t *testing.T) {
	for name, in := range map[string]func(string) *lang.Gist{"GistIn": GistIn, "AboutIn": AboutIn} {
		for _, c := range []struct{ query, near, far string }{
			{"How does he get to the office?", "The user cycles to work", "The user's aunt keeps bees"},
			{"他平时怎么去单位？", "用户骑车上班", "用户的姑姑养蜜蜂"},
		} {
			q := in(c.query)
			if near, far := q.Dot(in(c.near)), q.Dot(in(c.far)); near <= far {
				t.Errorf("%s(%q): %.2f to %q, %.2f to %q", name, c.query, near, c.near, far, c.far)
			}
		}
		if g := in("!?"); g.Dot(g) != 0 {
			t.Errorf("%s of no word is not zero", name)
		}
	}
}
