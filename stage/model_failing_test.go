package stage_test

import (
	"errors"
	"fmt"
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

// A way of failing, and what has to come of it.
type failing struct {
	name  string
	fail  func(r llmtest.Request) *llmtest.Response // nil: the good reply
	class string                                    // of every unit that asks; empty: none fails
	stops bool
}

// every returns a script that fails at each nth request, by turns.
func every(n int, bad ...llmtest.Response) func(llmtest.Request) *llmtest.Response {
	return func(r llmtest.Request) *llmtest.Response {
		if r.N%n != 0 {
			return nil
		}
		return &bad[r.N/n%len(bad)]
	}
}

func forEver(bad llmtest.Response) func(llmtest.Request) *llmtest.Response { return every(1, bad) }

func waysToFail() []failing {
	const noKind = `{"entries":[{"kind":"banana","content":"x","evidence":[],"until":null}],"new":[{"kind":"banana","content":"x"}]}`
	return []failing{
		{"429 now and then, with and without Retry-After", every(5, llmtest.Response{Status: 429, After: time.Millisecond}, llmtest.Response{Status: 429}), "", false},
		{"500, cut streams and closed connections now and then", every(5, llmtest.Response{Status: 500}, llmtest.Response{Text: "{}", Broken: true}, llmtest.Response{Gone: true}), "", false},
		{"502, 503 and 504 now and then", every(5, llmtest.Response{Status: 502}, llmtest.Response{Status: 503}, llmtest.Response{Status: 504}), "", false},
		{"prose and half JSON at the first asking", func(r llmtest.Request) *llmtest.Response {
			switch {
			case r.Messages > 2 || r.Limit > replyTokens: // asked once more, or with more room
				return nil
			case len(r.User)%2 == 0:
				return &llmtest.Response{Text: "Let me think."}
			}
			return &llmtest.Response{Text: `{"entries":[{"kind":"fa`, Cut: true}
		}, "", false},
		{"a hang now and then", every(60, llmtest.Response{Delay: time.Minute}), "", false},
		{"500 for ever", forEver(llmtest.Response{Status: 500}), "endpoint", false},
		{"streams that are cut for ever", forEver(llmtest.Response{Text: `{"entries":[]}`, Broken: true}), "endpoint", false},
		{"a hang for ever", forEver(llmtest.Response{Delay: time.Minute}), "timeout", false},
		{"plain text for ever", forEver(llmtest.Response{Plain: "Welcome to nginx!"}), "endpoint", false},
		{"prose for ever", forEver(llmtest.Response{Text: "There is nothing to remember."}), "format", false},
		{"half JSON for ever", forEver(llmtest.Response{Text: `{"entries":[{"kind":"fact","con`, Cut: true}), "format", false},
		{"empty objects for ever", forEver(llmtest.Response{Text: "{}"}), "format", false},
		{"empty replies for ever", forEver(llmtest.Response{}), "format", false},
		{"kinds that do not exist", forEver(llmtest.Response{Text: noKind}), "format", false},
		{"refusals", forEver(llmtest.Response{Refusal: "no"}), "refused", false},
		{"a context that holds nothing", forEver(llmtest.Response{Status: 400, Error: "maximum context length exceeded"}), "endpoint", false},
		{"a wrong key", forEver(llmtest.Response{Status: 401}), "", true},
	}
}

// Each way of failing ends in its state: what can be retried is, what cannot
// is a failure of the unit with its class, and no failure is an empty result.
func TestFailingModelsOverMini(t *testing.T) {
	m := stagetest.Knows(t, pair(t), 0)
	for _, system := range []struct {
		name   string
		engine func(stage.Model) dyadmem.Engine
	}{{"model", stage.Model.Engine}, {"hybrid", stage.Hybrid}} {
		asking := askingUnits(t, system.engine)
		want := predictionsOf(t, m, system.engine)
		for _, c := range waysToFail() {
			t.Run(system.name+", "+c.name, func(t *testing.T) {
				s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
					if bad := c.fail(r); bad != nil {
						return *bad
					}
					return llmtest.Response{Text: m.Reply(r)}
				})
				client := connect(t, s, func(cfg *llm.Config) {
					switch {
					case c.class == "timeout":
						cfg.Timeout, cfg.Attempts = 5*time.Millisecond, 2
					case c.class == "": // what fails now and then must not do so every time
						cfg.Timeout, cfg.Attempts = time.Second, 12
					}
				})
				out, all, err := run(t, system.engine(model(client)), t.TempDir())
				switch {
				case c.stops:
					var call *llm.CallError
					if all, _ := s.Requests(); !errors.As(err, &call) || call.Status != 401 || all > 32 {
						t.Fatalf("%v after %d requests, want 401 at once", err, all)
					}
				case err != nil:
					t.Fatal(err)
				case c.class == "":
					if diff := cmp.Diff(want, told(all)); diff != "" || out.Failed != 0 {
						t.Errorf("%+v, want what a good model's predictions are (-want +got):\n%s", out, diff)
					}
				default:
					wantFailed(t, all, asking, c.class)
				}
			})
		}
	}
}

// wantFailed wants each unit that asks a model failed with a class and empty,
// and the counts of all to add up.
func wantFailed(t *testing.T, all []bench.Prediction, asking map[string]bool, class string) {
	t.Helper()
	failed := 0
	for _, p := range all {
		switch name := nameOf(p); {
		case p.Stage == bench.BankStage:
		case p.Error != "" && p.Error != class:
			t.Errorf("%s: class %q, want %q", name, p.Error, class)
		case p.Error == "" && asking[name]:
			t.Errorf("%s: done with %+v, want it failed", name, p)
		case p.Error != "":
			failed++
		}
		if p.Error != "" && (len(p.Entries) > 0 || len(p.Add) > 0 || len(p.Keys) > 0 || p.Abstained != nil) {
			t.Errorf("%s: failed and yet it says %+v", nameOf(p), p)
		}
	}
	if failed < len(asking) {
		t.Errorf("%d units failed, want the %d that ask", failed, len(asking))
	}
}

func nameOf(p bench.Prediction) string {
	return fmt.Sprint(p.Stage, " ", p.Episode, " ", p.Session, p.Question)
}

// told returns predictions as text, without what they cost: that hangs on how
// often a model had to be asked.
func told(all []bench.Prediction) []string {
	var lines []string
	for _, p := range all {
		p.Cost = nil
		lines = append(lines, encode(p))
	}
	return lines
}

// predictionsOf returns what a system tells with a good model.
func predictionsOf(t *testing.T, m *stagetest.Model, engine func(stage.Model) dyadmem.Engine) []string {
	t.Helper()
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response { return llmtest.Response{Text: m.Reply(r)} })
	_, all, err := run(t, engine(model(connect(t, s, nil))), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return told(all)
}

// askingUnits returns the units of a system that ask a model: those that fail
// with one that never replies. An update of an empty bank with nothing captured,
// a session without a likely turn and recall from an empty bank ask nothing.
func askingUnits(t *testing.T, engine func(stage.Model) dyadmem.Engine) map[string]bool {
	t.Helper()
	nobody := stage.Model{Chat: llmtest.Chatter(func(llm.Prompt) (string, error) { return "", errors.New("nobody replies") })}
	_, all, err := run(t, engine(nobody), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	asking := make(map[string]bool)
	for _, p := range all {
		if p.Error != "" && p.Stage != bench.BankStage {
			asking[nameOf(p)] = true
		}
	}
	if len(asking) == 0 {
		t.Fatal("no unit asks a model")
	}
	return asking
}
