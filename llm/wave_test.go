package llm_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// batch returns a client that writes waves into dir.
func batch(t *testing.T, dir string) *llm.Client {
	return client(t, "http://127.0.0.1:1/v1", func(cfg *llm.Config) {
		cfg.Mode, cfg.BatchDir, cfg.Cache = llm.Batch, dir, filepath.Join(dir, "calls")
	})
}

// askAll asks n prompts and returns how many of them wait, and how many
// failed.
func askAll(t *testing.T, cl *llm.Client, n int) (waiting, failed int) {
	t.Helper()
	for i := range n {
		var got entries
		_, err := cl.Chat(t.Context(), prompt(fmt.Sprint("prompt ", i), &got))
		var pending *llm.PendingError
		switch {
		case errors.As(err, &pending):
			waiting++
		case err != nil:
			failed++
		case len(got.Entries) != 1:
			t.Errorf("prompt %d: read %+v", i, got)
		}
	}
	return waiting, failed
}

// requests reads a file of requests and returns the ids in it.
func requests(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ids []string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var r struct {
			ID     string `json:"custom_id"`
			Method string
			URL    string
			Body   struct{ Model string }
		}
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil || r.Method != "POST" || r.URL != "/v1/chat/completions" || r.Body.Model != "scripted" {
			t.Fatalf("line %s: %v", sc.Text(), err)
		}
		ids = append(ids, r.ID)
	}
	return ids
}

func answer(id string) string {
	body, _ := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": clean}}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 5},
	})
	return fmt.Sprintf(`{"id":"vllm-1","custom_id":%q,"response":{"status_code":200,"request_id":"r","body":%s},"error":null}`, id, body)
}

