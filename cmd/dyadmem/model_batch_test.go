package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

var waveFile = regexp.MustCompile(`wave \d+: (\d+) requests in (\S+);`)

// A run in waves, with the judge's and the control's requests in waves of their
// own, comes to what a run online does, though replies come in any order, some
// fail and some are missing.
func TestBatchRun(t *testing.T) {
	data, m := pairOf(t)
	s := llmtest.Serve(t, good(m))
	judged := []string{"--answers", "model", "--judge-model", "scripted"}
	online := t.TempDir()
	if got := command(t, modelRun(data, s.Base(), online, judged...)...); got.status != exitDone {
		t.Fatalf("online: status %d: %s", got.status, got.err)
	}
	sessions := 0
	for _, e := range m.Episodes {
		sessions = max(sessions, len(e.Sessions))
	}
	lost := make(map[string]bool)
	dir, batches := t.TempDir(), t.TempDir()
	args := append(modelRun(data, "http://127.0.0.1:1/v1", dir, judged...), "--batch", batches)
	for start := 1; ; start++ {
		if start > 2*sessions+10 {
			t.Fatalf("%d starts for at most %d sessions", start, sessions)
		}
		got := command(t, args...)
		if got.status != exitDone {
			t.Fatalf("start %d: status %d: %s", start, got.status, got.err)
		}
		waves := waveFile.FindAllStringSubmatch(got.err, -1)
		if len(waves) == 0 {
			if _, err := os.Stat(filepath.Join(dir, summaryFile)); err != nil {
				t.Fatalf("start %d: neither a wave nor a summary: %s", start, got.err)
			}
			t.Logf("%d starts", start)
			break
		}
		if _, err := os.Stat(filepath.Join(dir, summaryFile)); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("start %d waits for replies and has a summary: %v", start, err)
		}
		for _, w := range waves {
			if n := answerBatch(t, good(m), lost, w[2], start); fmt.Sprint(n) != w[1] {
				t.Errorf("%s requests were announced, and %d are in %s", w[1], n, w[2])
			}
		}
	}
	for _, name := range []string{bench.PredictionsFile, verdictsFile, summaryFile, reportFile} {
		sameFile(t, online, dir, name)
	}
}

// answerBatch does what a batch service does that loses or fails some requests,
// each once, and returns how many there were.
func answerBatch(t *testing.T, model func(llmtest.Request) llmtest.Response, lost map[string]bool, file string, start int) (n int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var replies []string
	for line := range strings.Lines(string(text)) {
		n++
		var r struct {
			ID   string          `json:"custom_id"`
			Body json.RawMessage `json:"body"`
		}
		var body struct {
			Messages []struct{ Content string }
			Format   struct {
				Schema struct{ Name string } `json:"json_schema"`
			} `json:"response_format"`
		}
		if err := errors.Join(json.Unmarshal([]byte(line), &r), json.Unmarshal(r.Body, &body)); err != nil {
			t.Fatal(err)
		}
		switch again := lost[r.ID]; {
		case !again && n%7 == 0:
			lost[r.ID] = true
			continue // missing
		case !again && n%7 == 1:
			lost[r.ID] = true
			replies = append(replies, fmt.Sprintf(`{"id":"v","custom_id":%q,"response":{"status_code":500,"request_id":"b","body":null},"error":{"error":{"message":"try later","type":"InternalServerError","code":500}}}`, r.ID))
			continue
		}
		said := model(llmtest.Request{System: body.Messages[0].Content, User: body.Messages[1].Content, Format: body.Format.Schema.Name}).Text
		size := len(r.Body) / 4 // as the server of the online run counts
		replies = append(replies, jsonOf(map[string]any{"id": "v", "custom_id": r.ID, "error": nil, "response": map[string]any{"status_code": 200, "request_id": "b", "body": map[string]any{
			"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": said}}},
			"usage":   map[string]any{"prompt_tokens": size, "completion_tokens": 10, "total_tokens": size + 10, "prompt_tokens_details": map[string]any{"cached_tokens": size / 2}},
		}}}))
	}
	slices.Reverse(replies)
	if err := os.WriteFile(fmt.Sprintf("%s-%d.jsonl", strings.TrimSuffix(file, ".requests.jsonl"), start), []byte(strings.Join(replies, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return n
}
