package llm_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

func TestBudget(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: clean} })
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Budget = &llm.Budget{Tokens: 400} })
	var err error
	n := 0
	for ; err == nil && n < 100; n++ {
		_, err = cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: fmt.Sprint(n), MaxTokens: 20})
	}
	var budget *llm.BudgetError
	if !errors.As(err, &budget) || !stops(err) {
		t.Fatalf("after %d calls: %v, want a BudgetError", n, err)
	}
	if spent, _ := cl.Ledger().Spent(); spent > 400 || spent < 300 {
		t.Errorf("%d tokens spent of 400", spent)
	}
}

// What many clients spend at the same time stays under the bound that they
// share, and a call that does not fit beside those in flight waits for them.
func TestBudgetIsSharedByAllClients(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response {
		return llmtest.Response{Text: clean, Delay: 5 * time.Millisecond}
	})
	const most = 3000
	budget := &llm.Budget{Tokens: most}
	clients := []*llm.Client{}
	dir := t.TempDir()
	open := func(role string) *llm.Client {
		return client(t, s.Base(), func(cfg *llm.Config) { cfg.Budget, cfg.Cache = budget, filepath.Join(dir, role) })
	}
	for _, role := range []string{"chat", "judge"} {
		clients = append(clients, open(role))
	}
	var all sync.WaitGroup
	var stopped atomic.Int64
	for i := range 100 {
		all.Go(func() {
			_, err := clients[i%2].Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: fmt.Sprint(i), MaxTokens: 200})
			if err != nil && !stops(err) {
				t.Error(err)
			}
			if err != nil {
				stopped.Add(1)
			}
		})
	}
	all.Wait()
	spent := int64(0)
	for _, c := range clients {
		tokens, _ := c.Ledger().Spent()
		spent += tokens
	}
	if spent > most || spent < most-300 || stopped.Load() == 0 {
		t.Errorf("%d of %d tokens spent, %d calls stopped: want the bound kept, and used but for one call at its worst", spent, most, stopped.Load())
	}
	// The next start knows what the caches hold, of every role.
	budget = &llm.Budget{Tokens: most}
	open("judge")
	if _, err := open("chat").Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: "new", MaxTokens: 2000}); !errors.As(err, new(*llm.BudgetError)) {
		t.Errorf("a second start: %v, want a BudgetError", err)
	}
}

func TestDryRunCountsAndSendsNothing(t *testing.T) {
	cl := client(t, "http://127.0.0.1:1/v1", func(cfg *llm.Config) { cfg.Mode, cfg.Price = llm.DryRun, &llm.Price{Prompt: 1, Completion: 1} })
	for _, user := range []string{"a", "b", "a"} {
		var pending *llm.PendingError
		if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "answer", System: strings.Repeat("word ", 100), User: user}); !errors.As(err, &pending) {
			t.Fatalf("Chat: %v, want a PendingError", err)
		}
	}
	if l := line(t, cl); l.Waiting != 2 || l.Tokens.Prompt < 200 || l.USD <= 0 || l.Calls != 0 {
		t.Errorf("ledger %+v, want 2 requests waiting", l)
	}
}
