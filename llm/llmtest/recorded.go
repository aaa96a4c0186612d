package llmtest

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/dyadmem/dyadmem/llm"
)

// Recorded returns a model that replays the calls in the file at path. A request
// that is not among them fails the test. With DYADMEM_RECORD set to the base URL
// of an endpoint such requests are sent there, and join the file.
func Recorded(t testing.TB, path, model string) llm.Chatter {
	t.Helper()
	cfg := llm.Config{BaseURL: "http://recorded/v1", Model: model, Cache: path, Mode: llm.Offline}
	if base := os.Getenv("DYADMEM_RECORD"); base != "" {
		cfg.BaseURL, cfg.Mode = base, llm.Online
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
	return recorded{t, c}
}

type recorded struct {
	t      testing.TB
	client *llm.Client
}

func (r recorded) Chat(ctx context.Context, p llm.Prompt) (llm.Reply, error) {
	reply, err := r.client.Chat(ctx, p)
	var unknown *llm.OfflineError
	if errors.As(err, &unknown) {
		r.t.Errorf("a request of %s is not recorded; record it with DYADMEM_RECORD=URL. It ends with:\n%s", p.Stage, p.User)
	}
	return reply, err
}
