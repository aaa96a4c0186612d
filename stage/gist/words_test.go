package gist

import "testing"

// What two texts mean lies near, however they are worded; what speaks of another
// matter lies farther.
func TestGistIn(t *testing.T) {
	for _, c := range []struct{ query, near, far string }{
		{"How does he get to the office?", "The user cycles to work", "The user's aunt keeps bees"},
		{"他平时怎么去单位？", "用户骑车上班", "用户的姑姑养蜜蜂"},
	} {
		q := GistIn(c.query)
		if near, far := q.Dot(GistIn(c.near)), q.Dot(GistIn(c.far)); near <= far {
			t.Errorf("%s: %.2f to %q, %.2f to %q", c.query, near, c.near, far, c.far)
		}
	}
	if g := GistIn("!?"); g.Dot(g) != 0 {
		t.Error("the gist of no word is not zero")
	}
}
