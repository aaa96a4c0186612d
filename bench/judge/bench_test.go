package judge

import (
	"bufio"
	"fmt"
	"os"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// tuneEntries returns the texts of the tune pairs, as predictions and gold.
func tuneEntries(b *testing.B) (predicted, gold []bench.Entry) {
	f, err := os.Open("testdata/tune.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		p, err := ParsePair(s.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		turn := dyadmem.TurnRef(fmt.Sprint("t", len(gold)%8))
		p.A.Evidence, p.B.Evidence = []dyadmem.TurnRef{turn}, []dyadmem.TurnRef{turn}
		predicted, gold = append(predicted, p.A), append(gold, p.B)
	}
	return predicted, gold
}

// Pairs a second: what a judge costs once the texts are read.
func BenchmarkLinks(b *testing.B) {
	predicted, gold := tuneEntries(b)
	for _, j := range []Equivalence{Exact{}, Lexical{}, Anchored{}} {
		b.Run(j.Name(), func(b *testing.B) {
			c := new(Case)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := j.Links(b.Context(), c, predicted, gold); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(predicted)*len(gold))/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

// Entries a second: what it costs to read a text for the first time.
func BenchmarkReadEntry(b *testing.B) {
	predicted, _ := tuneEntries(b)
	n := 0
	for b.Loop() {
		c := new(Case)
		for i := range predicted {
			c.read(predicted[i].Content)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entries/s")
}
