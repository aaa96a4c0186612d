package judge

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// example is two sessions with a correction between them and two questions.
func example() *bench.Episode {
	at := func(day int) bench.Time { return bench.At(time.Date(2026, 1, day, 9, 0, 0, 0, time.UTC)) }
	must := func(w ...string) *bench.Rubric { return &bench.Rubric{Must: [][]string{w}} }
	return &bench.Episode{
		Schema: bench.EpisodeSchema, ID: "e1", Lang: "en", Focus: bench.UserFocus,
		Sessions: []bench.Session{{
			ID: "s1", Time: at(6), Turns: []bench.Turn{{ID: "s1.1", Speaker: dyadmem.User, Text: "I'm allergic to peanuts, and my rent is due on the 1st."}},
			Capture: []bench.Entry{
				{Key: "m1", Kind: dyadmem.UserProfile, Content: "The user is allergic to peanuts", Evidence: []dyadmem.TurnRef{"s1.1"}},
				{Key: "m2", Kind: dyadmem.Fact, Content: "The user's rent is due on the first of every month", Evidence: []dyadmem.TurnRef{"s1.1"}},
			},
			Add: []bench.Addition{{Entry: bench.Entry{Key: "m1"}}, {Entry: bench.Entry{Key: "m2"}}},
		}, {
			ID: "s2", Time: at(13), Turns: []bench.Turn{{ID: "s2.1", Speaker: dyadmem.User, Text: "Rent is due on the 5th from now on."}},
			Capture: []bench.Entry{{Key: "m3", Kind: dyadmem.Fact, Content: "The user's rent is due on the fifth of every month", Evidence: []dyadmem.TurnRef{"s2.1"}}},
			Add:     []bench.Addition{{Entry: bench.Entry{Key: "m3"}}},
			Delete:  []bench.Deletion{{Key: "m2", Why: dyadmem.WhyCorrected}},
		}},
		Questions: []bench.Question{
			{ID: "q1", Type: bench.SingleHop, Text: "When is the rent due?", Answer: "On the 5th", Support: []dyadmem.EntryKey{"m3"}, Rubric: must("5th", "fifth")},
			{ID: "q2", Type: bench.SingleHop, Text: "When was the rent due?", Answer: "On the 1st", Support: []dyadmem.EntryKey{"m2"}, AskedAfter: "s1", Rubric: must("1st", "first")},
			{ID: "q3", Type: bench.Abstain, Text: "Where does the user work?", Answer: "Unknown", Rubric: must("unknown")},
		},
	}
}

func units(t *testing.T, e *bench.Episode, lines ...bench.Prediction) *bench.Units {
	t.Helper()
	u := bench.NewUnits(false)
	for i := range lines {
		lines[i].Episode = e.ID
		if !u.Add(e, &lines[i]) {
			t.Fatalf("line %d fits no unit", i)
		}
	}
	return u
}

func entries(contents ...string) []bench.Entry {
	var list []bench.Entry
	for _, c := range contents {
		list = append(list, bench.Entry{Kind: dyadmem.Fact, Content: c})
	}
	return list
}

var builtIn = Judges{Equivalence: Lexical{}, Answers: Rubric{}}

