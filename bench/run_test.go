package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
)

// writeSet writes a data set of n small episodes and opens it.
func writeSet(t *testing.T, n int) *Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set.jsonl")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		e := &Episode{ID: fmt.Sprintf("e%d", i), Lang: "en", Focus: UserFocus, Domain: "other", Agent: Party{ID: "a"}, User: Party{ID: "u"}}
		for s := range 3 {
			id := fmt.Sprintf("s%d", s+1)
			turn := dyadmem.TurnRef(id + ".1")
			key := dyadmem.EntryKey(fmt.Sprintf("m%d", s+1))
			e.Sessions = append(e.Sessions, Session{
				ID: id, Time: At(time.Date(2026, 1, 1+s, 9, 0, 0, 0, time.UTC)),
				Turns:   []Turn{{ID: turn, Speaker: dyadmem.User, Text: fmt.Sprintf("word%d of %s", s, e.ID)}},
				Capture: []Entry{{Key: key, Kind: dyadmem.Fact, Content: fmt.Sprintf("fact %d of %s", s, e.ID), Evidence: []dyadmem.TurnRef{turn}}},
				Add:     []Addition{{Entry: Entry{Key: key}}},
			})
		}
		for q := range 4 {
			question := Question{ID: fmt.Sprintf("q%d", q+1), Type: SingleHop, Text: "what?", Answer: "that", Support: []dyadmem.EntryKey{"m1"}}
			if q == 0 {
				question.AskedAfter = "s2"
			}
			e.Questions = append(e.Questions, question)
		}
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	set, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// echo remembers every turn and answers with what it was handed.
func echo() dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) (list []dyadmem.Entry, err error) {
			for _, t := range s.Turns {
				list = append(list, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
			}
			return list, nil
		}),
		Updater: dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
			return nil, nil
		}),
		Recaller: dyadmem.RecallFunc(func(_ context.Context, b dyadmem.Bank, q dyadmem.Query) (hits []dyadmem.Hit, err error) {
			for _, e := range b.Entries[:min(len(b.Entries), q.K())] {
				hits = append(hits, dyadmem.Hit{Entry: e})
			}
			return hits, nil
		}),
		Answerer: dyadmem.AnswerFunc(func(_ context.Context, _ dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
			var all []string
			for _, e := range evidence {
				all = append(all, e.Content)
			}
			return dyadmem.Answer{Text: strings.Join(all, "; "), Abstained: len(all) == 0}, nil
		}),
	}
}

func do(t *testing.T, r Run) (Outcome, []byte) {
	t.Helper()
	if r.Key == "" {
		r.Key = "key"
	}
	if r.Stages == nil {
		r.Stages = Stages()
	}
	out, err := r.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(r.Dir, PredictionsFile))
	if err != nil {
		t.Fatal(err)
	}
	return out, b
}

func lines(t *testing.T, b []byte) (list []Prediction) {
	t.Helper()
	for line := range bytes.Lines(b) {
		var p Prediction
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func TestRunIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	set := writeSet(t, 9)
	_, one := do(t, Run{Set: set, System: EngineSystem{echo()}, Workers: 1, Dir: t.TempDir()})
	out, eight := do(t, Run{Set: set, System: EngineSystem{echo()}, Workers: 8, Dir: t.TempDir()})
	if !bytes.Equal(one, eight) {
		t.Error("1 and 8 workers wrote different predictions")
	}
	// Per episode: 3 captures, 3 updates, 4 recalls, 4 gold answers, 1 pipeline.
	if out.Planned != 9*15 || out.Failed != 0 {
		t.Errorf("outcome %+v, want %d planned and none failed", out, 9*15)
	}
	// The pipeline leaves 3 captures, the banks after s2 and s3, and 4 answers.
	if got, want := len(lines(t, eight)), 9*(14+3+2+4); got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
}

func TestPipelineAsksInTheMiddle(t *testing.T) {
	_, b := do(t, Run{Set: writeSet(t, 1), System: EngineSystem{echo()}, Stages: []Stage{PipelineQA}, Dir: t.TempDir()})
	got := map[string]string{}
	for _, p := range lines(t, b) {
		if p.Stage == PipelineQA {
			got[p.Question] = p.Answer
		}
	}
	if want := "word0 of e0; word1 of e0"; got["q1"] != want {
		t.Errorf("q1, asked after s2: %q, want %q", got["q1"], want)
	}
	if want := "word0 of e0; word1 of e0; word2 of e0"; got["q2"] != want {
		t.Errorf("q2, asked at the end: %q, want %q", got["q2"], want)
	}
}

// A run that is interrupted after every unit in turn, its last line torn each
// time, ends with the same bytes as one that is not.
func TestRunGoesOnWhereItStopped(t *testing.T) {
	set := writeSet(t, 3)
	_, want := do(t, Run{Set: set, System: EngineSystem{echo()}, Workers: 2, Dir: t.TempDir()})
	dir := t.TempDir()
	starts := 0
	for {
		starts++
		ctx, cancel := context.WithCancel(t.Context())
		r := Run{Set: set, System: EngineSystem{echo()}, Stages: Stages(), Workers: 2, Dir: dir, Key: "key",
			Progress: func(int, int) { cancel() }}
		_, err := r.Do(ctx)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		tear(t, filepath.Join(dir, journalFile))
	}
	got, err := os.ReadFile(filepath.Join(dir, PredictionsFile))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the resumed run wrote other predictions")
	}
	if starts < 5 {
		t.Errorf("the run was interrupted %d times only: the test tests nothing", starts-1)
	}
}

