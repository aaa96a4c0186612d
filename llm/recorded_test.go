package llm_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

// TestRecordedModel reads what a real small model wrote: SmolLM2-135M-Instruct
// at 4 bit, under a llama.cpp grammar and without one.
func TestRecordedModel(t *testing.T) {
	m := llmtest.Recorded(t, filepath.Join("testdata", "smollm2.jsonl"), "small")
	var got entries
	p := prompt("[1] user: I live in Porto and my dog is called Rex.", &got)
	p.System = `List what the user states as JSON: {"entries":[{"kind":"fact","content":"…"}]}`
	p.Format.Schema = json.RawMessage(`{"type":"object","properties":{"entries":{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string","enum":["fact","episodic"]},"content":{"type":"string"}},"required":["kind","content"],"additionalProperties":false}}},"required":["entries"],"additionalProperties":false}`)
	p.MaxTokens = 96
	// The model says the same thing over and over until its limit, and again with
	// twice the room: no entry of it is sure.
	var format *dyadmem.FormatError
	if _, err := m.Chat(t.Context(), p); !errors.As(err, &format) || !strings.Contains(format.Reply, `"kind":"fact"`) {
		t.Errorf("with a grammar: %v, want a format error", err)
	}
	reply, err := m.Chat(t.Context(), llm.Prompt{Stage: "answer", System: "Reply in one short sentence.", User: "What is the capital of Portugal?", MaxTokens: 32})
	if err != nil || reply.Text == "" {
		t.Errorf("without one: %+v, %v", reply, err)
	}
}
