package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

// What one of the two says that a word of the user's means is knowledge, unless the user
// turns it down.
func TestWhatAWordMeansIsKnowledge(t *testing.T) {
	for _, c := range []struct {
		turns []string
		want  string // "" for none
	}{
		{[]string{"agent: Whenever you say tomorrow, the kiln is lit next week.", "user: True enough."}, "Whenever the user says tomorrow, the kiln is lit next week"},
		{[]string{"agent: Whenever you say tomorrow, the kiln is lit next week.", "user: No way, that's wrong."}, ""},
		{[]string{"user: 我光说随便，其实是不想去。"}, "用户光说随便，其实是不想去"},
		{[]string{"agent: 您每次说马上，窑都是下礼拜才点。", "user: 哈哈，是。"}, "用户每次说马上，窑都是下礼拜才点"},
		{[]string{"user: When I was small we said tomorrow for next week."}, ""},
	} {
		got := ""
		for _, e := range captured(t, monday, c.turns...) {
			if e.Kind == dyadmem.AgentKnowledge {
				got = e.Content
			}
		}
		if got != c.want {
			t.Errorf("%q: knowledge %q, want %q", c.turns, got, c.want)
		}
	}
}
