package stage_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
	"github.com/dyadmem/dyadmem/stage"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// BenchmarkRun reports which share of the ideal throughput a whole run reaches, of
// all stages over mini's development half, at an endpoint that takes 200 ms a
// call, with 32 in flight.
func BenchmarkRun(b *testing.B) {
	const delay, inFlight = 200 * time.Millisecond, 32
	set := stagetest.Mini(b, "mini")
	m := stagetest.Knows(b, set, 0)
	s := llmtest.Serve(b, func(r llmtest.Request) llmtest.Response {
		return llmtest.Response{Text: m.Reply(r), Delay: delay}
	})
	before := 0
	for b.Loop() {
		client := connect(b, s, func(cfg *llm.Config) {
			cfg.InFlight, cfg.Cache = inFlight, filepath.Join(b.TempDir(), "calls")
		})
		r := bench.Run{Set: set, System: bench.EngineSystem{Engine: stage.Model.Engine(model(client))}, Stages: bench.Stages(), Workers: 2 * inFlight, LongFirst: true, Dir: b.TempDir(), Key: "k"}
		start := time.Now()
		if _, err := r.Do(b.Context()); err != nil {
			b.Fatal(err)
		}
		took := time.Since(start)
		all, _ := s.Requests()
		b.ReportMetric(float64(all-before)*delay.Seconds()/inFlight/took.Seconds(), "of-ideal")
		b.ReportMetric(float64(all-before), "calls")
		before = all
	}
}
