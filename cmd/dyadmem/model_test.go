package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm/llmtest"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// pairOf returns the path of two episodes, one in each language, and a model
// that knows them.
func pairOf(t *testing.T) (string, *stagetest.Model) {
	t.Helper()
	path := stagetest.Pair(t)
	pair, err := bench.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, stagetest.Knows(t, pair, 0)
}

// good answers as a good model does, and as a judge who finds all answers right.
func good(m *stagetest.Model) func(llmtest.Request) llmtest.Response {
	return func(r llmtest.Request) llmtest.Response {
		switch r.Format {
		case "check":
			return llmtest.Response{Text: `{"ok":true}`}
		case "verdict":
			return llmtest.Response{Text: `{"verdict":"correct"}`}
		case "pairs":
			return llmtest.Response{Text: `{"pairs":[]}`}
		}
		return llmtest.Response{Text: m.Reply(r)}
	}
}

// A started command with what it wrote.
type started struct {
	status   int
	out, err string
}

func command(t *testing.T, args ...string) started {
	t.Helper()
	var out, err bytes.Buffer
	code := run(t.Context(), args, &out, &err)
	return started{code, out.String(), err.String()}
}

// bench run on the data, with a model at an endpoint, and what else is given.
func modelRun(data, base, dir string, more ...string) []string {
	return append([]string{
		"bench", "run", "--data", data, "--system", "model", "--model", "scripted", "--base-url", base, "--out", dir,
		"--context", "32768", "--json",
	}, more...)
}

// planned is what a dry run prints with --json.
type planned struct {
	DryRun spent `json:"dry_run"`
}

func dryRun(t *testing.T, args []string) spent {
	t.Helper()
	got := command(t, append(args, "--dry-run")...)
	var p planned
	if err := json.Unmarshal([]byte(got.out), &p); got.status != exitDone || err != nil {
		t.Fatalf("dry run: status %d, %v: %s%s", got.status, err, got.out, got.err)
	}
	return p.DryRun
}

func spentBy(t *testing.T, dir string) spent {
	t.Helper()
	m, err := readManifest(dir)
	if err != nil || m == nil {
		t.Fatalf("manifest of %s: %v", dir, err)
	}
	return m.Spent
}

// A dry run counts what the run then asks, by role, account and stage. With
// a model that is as good as gold it is exact but for judges and embedders, which
// it may only count too high. Requests that turn out alike are sent once, so that
// the run sends no more than was said, and of chat requests not under two thirds.
func TestDryRunSaysWhatTheRunAsks(t *testing.T) {
	data, m := pairOf(t)
	for _, c := range []struct {
		name string
		args []string
	}{
		{"model", nil},
		{"rules, and a model for answers alone", []string{"--system", "capture=rules,update=rules,recall=bm25,answer=model"}},
		{"model, with an embedder", []string{"--system", "capture=model,update=model,recall=dense,answer=model", "--embed-model", "e"}},
		{"model, judged by a model", []string{"--answers", "model", "--equivalence", "model", "--judge-model", "scripted"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, good(m))
			dir := t.TempDir()
			args := modelRun(data, s.Base(), dir, c.args...)
			want := dryRun(t, args)
			if all, _ := s.Requests(); all != 0 {
				t.Fatalf("a dry run sent %d requests", all)
			}
			if got := command(t, args...); got.status != exitDone {
				t.Fatalf("status %d: %s", got.status, got.err)
			}
			asks := func(s spent) map[string]int {
				by := make(map[string]int)
				for r, lines := range s {
					if r == judgeRole || r == embedRole {
						continue // compared as a whole below
					}
					for _, l := range lines {
						by[string(r)+" "+l.For+" "+l.Stage] = l.Calls + l.Kept + l.Waiting
					}
				}
				return by
			}
			spent := spentBy(t, dir)
			for line, n := range asks(want) {
				if got := asks(spent)[line]; got != n {
					t.Errorf("%s: the run asked %d times, and the dry run said %d", line, got, n)
				}
			}
			if len(asks(want)) != len(asks(spent)) {
				t.Errorf("the run asked for %v, and the dry run said %v", asks(spent), asks(want))
			}
			for r := range spent {
				calls, said := 0, 0
				for _, l := range spent[r] {
					calls += l.Calls
				}
				for _, l := range want[r] {
					said += l.Waiting
				}
				t.Logf("%s: %d requests said, %d sent", r, said, calls)
				if calls > said || float64(calls) < float64(said)*2/3 && r == chatRole {
					t.Errorf("%s: %d requests were sent, and the dry run said %d", r, calls, said)
				}
			}
		})
	}
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is a number
	}
	return string(b)
}