// tear appends half a line, as a kill in the middle of a write leaves it.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"stage":"capture","epis`); err != nil {
		t.Fatal(err)
	}
}

func TestFailedUnitsAreIsolatedAndRetried(t *testing.T) {
	set := writeSet(t, 2)
	var calls atomic.Int64
	broken := func(err func(dyadmem.Session) error) System {
		e := echo()
		whole := e.Capturer
		e.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
			calls.Add(1)
			if err := err(s); err != nil {
				return nil, err
			}
			return whole.Capture(ctx, s)
		})
		return EngineSystem{e}
	}
	dir := t.TempDir()
	out, b := do(t, Run{Set: set, System: broken(func(s dyadmem.Session) error {
		switch s.ID {
		case "s1":
			return &dyadmem.FormatError{Stage: "capture", Err: errors.New("half a brace")}
		case "s2":
			panic("index out of range")
		}
		return nil
	}), Stages: []Stage{CaptureStage}, Dir: dir})
	if out.Failed != 4 {
		t.Errorf("%d failed, want s1 and s2 of both episodes", out.Failed)
	}
	var classes []string
	for _, p := range lines(t, b) {
		classes = append(classes, p.Error)
	}
	if got, want := strings.Join(classes, ","), "format,crash,,format,crash,"; got != want {
		t.Errorf("classes %s, want %s", got, want)
	}
	calls.Store(0)
	out, b = do(t, Run{Set: set, System: broken(func(dyadmem.Session) error { return nil }), Stages: []Stage{CaptureStage}, Dir: dir})
	if out.Failed != 0 || out.Resumed != 2 || calls.Load() != 4 {
		t.Errorf("the second start: %+v with %d calls, want the 4 failed units alone", out, calls.Load())
	}
	for _, p := range lines(t, b) {
		if p.Error != "" || len(p.Entries) != 1 {
			t.Errorf("line %+v after the retry", p)
		}
	}
}

// An answer that is no UTF-8 fails its question, and neither the run nor the other questions.
func TestAnswerThatIsNoText(t *testing.T) {
	e := echo()
	e.Answerer = dyadmem.AnswerFunc(func(_ context.Context, q dyadmem.Query, _ []dyadmem.Entry) (dyadmem.Answer, error) {
		return dyadmem.Answer{Text: "half a rune \xe4\xb8"}, nil
	})
	out, b := do(t, Run{Set: writeSet(t, 1), System: EngineSystem{e}, Stages: []Stage{RecallStage, GoldQA}, Dir: t.TempDir()})
	failed := 0
	for _, p := range lines(t, b) {
		if p.Error == "format" && p.Stage == GoldQA && p.Question != "" {
			failed++
		} else if p.Error != "" {
			t.Errorf("line %+v", p)
		}
	}
	if failed != 4 || out.Failed != 4 {
		t.Errorf("%d lines failed, the run says %d; want the 4 questions", failed, out.Failed)
	}
}

func TestRunRefusesAFolderWithAnotherRun(t *testing.T) {
	set := writeSet(t, 1)
	dir := t.TempDir()
	do(t, Run{Set: set, System: EngineSystem{echo()}, Dir: dir, Key: "one"})
	other := Run{Set: set, System: EngineSystem{echo()}, Stages: Stages(), Dir: dir, Key: "two"}
	if _, err := other.Do(t.Context()); !errors.Is(err, ErrUnusable) {
		t.Errorf("another configuration in one folder: %v, want ErrUnusable", err)
	}
	other.Fresh = true
	if out, err := other.Do(t.Context()); err != nil || out.Resumed != 0 {
		t.Errorf("with Fresh: %+v, %v", out, err)
	}
}
