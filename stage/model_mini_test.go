package stage_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
	"github.com/dyadmem/dyadmem/stage"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

const replyTokens = 4096 // of the models of these tests

// pair returns the two episodes, one in each language, that these tests run
// over.
func pair(t testing.TB) *bench.Set {
	t.Helper()
	set, err := bench.Open(stagetest.Pair(t))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func connect(t testing.TB, s *llmtest.Server, change func(*llm.Config)) *llm.Client {
	t.Helper()
	cfg := llm.Config{BaseURL: s.Base(), Model: "scripted", Backoff: time.Millisecond, Attempts: 3, Timeout: 10 * time.Second, Context: 32768, MaxTokens: replyTokens}
	if change != nil {
		change(&cfg)
	}
	c, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func model(c *llm.Client) stage.Model {
	return stage.Model{Chat: c, Context: c.Context(), MaxTokens: replyTokens}
}

// run runs an engine over the episodes and returns the outcome and the
// predictions.
func run(t testing.TB, e dyadmem.Engine, dir string) (bench.Outcome, []bench.Prediction, error) {
	t.Helper()
	r := bench.Run{Set: pair(t), System: bench.EngineSystem{Engine: e}, Stages: bench.Stages(), Workers: 8, Dir: dir, Key: "k"}
	out, err := r.Do(context.Background())
	if err != nil {
		return out, nil, err
	}
	b, err := os.ReadFile(filepath.Join(dir, bench.PredictionsFile))
	if err != nil {
		t.Fatal(err)
	}
	var all []bench.Prediction
	for line := range strings.Lines(string(b)) {
		var p bench.Prediction
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return out, all, nil
}

// right compares predictions with gold: contents, operations, keys and answers.
// It returns how many units of each stage were compared.
func right(t *testing.T, m *stagetest.Model, all []bench.Prediction) map[bench.Stage]int {
	t.Helper()
	n := make(map[bench.Stage]int)
	find := func(id string) *bench.Episode {
		return m.Episodes[slices.IndexFunc(m.Episodes, func(e *bench.Episode) bool { return e.ID == id })]
	}
	for _, p := range all {
		e := find(p.Episode)
		n[p.Stage]++
		where := fmt.Sprint(p.Stage, " ", p.Episode, " ", p.Session, p.Question)
		if p.Error != "" {
			t.Errorf("%s failed: %s", where, p.Error)
			continue
		}
		switch p.Stage {
		case bench.CaptureStage:
			s := e.Sessions[slices.IndexFunc(e.Sessions, func(s bench.Session) bool { return s.ID == p.Session })]
			var want, got []string
			for _, c := range s.Capture {
				evidence := slices.DeleteFunc(slices.Clone(c.Evidence), func(ref dyadmem.TurnRef) bool { // of earlier sessions
					return !slices.ContainsFunc(s.Turns, func(t bench.Turn) bool { return t.ID == ref })
				})
				want = append(want, fmt.Sprint(c.Kind, c.Content, evidence, c.Until != nil))
			}
			for _, c := range p.Entries {
				got = append(got, fmt.Sprint(c.Kind, c.Content, c.Evidence, c.Until != nil))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-gold +got):\n%s", where, diff)
			}
		case bench.UpdateStage:
			s := e.Sessions[slices.IndexFunc(e.Sessions, func(s bench.Session) bool { return s.ID == p.Session })]
			var want, got []string
			for _, d := range s.Delete {
				want = append(want, fmt.Sprint(d.Key, d.Why))
			}
			for _, d := range p.Delete {
				got = append(got, fmt.Sprint(d.Key, d.Why))
			}
			if diff := cmp.Diff(want, got); diff != "" || len(p.Add) != len(s.Add) {
				t.Errorf("%s: %d of %d adds; deletes (-gold +got):\n%s", where, len(p.Add), len(s.Add), diff)
			}
		case bench.RecallStage, bench.GoldQA, bench.PipelineQA:
			q := e.Questions[slices.IndexFunc(e.Questions, func(q bench.Question) bool { return q.ID == p.Question })]
			if p.Stage == bench.RecallStage {
				if diff := cmp.Diff(q.Support, p.Keys); diff != "" {
					t.Errorf("%s (-gold +got):\n%s", where, diff)
				}
			} else if *p.Abstained != (len(q.Support) == 0) || !*p.Abstained && p.Answer != q.Answer {
				t.Errorf("%s: %q, abstained %v", where, p.Answer, *p.Abstained)
			}
		}
	}
	return n
}

func TestModelSystemsOverMini(t *testing.T) {
	m := stagetest.Knows(t, pair(t), 0)
	for _, c := range []struct {
		name   string
		engine func(stage.Model) dyadmem.Engine
		spoil  func(n int, reply string) string
	}{
		{"a good model", stage.Model.Engine, func(_ int, reply string) string { return reply }},
		{"a sloppy model, whose replies mean the same", stage.Model.Engine, stagetest.Sloppy},
		{"hybrid with a good model", stage.Hybrid, func(_ int, reply string) string { return reply }},
		{"hybrid with a sloppy model, whose replies mean the same", stage.Hybrid, stagetest.Sloppy},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
				reply := m.Reply(r)
				if reply == "" {
					t.Errorf("the model was asked what it cannot place:\n%s", r.User)
				}
				return llmtest.Response{Text: c.spoil(r.N, reply)}
			})
			client := connect(t, s, func(cfg *llm.Config) { cfg.Cache = filepath.Join(t.TempDir(), "calls") })
			out, all, err := run(t, c.engine(model(client)), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if out.Failed != 0 {
				t.Errorf("%+v, want none failed", out)
			}
			if strings.HasPrefix(c.name, "hybrid") {
				checkHybrid(t, m, all)
			} else {
				n := right(t, m, all)
				for _, st := range bench.Stages() {
					if n[st] == 0 {
						t.Errorf("no unit of %s was run", st)
					}
				}
			}
			repairs := 0
			for _, l := range client.Ledger().Lines() {
				for _, k := range l.Repairs {
					repairs += k
				}
				t.Logf("%s: %d calls, %d kept, %d prompt tokens, repairs %v", l.Stage, l.Calls, l.Kept, l.Tokens.Prompt, l.Repairs)
			}
			if (repairs > 0) != strings.Contains(c.name, "sloppy") {
				t.Errorf("%d repairs counted", repairs)
			}
		})
	}
}

