package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

// entries is what the prompts of these tests ask for.
type entries struct {
	Entries []struct{ Kind, Content string }
}

// prompt asks for entries and puts them into got.
func prompt(user string, got *entries) llm.Prompt {
	return llm.Prompt{
		Stage: "capture", System: "List the entries as JSON.", User: user,
		Format: &llm.Format{Name: "capture", Schema: json.RawMessage(`{"type":"object"}`), List: "entries"},
		Read: func(reply json.RawMessage) ([]llm.Repair, error) {
			*got = entries{}
			if err := json.Unmarshal(reply, got); err != nil {
				return nil, err
			}
			if got.Entries == nil {
				return nil, errors.New("it has no entries")
			}
			return nil, nil
		},
	}
}

const clean = `{"entries":[{"kind":"agent_identity","content":"Put the risk section first in every plan"}]}`

func client(t testing.TB, base string, change func(*llm.Config)) *llm.Client {
	t.Helper()
	cfg := llm.Config{BaseURL: base, Model: "scripted", Backoff: time.Millisecond, Attempts: 3, Timeout: 5 * time.Second}
	if change != nil {
		change(&cfg)
	}
	c, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func line(t testing.TB, c *llm.Client) llm.Line {
	t.Helper()
	lines := c.Ledger().Lines()
	if len(lines) != 1 {
		t.Fatalf("the ledger has %d lines, want 1: %+v", len(lines), lines)
	}
	return lines[0]
}

func TestSloppyRepliesMeanTheSame(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		repairs     map[llm.Repair]int
	}{
		{"clean", clean, nil},
		{"reasoning, a fence and a bare list", "<think>They want an order rule.</think>\n```json\n[{\"kind\":\"agent_identity\",\"content\":\"Put the risk section first in every plan\"}]\n```",
			map[llm.Repair]int{llm.Reasoning: 1, llm.Fence: 1, llm.BareList: 1}},
		{"prose and another name", `Here you go: {"memories":[{"kind":"agent_identity","content":"Put the risk section first in every plan"}]}`,
			map[llm.Repair]int{llm.Prose: 1, llm.Renamed: 1}},
		{"a trailing comma", strings.Replace(clean, "}]}", "},]}", 1), map[llm.Repair]int{llm.Comma: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: c.reply} })
			var log bytes.Buffer
			cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Log = &log })
			var got entries
			if _, err := cl.Chat(t.Context(), prompt("x", &got)); err != nil {
				t.Fatal(err)
			}
			if len(got.Entries) != 1 || got.Entries[0].Kind != "agent_identity" || got.Entries[0].Content != "Put the risk section first in every plan" {
				t.Errorf("read %+v", got)
			}
			if diff := cmp.Diff(c.repairs, line(t, cl).Repairs); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
			if c.repairs != nil && !strings.Contains(log.String(), `"repairs"`) {
				t.Errorf("the log does not tell of the repairs: %s", &log)
			}
		})
	}
}

func TestUnreadableReplies(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   llmtest.Response
		second  llmtest.Response
		read    bool
		repairs map[llm.Repair]int
	}{
		{"prose is asked for once more", llmtest.Response{Text: "Nothing to do."}, llmtest.Response{Text: clean}, true, map[llm.Repair]int{llm.Round: 1}},
		{"a cut reply is asked for with more room", llmtest.Response{Text: clean[:40], Cut: true}, llmtest.Response{Text: clean}, true, map[llm.Repair]int{llm.Longer: 1}},
		{"prose twice is a format error", llmtest.Response{Text: "Nothing to do."}, llmtest.Response{Text: "As I said."}, false, nil},
		{"cut twice is a format error", llmtest.Response{Text: clean[:40], Cut: true}, llmtest.Response{Text: clean[:60], Cut: true}, false, nil},
		{"reasoning up to the limit is a format error", llmtest.Response{Cut: true}, llmtest.Response{Cut: true}, false, nil},
		{"where the second question fails, the first reply stays unreadable", llmtest.Response{Text: "no"}, llmtest.Response{Status: 400, Error: "bad"}, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var limits []int
			var mu sync.Mutex
			s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
				mu.Lock()
				defer mu.Unlock()
				limits = append(limits, r.Limit)
				if r.N == 1 {
					return c.first
				}
				return c.second
			})
			cl := client(t, s.Base(), nil)
			var got entries
			_, err := cl.Chat(t.Context(), prompt("x", &got))
			var format *dyadmem.FormatError
			if c.read != (err == nil) || !c.read && !errors.As(err, &format) {
				t.Fatalf("Chat: %v", err)
			}
			l := line(t, cl)
			if diff := cmp.Diff(c.repairs, l.Repairs); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
			if wrong := l.Format == 1; wrong == c.read {
				t.Errorf("%d format errors counted", l.Format)
			}
			if all, _ := s.Requests(); all != 2 {
				t.Errorf("%d requests, want 2", all)
			}
			if c.first.Cut && limits[1] != 2*limits[0] {
				t.Errorf("limits %v, want the second twice the first", limits)
			}
		})
	}
}

