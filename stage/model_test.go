package stage_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
	"github.com/dyadmem/dyadmem/stage"
)

var update = flag.Bool("update", false, "write the golden files anew")

// says returns a model that always replies so, and keeps the last prompt.
func says(reply string, last *llm.Prompt) stage.Model {
	return stage.Model{Chat: llmtest.Chatter(func(p llm.Prompt) (string, error) {
		if last != nil {
			*last = p
		}
		return reply, nil
	})}
}

func meeting() dyadmem.Session {
	return dyadmem.Session{ID: "s2", At: time.Date(2026, 1, 13, 9, 30, 0, 0, time.FixedZone("", 8*3600)), Lang: "en", Role: "meal advisor", Turns: []dyadmem.Turn{
		{ID: "s2.1", Speaker: dyadmem.User, Text: "The meeting is in Munich now, on Friday. And forget what I said about my sister."},
		{ID: "s2.2", Speaker: dyadmem.Agent, Text: "Noted: Munich."},
	}}
}

func bank() dyadmem.Bank {
	at := time.Date(2026, 1, 6, 9, 30, 0, 0, time.UTC)
	return dyadmem.Bank{Entries: []dyadmem.Entry{
		{Key: "berlin", Kind: dyadmem.Fact, Content: "The meeting is in Berlin", At: at, Until: at.AddDate(0, 0, 3)},
		{Key: "sister", Kind: dyadmem.Fact, Content: "The user's sister is called Mo", At: at},
		{Key: "lead", Kind: dyadmem.AgentIdentity, Content: "Lead with the conclusion", At: at},
	}}
}

// The prompts as the model sees them. A change of a prompt shows up here and in
// its hash.
func TestPromptsAreGolden(t *testing.T) {
	var b strings.Builder
	show := func(name string, p llm.Prompt) {
		fmt.Fprintf(&b, "##### %s\n%s\n--- user\n%s\n\n", name, p.System, p.User)
	}
	var p llm.Prompt
	captured := []dyadmem.Entry{{Key: "munich", Kind: dyadmem.Fact, Content: "The meeting is in Munich", Evidence: []dyadmem.TurnRef{"s2.1"}}}
	q := dyadmem.Query{Text: "Where is the meeting?", At: meeting().At}
	if _, err := says(`{"entries":[]}`, &p).Engine().Capturer.Capture(t.Context(), meeting()); err != nil {
		t.Fatal(err)
	}
	show("capture", p)
	if _, err := says(`{"add":[],"merge":[],"new":[],"delete":[]}`, &p).Engine().Updater.Update(t.Context(), bank(), meeting(), captured); err != nil {
		t.Fatal(err)
	}
	show("update", p)
	if _, err := says(`{"entries":[]}`, &p).Engine().Recaller.Recall(t.Context(), bank(), q); err != nil {
		t.Fatal(err)
	}
	show("recall", p)
	if _, err := says(`{"answer":"x","abstained":false,"used":[]}`, &p).Engine().Answerer.Answer(t.Context(), q, bank().Entries); err != nil {
		t.Fatal(err)
	}
	show("answer", p)
	golden := filepath.Join("testdata", "prompts.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("the prompts have changed; -update if so intended (-want +got):\n%s", diff)
	}
}