func TestEpisodeJudgesWhatScoringReads(t *testing.T) {
	e := example()
	yes := true
	u := units(t, e,
		bench.Prediction{Stage: bench.CaptureStage, Session: "s1", Entries: entries("User has a peanut allergy", "The user's rent is due on the fifth of every month")},
		bench.Prediction{Stage: bench.CaptureStage, Session: "s2", Error: "timeout"},
		bench.Prediction{Stage: bench.UpdateStage, Session: "s1", Add: []bench.Addition{{Entry: bench.Entry{Key: "m1"}}}},
		bench.Prediction{Stage: bench.UpdateStage, Session: "s2", Add: []bench.Addition{{Entry: bench.Entry{Key: "m3"}}, {Entry: entries("User has a peanut allergy")[0], Whole: true}}, Delete: []bench.Deletion{{Key: "m1"}}},
		bench.Prediction{Stage: bench.GoldQA, Question: "q1", Answer: "the fifth"},
		bench.Prediction{Stage: bench.PipelineQA, Question: "q1", Answer: "on the 5th", Handed: entries("Rent is due on the 5th of each month")},
		bench.Prediction{Stage: bench.PipelineQA, Question: "q2", Answer: "no idea", Handed: entries("The user likes tea")},
		bench.Prediction{Stage: bench.PipelineQA, Question: "q3", Abstained: &yes},
		bench.Prediction{Stage: bench.BankStage, Session: "s1", Entries: entries("The user's rent is due on the first of every month")},
	)
	got, err := Episode(t.Context(), e, u, builtIn)
	if err != nil {
		t.Fatal(err)
	}
	brief := func(all map[string][]bench.Link) map[string]string {
		m := make(map[string]string)
		for id, links := range all {
			var b strings.Builder
			for _, l := range links {
				b.WriteByte(byte('0' + l.Pred))
				b.WriteByte(byte('0' + l.Gold))
				switch {
				case l.Same == bench.Yes:
					b.WriteString("same ")
				case l.Entails == bench.Yes:
					b.WriteString("entails ")
				case l.Conflict:
					b.WriteString("conflict ")
				}
			}
			m[id] = strings.TrimSpace(b.String())
		}
		return m
	}
	for _, tt := range []struct {
		what      string
		want, got any
	}{
		{"capture: one right, one of the wrong day", map[string]string{"s1": "00same 11conflict"}, brief(got.Capture)},
		{"update: a key stands for its entry", map[string]string{"s1": "00same", "s2": "00same"}, brief(got.Update)},
		{"state: what was deleted, against an add without a key", map[string]string{"s2": "10same"}, brief(got.State)},
		{"handed: every question with support", map[string]string{"q1": "00same", "q2": ""}, brief(got.Handed)},
		{"bank: the failed question alone, in the bank that it asks", map[string]string{"q2": "00same"}, brief(got.Bank)},
		{"captured: the failed question alone", map[string]string{"q2": "10conflict"}, brief(got.Captured)},
		{"gold answers", map[string]bench.Verdict{"q1": bench.Yes}, got.GoldQA},
		{"pipeline answers: who abstains is not judged", map[string]bench.Verdict{"q1": bench.Yes, "q2": bench.No}, got.Pipeline},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.what, diff)
		}
	}
}

func TestVerdictsRoundTrip(t *testing.T) {
	e := example()
	u := units(t, e,
		bench.Prediction{Stage: bench.CaptureStage, Session: "s1", Entries: entries("User has a peanut allergy", "unrelated")},
		bench.Prediction{Stage: bench.CaptureStage, Session: "s2"},
		bench.Prediction{Stage: bench.UpdateStage, Session: "s2", Add: []bench.Addition{{Entry: entries("User has a peanut allergy")[0], Whole: true}}, Delete: []bench.Deletion{{Key: "m1"}}},
		bench.Prediction{Stage: bench.GoldQA, Question: "q3", Answer: "unknown"},
		bench.Prediction{Stage: bench.PipelineQA, Question: "q1", Answer: "never", Handed: entries("Rent is due on the 5th of each month")},
	)
	want, err := Episode(t.Context(), e, u, builtIn)
	if err != nil {
		t.Fatal(err)
	}
	var files [2]bytes.Buffer
	for i := range files {
		w, err := NewWriter(&files[i], builtIn)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(e, want), w.Flush()); err != nil {
			t.Fatal(err)
		}
	}
	if files[0].String() != files[1].String() {
		t.Error("the same verdicts are not the same bytes")
	}
	r, err := NewReader(&files[0])
	if err != nil {
		t.Fatal(err)
	}
	if r.Equivalence != "lexical/1" || r.Answers != "rubric/1" {
		t.Errorf("judges are %s and %s", r.Equivalence, r.Answers)
	}
	id, got, err := r.Read()
	if err != nil || id != "e1" {
		t.Fatalf("Read: %q, %v", id, err)
	}
	for _, links := range []map[string][]bench.Link{want.Capture, want.Update, want.State, want.Handed, want.Bank, want.Captured} {
		for id, l := range links { // a unit without links reads as an empty list
			links[id] = append([]bench.Link{}, l...)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("round trip (-want +got):\n%s", diff)
	}
	if _, _, err := r.Read(); err != io.EOF {
		t.Errorf("after the last episode: %v, want io.EOF", err)
	}
}

func TestReaderNamesTheLine(t *testing.T) {
	head := `{"schema":"dyadmem/verdict/v1","equivalence":"exact/1","answers":"rubric/1"}` + "\n"
	for _, tt := range []struct{ name, file, want string }{
		{"an empty file", "", "empty"},
		{"another schema", `{"schema":"x"}`, "line 1: schema"},
		{"broken JSON", head + `{"of":`, "line 2"},
		{"an unknown unit", head + `{"of":"recall","episode":"e1","question":"q1","links":[]}`, `unknown unit "recall"`},
		{"an answer without its verdict", head + `{"of":"gold_qa","episode":"e1","question":"q1"}`, "wants"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewReader(strings.NewReader(tt.file))
			if err == nil {
				_, _, err = r.Read()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
		})
	}
}

func TestEpisodeStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := example()
	u := units(t, e, bench.Prediction{Stage: bench.CaptureStage, Session: "s1", Entries: entries("x")})
	if _, err := Episode(ctx, e, u, builtIn); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}
