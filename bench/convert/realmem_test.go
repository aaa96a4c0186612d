package convert

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// oddPersona has, in one file, what is odd in RealMem.
var oddPersona = strings.ReplaceAll(`{"_metadata":{"person_name":"Ana"},"dialogues":[
{"session_identifier":"Trip:S2","session_uuid":"u2","current_time":"2025-03-10 (Monday)","dialogue_turns":[
 {"speaker":"User","is_query":true,"query_id":"Q-1","category_name":"Dynamic Updating","content":"Where do we go?"},
 {"speaker":"Assistant","is_query":false,"content":""},
 {"speaker":"Assistant","is_query":false,"content":"To Rome.","memory_used":[
   {"session_uuid":"u1","content":"User goes to Rome."},
   {"session_uuid":"u1","content":"User goes to Rome."},
   {"session_uuid":"u3","content":"User has a cat."},
   {"session_uuid":"u1","content":"Nobody said this."}]},
 {"speaker":"User","is_query":false,"query_id":"Q-2","content":"Thanks."},
 {"speaker":"Assistant","content":{"text":"With pleasure."},"memory_used":[{"session_uuid":"u1","content":"User goes to Rome."}]}],
"extracted_memory":[
 {"index":"Trip-DM-S2-01","type":"Dynamic","content":{"plan":"train","seat":5},"source_turn":-1,"source_content_snapshot":"","source_role_snapshot":"Assistant","session_uuid":"u2"},
 {"index":"Trip-DM-S1-02","type":"Dynamic","content":"User goes on Tuesday.","source_turn":4,"source_content_snapshot":"Thanks.","source_role_snapshot":"User","session_uuid":"u2"}]},
{"session_identifier":"Trip:S1","session_uuid":"u1","current_time":"2025-03-03 (Tuesday)","dialogue_turns":[
 {"speaker":"User","is_query":true,"query_id":"Q-0","content":"Hello?"},
 {"speaker":"Assistant","content":"Hello! Where to?","memory_used":[{"session_uuid":"u1","content":"User goes to Rome."}]},
 {"speaker":"User","content":"To Rome, on Monday. Please always answer in one line."},
 {"speaker":"Ghost","content":"Noted."}],
"extracted_memory":[
 {"index":"Trip-DM-S1-01","type":"Dynamic","content":"【Plan】 User goes to Paris.","source_turn":3,"source_content_snapshot":"To Rome, on Monday. Please always answer in one line.","source_role_snapshot":"User"},
 {"index":"Trip-DM-S1-02","type":"Dynamic","content":"User goes on Monday.","source_turn":1,"source_content_snapshot":"To Rome, on Monday. Please always answer in one line.","source_role_snapshot":"User"},
 {"index":"Trip-SM-S1-01","type":"Static","content":"User wants the assistant to answer in one line.","source_turn":"3","source_content_snapshot":"LONG","source_role_snapshot":"User"},
 {"index":"Trip-DM-S1-01","type":"Dynamic","content":"User goes to Rome.","source_turn":0,"source_content_snapshot":"Hello?","source_role_snapshot":"Assistant"},
 {"index":"Trip-DM-S1-03","type":"Dynamic","content":" ","source_turn":1},
 {"index":"Trip-DM-S1-01","type":"Dynamic","content":"User goes to Rome.","source_turn":9}]},
{"session_identifier":"Cat:S1","session_uuid":"u3","current_time":"some day","dialogue_turns":[
 {"speaker":"User","content":"I have a cat. Plan: see the vet."},
 {"speaker":"Assistant","content":"A cat!"}],
"extracted_memory":[
 {"index":"Cat-SM-S1-01","type":"Static","content":"User has a cat.","source_turn":7,"source_content_snapshot":"I have a cat. Plan: see the vet.","source_role_snapshot":"User"},
 {"index":"Cat-S1-schedule-1","type":"Schedule","content":"See the vet","source_turn":null},
 {"index":"Cat-DM-S1-02","type":"Dynamic","content":"AI proposed to play with the cat.","source_turn":2,"source_content_snapshot":"Play!","source_role_snapshot":"Assistant"}]},
"junk",
{"session_identifier":"Cat:S2","session_uuid":"u4","current_time":"March 12th, 2025, 9:30 pm","dialogue_turns":[
 {"speaker":"User","is_query":true,"query_id":"Q-1","content":"What do you know about me and my trip?"},
 {"speaker":"Assistant","content":"A cat, and a trip on Monday.","memory_used":[{"session_uuid":"u3","content":"User has a cat."},{"session_uuid":"u1","content":"User goes on Monday."}]},
 {"speaker":"User","is_query":true,"query_id":"Q-3","content":"And?"}],
"extracted_memory":[
 {"index":"Cat-SM-S1-01","type":"Static","content":"User has a cat.","source_turn":1},
 {"index":"Cat-DM-S1-02","type":"Odd","content":"User plays with the cat.","source_turn":1}]}
]}`, "LONG", strings.Repeat("To Rome, on Monday. Please always answer in one line. ", 5000))