func TestFailingEndpoints(t *testing.T) {
	ok := llmtest.Response{Text: clean}
	first := func(n int, bad llmtest.Response) func(llmtest.Request) llmtest.Response {
		return func(r llmtest.Request) llmtest.Response {
			if r.N <= n {
				return bad
			}
			return ok
		}
	}
	const always = 1 << 30
	for _, c := range []struct {
		name     string
		script   func(llmtest.Request) llmtest.Response
		class    string // empty: it succeeds
		requests int
		retries  int
		check    func(error) bool
	}{
		{"429 with Retry-After is waited for and is no attempt", first(5, llmtest.Response{Status: 429, After: 2 * time.Millisecond}), "", 6, 0, nil},
		{"429 without it too", first(5, llmtest.Response{Status: 429}), "", 6, 0, nil},
		{"503 is waited for and is no attempt", first(5, llmtest.Response{Status: 503}), "", 6, 0, nil},
		{"an empty account stops the run", first(always, llmtest.Response{Status: 429, Code: "insufficient_quota"}), "endpoint", 1, 0, stops},
		{"500 twice is tried again", first(2, llmtest.Response{Status: 500, Error: "boom"}), "", 3, 2, nil},
		{"500 for ever is given up", first(always, llmtest.Response{Status: 500, Error: "boom"}), "endpoint", 3, 2, nil},
		{"408 and 409 are tried again", first(1, llmtest.Response{Status: 409}), "", 2, 1, nil},
		{"a broken connection is tried again", first(2, llmtest.Response{Text: clean, Broken: true}), "", 3, 2, nil},
		{"a hang is a timeout", first(always, llmtest.Response{Text: clean, Delay: time.Minute}), "timeout", 3, 2, nil},
		{"401 stops the run at once", first(always, llmtest.Response{Status: 401, Error: "Incorrect API key"}), "endpoint", 1, 0, stops},
		{"404 stops the run at once", first(always, llmtest.Response{Status: 404, Error: "no such model"}), "endpoint", 1, 0, stops},
		{"400 is given up", first(always, llmtest.Response{Status: 400, Error: "bad request"}), "endpoint", 1, 0, nil},
		{"a request that is too long says so", first(always, llmtest.Response{Status: 400, Error: "This model's maximum context length is 4096 tokens"}), "endpoint", 1, 0,
			func(err error) bool { return errors.Is(err, llm.ErrOverflow) }},
		{"plain text for ever is given up", first(always, llmtest.Response{Plain: "<html>Welcome to nginx</html>"}), "endpoint", 3, 2, nil},
		{"a refusal is one", first(always, llmtest.Response{Refusal: "I can't help with that."}), "refused", 1, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, c.script)
			cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Timeout = 100 * time.Millisecond })
			var got entries
			_, err := cl.Chat(t.Context(), prompt("x", &got))
			if class(err) != c.class {
				t.Fatalf("Chat: %v (class %q), want class %q", err, class(err), c.class)
			}
			if (len(got.Entries) == 1) != (c.class == "") {
				t.Errorf("read %+v", got)
			}
			if c.check != nil && !c.check(err) {
				t.Errorf("Chat: %v is not of its kind", err)
			}
			if all, _ := s.Requests(); all != c.requests {
				t.Errorf("%d requests, want %d", all, c.requests)
			}
			if l := line(t, cl); l.Retries != c.retries || (l.Failed == 1) != (c.class != "" && c.class != "refused") {
				t.Errorf("ledger %+v, want %d retries", l, c.retries)
			}
		})
	}
}

func stops(err error) bool {
	var s interface{ Stop() bool }
	return errors.As(err, &s) && s.Stop()
}

func class(err error) string {
	var c interface{ Class() string }
	switch {
	case err == nil:
		return ""
	case errors.As(err, &c):
		return c.Class()
	}
	return "error"
}

