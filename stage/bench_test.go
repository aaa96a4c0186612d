package stage

import (
	"runtime"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// benchEpisodes returns the episodes of mini's development half and how many turns
// they have. Hardly a line of theirs comes twice: what was read once is no help.
func benchEpisodes(b *testing.B) (all []*bench.Episode, turns int) {
	for e, err := range stagetest.Mini(b, "mini:dev").Episodes() {
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, e)
		for i := range e.Sessions {
			turns += len(e.Sessions[i].Turns)
		}
	}
	return all, turns
}

// benchSessions reports turns a second, and the memory that the rules hold in the end.
// Each time round new rules work on each session of each episode once, in order; work
// returns the bank after it.
func benchSessions(b *testing.B, work func(rules dyadmem.Engine, bank dyadmem.Bank, s dyadmem.Session) (dyadmem.Bank, error)) {
	episodes, turns := benchEpisodes(b)
	var rules dyadmem.Engine
	for b.Loop() {
		rules = Rules()
		for _, e := range episodes {
			var bank dyadmem.Bank
			for i := range e.Sessions {
				var err error
				if bank, err = work(rules, bank, e.View(&e.Sessions[i])); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(float64(turns*b.N)/b.Elapsed().Seconds(), "turns/s")
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "heap-MiB")
	runtime.KeepAlive(rules)
}

func BenchmarkCapture(b *testing.B) {
	benchSessions(b, func(rules dyadmem.Engine, bank dyadmem.Bank, s dyadmem.Session) (dyadmem.Bank, error) {
		_, err := rules.Capturer.Capture(b.Context(), s)
		return bank, err
	})
}

// BenchmarkCaptureUpdate is what a service does with a session: the bank grows by what
// the rules themselves make of each.
func BenchmarkCaptureUpdate(b *testing.B) {
	benchSessions(b, func(rules dyadmem.Engine, bank dyadmem.Bank, s dyadmem.Session) (dyadmem.Bank, error) {
		captured, err := rules.Capturer.Capture(b.Context(), s)
		if err != nil {
			return bank, err
		}
		for i := range captured {
			captured[i].Key = dyadmem.KeyFor(captured[i].Content)
		}
		ops, err := rules.Updater.Update(b.Context(), bank, s, captured)
		return bank.Apply(captured, ops), err
	})
}

func BenchmarkRecall300(b *testing.B) {
	var bank dyadmem.Bank
	episodes, _ := benchEpisodes(b)
	for _, e := range episodes {
		for _, t := range e.Sessions[0].Turns {
			if len(bank.Entries) < 300 {
				bank.Entries = append(bank.Entries, dyadmem.Entry{Key: dyadmem.KeyFor(t.Text), Kind: dyadmem.Fact, Content: t.Text, At: e.Sessions[0].Time.Time})
			}
		}
	}
	if len(bank.Entries) < 300 {
		b.Fatalf("a bank of %d entries", len(bank.Entries))
	}
	r := Rules().Recaller
	for b.Loop() {
		if _, err := r.Recall(b.Context(), bank, dyadmem.Query{Text: "When does Ada move to Leeds?", At: bank.Entries[0].At}); err != nil {
			b.Fatal(err)
		}
	}
}