func TestModelCaptureReadsReplies(t *testing.T) {
	munich := dyadmem.Entry{Kind: dyadmem.Fact, Content: "The meeting is in Munich", Evidence: []dyadmem.TurnRef{"s2.1"}, At: meeting().At}
	until := munich
	until.Until = time.Date(2026, 1, 16, 23, 59, 59, 0, meeting().At.Location())
	for _, c := range []struct {
		name, reply string
		want        []dyadmem.Entry
		fails       bool
	}{
		{"an entry", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":[1],"until":null}]}`, []dyadmem.Entry{munich}, false},
		{"an until that is a date is the end of that day", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":[1],"until":"2026-01-16"}]}`, []dyadmem.Entry{until}, false},
		{"turns as text, and one that does not exist", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":["[1]","7"]}]}`, []dyadmem.Entry{munich}, false},
		{"other names that can mean one thing only", `{"memories":[{"type":"Facts","text":"The meeting is in Munich","turns":"s2.1"}]}`, []dyadmem.Entry{munich}, false},
		{"the same twice is one", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":[1]},{"kind":"fact","content":"the meeting is in Munich.","evidence":[1]}]}`, []dyadmem.Entry{munich}, false},
		{"nothing to remember", `{"entries":[]}`, nil, false},
		{"no kind that there is", `{"entries":[{"kind":"banana","content":"x"}]}`, nil, true},
		{"an until that says that there is no end", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":[1],"until":"Ongoing"}]}`, []dyadmem.Entry{munich}, false},
		{"an until that is no time does not make it last", `{"entries":[{"kind":"fact","content":"The meeting is in Munich","evidence":[1],"until":"soon"}]}`, nil, true},
		{"no content", `{"entries":[{"kind":"fact","content":" "}]}`, nil, true},
		{"no entries at all is not nothing to remember", `{}`, nil, true},
		{"no JSON is not nothing to remember", `I found nothing.`, nil, true},
		{"a text in place of an entry", `{"entries":["The meeting is in Munich"]}`, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := says(c.reply, nil).Engine().Capturer.Capture(t.Context(), meeting())
			var format *dyadmem.FormatError
			if c.fails != errors.As(err, &format) || !c.fails && err != nil {
				t.Fatalf("Capture: %v", err)
			}
			if diff := cmp.Diff(c.want, got, cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
		})
	}
}

func TestModelUpdateReadsReplies(t *testing.T) {
	captured := []dyadmem.Entry{
		{Key: "munich", Kind: dyadmem.Fact, Content: "The meeting is in Munich", Evidence: []dyadmem.TurnRef{"s2.1"}},
		{Key: "again", Kind: dyadmem.AgentIdentity, Content: "Conclusion first", Evidence: []dyadmem.TurnRef{"s2.1"}},
	}
	for _, c := range []struct {
		name, reply string
		want        string // action, key, why, evidence
		fails       bool
	}{
		{"all four", `{"add":["c1"],"merge":["c2"],"new":[{"kind":"fact","content":"The meeting is in Munich on 16 January 2026","evidence":[1],"until":null}],"delete":[{"key":"b1","why":"corrected","evidence":[1]}]}`,
			"delete again merged [s2.1]; delete berlin corrected [s2.1]; add munich  [s2.1]; add " + string(dyadmem.KeyFor("The meeting is in Munich on 16 January 2026")) + "  [s2.1]", false},
		{"what is left out is empty", `{"delete":[{"key":"b2","why":"forget"}]}`, "delete sister forget []", false},
		{"a key that is not there stays a delete, for whoever scores it", `{"delete":[{"key":"b9","why":"forget"}]}`, "delete b9 forget []", false},
		{"an invented key is not added", `{"add":["c9","b1","c1"]}`, "add munich  [s2.1]", false},
		{"a second delete of one entry is none", `{"delete":[{"key":"b2","why":"forget"},{"key":["b2"],"why":"forget"}]}`, "delete sister forget []", false},
		{"no reason that there is", `{"delete":[{"key":"b2","why":"bored"}]}`, "", true},
		{"none of the four is no reply", `{"operations":[]}`, "", true},
		{"nothing changes", `{"add":[],"merge":[],"new":[],"delete":[]}`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ops, err := says(c.reply, nil).Engine().Updater.Update(t.Context(), bank(), meeting(), captured)
			var format *dyadmem.FormatError
			if c.fails != errors.As(err, &format) || !c.fails && err != nil {
				t.Fatalf("Update: %v", err)
			}
			var got []string
			for _, op := range ops {
				got = append(got, fmt.Sprintf("%s %s %s %v", op.Action, op.Entry.Key, op.Why, op.Evidence))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestModelRecallReadsReplies(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		want        []dyadmem.EntryKey
		fails       bool
	}{
		{"numbers in order of use", `{"entries":[3,1]}`, []dyadmem.EntryKey{"lead", "berlin"}, false},
		{"a bare list", `[2]`, []dyadmem.EntryKey{"sister"}, false},
		{"numbers as text, repeated, and invented ones", `{"entries":["3","[3]",77]}`, []dyadmem.EntryKey{"lead"}, false},
		{"nothing helps", `{"entries":[]}`, nil, false},
		{"only invented numbers", `{"entries":[77]}`, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			hits, err := says(c.reply, nil).Engine().Recaller.Recall(t.Context(), bank(), dyadmem.Query{Text: "?"})
			if c.fails != (err != nil) {
				t.Fatalf("Recall: %v", err)
			}
			var got []dyadmem.EntryKey
			for _, h := range hits {
				got = append(got, h.Entry.Key)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

func TestModelAnswerReadsReplies(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		want        dyadmem.Answer
		fails       bool
	}{
		{"an answer with what it rests on", `{"answer":"Munich","abstained":false,"used":[1]}`, dyadmem.Answer{Text: "Munich", Cites: []dyadmem.EntryKey{"berlin"}}, false},
		{"an abstention", `{"answer":"I have no record of that.","abstained":true,"used":[]}`, dyadmem.Answer{Text: "I have no record of that.", Abstained: true}, false},
		{"an empty answer is none", `{"answer":" ","abstained":false,"used":[]}`, dyadmem.Answer{}, true},
		{"whether it abstains has to be said", `{"answer":"Munich"}`, dyadmem.Answer{}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := says(c.reply, nil).Engine().Answerer.Answer(t.Context(), dyadmem.Query{Text: "?"}, bank().Entries)
			if c.fails != (err != nil) {
				t.Fatalf("Answer: %v", err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// A long session comes in windows, each turn once to be read and some of the
// window before for context; what stands on context alone is the earlier
// window's.
func TestLongSessionsOverlap(t *testing.T) {
	s := dyadmem.Session{ID: "s1", At: meeting().At}
	for i := range 400 {
		s.Turns = append(s.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("t%d", i+1)), Speaker: dyadmem.User, Text: fmt.Sprintf("remark number %d, and a few words more to fill it", i+1)})
	}
	s.Turns[7].Text = strings.Repeat("aGVsbG8gd29ybGQ", 3000) // a pasted file
	read, context := make(map[string]int), 0
	m := stage.Model{Context: 4096, MaxTokens: 512, Chat: llmtest.Chatter(func(p llm.Prompt) (string, error) {
		if n := llm.EstimateTokens(p.System) + llm.EstimateTokens(p.User) + p.MaxTokens; n > 4096 {
			t.Errorf("a prompt and its reply take %d tokens of 4096", n)
		}
		_, turns, _ := strings.Cut(p.User, "Turns:\n")
		var entries []string
		for line := range strings.Lines(turns) {
			var n int
			var star string
			if k, _ := fmt.Sscanf(line, "[%d]%1s", &n, &star); k == 0 {
				continue
			}
			if star == "*" {
				context++
			} else {
				read[fmt.Sprint(n)]++
			}
			entries = append(entries, fmt.Sprintf(`{"kind":"fact","content":"number %d","evidence":[%d],"until":null}`, n, n))
		}
		return `{"entries":[` + strings.Join(entries, ",") + `]}`, nil
	})}
	got, err := m.Engine().Capturer.Capture(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 400 || len(read) != 400 || context == 0 {
		t.Errorf("%d entries, %d turns read, %d shown as context; want 400, 400, and some", len(got), len(read), context)
	}
	for n, k := range read {
		if k != 1 {
			t.Errorf("turn %s was to be read %d times", n, k)
		}
	}
}

func TestHybridProposesToTheModel(t *testing.T) {
	s := dyadmem.Session{ID: "s1", At: meeting().At, Lang: "en", Turns: []dyadmem.Turn{
		{ID: "t1", Speaker: dyadmem.User, Text: "Hi there!"},
		{ID: "t2", Speaker: dyadmem.Agent, Text: "Hello."},
		{ID: "t3", Speaker: dyadmem.User, Text: "From now on always give prices in euros, and never use emojis."},
		{ID: "t4", Speaker: dyadmem.Agent, Text: "Euros and no emojis, noted."},
	}}
	var p llm.Prompt
	if _, err := stage.Hybrid(says(`{"entries":[]}`, &p)).Capturer.Capture(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[3] user: From now on", "found by rules", "turns [3"} {
		if !strings.Contains(p.User, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, p.User)
		}
	}
	prior := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "trip", Kind: dyadmem.Fact, Content: "The user is in Rome", At: s.At.AddDate(0, -1, 0), Until: s.At.AddDate(0, 0, -9)}}}
	if _, err := stage.Hybrid(says(`{"delete":[{"key":"b1","why":"expired","evidence":[]}]}`, &p)).Updater.Update(t.Context(), prior, s, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.User, "delete b1: expired") || !strings.Contains(p.User, "its end has passed") {
		t.Errorf("the prompt does not propose the delete:\n%s", p.User)
	}
}

func TestFullHandsOverTheWholeHistory(t *testing.T) {
	var p llm.Prompt
	e := stage.Full(says(`{"answer":"Munich","abstained":false,"used":[1]}`, &p))
	var b dyadmem.Bank
	for i := range 20 {
		s := meeting()
		s.ID, s.At = fmt.Sprint("s", i), s.At.AddDate(0, 0, i)
		step, err := e.Step(t.Context(), b, s)
		if err != nil {
			t.Fatal(err)
		}
		b = step.Bank
	}
	hits, err := e.Recaller.Recall(t.Context(), b, dyadmem.Query{Text: "?"})
	if err != nil || len(hits) != 1 {
		t.Fatalf("Recall = %d hits, %v; want the history as one", len(hits), err)
	}
	if _, err := e.Answerer.Answer(t.Context(), dyadmem.Query{Text: "?"}, []dyadmem.Entry{hits[0].Entry}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(p.User, "The meeting is in Munich now"); n != 20 {
		t.Errorf("%d of 20 sessions are in the prompt", n)
	}
}

// axes is an embedder of three topics, and a reranker that likes long texts.
type axes struct{}

func (axes) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 3)
		for axis, words := range [][]string{{"meeting", "conference"}, {"sister", "sibling"}, {"conclusion"}} {
			for _, w := range words {
				if strings.Contains(strings.ToLower(t), w) {
					out[i][axis] = 1
				}
			}
		}
	}
	return out, nil
}

func (axes) Rerank(_ context.Context, _, _ string, documents []string) ([]float64, error) {
	scores := make([]float64, len(documents))
	for i, d := range documents {
		scores[i] = float64(len(d))
	}
	return scores, nil
}

func TestRetrieversByVectors(t *testing.T) {
	dense := stage.DenseRecaller{Embedder: axes{}}
	floor := dense
	floor.Floor = 0.9
	for _, c := range []struct {
		name string
		r    dyadmem.Recaller
		want string
	}{
		{"dense finds what shares no word", dense, "sister lead berlin"},
		{"a floor leaves out what is far", floor, "sister"},
		{"fused puts first what both rank high", stage.FusedRecaller{Recallers: []dyadmem.Recaller{stage.BM25{}, dense}}, "berlin sister lead"},
		{"reranked is in the reranker's order", stage.Reranked(dense, axes{}, 0), "sister lead berlin"},
		{"reranked to a depth takes no more", stage.Reranked(dense, axes{}, 1), "sister"},
	} {
		hits, err := c.r.Recall(t.Context(), bank(), dyadmem.Query{Text: "What is the sibling's name, Berlin?"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, string(h.Entry.Key))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// A model that names no turns keeps what a turn of the user's says by its
// words, however it dresses its reply (graphiti 627), and nothing else.
func TestEntriesWithoutEvidenceAreTraced(t *testing.T) {
	s := dyadmem.Session{ID: "s1", At: time.Date(2026, 2, 5, 9, 0, 0, 0, time.UTC), Turns: []dyadmem.Turn{
		{ID: "s1.1", Speaker: dyadmem.User, Text: "Put the risk section first in every plan."},
		{ID: "s1.2", Speaker: dyadmem.Agent, Text: "The cat sleeps on the piano, I take it."},
		{ID: "s1.3", Speaker: dyadmem.User, Text: "会议纪要请用中文写。"},
		{ID: "s1.4", Speaker: dyadmem.Tool, Text: "The password is on the fridge."},
	}}
	for _, c := range []struct{ reply, want string }{
		{"<think>They want an order rule.</think>\n```json\n[{\"type\":\"agent_identity\",\"text\":\"Put the risk section first in every plan\"}]\n```", "s1.1"},
		{`Here you go: {"memories":[{"type":"agent_identity","text":"Put the risk section first in every plan"}]}`, "s1.1"},
		{`{"memories":[{"kind":"agent_identity","content":"Put the risk section first in every plan"},]}`, "s1.1"},
		{`{"entries":[{"kind":"agent_identity","content":"会议纪要用中文写"}]}`, "s1.3"},
		{`{"entries":[{"kind":"fact","content":"The cat sleeps on the piano"}]}`, ""},
		{`{"entries":[{"kind":"fact","content":"The password is on the fridge"}]}`, ""},
		{`{"entries":[{"kind":"user_profile","content":"The user plans a section of a garden near the river"}]}`, ""},
	} {
		got, err := stage.ModelCapturer{Model: says(c.reply, nil)}.Capture(t.Context(), s)
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %d entries, %v", c.reply, len(got), err)
		}
		if evidence := strings.Trim(fmt.Sprint(got[0].Evidence), "[]"); evidence != c.want {
			t.Errorf("%s: evidence %q, want %q", c.reply, evidence, c.want)
		}
	}
}
