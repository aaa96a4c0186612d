package stage

import (
	"strings"
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

// A phrase of reassurance after which something else comes out on asking, in three
// sessions, is known from the third on; in two it is not, and neither where nothing comes
// out.
func TestWhatRecursOverThreeSessionsIsKnown(t *testing.T) {
	sessions := []dyadmem.Session{
		talk("2026-03-02T09:00:00Z", "user: The kiln is fine.", "agent: Really?", "user: Well, two shelves cracked on Friday and I lost nine bowls."),
		talk("2026-03-09T09:00:00Z", "user: Glaze order is fine.", "agent: Has it come?", "user: It is stuck in Rotterdam until the 20th of March."),
		talk("2026-03-16T09:00:00Z", "user: The fair is fine.", "agent: All set, then?", "user: They moved my stand behind the tent and want 80 euros more."),
	}
	known := func(n int) (out []dyadmem.Entry) {
		b, _ := remember(t, sessions[:n]...)
		for _, e := range b.Entries {
			if e.Kind == dyadmem.AgentKnowledge {
				out = append(out, e)
			}
		}
		return out
	}
	if got := known(2); len(got) > 0 {
		t.Errorf("after two sessions: %+v", got)
	}
	got := known(3)
	if len(got) != 1 || !strings.Contains(got[0].Content, `"fine"`) || len(got[0].Evidence) != 6 {
		t.Errorf("after three sessions: %+v, want one lesson on six turns", got)
	}
	sessions[1] = talk("2026-03-09T09:00:00Z", "user: Glaze order is fine.", "agent: Good. The fair next?", "user: Fine too.")
	if got := known(3); len(got) > 0 {
		t.Errorf("where nothing came out once: %+v", got)
	}
}