// checkHybrid wants what a model can do that sees what rules propose: all units
// done, and answers that are right wherever the support was handed over.
func checkHybrid(t *testing.T, m *stagetest.Model, all []bench.Prediction) {
	t.Helper()
	answers, correct := 0, 0
	for _, p := range all {
		if p.Error != "" {
			t.Errorf("%s %s %s%s failed: %s", p.Stage, p.Episode, p.Session, p.Question, p.Error)
		}
		if p.Stage == bench.GoldQA {
			answers++
			for _, e := range m.Episodes {
				for _, q := range e.Questions {
					if e.ID == p.Episode && q.ID == p.Question && (p.Answer == q.Answer || *p.Abstained && len(q.Support) == 0) {
						correct++
					}
				}
			}
		}
	}
	if answers == 0 || correct != answers {
		t.Errorf("%d of %d answers on gold memory are right, want all", correct, answers)
	}
}

// A long session, a large bank and a small context: the model is asked again
// with less until it fits.
func TestModelFitsItsContext(t *testing.T) {
	m := stagetest.Knows(t, pair(t), 0)
	var mu sync.Mutex
	requests := make(map[string]int)
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		if len(r.System)+len(r.User) > 6000 {
			return llmtest.Response{Status: 400, Error: "the request exceeds the available context size"}
		}
		mu.Lock()
		requests[r.Format]++
		mu.Unlock()
		return llmtest.Response{Text: m.Reply(r)}
	})
	if out, _, err := run(t, stage.Hybrid(model(connect(t, s, nil))), t.TempDir()); err != nil || out.Failed != 0 {
		t.Errorf("hybrid: %+v, %v; want every unit to fit", out, err)
	}
	clear(requests)
	client := connect(t, s, nil)
	out, all, err := run(t, model(client).Engine(), t.TempDir())
	if err != nil || out.Failed != 0 {
		t.Fatalf("%+v, %v", out, err)
	}
	sessions := 0
	for _, p := range all {
		if p.Stage == bench.CaptureStage {
			sessions++
			if len(p.Entries) == 0 {
				t.Errorf("%s %s: nothing captured", p.Episode, p.Session)
			}
		}
	}
	if requests["capture"] <= sessions {
		t.Errorf("%d requests for %d sessions: none was split", requests["capture"], sessions)
	}
	neighbours := 0
	for _, l := range client.Ledger().Lines() {
		neighbours += l.Repairs["neighbors"]
	}
	if neighbours == 0 {
		t.Error("no bank was cut to the nearest entries, or it was not said")
	}
}

