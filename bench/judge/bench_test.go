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

// Episodes a second: a whole judging pass over an episode of the paper's mean
// size (17 sessions of 6 entries, 20 questions), every answer wrong, so that
// bank and captures are judged for each.
func BenchmarkEpisode(b *testing.B) {
	predicted, gold := tuneEntries(b)
	const sessions, each, questions = 17, 6, 20
	e := &bench.Episode{ID: "e"}
	u := bench.NewUnits(false)
	var bank []bench.Entry
	for s := range sessions {
		id := fmt.Sprint("s", s)
		session := bench.Session{ID: id}
		for t := range 25 {
			session.Turns = append(session.Turns, bench.Turn{ID: dyadmem.TurnRef(fmt.Sprint(id, ".", t)), Speaker: dyadmem.User, Text: gold[(s*25+t)%len(gold)].Content})
		}
		line := &bench.Prediction{Stage: bench.CaptureStage, Session: id}
		for k := range each {
			n := (s*each + k) % len(gold)
			g, p := gold[n], predicted[n]
			g.Key, g.Kind, p.Kind = dyadmem.EntryKey(fmt.Sprint("m", s, ".", k)), dyadmem.Fact, dyadmem.Fact
			g.Evidence = []dyadmem.TurnRef{session.Turns[k].ID}
			p.Evidence = g.Evidence
			session.Capture = append(session.Capture, g)
			session.Add = append(session.Add, bench.Addition{Entry: bench.Entry{Key: g.Key}})
			line.Entries = append(line.Entries, p)
			bank = append(bank, p)
		}
		e.Sessions = append(e.Sessions, session)
		u.Add(e, line)
	}
	u.Add(e, &bench.Prediction{Stage: bench.BankStage, Entries: bank})
	for q := range questions {
		id := fmt.Sprint("q", q)
		e.Questions = append(e.Questions, bench.Question{ID: id, Type: bench.MultiHop, Support: []dyadmem.EntryKey{"m3.1", "m9.2"}, Rubric: &bench.Rubric{Must: [][]string{{"nothing says this"}}}})
		u.Add(e, &bench.Prediction{Stage: bench.PipelineQA, Question: id, Answer: "no idea", Handed: bank[:16]})
	}
	j := Judges{Equivalence: Anchored{}, Answers: Rubric{}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Episode(b.Context(), e, u, j); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "episodes/s")
}
