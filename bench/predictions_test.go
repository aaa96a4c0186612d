package bench

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/dyadmem/dyadmem"
)

func askedEpisode(id string) *Episode {
	return &Episode{
		ID:       id,
		Sessions: []Session{{ID: "s1"}, {ID: "s2"}},
		Questions: []Question{
			{ID: "q1", Type: SingleHop, Support: []dyadmem.EntryKey{"m1"}, AskedAfter: "s1"},
			{ID: "q2", Type: Abstain},
		},
	}
}

// write writes a file of lines and returns its path.
func writeLines(t *testing.T, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	text := []byte(strings.Join(lines, "\n"))
	switch filepath.Ext(name) {
	case ".gz":
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(text)
		z.Close()
		text = b.Bytes()
	case ".zst":
		z, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		text = z.EncodeAll(text, nil)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func openLines(t *testing.T, path string) *Predictions {
	t.Helper()
	p, err := OpenPredictions(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func unitsOf(t *testing.T, p *Predictions, e *Episode) *Units {
	t.Helper()
	u, err := p.Units(e)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestUnits(t *testing.T) {
	p := openLines(t, writeLines(t, "p.jsonl",
		`{"stage":"capture","episode":"e1","session":"s1","entries":[{"kind":"fact","content":"a","until":null}],"error":null}`,
		`{"stage":"capture","episode":"e1","session":"s9","entries":[]}`, // no such session
		`{"stage":"bank","episode":"e1","entries":[{"key":"p1","kind":"fact","content":"x"}]}`,
		`{"stage":"bank","episode":"e1","session":"s2","entries":[{"key":"p2","kind":"fact","content":"y"}]}`, // the same unit again
		``,
		`{"stage":"capture","episode":"e1","session":"s2","entries":[{"kind":"fact","content":"b"}],"error":"format"}`,
		`{"stage":"update","episode":"e1","session":"s1","add":["m1",{"kind":"fact","content":"z"}],"delete":["m3",{"key":"m4","why":"expired"}]}`,
		`{"stage":"recall","episode":"e1","question":"q1","keys":["m1"]}`,
		`{"stage":"recall","episode":"e1","question":"q2","keys":["m1"]}`, // a question without support
		`{"stage":"gold_qa","episode":"e1","question":"q7","answer":"?"}`, // no such question
		`{"stage":"dance","episode":"e1","session":"s1"}`,                 // no such stage
		`{"stage":"pipeline_qa","episode":"e1","question":"q1","answer":"first","abstained":false}`,
		`{"stage":"pipeline_qa","episode":"e1","question":"q1","answer":"last"}`,
		`{"stage":"pipeline_qa","episode":"e2","question":"q1","answer":"?"}`,
		`{"stage":"pipeline_qa","episode":"e2","question":"q2","answer":"?"}`,
	))
	e := askedEpisode("e1")
	u := unitsOf(t, p, e)
	if got := []int{u.Fitting, u.Repeated, u.Unknown}; !cmp.Equal(got, []int{8, 2, 4}) {
		t.Errorf("fitting, repeated, unknown = %v, want [8 2 4]", got)
	}
	if u.Pipelined {
		t.Error("Pipelined without a pipeline_capture line")
	}
	if got := u.PipelineQA["q1"]; got.Answer != "last" || got.Abstained != nil {
		t.Errorf("of two lines for a unit %+v counts, want the last", got)
	}
	if got := u.Capture["s2"]; len(got.Entries) != 0 || got.Error != "format" {
		t.Errorf("a failed line keeps entries: %+v", got)
	}
	if got := u.Built(e, &e.Questions[1]); len(got) != 1 || got[0].Key != "p2" {
		t.Errorf("bank at the end = %v, want p2 alone", got)
	}
	if got := u.Built(e, &e.Questions[0]); got != nil {
		t.Errorf("bank after s1 = %v, want none", got)
	}
	if got := u.Captured(e); len(got) != 1 || got[0].Content != "a" {
		t.Errorf("captured = %v, want the entry of s1", got)
	}
	for stage, want := range map[Stage]UnitCount{
		CaptureStage: {Planned: 2, Done: 1, Failed: 1},
		UpdateStage:  {Planned: 2, Done: 1, Missing: 1},
		RecallStage:  {Planned: 1, Done: 1},
		GoldQA:       {Planned: 2, Missing: 2},
		PipelineQA:   {Planned: 2, Done: 1, Missing: 1},
	} {
		if got := u.Count(e, stage); got != want {
			t.Errorf("%s: units %+v, want %+v", stage, got, want)
		}
	}
	if rest, err := p.Rest(); rest != 2 || err != nil {
		t.Errorf("Rest = %d, %v; want the two lines of e2", rest, err)
	}
}

func TestResolve(t *testing.T) {
	s := &Session{
		Capture: []Entry{{Key: "m1", Content: "new wording"}, {Key: "m4", Content: "captured"}},
		Add:     []Addition{{Entry: Entry{Key: "m1"}}, {Entry: Entry{Key: "m4", Content: "merged"}, Whole: true}, {Entry: Entry{Key: "m5", Content: "written out"}, Whole: true}},
	}
	prior := dyadmem.Bank{}.Apply([]dyadmem.Entry{{Key: "m1", Content: "old wording"}, {Key: "m2", Content: "known"}, {Key: "m5", Content: "before"}}, nil)
	var add []Addition
	for _, k := range []dyadmem.EntryKey{"m1", "m2", "m3", "m4", "m5"} {
		add = append(add, Addition{Entry: Entry{Key: k}})
	}
	var contents []string
	for _, e := range s.Resolve(append(add, Addition{Entry: Entry{Content: "whole"}, Whole: true}), prior) {
		contents = append(contents, e.Content)
	}
	if diff := cmp.Diff([]string{"new wording", "known", "", "merged", "written out", "whole"}, contents); diff != "" {
		t.Error(diff)
	}
}

// However the lines lie in the file, each episode gets its own, and of two
// lines for one unit the last.
func TestPredictionsInAnyOrder(t *testing.T) {
	var lines []string
	want := map[string]string{}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		id := fmt.Sprintf("e%d", rng.IntN(5))
		answer := fmt.Sprint(i, strings.Repeat(" long", rng.IntN(2000)))
		lines = append(lines, fmt.Sprintf(`{"answer":%q,"question":"q1","stage":"pipeline_qa","episode":%q}`, answer, id))
		want[id] = answer
		if rng.IntN(4) == 0 {
			lines = append(lines, "")
		}
	}
	for _, name := range []string{"p.jsonl", "p.jsonl.gz", "p.jsonl.zst"} {
		t.Run(name, func(t *testing.T) {
			path := writeLines(t, name, lines...)
			p := openLines(t, path)
			if copied := p.lines.Name() != path; copied != (name != "p.jsonl") {
				t.Errorf("unpacked to a copy: %t", copied)
			}
			lines := 0
			for i := range 5 { // not the order of the file
				id := fmt.Sprintf("e%d", i)
				u := unitsOf(t, p, askedEpisode(id))
				if got := u.PipelineQA["q1"].Answer; got != want[id] {
					t.Errorf("%s: answer %.20q, want %.20q", id, got, want[id])
				}
				lines += u.Repeated + 1
			}
			if rest, err := p.Rest(); lines != 600 || rest != 0 || err != nil {
				t.Errorf("%d lines and %d left (%v), want 600 and 0", lines, rest, err)
			}
		})
	}
}

// Lines of one episode together need no index.
func TestGroupedPredictionsNeedNoIndex(t *testing.T) {
	var lines []string
	for _, id := range []string{"e2", "e1"} {
		for _, q := range []string{"q1", "q2"} {
			lines = append(lines, fmt.Sprintf(`{"stage":"gold_qa","episode":%q,"question":%q}`, id, q))
		}
	}
	p := openLines(t, writeLines(t, "p.jsonl", lines...))
	if p.index != nil {
		t.Error("an index was written")
	}
	if u := unitsOf(t, p, askedEpisode("e1")); u.Fitting != 2 {
		t.Errorf("%d lines of e1, want 2", u.Fitting)
	}
}

func TestPredictionFaults(t *testing.T) {
	good := `{"stage":"gold_qa","episode":"e1","question":"q1"}`
	for _, tc := range []struct {
		name  string
		lines []string
		line  int // of the fault; 0: the whole input is unusable
		says  string
	}{
		{"nothing in it", nil, 0, "empty"},
		{"blank lines alone", []string{"", "  "}, 0, "empty"},
		{"no JSON", []string{good, "", "oops"}, 3, "not a prediction"},
		{"an array", []string{"[]"}, 1, "no JSON object"},
		{"no episode", []string{`{"stage":"capture"}`}, 1, "no episode"},
		{"a torn line", []string{good, `{"stage":"gold_qa","episode":"e1","answer":"`}, 2, "not a prediction"},
		{"a number where text should be", []string{good, good, `{"stage":"gold_qa","episode":"e1","question":"q2","answer":5}`}, 3, "answer: this is a number, not a string"},
		{"text where a list should be", []string{`{"stage":"capture","episode":"e1","session":"s1","entries":"m1"}`}, 1, "entries: this is a string, not a list"},
		{"a number within a list", []string{`{"stage":"update","episode":"e1","session":"s1","add":["m1",2]}`}, 1, "add[1]: this is a number, not a key or an entry"},
		{"a number for the episode", []string{`{"stage":"capture","episode":7}`}, 1, "episode: this is a number, not a string"},
		{"a time that is none", []string{`{"stage":"capture","episode":"e1","session":"s1","entries":[{"kind":"fact","content":"a","until":"soon"}]}`}, 1, `entries[0].until: unreadable time "soon"`},
		{"a torn line of an unknown episode", []string{good, `{"stage":"gold_qa","episode":"e7","answer":"`}, 2, "not a prediction"},
		{"a member that stands twice", []string{`{"stage":"gold_qa","episode":"e1","answer":"a","answer":"b"}`}, 1, "duplicate"},
		{"bytes that are not UTF-8", []string{good, "{\"stage\":\"gold_qa\",\"episode\":\"e1\",\"answer\":\"\xff\"}"}, 2, "UTF-8"},
		{"another data set", []string{`{"stage":"gold_qa","episode":"e7","question":"q1"}`}, 0, `episode "e7"`},
		{"recall for a question without support alone", []string{`{"stage":"recall","episode":"e1","question":"q2","keys":["m1"]}`}, 0, "no line fits"},
		{"the episode, but none of its questions", []string{`{"stage":"gold_qa","episode":"e1","question":"q9"}`}, 0, "no line fits"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := readAll(writeLines(t, "p.jsonl", tc.lines...), askedEpisode("e1"))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error %q does not say %q", err, tc.says)
			}
			var at *LineError
			switch {
			case tc.line == 0:
				if !errors.Is(err, ErrUnusable) {
					t.Errorf("%v is not ErrUnusable", err)
				}
			case !errors.As(err, &at) || at.Line != tc.line:
				t.Errorf("error %v, want one of line %d", err, tc.line)
			}
		})
	}
	if err := readAll(filepath.Join(t.TempDir(), "none"), askedEpisode("e1")); !errors.Is(err, ErrUnusable) {
		t.Errorf("a missing file: %v, want ErrUnusable", err)
	}
	if err := readAll(t.TempDir(), askedEpisode("e1")); !errors.Is(err, ErrUnusable) {
		t.Errorf("a folder: %v, want ErrUnusable", err)
	}
}

func readAll(path string, e *Episode) error {
	p, err := OpenPredictions(path)
	if err != nil {
		return err
	}
	_, err = p.Units(e)
	if err == nil {
		_, err = p.Rest()
	}
	return errors.Join(err, p.Close())
}

// Whatever is in a file: it is an error, or every line is accounted for.
func FuzzPredictions(f *testing.F) {
	f.Add("{\"stage\":\"gold_qa\",\"episode\":\"e1\",\"question\":\"q1\"}\n\n{\"stage\":\"bank\",\"episode\":\"e2\"}\n{\"episode\":\"e1\",\"stage\":\"bank\"}")
	f.Add("\ufeff{\"episode\":\"e1\",\"stage\":\"recall\",\"question\":\"q2\",\"keys\":[]}\r\n")
	f.Add(`{"stage":"update","episode":"e1","session":"s1","add":["m1",{"content":"x"}],"delete":["m3",{"key":"m4"}]}`)
	f.Add(`{"episode":"e1"`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := OpenPredictions(writeLines(t, "p.jsonl", text))
		if err != nil {
			return
		}
		defer p.Close()
		u, err := p.Units(askedEpisode("e1"))
		if err != nil {
			return
		}
		rest, err := p.Rest()
		if err != nil && !errors.Is(err, ErrUnusable) {
			return
		}
		lines := 0
		for _, l := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
			if strings.TrimSpace(l) != "" {
				lines++
			}
		}
		if got := u.Fitting + u.Unknown + rest; got != lines {
			t.Errorf("%d lines are accounted for, want %d", got, lines)
		}
	})
}