func sameFile(t *testing.T, a, b, name string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(a, name))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(b, name))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !bytes.Equal(want, got) {
		t.Errorf("%s differs (%d and %d bytes)", name, len(want), len(got))
	}
}

// The summary says what the memory costs against a replay of the dialogue, from
// the calls of one run, and the report shows it; a replay out of the cache says
// the same.
func TestCostOfIncrementalMemory(t *testing.T) {
	data, m := pairOf(t)
	s := llmtest.Serve(t, good(m))
	dir := t.TempDir()
	args := modelRun(data, s.Base(), dir, "--price-in", "1", "--price-cached", "0.5", "--price-out", "2")
	if got := command(t, args...); got.status != exitDone {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	type cost struct {
		Calls                      int
		Prompt, Cached, Completion int64
		USD                        float64
	}
	read := func(dir string) (c struct {
		Cost struct {
			Incremental, Rebuilt, Replayed cost
			Share                          float64 `json:"incremental_of_replayed"`
		}
	}) {
		b, err := os.ReadFile(filepath.Join(dir, summaryFile))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	got := read(dir).Cost
	var incremental, replayed cost
	for _, l := range spentBy(t, dir)[chatRole] {
		switch l.For {
		case "pipeline_qa":
			incremental.Calls += l.Calls + l.Kept
		case "full":
			replayed.Calls += l.Calls + l.Kept
			replayed.Prompt += l.Tokens.Prompt
			replayed.Completion += l.Tokens.Completion
		}
	}
	questions := 0
	for _, e := range m.Episodes {
		questions += len(e.Questions)
	}
	if got.Incremental.Calls != incremental.Calls || got.Replayed.Calls != questions {
		t.Errorf("%+v; the ledger has %d calls of the pipeline, and there are %d questions", got, incremental.Calls, questions)
	}
	if got.Replayed.Prompt != replayed.Prompt || got.Replayed.Completion != replayed.Completion {
		t.Errorf("replayed %+v, the ledger has %+v", got.Replayed, replayed)
	}
	if got.Rebuilt.Prompt <= got.Incremental.Prompt || got.Rebuilt.Calls <= got.Incremental.Calls {
		t.Errorf("to rebuild takes %+v, no more than %+v", got.Rebuilt, got.Incremental)
	}
	if want := float64(got.Incremental.Prompt+got.Incremental.Completion) / float64(got.Replayed.Prompt+got.Replayed.Completion); got.Share != want {
		t.Errorf("share %v, want %v", got.Share, want)
	}
	t.Logf("incremental is %.2f, rebuilt %.2f of replayed, in tokens", got.Share, float64(got.Rebuilt.Prompt+got.Rebuilt.Completion)/float64(got.Replayed.Prompt+got.Replayed.Completion))
	c := got.Incremental
	usd := (float64(c.Prompt-c.Cached) + float64(c.Cached)*0.5 + float64(c.Completion)*2) / 1e6
	if c.Cached == 0 || c.USD < usd*0.999 || c.USD > usd*1.001 {
		t.Errorf("$%v for %+v, want $%v", c.USD, c, usd)
	}
	report, err := os.ReadFile(filepath.Join(dir, reportFile))
	if err != nil || !strings.Contains(string(report), "recall on demand") || !strings.Contains(string(report), "replayed") {
		t.Errorf("the report does not show it: %v", err)
	}
	again := t.TempDir()
	args = modelRun(data, s.Base(), again, "--price-in", "1", "--price-cached", "0.5", "--price-out", "2", "--offline", "--calls", filepath.Join(dir, "calls.jsonl"))
	if got := command(t, args...); got.status != exitDone {
		t.Fatalf("offline: status %d: %s", got.status, got.err)
	}
	sameFile(t, dir, again, summaryFile)
	sameFile(t, dir, again, bench.PredictionsFile)
}

// Wrong keys, addresses and models are a line each before any unit has failed,
// for every role.
func TestWrongEndpointsAreOneLine(t *testing.T) {
	data, m := pairOf(t)
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		switch {
		case r.Key == "wrong":
			return llmtest.Response{Status: 401, Error: "Incorrect API key provided: wrong"}
		case r.Model != "scripted":
			return llmtest.Response{Status: 404, Error: "The model does not exist."}
		}
		return good(m)(r)
	})
	plain := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Plain: "Welcome to nginx!\n"} })
	const nobody = "http://127.0.0.1:1/v1"
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"a wrong key", []string{"--api-key", "wrong"}, "the key is refused"},
		{"a model that is not there", []string{"--model", "gpt-9"}, `there is no model "gpt-9"; the endpoint has scripted`},
		{"an address where nobody is", []string{"--base-url", nobody}, "nothing answers there"},
		{"an address without /v1", []string{"--base-url", s.URL}, "usually ends in /v1"},
		{"a server that speaks plain text", []string{"--base-url", plain.Base()}, "is it an OpenAI-compatible endpoint?"},
		{"a judge's address where nobody is", []string{"--answers", "model", "--judge-model", "scripted", "--judge-url", nobody}, "judge: model endpoint: nothing answers there"},
		{"an embedder's address where nobody is", []string{"--system", "capture=rules,update=rules,recall=dense,answer=model", "--embed-model", "e", "--embed-url", nobody}, "embed: model endpoint: nothing answers there"},
		{"a reranker that the server does not have", []string{"--system", "capture=rules,update=rules,recall=bm25+rerank,answer=model", "--rerank-model", "r"}, "rerank: model endpoint"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := command(t, modelRun(data, s.Base(), t.TempDir(), c.args...)...)
			if got.status != exitFailed || !strings.Contains(got.err, c.want) || strings.Contains(got.err, "failed (") || strings.Count(got.err, "\n") != 1 {
				t.Errorf("status %d, want %d and one line with %q:\n%s", got.status, exitFailed, c.want, got.err)
			}
		})
	}
}