// The waves of a batch are as many as the sessions, and a few for what comes
// after; in the end the predictions are those of an online run.
func TestBatchOverMini(t *testing.T) {
	m := stagetest.Knows(t, pair(t), 0)
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response { return llmtest.Response{Text: m.Reply(r)} })
	_, want, err := run(t, model(connect(t, s, nil)).Engine(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir, batches := t.TempDir(), t.TempDir()
	most := 0
	for _, e := range m.Episodes {
		most = max(most, len(e.Sessions))
	}
	for n := 1; ; n++ {
		if n > most+4 {
			t.Fatalf("%d waves for at most %d sessions", n, most)
		}
		client := connect(t, s, func(cfg *llm.Config) {
			cfg.Mode, cfg.BatchDir, cfg.Cache = llm.Batch, batches, filepath.Join(batches, "calls")
		})
		out, got, err := run(t, model(client).Engine(), dir)
		if err != nil {
			t.Fatal(err)
		}
		err = client.Wave()
		client.Close()
		if err == nil {
			if out.Pending != 0 || out.Failed != 0 {
				t.Fatalf("%+v, and no request is left", out)
			}
			if diff := cmp.Diff(encode(want), encode(got)); diff != "" {
				t.Errorf("predictions (-online +batch):\n%s", diff)
			}
			return
		}
		var wave *llm.WaveError
		if !errors.As(err, &wave) || wave.Wave != n {
			t.Fatalf("start %d: %v", n, err)
		}
		answerWave(t, m, wave.File, filepath.Join(batches, fmt.Sprintf("done-%d.jsonl", n)))
	}
}

// answerWave does what a batch API does.
func answerWave(t *testing.T, m *stagetest.Model, requests, replies string) {
	t.Helper()
	b, err := os.ReadFile(requests)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(b)) {
		var r struct {
			ID   string `json:"custom_id"`
			Body json.RawMessage
		}
		var body struct {
			Messages []struct{ Content string }
		}
		if err := errors.Join(json.Unmarshal([]byte(line), &r), json.Unmarshal(r.Body, &body)); err != nil {
			t.Fatal(err)
		}
		reply := m.Reply(llmtest.Request{System: body.Messages[0].Content, User: body.Messages[1].Content})
		n := len(r.Body) / 4 // as the server of the online run counts
		lines = append(lines, encode(map[string]any{"custom_id": r.ID, "response": map[string]any{"status_code": 200, "body": map[string]any{
			"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": reply}}},
			"usage":   map[string]any{"prompt_tokens": n, "completion_tokens": 10, "prompt_tokens_details": map[string]any{"cached_tokens": n / 2}},
		}}}))
	}
	slices.Reverse(lines)
	if err := os.WriteFile(replies, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is made of strings and numbers
	}
	return string(b)
}
