package llm_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

// BenchmarkThroughput reports which share of the ideal throughput a client
// reaches at an endpoint that takes 200 ms a call, with 32 in flight.
func BenchmarkThroughput(b *testing.B) {
	const delay, inFlight, rounds = 200 * time.Millisecond, 32, 20
	s := llmtest.Serve(b, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: clean, Delay: delay} })
	for n := 0; b.Loop(); n++ {
		cl := client(b, s.Base(), func(cfg *llm.Config) {
			cfg.InFlight, cfg.Cache = inFlight, filepath.Join(b.TempDir(), "calls.jsonl")
		})
		start := time.Now()
		callAll(b, cl, inFlight*rounds, inFlight, n)
		b.ReportMetric(float64(rounds*delay)/float64(time.Since(start)), "of-ideal")
	}
}

// callAll makes calls that differ, with so many workers.
func callAll(t testing.TB, cl *llm.Client, calls, workers, salt int) {
	queue := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range queue {
				if _, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: fmt.Sprint(salt, i)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range calls {
		queue <- i
	}
	close(queue)
	all.Wait()
}

// What a client holds in memory after 10,000 calls is the index of its cache
// and no more: under 200 bytes a call.
func TestMemoryStaysFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 calls")
	}
	cl := client(t, "http://canned/v1", func(cfg *llm.Config) {
		cfg.Cache, cfg.Transport = filepath.Join(t.TempDir(), "calls.jsonl"), canned{}
	})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	callAll(t, cl, 500, 32, 0)
	before := heap()
	callAll(t, cl, 10_000, 32, 1)
	after := heap()
	runtime.KeepAlive(cl)
	if grown := int64(after) - int64(before); grown > 200*10_000 {
		t.Errorf("10,000 calls left %d bytes in memory", grown)
	}
}

// canned is a transport that answers by itself: what is measured is the client,
// not the test's server.
type canned struct{}

func (canned) RoundTrip(*http.Request) (*http.Response, error) {
	const body = `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"{}"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}`
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}
