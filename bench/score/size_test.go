package score

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// The paper's set has 3,065 episodes of 16.6 sessions of 24.8 turns, 20
// questions each, and a gold bank of 323.6 entries:
//
//	go test ./bench/score -run - -bench Score -episodes 3065 -benchtime 1x
var benchEpisodes = flag.Int("episodes", 10, "episodes that BenchmarkScore scores")

// big makes an episode of the paper's size and predictions for it: about half of
// gold, as much junk. The text is made up, for speed alone.
func big(rng *rand.Rand, id string) (*bench.Episode, *bench.Units) {
	words := make([]string, 4000)
	for i := range words {
		words[i] = fmt.Sprintf("%c%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i*7%26, 'a'+i*3%26)
	}
	text := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = words[rng.IntN(len(words))]
		}
		return strings.Join(out, " ")
	}
	e := &bench.Episode{ID: id, Lang: "en", Focus: bench.UserFocus, Domain: "work_study"}
	u := bench.NewUnits(true)
	keys, last := 0, dyadmem.EntryKey("")
	var built []bench.Entry
	for t := range 16 + rng.IntN(2) {
		s := bench.Session{ID: fmt.Sprintf("s%d", t+1), Time: bench.At(time.Date(2026, 1, 1+t, 0, 0, 0, 0, time.UTC))}
		for i := range 25 {
			s.Turns = append(s.Turns, bench.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", s.ID, i+1)), Speaker: dyadmem.User, Text: text(25)})
		}
		p := &bench.Prediction{Stage: bench.CaptureStage, Episode: id, Session: s.ID}
		ops := &bench.Prediction{Stage: bench.UpdateStage, Episode: id, Session: s.ID}
		if last != "" {
			s.Delete = append(s.Delete, bench.Deletion{Key: last, Why: dyadmem.WhyCorrected})
			ops.Delete = append(ops.Delete, bench.Deletion{Key: last}, bench.Deletion{Key: "m1"})
		}
		for range 20 {
			keys++
			turn := s.Turns[rng.IntN(len(s.Turns))]
			from := rng.IntN(60)
			x := bench.Entry{Key: dyadmem.EntryKey(fmt.Sprintf("m%d", keys)), Kind: dyadmem.Kinds()[rng.IntN(6)], Content: turn.Text[from : from+50], Evidence: []dyadmem.TurnRef{turn.ID}}
			s.Capture = append(s.Capture, x)
			s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: x.Key}})
			ops.Add = append(ops.Add, bench.Addition{Entry: bench.Entry{Key: x.Key}})
			last = x.Key
			if rng.IntN(2) == 0 {
				x.Content = text(8)
			}
			x.Key = ""
			p.Entries = append(p.Entries, x)
		}
		built = append(built, p.Entries...)
		e.Sessions = append(e.Sessions, s)
		for _, l := range []*bench.Prediction{p, ops, {Stage: bench.PipelineCapture, Session: s.ID, Entries: p.Entries}} {
			u.Add(e, l)
		}
	}
	u.Add(e, &bench.Prediction{Stage: bench.BankStage, Entries: built})
	for i := range 20 {
		s := e.Sessions[rng.IntN(len(e.Sessions)-1)]
		q := bench.Question{ID: fmt.Sprintf("q%d", i+1), Type: bench.SingleHop, Answer: "yes", Support: []dyadmem.EntryKey{s.Capture[3].Key}, Rubric: &bench.Rubric{Must: [][]string{{"yes"}}}}
		e.Questions = append(e.Questions, q)
		for _, l := range []*bench.Prediction{
			{Stage: bench.RecallStage, Question: q.ID, Keys: q.Support},
			{Stage: bench.GoldQA, Question: q.ID, Answer: "yes"},
			{Stage: bench.PipelineQA, Question: q.ID, Answer: text(10), Handed: built[:16]},
		} {
			u.Add(e, l)
		}
	}
	return e, u
}

// BenchmarkScore scores -episodes episodes of the paper's size and makes the
// summary with its intervals. Judging and reading are not in it; peak-MiB is
// the heap after the last episode.
func BenchmarkScore(b *testing.B) {
	for b.Loop() {
		rng := rand.New(rand.NewPCG(1, 2))
		tally := new(Tally)
		var scoring time.Duration
		for i := range *benchEpisodes {
			e, u := big(rng, fmt.Sprint(i))
			v := exact(e, u)
			start := time.Now()
			tally.Add(Episode(e, u, v))
			scoring += time.Since(start)
		}
		start := time.Now()
		tally.Summary(Options{})
		b.ReportMetric(scoring.Seconds()/float64(*benchEpisodes)*1e3, "ms/episode")
		b.ReportMetric(time.Since(start).Seconds()*1e3, "ms/summary")
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "heap-MiB")
		runtime.KeepAlive(tally)
	}
}