func TestDialects(t *testing.T) {
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		switch {
		case r.Mode == "json_schema":
			return llmtest.Response{Status: 400, Error: "'response_format.type' must be 'json_object'", Param: "response_format"}
		case r.Mode == "json_object":
			return llmtest.Response{Status: 400, Error: "response_format is not supported"}
		case strings.Contains(string(r.Body), `"temperature"`):
			return llmtest.Response{Status: 400, Error: "Unsupported value: 'temperature' does not support 0", Param: "temperature"}
		case strings.Contains(string(r.Body), `"max_tokens"`):
			return llmtest.Response{Status: 400, Error: "Use 'max_completion_tokens' instead.", Param: "max_tokens"}
		}
		return llmtest.Response{Text: clean}
	})
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache = path })
	var got entries
	for _, user := range []string{"a", "b"} {
		if _, err := cl.Chat(t.Context(), prompt(user, &got)); err != nil {
			t.Fatal(err)
		}
	}
	if all, _ := s.Requests(); all != 6 {
		t.Errorf("%d requests, want 4 to learn from and 2 that were taken", all)
	}
	// The hash is that of the first form, so that replay does not have to learn.
	off := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache, cfg.Mode = path, llm.Offline })
	if _, err := off.Chat(t.Context(), prompt("b", &got)); err != nil {
		t.Error(err)
	}
}

func TestNothingIsPaidForTwice(t *testing.T) {
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		return llmtest.Response{Text: clean, Delay: 10 * time.Millisecond}
	})
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	price := &llm.Price{Prompt: 1, Completion: 10}
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache, cfg.Price = path, price })
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			var got entries
			if _, err := cl.Chat(t.Context(), prompt(fmt.Sprint(i%3), &got)); err != nil || len(got.Entries) != 1 {
				t.Errorf("Chat: %+v, %v", got, err)
			}
		})
	}
	all.Wait()
	if n, _ := s.Requests(); n != 3 {
		t.Errorf("%d requests for 3 different prompts", n)
	}
	l := line(t, cl)
	if l.Calls != 3 || l.Kept != 27 || l.USD <= 0 || l.Tokens.Cached == 0 {
		t.Errorf("ledger %+v, want 3 calls, 27 kept, and money", l)
	}
	tokens, usd := cl.Ledger().Spent()

	// A kill in the middle of a write leaves half a line.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"key":"half`)
	f.Close()
	again := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache, cfg.Price, cfg.Mode = path, price, llm.Offline })
	var got entries
	if _, err := again.Chat(t.Context(), prompt("1", &got)); err != nil || len(got.Entries) != 1 {
		t.Errorf("offline: %+v, %v", got, err)
	}
	if t2, u2 := again.Ledger().Spent(); t2 != tokens || u2 != usd {
		t.Errorf("the next start knows of %d tokens and $%g, want %d and $%g", t2, u2, tokens, usd)
	}
	var offline *llm.OfflineError
	if _, err := again.Chat(t.Context(), prompt("unknown", &got)); !errors.As(err, &offline) {
		t.Errorf("offline and unknown: %v, want an OfflineError", err)
	}
	if n, _ := s.Requests(); n != 3 {
		t.Errorf("offline sent requests: %d", n-3)
	}
}

func TestRefusalsOfOneRequestAreKept(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		return llmtest.Response{Status: 400, Error: "exceeds the context window"}
	})
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache = filepath.Join(t.TempDir(), "calls.jsonl") })
	for range 2 {
		if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: "b"}); !errors.Is(err, llm.ErrOverflow) {
			t.Errorf("Chat: %v, want ErrOverflow", err)
		}
	}
	if n, _ := s.Requests(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestCallsInFlightAreKeptWhenTheRunIsInterrupted(t *testing.T) {
	started := make(chan bool, 1)
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		started <- true
		return llmtest.Response{Text: clean, Delay: 50 * time.Millisecond}
	})
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache = path })
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-started; cancel() }()
	var got entries
	if _, err := cl.Chat(ctx, prompt("x", &got)); err != nil {
		t.Logf("interrupted: %v", err)
	}
	off := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache, cfg.Mode = path, llm.Offline })
	if _, err := off.Chat(t.Context(), prompt("x", &got)); err != nil {
		t.Errorf("the call in flight was lost: %v", err)
	}
}

// Where nothing is kept a call that is told to stop stops: the endpoint replies
// only once it has.
func TestCallsInFlightStopWhereNothingIsKept(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		stop()
		<-stopped
		return llmtest.Response{Text: clean}
	})
	c := client(t, s.Base(), func(cfg *llm.Config) { cfg.Drain, cfg.Timeout = -1, time.Hour })
	var got entries
	_, err := c.Chat(ctx, prompt("I live in Ghent.", &got))
	close(stopped)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}