func TestRealMemSurvivesWhatIsOdd(t *testing.T) {
	episodes, r, err := converted(t, "realmem", map[string]string{"ana.json": oddPersona, "other.json": `{"persons":[]}`, "broken.json": `{"dialogues":`})
	if err != nil {
		t.Fatal(err)
	}
	e := episodes[0]
	type gold struct {
		Time     string
		Turns    int
		Capture  []string // key, kind, content, evidence
		Add      []dyadmem.EntryKey
		Delete   []bench.Deletion
		Evidence [][]dyadmem.TurnRef
	}
	got := make(map[string]gold)
	for _, s := range e.Sessions {
		g := gold{Time: s.Time.Format("2006-01-02T15:04"), Turns: len(s.Turns), Delete: s.Delete}
		for _, c := range s.Capture {
			g.Capture = append(g.Capture, string(c.Key)+" "+string(c.Kind)+" "+c.Content)
			g.Evidence = append(g.Evidence, c.Evidence)
		}
		for _, a := range s.Add {
			g.Add = append(g.Add, a.Key)
		}
		got[s.ID] = g
	}
	refs := func(ids ...dyadmem.TurnRef) []dyadmem.TurnRef { return ids }
	want := map[string]gold{
		"s001": {"2025-03-03T00:00", 4,
			[]string{"m1 fact User goes to Rome.", "m2 fact User goes on Monday.", "m3 agent_identity User wants the assistant to answer in one line."},
			[]dyadmem.EntryKey{"m1", "m2", "m3"}, nil,
			[][]dyadmem.TurnRef{refs("s001.3"), refs("s001.3"), refs("s001.3")}},
		// The session without a date comes with the one before it in the file.
		"s002": {"2025-03-03T00:00", 2,
			[]string{"m4 user_profile User has a cat.", "m5 fact See the vet", "m6 episodic AI proposed to play with the cat."},
			[]dyadmem.EntryKey{"m4", "m5", "m6"}, nil,
			[][]dyadmem.TurnRef{refs("s002.1"), nil, refs("s002.2")}},
		// Monday is still asked for later: it stays beside Tuesday.
		"s003": {"2025-03-10T00:00", 4,
			[]string{"m7 fact plan: train; seat: 5", "m8 fact User goes on Tuesday."},
			[]dyadmem.EntryKey{"m7", "m8"}, nil,
			[][]dyadmem.TurnRef{nil, refs("s003.4")}},
		"s004": {"2025-03-12T21:30", 3,
			[]string{"m4 user_profile User has a cat.", "m9 fact User plays with the cat."},
			[]dyadmem.EntryKey{"m9"},
			[]bench.Deletion{{Key: "m6", Why: dyadmem.WhyCorrected, Evidence: refs("s004.1")}},
			[][]dyadmem.TurnRef{refs("s004.1"), refs("s004.1")}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sessions (-want +got):\n%s", diff)
	}
	type asked struct {
		ID, After, Text, Answer string
		Type                    bench.QuestionType
		Support                 []dyadmem.EntryKey
		Time                    string
	}
	var questions []asked
	for _, q := range e.Questions {
		questions = append(questions, asked{q.ID, q.AskedAfter, q.Text, q.Answer, q.Type, q.Support, q.Time.Format("2006-01-02")})
	}
	wantQuestions := []asked{
		{"Q-1", "s002", "Where do we go?", "To Rome.", bench.Update, []dyadmem.EntryKey{"m1", "m4"}, "2025-03-10"},
		{"q1-s004", "s003", "What do you know about me and my trip?", "A cat, and a trip on Monday.", bench.MultiHop, []dyadmem.EntryKey{"m4", "m2"}, "2025-03-12"},
	}
	if diff := cmp.Diff(wantQuestions, questions); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	wantReport := &Report{
		Format: "realmem", Episodes: 1, Notes: r.Notes,
		Read:   map[Unit]int{Files: 3, Sessions: 5, Turns: 14, Entries: 13, Sources: 12, Queries: 5, Supports: 8},
		Mapped: map[Unit]int{Files: 1, Sessions: 4, Turns: 13, Entries: 10, Sources: 8, Queries: 2, Supports: 4},
		Repaired: map[Unit]map[string]int{
			Sessions: {
				"a weekday beside the date: taken off":             2,
				"a weekday that is not the date's: the date holds": 1,
				"no readable date: that of the session before it":  1,
				"out of order: put where its date belongs":         2,
				"written otherwise than the format asks":           1,
			},
			Turns: {"an object where text should be": 1, "no known speaker: the other one of the turn before": 1},
			Entries: {
				"an object where text should be":                1,
				"an unknown type: taken as Dynamic":             1,
				"a snapshot of more than 20000 bytes: not kept": 1,
				"an index with other content in one session: the later version, with the source of the earlier": 1,
				"an index with other content in a later session: a new version, the old one corrected":          1,
				"an index with other content, while a later query uses the old one: both stay":                  1,
				"an index with its content again: a restatement under the old key":                              1,
			},
			Sources: {
				"another turn has the text of the snapshot: that one":           2,
				"the snapshot is another wording of the turn: the number holds": 1,
			},
			Queries: {"lost a part of its support": 1, "no id, or one that is taken: numbered": 1},
		},
		Dropped: map[Unit]map[string]int{
			Files:    {"not of this format": 1, "not JSON": 1},
			Sessions: {"no object": 1},
			Turns:    {"empty": 1},
			Entries: {
				"no content": 1,
				"its session has the index and the content already":       1,
				"replaced in its session by a later version of its index": 1,
			},
			Sources:  {"source turn -1, which is no turn": 1, "source turn 0, which is no turn": 1, "the source turn is behind the last": 1, "the source turn is no number": 1},
			Queries:  {"a query id on a turn that is not marked as a query": 1, "in the first session: no bank to ask": 1, "no reply": 1},
			Supports: {"named twice by one reply": 1, "names no entry": 1, "under no query that became a question": 2},
		},
	}
	if diff := cmp.Diff(wantReport, r); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}