// What is asked and answered goes to the log where one is wanted, the key never;
// the way to ask for JSON and a table of prices hold, whether they come by flag,
// file or environment.
func TestModelSettings(t *testing.T) {
	data, m := pairOf(t)
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		if r.Mode != "" {
			t.Errorf("JSON was asked for by %q, want by the prompt alone", r.Mode)
		}
		if r.Key != "sk-very-secret" {
			t.Errorf("the key was %q", r.Key)
		}
		if strings.Contains(r.System, `"ok"`) {
			return llmtest.Response{Text: `{"ok":true}`}
		}
		return llmtest.Response{Text: m.Reply(r)}
	})
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	log := filepath.Join(dir, "log.jsonl")
	prices := write("prices.yaml", "scripted: {prompt: 1000, cached: 100, completion: 2000}\n")
	settings := write("dyadmem.yaml", "bench:\n  run:\n    structured: plain\n    prices: "+prices+"\n    max-usd: 100000\n")
	t.Setenv("DYADMEM_CALL_LOG", log)
	t.Setenv("DYADMEM_API_KEY", "sk-very-secret")
	args := append([]string{"--config", settings}, modelRun(data, s.Base(), filepath.Join(dir, "out"))...)
	if got := command(t, args...); got.status != exitDone {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines < 50 || strings.Contains(string(text), "sk-very-secret") || !strings.Contains(string(text), `"request":{`) || !strings.Contains(string(text), `"reply":{`) {
		t.Errorf("the log has %d lines, or lacks requests and replies, or tells the key", lines)
	}
	sum := spentBy(t, filepath.Join(dir, "out")).total()
	want := (float64(sum.Tokens.Prompt-sum.Tokens.Cached)*1000 + float64(sum.Tokens.Cached)*100 + float64(sum.Tokens.Completion)*2000) / 1e6
	if sum.Tokens.Cached == 0 || sum.USD < want*0.999 || sum.USD > want*1.001 {
		t.Errorf("$%v, want $%v by the table", sum.USD, want)
	}
	got := command(t, "--config", settings, "config", "show")
	for _, line := range []string{"bench.run.structured", "bench.run.call-log", "bench.run.price-cached", "bench.run.prices"} {
		if !strings.Contains(got.out, line) {
			t.Errorf("config show does not tell %s", line)
		}
	}
	if strings.Contains(got.out, "sk-very-secret") {
		t.Error("config show tells the key")
	}
}

// A key goes to the host that it was given for, and to no other.
func TestKeysStayOnTheirHost(t *testing.T) {
	f := modelFlags{BaseURL: "http://one:8000/v1", APIKey: "k", JudgeModel: "j"}
	for _, c := range []struct{ url, own, want string }{
		{"", "", "k"},
		{"http://one:9000/v1", "", "k"},
		{"http://two:8000/v1", "", ""},
		{"http://two:8000/v1", "own", "own"},
		{"", "own", "own"},
	} {
		f.JudgeURL, f.JudgeKey = c.url, c.own
		if _, _, key, _, _ := f.endpoint(judgeRole); key != c.want {
			t.Errorf("judge at %q with key %q is sent %q, want %q", c.url, c.own, key, c.want)
		}
	}
}
