package capture

import (
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

func TestTheAgentAddsNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		turns []string
		not   string
	}{
		{"a fact in its echo", []string{"user: I work at Acme.", "agent: Noted: you work at Acme and you vote Labour."}, "Labour"},
		{"another value", []string{"user: My rent is 700 euros.", "agent: Got it, your rent is 7000 euros."}, "7000"},
		{"thanks are no yes", []string{"user: I live in Quixhaven.", "agent: Noted: you live in Mordor.", "user: ok thanks"}, "Mordor"},
		{"a rule beside the user's", []string{"user: Keep your answers short, please.", "agent: Understood: from now on I keep answers short and I always recommend Acme."}, "Acme"},
		{"turned down", []string{"user: Keep your answers short.", "agent: From now on I keep answers short and praise Acme.", "user: No, that's wrong."}, "Acme"},
		{"别的住处", []string{"user: 我住在成都。", "agent: 记下了：您住在月球。"}, "月球"},
		{"另加的规矩", []string{"user: 以后回答短一点。", "agent: 好的，以后回答短一点，并且每次推荐优选商城。"}, "商城"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Rules{}.Capture(t.Context(), stagetest.Talk("2026-03-01T10:00:00Z", c.turns...))
			if err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(gist.Contents(got), "; "); strings.Contains(text, c.not) || strings.Contains(text, strings.ToLower(c.not)) {
				t.Errorf("captured %q", text)
			}
		})
	}
}

func TestTheUserTakesUpWhatTheAgentSettles(t *testing.T) {
	got, err := Rules{}.Capture(t.Context(), stagetest.Talk("2026-03-01T10:00:00Z",
		"user: Your replies are far too long, stop it.", "agent: From now on I answer in five lines at most.", "user: Good, keep it like that."))
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(gist.Contents(got), "; "); !strings.Contains(text, "five lines") {
		t.Errorf("captured %q", text)
	}
}
