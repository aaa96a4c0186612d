package judge

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// The paper's set has 3,065 episodes of 16.6 sessions of 24.8 turns, 20
// questions each, and a gold bank of 323.6 entries:
//
//	go test ./bench/judge -run - -bench Size -episodes 3065 -benchtime 1x
//
// and, to have such a set and predictions for it as files:
//
//	go test ./bench/judge -run WriteSize -episodes 3065 -write DIR
var (
	sizeEpisodes = flag.Int("episodes", 6, "episodes of BenchmarkSize and TestWriteSize")
	sizeDir      = flag.String("write", "", "folder that TestWriteSize writes data.jsonl and predictions.jsonl to")
)

// A maker makes episodes of the paper's size and predictions for them: about
// half of gold, reworded here and there, as much junk, every answer wrong. The
// sentences are words of real ones, shuffled: for speed alone.
type maker struct {
	rng   *rand.Rand
	words map[string][]string // by language
}

func newMaker(tb testing.TB) *maker {
	f, err := os.Open("testdata/read.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	m := &maker{rand.New(rand.NewPCG(1, 2)), make(map[string][]string)}
	s := bufio.NewScanner(f)
	for s.Buffer(nil, 1<<20); s.Scan(); {
		var pair struct {
			Lang string `json:"lang"`
			B    string `json:"b"`
		}
		if err := json.Unmarshal(s.Bytes(), &pair); err != nil {
			tb.Fatal(err)
		}
		words := strings.Fields(pair.B)
		if pair.Lang == "zh" {
			words = words[:0]
			for r := []rune(pair.B); len(r) > 0; r = r[min(3, len(r)):] {
				words = append(words, string(r[:min(3, len(r))]))
			}
		}
		m.words[pair.Lang] = append(m.words[pair.Lang], words...)
	}
	if len(m.words["en"]) == 0 || len(m.words["zh"]) == 0 {
		tb.Fatal("testdata/read.jsonl has no words")
	}
	return m
}

// sentence returns n words of lang.
func (m *maker) sentence(lang string, n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = m.words[lang][m.rng.IntN(len(m.words[lang]))]
	}
	return words
}

func join(lang string, words []string) string {
	if lang == "zh" {
		return strings.Join(words, "")
	}
	return strings.Join(words, " ")
}