func TestConcurrencyFallsAndRecovers(t *testing.T) {
	var busy, most, throttled atomic.Int64
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		n := busy.Add(1)
		defer busy.Add(-1)
		time.Sleep(2 * time.Millisecond)
		if n > 4 {
			throttled.Add(1)
			return llmtest.Response{Status: 429}
		}
		most.Store(max(most.Load(), n))
		return llmtest.Response{Text: clean}
	})
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.InFlight = 16 })
	var all sync.WaitGroup
	var failed atomic.Int64
	for i := range 200 {
		all.Go(func() {
			if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: fmt.Sprint(i)}); err != nil {
				failed.Add(1)
			}
		})
	}
	all.Wait()
	if failed.Load() != 0 || most.Load() < 3 {
		t.Errorf("%d calls failed; at most %d were in flight, want about 4", failed.Load(), most.Load())
	}
	if n, _ := s.Requests(); n > 600 {
		t.Errorf("%d requests for 200 calls: the bound did not fall", n)
	}
	t.Logf("%d of the requests were throttled", throttled.Load())
}

func TestCheckSaysInOneLineWhatIsWrong(t *testing.T) {
	good := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		switch {
		case r.Key == "wrong":
			return llmtest.Response{Status: 401, Error: "Incorrect API key provided: wrong"}
		case r.Model != "scripted":
			return llmtest.Response{Status: 404, Error: "The model does not exist."}
		}
		return llmtest.Response{Text: `{"ok":true}`}
	})
	loading := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		return llmtest.Response{Status: 503, Error: "Loading model"}
	})
	gateway := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		return llmtest.Response{Status: 502, Plain: "<html>Bad Gateway</html>"}
	})
	plain := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Plain: "Welcome to nginx!\n"} })
	for _, c := range []struct {
		name, base, model, key string
		want                   []string // none: no error
	}{
		{"all is well", good.Base(), "scripted", "", nil},
		{"a server that loads its model will be waited for", loading.Base(), "scripted", "", nil},
		{"a wrong key", good.Base(), "scripted", "wrong", []string{"key is refused", "401"}},
		{"a model that is not there", good.Base(), "gpt-9", "", []string{`no model "gpt-9"`, "the endpoint has scripted"}},
		{"a base URL without /v1", good.URL, "scripted", "", []string{"404", "/v1"}},
		{"nobody listening", "http://127.0.0.1:1/v1", "scripted", "", []string{"nothing answers", "127.0.0.1:1"}},
		{"a gateway with nobody behind it", gateway.Base(), "scripted", "", []string{"nothing answers", "502"}},
		{"a server that speaks plain text", plain.Base(), "scripted", "", []string{"OpenAI-compatible", "Welcome to nginx"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl := client(t, c.base, func(cfg *llm.Config) { cfg.Model, cfg.Key = c.model, c.key })
			err := cl.Check(t.Context(), llm.Chatting)
			if (err == nil) != (c.want == nil) {
				t.Fatalf("Check: %v", err)
			}
			if err == nil {
				return
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("Check: %v, want it to say %q", err, w)
				}
			}
			if strings.Contains(err.Error(), "\n") || c.key != "" && strings.Contains(err.Error(), "provided: "+c.key) {
				t.Errorf("Check: %q is more than a line, or tells the key", err)
			}
		})
	}
}

func TestLogTellsNoKey(t *testing.T) {
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response { return llmtest.Response{Text: "you are " + r.Key} })
	var log bytes.Buffer
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Log, cfg.Key = &log, "sk-secret" })
	if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: "b"}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "sk-secret") || !strings.Contains(log.String(), "you are ***") {
		t.Errorf("log: %s", &log)
	}
}

func TestUnreportedUsageIsEstimatedAndMarked(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: clean, NoUsage: true} })
	cl := client(t, s.Base(), nil)
	if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a b c d", User: "b"}); err != nil {
		t.Fatal(err)
	}
	if l := line(t, cl); l.Estimated != 1 || l.Tokens.Prompt == 0 || l.Tokens.Completion == 0 {
		t.Errorf("ledger %+v, want estimated tokens", l)
	}
}

func TestConfigThatCannotBeUsed(t *testing.T) {
	ok := llm.Config{BaseURL: "http://h/v1", Model: "m"}
	for name, change := range map[string]func(*llm.Config){
		"no base URL":                 func(c *llm.Config) { c.BaseURL = "" },
		"a base URL without a scheme": func(c *llm.Config) { c.BaseURL = "localhost:8000" },
		"no model":                    func(c *llm.Config) { c.Model = "" },
		"a bound without a price":     func(c *llm.Config) { c.Budget = &llm.Budget{USD: 1} },
		"a batch without a folder":    func(c *llm.Config) { c.Mode, c.Cache = llm.Batch, "x" },
		"offline without a cache":     func(c *llm.Config) { c.Mode = llm.Offline },
		"a way to ask that is none":   func(c *llm.Config) { c.Structured = "xml" },
		"extra fields that are none":  func(c *llm.Config) { c.Extra = json.RawMessage(`[1]`) },
	} {
		cfg := ok
		change(&cfg)
		if err := cfg.Validate(); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	if err := ok.Validate(); err != nil {
		t.Error(err)
	}
}
