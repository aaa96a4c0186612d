package llm_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

const killCalls, killInFlight = 400, 8

// TestKilledChild is the process that TestKillLosesOnlyCallsInFlight kills.
func TestKilledChild(t *testing.T) {
	base := os.Getenv("DYADMEM_TEST_KILL_BASE")
	if base == "" {
		t.Skip("only as a child of TestKillLosesOnlyCallsInFlight")
	}
	cl := client(t, base, func(cfg *llm.Config) { cfg.Cache, cfg.InFlight = os.Getenv("DYADMEM_TEST_KILL_CACHE"), killInFlight })
	callAll(t, cl, killCalls, killInFlight, 0)
}

func TestKillLosesOnlyCallsInFlight(t *testing.T) {
	var answered, halfway = atomic.Int64{}, make(chan bool)
	var once sync.Once
	s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
		if answered.Add(1) == killCalls/2 {
			once.Do(func() { close(halfway) })
		}
		return llmtest.Response{Text: clean, Delay: 2 * time.Millisecond}
	})
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), "DYADMEM_TEST_KILL_BASE="+s.Base(), "DYADMEM_TEST_KILL_CACHE="+path)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-halfway:
	case <-time.After(time.Minute):
		t.Error("the child made no calls")
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	child.Wait() // killed, as meant
	before := answered.Load()

	off := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache, cfg.Mode = path, llm.Offline })
	kept := 0
	for i := range killCalls {
		if _, err := off.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: fmt.Sprint(0, i)}); err == nil {
			kept++
		}
	}
	if kept == 0 || int64(kept) < before-killInFlight {
		t.Errorf("%d calls were answered and %d are kept: more than the %d in flight were lost", before, kept, killInFlight)
	}
}
