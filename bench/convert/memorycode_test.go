package convert

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// oddDialogue has, in one file, what is odd in MemoryCode.
const oddDialogue = `{"context":{"mentor":"Yuichi","mentee":"Bob","company":"DEVS"},
"instructions":[[[6,0]],[-1],[[6,1],[24,0]],[-1],[[6,1]]],"fillers":[-1,3,101,101,-1],
"sessions":[
{"type":["instruction-add"],"topic":["always start function names with 'a_'"],"session_eval_query":["function that sorts"],
 "text":"We begin.\n\nYuichi: Hello Bob.\n\nBob: Hello.\n\nYuachi: I'd like function names that start with 'a_'. It's how we do it.\nPlease: keep to it.\n\nB: Fine.\n\n[They go on.]\n\n---"},
{"type":["filler-add"],"topic":["Remote work policies"],"session_eval_query":[],"text":"Yuichi: How is remote work?\nBob: Good."},
{"type":["filler-instruction-add","instruction-update","instruction-add"],"topic":["use Vim as the preferred IDE","always start function names with 'b_'","always add comments in your code"],
 "text":"Yuichi: From now on start function names with 'b_', and use Vim as your IDE.\nBob : OK."},
{"type":["filler-instruction-update","instruction-update"],"topic":["Use Emacs as preferred IDE","always end method names with '_x'"],
 "text":"Yuichi: Take Emacs as your preferred IDE now.\nBob said: OK."},
{"type":["instruction-add"],"topic":["always start function names with 'b_'"],"text":"Yuichi: Function names start with 'b_', remember.\nBob: Yes."},
7]}`

func TestMemoryCodeSurvivesWhatIsOdd(t *testing.T) {
	episodes, r, err := converted(t, "memorycode", map[string]string{"d1.json": oddDialogue})
	if err != nil {
		t.Fatal(err)
	}
	e := episodes[0]
	if e.Focus != bench.AgentFocus || e.Agent.Role != "mentee at DEVS" || e.ID != "memorycode-d1" {
		t.Errorf("episode %s, focus %s, role %q", e.ID, e.Focus, e.Agent.Role)
	}
	var turns []string
	for _, u := range e.Sessions[0].Turns {
		turns = append(turns, string(u.ID)+" "+string(u.Speaker)+" "+u.Text)
	}
	if diff := cmp.Diff([]string{
		"s001.1 user Hello Bob.",
		"s001.2 agent Hello.",
		"s001.3 user I'd like function names that start with 'a_'. It's how we do it.\nPlease: keep to it.",
		"s001.4 agent Fine.",
	}, turns); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	if !e.Sessions[1].Turns[0].Smalltalk || e.Sessions[2].Turns[0].Smalltalk {
		t.Error("sessions that are filler alone are smalltalk, and no other")
	}
	type gold struct {
		Time    string
		Capture []string
		Add     int
		Delete  []bench.Deletion
	}
	var got []gold
	for _, s := range e.Sessions {
		g := gold{Time: s.Time.Format("2006-01-02"), Add: len(s.Add), Delete: s.Delete}
		for _, c := range s.Capture {
			line := string(c.Key) + " " + string(c.Kind) + " " + c.Content
			for _, ref := range c.Evidence {
				line += " <" + string(ref) + ">"
			}
			g.Capture = append(g.Capture, line)
		}
		got = append(got, g)
	}
	superseded := func(key dyadmem.EntryKey, turn dyadmem.TurnRef) []bench.Deletion {
		return []bench.Deletion{{Key: key, Why: dyadmem.WhySuperseded, Evidence: []dyadmem.TurnRef{turn}}}
	}
	want := []gold{
		{"2024-01-01", []string{"m1 agent_method The agent should always start function names with 'a_' <s001.3>"}, 1, nil},
		{"2024-01-08", nil, 0, nil},
		{"2024-01-15", []string{
			"m2 agent_identity The agent should use Vim as the preferred IDE <s003.1>",
			"m3 agent_method The agent should always start function names with 'b_' <s003.1>",
			"m4 agent_method The agent should always add comments in your code",
		}, 3, superseded("m1", "s003.1")},
		{"2024-01-22", []string{
			"m5 agent_identity The agent should use Emacs as preferred IDE <s004.1>",
			"m6 agent_method The agent should always end method names with '_x'",
		}, 2, superseded("m2", "s004.1")},
		{"2024-01-29", []string{"m3 agent_method The agent should always start function names with 'b_' <s005.1>"}, 0, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sessions (-want +got):\n%s", diff)
	}
	wantReport := &Report{
		Format: "memorycode", Episodes: 1, Notes: r.Notes,
		Read:   map[Unit]int{Files: 1, Sessions: 6, Turns: 16, Entries: 7, Sources: 7, Queries: 1},
		Mapped: map[Unit]int{Files: 1, Sessions: 5, Turns: 13, Entries: 7, Sources: 5},
		Repaired: map[Unit]map[string]int{
			Sessions: {"no date: put a week after the one before": 5},
			Turns:    {"a misspelt speaker": 3, "no speaker: joined to the turn before it": 1},
			Entries: {
				"given again in the same words: a restatement":                  1,
				"updated, though never added: taken as an addition":             1,
				"no number (−1 or none): what it is about is told by its words": 1,
			},
		},
		Dropped: map[Unit]map[string]int{
			Sessions: {"no object": 1},
			Turns:    {"a description of the scene, or a line of signs": 2, "no speaker, and no turn before it": 1},
			Sources:  {"no turn of the mentor holds its values and half of its words": 2},
			Queries:  {"a coding task without an answer in words": 1},
		},
	}
	if diff := cmp.Diff(wantReport, r); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}
