package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/llm/llmtest"
)

// The bound holds for all models together, ends the run as an interruption, and
// a higher one goes on without paying twice. What comes out is what an unbounded
// run leaves.
func TestBudgetOfTheWholeRun(t *testing.T) {
	data, m := pairOf(t)
	judged := []string{"--answers", "model", "--judge-model", "scripted", "--reply-tokens", "300", "--in-flight", "4"}
	s := llmtest.Serve(t, good(m))
	whole := t.TempDir()
	if got := command(t, modelRun(data, s.Base(), whole, judged...)...); got.status != exitDone {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	total := spentBy(t, whole).total().Tokens.Total()
	sent, _ := s.Requests()
	s = llmtest.Serve(t, good(m))
	dir := t.TempDir()
	for _, share := range []int64{3, 2} {
		most := total / share
		got := command(t, modelRun(data, s.Base(), dir, append(judged, "--max-tokens", jsonOf(most))...)...)
		if got.status != exitInterrupted || !strings.Contains(got.err, "budget") || !strings.Contains(got.err, "--max-tokens") {
			t.Fatalf("with %d of %d tokens: status %d: %s", most, total, got.status, got.err)
		}
		if strings.Contains(got.err, "failed (") {
			t.Errorf("a unit failed for want of tokens: %s", got.err)
		}
		if spent := keptTokens(t, dir); spent > most || spent < most/2 {
			t.Errorf("%d tokens were spent of %d", spent, most)
		}
	}
	if got := command(t, modelRun(data, s.Base(), dir, append(judged, "--max-tokens", jsonOf(total*2))...)...); got.status != exitDone {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	for _, name := range []string{"predictions.jsonl", "verdicts.jsonl", "summary.json", "report.md"} {
		sameFile(t, whole, dir, name)
	}
	if again, _ := s.Requests(); again > sent+2*2 { // two more starts with a check of each of two roles
		t.Errorf("%d requests in three starts, %d in one: something was paid for twice", again, sent)
	}
	man, err := readManifest(dir)
	if err != nil || man.Starts != 3 || man.Paid.Tokens < total {
		t.Errorf("the manifest tells of %+v in %d starts, want %d tokens in 3: %v", man.Paid, man.Starts, total, err)
	}
	got := command(t, modelRun(data, s.Base(), t.TempDir(), "--max-usd", "1")...)
	if got.status != exitUsage || !strings.Contains(got.err, "--price-in") {
		t.Errorf("a bound in dollars without a price: status %d: %s", got.status, got.err)
	}
	before, _ := s.Requests()
	got = command(t, modelRun(data, s.Base(), t.TempDir(), "--max-tokens", "10")...)
	if after, _ := s.Requests(); got.status != exitInterrupted || after != before {
		t.Errorf("a bound under the smallest request: status %d after %d requests: %s", got.status, after-before, got.err)
	}
	got = command(t, modelRun(data, s.Base(), t.TempDir(), "--max-usd", "0.02", "--price-in", "0.5", "--price-out", "1")...)
	if got.status != exitInterrupted || !strings.Contains(got.err, "$") {
		t.Errorf("a bound in dollars: status %d: %s", got.status, got.err)
	}
}

// keptTokens returns the tokens of the calls that are kept in a folder.
func keptTokens(t *testing.T, dir string) (tokens int64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "calls*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no calls are kept: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			var rec struct {
				Tokens struct{ Prompt, Completion int64 } `json:"tokens"`
			}
			if err := json.Unmarshal([]byte(line), &rec); err != nil {
				t.Fatal(err)
			}
			tokens += rec.Tokens.Prompt + rec.Tokens.Completion
		}
	}
	return tokens
}

// Told to stop, a run ends with 130 within its drain; killed, it loses what was
// in flight and no more. In the end it has asked for everything once.
func TestStoppedModelRunGoesOn(t *testing.T) {
	bin := program(t)
	data, m := pairOf(t)
	const inFlight = 4
	var stop atomic.Pointer[func(n int)]
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		if f := stop.Load(); f != nil {
			(*f)(r.N)
		}
		res := good(m)(r)
		res.Delay = time.Millisecond
		return res
	})
	dir := t.TempDir()
	for _, c := range []struct {
		signal os.Signal
		after  int // requests
		status int
	}{{syscall.SIGTERM, 40, exitInterrupted}, {syscall.SIGKILL, 80, -1}, {syscall.SIGINT, 100, exitInterrupted}, {nil, 0, exitDone}} {
		cmd := exec.Command(bin, modelRun(data, s.Base(), dir, "--in-flight", jsonOf(inFlight))...)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		at := func(n int) {
			if n == c.after {
				cmd.Process.Signal(c.signal)
			}
		}
		stop.Store(&at)
		cmd.Wait() // the status says how it ended
		if code := cmd.ProcessState.ExitCode(); code != c.status {
			t.Fatalf("%v after %d requests: status %d, want %d", c.signal, c.after, code, c.status)
		}
	}
	const checks = 3 // of the second start and those after it
	if all, repeated := s.Requests(); repeated > inFlight+checks {
		t.Errorf("%d of %d requests were sent twice, want those in flight at the kill alone", repeated, all)
	}
	whole := t.TempDir()
	if got := command(t, modelRun(data, s.Base(), whole)...); got.status != exitDone {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	for _, name := range []string{"predictions.jsonl", "verdicts.jsonl", "summary.json", "report.md"} {
		sameFile(t, whole, dir, name)
	}
}