// What opening and decoding a file costs, lines of an episode together or not.
func BenchmarkPredictions(b *testing.B) {
	const episodes, perEpisode = 20, 200
	entries := strings.TrimSuffix(strings.Repeat(`{"kind":"fact","content":"The user moved the meeting to Munich","evidence":["s1.1"]},`, 16), ",")
	line := func(e int) string {
		return fmt.Sprintf(`{"stage":"pipeline_qa","episode":"e%d","question":"q1","answer":"Munich","abstained":false,"handed":[%s]}`, e, entries)
	}
	for _, bc := range []struct {
		name    string
		episode func(i int) int
	}{
		{"together", func(i int) int { return i / perEpisode }},
		{"mixed", func(i int) int { return i % episodes }},
	} {
		b.Run(bc.name, func(b *testing.B) {
			var lines []string
			for i := range episodes * perEpisode {
				lines = append(lines, line(bc.episode(i)))
			}
			path := filepath.Join(b.TempDir(), "p.jsonl")
			text := strings.Join(lines, "\n")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p, err := OpenPredictions(path)
				if err != nil {
					b.Fatal(err)
				}
				for e := range episodes {
					if _, err := p.Units(askedEpisode(fmt.Sprintf("e%d", e))); err != nil {
						b.Fatal(err)
					}
				}
				if err := p.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Where a file has pipeline_capture lines, they and not the capture lines say
// what the pipeline captured, on whatever line and in whatever order of members
// the first of them stands.
func TestPipelineCaptureIsFound(t *testing.T) {
	for name, line := range map[string]string{
		"stage first":   `{"stage":"pipeline_capture","episode":"e1","session":"s1","entries":[{"kind":"fact","content":"alpha"}]}`,
		"episode first": `{"episode":"e1","session":"s1","entries":[{"kind":"fact","content":"alpha"}],"stage":"pipeline_capture"}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.jsonl")
			if err := os.WriteFile(path, []byte(`{"stage":"capture","episode":"e1","session":"s1","entries":[]}`+"\n"+line+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := OpenPredictions(path)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			e := &Episode{ID: "e1", Sessions: []Session{{ID: "s1"}}}
			u, err := p.Units(e)
			if err != nil {
				t.Fatal(err)
			}
			if got := u.Captured(e); len(got) != 1 || got[0].Content != "alpha" {
				t.Errorf("captured %v, want alpha", got)
			}
		})
	}
}