func write(t *testing.T, path string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBatchGoesOnFromWhatCameBack(t *testing.T) {
	dir := t.TempDir()
	var wave *llm.WaveError

	cl := batch(t, dir)
	if waiting, failed := askAll(t, cl, 6); waiting != 6 || failed != 0 {
		t.Fatalf("%d wait, %d failed; want 6 and 0", waiting, failed)
	}
	if err := cl.Wave(); !errors.As(err, &wave) || wave.Wave != 1 || wave.Requests != 6 {
		t.Fatalf("Wave: %v, want wave 1 with 6 requests", err)
	}
	ids := requests(t, wave.File)

	// Started again before anything came back, it is wave 1 still.
	cl = batch(t, dir)
	askAll(t, cl, 6)
	if err := cl.Wave(); !errors.As(err, &wave) || wave.Wave != 1 || len(requests(t, wave.File)) != 6 {
		t.Fatalf("Wave: %v, want wave 1 again", err)
	}

	// Out of order, one failed for good, one for now, one missing.
	slices.Reverse(ids)
	write(t, filepath.Join(dir, "out.jsonl"), answer(ids[0]), answer(ids[1]), answer(ids[2]),
		fmt.Sprintf(`{"custom_id":%q,"response":{"status_code":400,"body":{"error":{"message":"maximum context length"}}},"error":null}`, ids[3]),
		fmt.Sprintf(`{"custom_id":%q,"response":null,"error":{"code":"server_error","message":"try later"}}`, ids[4]))
	cl = batch(t, dir)
	if waiting, failed := askAll(t, cl, 6); waiting != 2 || failed != 1 {
		t.Fatalf("%d wait, %d failed; want 2 and 1", waiting, failed)
	}
	if err := cl.Wave(); !errors.As(err, &wave) || wave.Wave != 2 || wave.Requests != 2 {
		t.Fatalf("Wave: %v, want wave 2 with 2 requests", err)
	}
	write(t, filepath.Join(dir, "out2.jsonl"), answer(ids[5]), answer(ids[4]))
	cl = batch(t, dir)
	if waiting, failed := askAll(t, cl, 6); waiting != 0 || failed != 1 {
		t.Fatalf("%d wait, %d failed; want 0 and 1", waiting, failed)
	}
	if err := cl.Wave(); err != nil {
		t.Errorf("Wave: %v, want none", err)
	}
	if tokens, _ := cl.Ledger().Spent(); tokens != 5*105 {
		t.Errorf("%d tokens spent, want those of 5 replies", tokens)
	}
}

func TestBatchGivesUpAfterThreeFailures(t *testing.T) {
	dir := t.TempDir()
	for n := 1; n <= 4; n++ {
		cl := batch(t, dir)
		waiting, failed := askAll(t, cl, 1)
		err := cl.Wave()
		if n == 4 {
			if waiting != 0 || failed != 1 || err != nil {
				t.Fatalf("after 3 failures: %d wait, %d failed, %v", waiting, failed, err)
			}
			return
		}
		var wave *llm.WaveError
		if !errors.As(err, &wave) || wave.Wave != n {
			t.Fatalf("start %d: %v", n, err)
		}
		write(t, filepath.Join(dir, fmt.Sprintf("err%d.jsonl", n)), fmt.Sprintf(`{"custom_id":%q,"response":{"status_code":500,"body":{}},"error":null}`, requests(t, wave.File)[0]))
	}
}

func TestBatchDoesNotKeepTheFaultsOfAnAccount(t *testing.T) {
	dir := t.TempDir()
	cl := batch(t, dir)
	askAll(t, cl, 1)
	var wave *llm.WaveError
	if err := cl.Wave(); !errors.As(err, &wave) {
		t.Fatal(err)
	}
	for n := range 4 {
		write(t, filepath.Join(dir, fmt.Sprintf("err%d.jsonl", n)), fmt.Sprintf(`{"custom_id":%q,"response":{"status_code":401,"body":{"error":{"message":"no"}}},"error":null}`, requests(t, wave.File)[0]))
	}
	if waiting, failed := askAll(t, batch(t, dir), 1); waiting != 1 || failed != 0 {
		t.Errorf("%d wait, %d failed; want the request asked again", waiting, failed)
	}
}

// vLLM's run-batch puts what the server says of a refused request beside a
// response without a body, and a bare text where the engine failed.
func TestBatchReadsWhatVLLMWrites(t *testing.T) {
	dir := t.TempDir()
	cl := batch(t, dir)
	askAll(t, cl, 4)
	var wave *llm.WaveError
	if err := cl.Wave(); !errors.As(err, &wave) {
		t.Fatal(err)
	}
	ids := requests(t, wave.File)
	write(t, filepath.Join(dir, "results.jsonl"),
		fmt.Sprintf(`{"id":"vllm-0a","custom_id":%q,"response":{"status_code":200,"request_id":"vllm-batch-1","body":{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"scripted","choices":[{"index":0,"message":{"role":"assistant","content":%q,"refusal":null,"annotations":null,"audio":null,"function_call":null,"tool_calls":[],"reasoning_content":null},"logprobs":null,"finish_reason":"stop","stop_reason":null,"token_ids":null}],"service_tier":null,"system_fingerprint":null,"usage":{"prompt_tokens":90,"total_tokens":95,"completion_tokens":5,"prompt_tokens_details":null},"prompt_logprobs":null,"kv_transfer_params":null}},"error":null}`, ids[0], clean),
		fmt.Sprintf(`{"id":"vllm-0b","custom_id":%q,"response":{"status_code":400,"request_id":"vllm-batch-2","body":null},"error":{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.","type":"BadRequestError","param":null,"code":400}}}`, ids[1]),
		fmt.Sprintf(`{"id":"vllm-0c","custom_id":%q,"response":{"status_code":400,"request_id":"vllm-batch-3","body":null},"error":"EngineCore encountered an issue."}`, ids[2]),
		fmt.Sprintf(`{"id":"vllm-0d","custom_id":%q,"response":{"status_code":404,"request_id":"vllm-batch-4","body":null},"error":{"error":{"message":"The model does not exist.","type":"NotFoundError","param":null,"code":404}}}`, ids[3]))
	cl = batch(t, dir)
	var got entries
	for i, want := range []func(error) bool{
		func(err error) bool { return err == nil && len(got.Entries) == 1 },
		func(err error) bool { return errors.Is(err, llm.ErrOverflow) },
		func(err error) bool { return errors.As(err, new(*llm.PendingError)) },
		func(err error) bool { return errors.As(err, new(*llm.PendingError)) },
	} {
		if _, err := cl.Chat(t.Context(), prompt(fmt.Sprint("prompt ", i), &got)); !want(err) {
			t.Errorf("request %d: %+v, %v", i, got, err)
		}
	}
	if tokens, _ := cl.Ledger().Spent(); tokens != 95 {
		t.Errorf("%d tokens spent, want those of the one reply", tokens)
	}
}

func TestBatchKeepsItsBudget(t *testing.T) {
	dir := t.TempDir()
	cl := client(t, "http://127.0.0.1:1/v1", func(cfg *llm.Config) {
		cfg.Mode, cfg.BatchDir, cfg.Cache, cfg.MaxTokens = llm.Batch, dir, filepath.Join(dir, "calls"), 100
		cfg.Budget = &llm.Budget{Tokens: 350}
	})
	var err error
	n := 0
	for ; n < 10 && (err == nil || errors.As(err, new(*llm.PendingError))); n++ {
		var got entries
		_, err = cl.Chat(t.Context(), prompt(fmt.Sprint(n), &got))
	}
	if !errors.As(err, new(*llm.BudgetError)) || n != 3 {
		t.Errorf("request %d: %v, want a BudgetError at the third", n, err)
	}
}

func TestBatchNamesAFaultyReplyFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "out.jsonl"), `{"custom_id":"no-hash","response":null}`)
	_, err := llm.New(llm.Config{BaseURL: "http://h/v1", Model: "m", Mode: llm.Batch, BatchDir: dir, Cache: filepath.Join(dir, "calls")})
	if !errors.Is(err, dyadmem.ErrInvalid) || !strings.Contains(err.Error(), "out.jsonl, line 1") {
		t.Errorf("New: %v, want the file and the line", err)
	}
}