// episode makes an episode and the lines of predictions for it.
func (m *maker) episode(id, lang string) (*bench.Episode, []*bench.Prediction) {
	rng := m.rng
	e := &bench.Episode{Schema: bench.EpisodeSchema, ID: id, Lang: lang, Focus: bench.UserFocus, Domain: "work_study"}
	e.Agent.ID, e.User.ID = "agent", "user"
	var lines []*bench.Prediction
	var built []bench.Entry
	keys, last := 0, dyadmem.EntryKey("")
	for t := range 16 + rng.IntN(2) {
		s := bench.Session{ID: fmt.Sprintf("s%d", t+1), Time: bench.At(time.Date(2026, 1, 1+t, 0, 0, 0, 0, time.UTC))}
		var said [][]string
		for i := range 25 {
			said = append(said, m.sentence(lang, 25))
			s.Turns = append(s.Turns, bench.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", s.ID, i+1)), Speaker: dyadmem.User, Text: join(lang, said[i])})
		}
		p := &bench.Prediction{Stage: bench.CaptureStage, Episode: id, Session: s.ID}
		ops := &bench.Prediction{Stage: bench.UpdateStage, Episode: id, Session: s.ID}
		if last != "" {
			s.Delete = append(s.Delete, bench.Deletion{Key: last, Why: dyadmem.WhyCorrected})
			ops.Delete = append(ops.Delete, bench.Deletion{Key: last}, bench.Deletion{Key: "m1"})
		}
		for range 20 {
			keys++
			turn := rng.IntN(len(said))
			from := rng.IntN(15)
			words := said[turn][from : from+10]
			x := bench.Entry{Key: dyadmem.EntryKey(fmt.Sprintf("m%d", keys)), Kind: dyadmem.Kinds()[rng.IntN(6)], Content: join(lang, words), Evidence: []dyadmem.TurnRef{s.Turns[turn].ID}}
			s.Capture = append(s.Capture, x)
			s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: x.Key}})
			ops.Add = append(ops.Add, bench.Addition{Entry: bench.Entry{Key: x.Key}})
			last = x.Key
			if rng.IntN(2) == 0 {
				words = m.sentence(lang, 8)
			} else {
				words = append(m.sentence(lang, 2), words[2:]...)
			}
			x.Key, x.Content = "", join(lang, words)
			p.Entries = append(p.Entries, x)
		}
		built = append(built, p.Entries...)
		e.Sessions = append(e.Sessions, s)
		lines = append(lines, p, ops, &bench.Prediction{Stage: bench.PipelineCapture, Episode: id, Session: s.ID, Entries: p.Entries})
	}
	lines = append(lines, &bench.Prediction{Stage: bench.BankStage, Episode: id, Entries: built})
	for i := range 20 {
		s := e.Sessions[rng.IntN(len(e.Sessions)-1)]
		q := bench.Question{ID: fmt.Sprintf("q%d", i+1), Type: bench.SingleHop, Text: join(lang, m.sentence(lang, 8)), Answer: "yes", Support: []dyadmem.EntryKey{s.Capture[3].Key, s.Capture[4].Key}, Rubric: &bench.Rubric{Must: [][]string{{"yes"}}}}
		q.Type = bench.MultiHop
		e.Questions = append(e.Questions, q)
		from := rng.IntN(len(built) - 16)
		lines = append(lines,
			&bench.Prediction{Stage: bench.RecallStage, Episode: id, Question: q.ID, Keys: q.Support},
			&bench.Prediction{Stage: bench.GoldQA, Episode: id, Question: q.ID, Answer: "yes"},
			&bench.Prediction{Stage: bench.PipelineQA, Episode: id, Question: q.ID, Answer: join(lang, m.sentence(lang, 10)), Handed: built[from : from+16]})
	}
	return e, lines
}

// languages take turns.
func language(i int) string { return []string{"en", "zh"}[i%2] }

// BenchmarkSize judges -episodes episodes of the paper's size, half of them
// Chinese. Making, reading and scoring them is not in it.
func BenchmarkSize(b *testing.B) {
	for _, j := range []Equivalence{Exact{}, Lexical{}, Anchored{}} {
		b.Run(j.Name(), func(b *testing.B) {
			for b.Loop() {
				m, judges := newMaker(b), Judges{j, Rubric{}, new(Vocabulary)}
				spent := make(map[string]time.Duration)
				for i := range *sizeEpisodes {
					e, lines := m.episode(fmt.Sprint(i), language(i))
					u := bench.NewUnits(true)
					for _, l := range lines {
						u.Add(e, l)
					}
					start := time.Now()
					if _, err := Episode(b.Context(), e, u, judges); err != nil {
						b.Fatal(err)
					}
					spent[e.Lang] += time.Since(start)
				}
				for lang, d := range spent {
					b.ReportMetric(d.Seconds()/float64(*sizeEpisodes)*2e3, "ms/"+lang)
				}
				b.ReportMetric((spent["en"]+spent["zh"]).Seconds()/float64(*sizeEpisodes)*1e3, "ms/episode")
			}
		})
	}
}

func TestWriteSize(t *testing.T) {
	if *sizeDir == "" {
		t.Skip("-write says no folder")
	}
	data, err := bench.Create(*sizeDir + "/data.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer data.Abort()
	f, err := os.Create(*sizeDir + "/predictions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	m := newMaker(t)
	for i := range *sizeEpisodes {
		e, lines := m.episode(fmt.Sprintf("e%d", i), language(i))
		if err := data.Write(e); err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if err := json.MarshalWrite(w, l); err != nil {
				t.Fatal(err)
			}
			w.WriteByte('\n')
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := data.Close(); err != nil {
		t.Fatal(err)
	}
}
