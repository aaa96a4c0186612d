package stage

import (
	"context"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// benchSession is a made-up session of 24 turns in two languages.
func benchSession() dyadmem.Session {
	lines := []string{
		"user: From now on keep the weekly report under ten lines, numbers first.", "agent: Noted: ten lines, numbers first.",
		"user: My sister Ada moves to Leeds on the 3rd of March, so the flat is free from then.", "agent: From 3 March, then. Shall I tell the landlord?",
		"user: 以后过敏的问题先给结论，别铺垫，我对海鲜过敏。", "agent: 好，先给结论。",
		"user: 下周二我去柏林开会，住三晚，预算八千。", "agent: 记下了：下周二去柏林。",
	}
	var turns []string
	for range 3 {
		turns = append(turns, lines...)
	}
	return stagetest.Talk("2026-02-01T10:00:00Z", turns...)
}

// BenchmarkCapture reports turns a second as the ratio that issue figures use.
func BenchmarkCapture(b *testing.B) {
	s := benchSession()
	ctx := context.Background()
	for b.Loop() {
		if _, err := (capture.Rules{}).Capture(ctx, s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(s.Turns)*b.N)/b.Elapsed().Seconds(), "turns/s")
}

func BenchmarkRecall300(b *testing.B) {
	var bank dyadmem.Bank
	s := benchSession()
	for i := range 300 {
		c := s.Turns[i%len(s.Turns)].Text + " " + string(rune('a'+i%26)) + string(rune('a'+i/26))
		bank.Entries = append(bank.Entries, dyadmem.Entry{Key: dyadmem.KeyFor(c), Kind: dyadmem.Fact, Content: c, At: s.At})
	}
	r := Rules().Recaller
	ctx := context.Background()
	for b.Loop() {
		if _, err := r.Recall(ctx, bank, dyadmem.Query{Text: "When does Ada move to Leeds?", At: s.At}); err != nil {
			b.Fatal(err)
		}
	}
}
