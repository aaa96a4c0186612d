package stage

import (
	"context"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
	"github.com/dyadmem/dyadmem/stage/update"
)

func TestCaptureSettled(t *testing.T) {
	for _, c := range []struct {
		name    string
		session dyadmem.Session
		want    string // part of the rule, in the agent's words
	}{
		{"what annoys the user becomes what the agent promises", stagetest.Talk("2026-03-01T10:00:00Z", "user: Ugh, \"color\" again? We spell it properly here.", "agent: I'll keep to British spelling in everything.", "user: Good."), "keep to British spelling"},
		{"a demand is written once, as it was taken up", stagetest.Talk("2026-03-01T10:00:00Z", "user: From now on keep it to five lines, please, my phone is tiny.", "agent: Five lines at most."), "Five lines at most"},
		{"约定以助手的确认为准", stagetest.Talk("2026-03-01T10:00:00+08:00", "user: 以后给公家写材料，先给我个提纲，我点了头你再写。", "agent: 好：往后公家材料先提纲，您点头，再成稿。"), "先提纲"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := capture.Rules{}.Capture(context.Background(), c.session)
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, e := range got {
				if e.Kind.URAM() {
					rules = append(rules, e.Content)
					if strings.Contains(e.Content, c.want) && len(e.Evidence) != 2 {
						t.Errorf("%q: evidence %v, want the demand and the confirmation", e.Content, e.Evidence)
					}
				}
			}
			if len(rules) != 1 || !strings.Contains(rules[0], c.want) {
				t.Errorf("rules %q, want one with %q", rules, c.want)
			}
		})
	}
}

func TestCaptureSettlesNoReport(t *testing.T) {
	for _, text := range []string{"agent: The train leaves at nine.", "agent: Shall I keep it to five lines?", "agent: Maybe five lines at most."} {
		s := stagetest.Talk("2026-03-01T10:00:00Z", "user: The lines were too long again.", text)
		got, err := capture.Rules{}.Capture(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got {
			if len(e.Evidence) > 1 {
				t.Errorf("%s: captured %q", text, e.Content)
			}
		}
	}
}

func TestCaptureEpisode(t *testing.T) {
	s := stagetest.Talk("2026-03-01T10:00:00Z", "user: I finally sold the old Torrin laptop to a colleague for 700 dollars, and I bought a bigger one instead.", "agent: So the Torrin laptop is sold for 700 dollars.")
	got, err := capture.Rules{}.Capture(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range got {
		if e.Kind == dyadmem.Episodic {
			if !strings.HasPrefix(e.Content, "On 1 March 2026 the user") || !strings.Contains(e.Content, "Torrin") {
				t.Errorf("episode %q: want it under its day", e.Content)
			}
			return
		}
	}
	t.Errorf("no episode among %q", gist.Contents(got))
}

func TestUpdateKeepsRulesOfOtherSlots(t *testing.T) {
	for _, c := range []struct {
		name, old, fresh string
		replaced         bool
	}{
		{"another value of the same slot", "Start function names with 'a_'", "Start function names with 'b_'", true},
		{"another object", "Start method names with 'a_'", "Start function names with 'b_'", false},
		{"the other end", "End function names with '_a'", "Start function names with 'b_'", false},
		{"a narrower object", "Include a digit in function names", "Include a digit in function argument names", false},
		{"one more thing to add", "Always import the 'zlib' module", "Always import the 'gzip' module", false},
		{"another place to hold in", "Use annotations for functions", "Use annotations for methods", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			rule := func(key, content, turn string) dyadmem.Entry {
				return dyadmem.Entry{Key: dyadmem.EntryKey(key), Kind: dyadmem.AgentIdentity, Content: content, Evidence: []dyadmem.TurnRef{dyadmem.TurnRef(turn)}}
			}
			s := stagetest.Talk("2026-03-01T10:00:00Z", "user: "+c.fresh+" from now on.")
			prior := dyadmem.Bank{Entries: []dyadmem.Entry{rule("old", c.old, "s0.1")}}
			ops, err := update.Rules{}.Update(context.Background(), prior, s, []dyadmem.Entry{rule("new", c.fresh, string(s.Turns[0].ID))})
			if err != nil {
				t.Fatal(err)
			}
			deleted := false
			for _, o := range ops {
				deleted = deleted || o.Action == dyadmem.Delete
			}
			if deleted != c.replaced {
				t.Errorf("deleted is %v: %+v", deleted, ops)
			}
		})
	}
}
