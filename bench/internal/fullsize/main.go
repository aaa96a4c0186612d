// Command fullsize makes a data set of the paper's size out of the episodes of
// mini:dev: 3,065 episodes of 16.6 sessions of about 25 turns, 20 questions each
// and about 324 entries in the last bank. It is for speed alone: its texts are
// those of mini with other numbers and stray words, and what its gold says
// means nothing.
//
//	go run ./bench/internal/fullsize -out full.jsonl.zst
//	time dyadmem bench run --data full.jsonl.zst --out out/full --no-controls
//	time dyadmem bench score --data full.jsonl.zst --predictions out/full/predictions.jsonl
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/mini"
)

func main() {
	out := flag.String("out", "full.jsonl.zst", "the data set to write")
	n := flag.Int("episodes", 3065, "how many episodes")
	flag.Parse()
	if err := write(*out, *n); err != nil {
		log.Fatal(err)
	}
}

func write(out string, n int) error {
	fsys, err := mini.FS("mini:dev")
	if err != nil {
		return err
	}
	set, err := bench.OpenFS(fsys, "mini:dev")
	if err != nil {
		return err
	}
	sources := map[string][]*bench.Episode{} // by language
	for e, err := range set.Episodes() {
		if err != nil {
			return err
		}
		sources[e.Lang] = append(sources[e.Lang], e)
	}
	w, err := bench.Create(out)
	if err != nil {
		return err
	}
	defer w.Abort()
	for i := range n {
		lang := []string{"en", "zh"}[i%2]
		m := maker{rng: rand.New(rand.NewPCG(1, uint64(i))), from: sources[lang]}
		if err := w.Write(m.episode(fmt.Sprintf("%s-%04d", lang, i), lang)); err != nil {
			return err
		}
	}
	return w.Close()
}

// A maker makes one episode.
type maker struct {
	rng  *rand.Rand
	from []*bench.Episode
	keys int
}

const (
	turnsASession   = 25
	entriesASession = 20
)

func (m *maker) episode(id, lang string) *bench.Episode {
	e := &bench.Episode{
		ID: id, Lang: lang, Focus: []bench.Focus{bench.UserFocus, bench.AgentFocus}[m.rng.IntN(2)],
		Domain: "work_study", Subdomain: "work_habits", Agent: bench.Party{ID: "agent", Role: "assistant"}, User: bench.Party{ID: "user"},
	}
	at := time.Date(2025, 1, 6, 9, 0, 0, 0, time.UTC)
	for t := range 16 + m.rng.IntN(2) {
		at = at.AddDate(0, 0, 3+m.rng.IntN(9))
		e.Sessions = append(e.Sessions, m.session(fmt.Sprintf("s%d", t+1), at, e.Sessions))
	}
	bank := bench.Replay(e)[len(e.Sessions)].Entries
	for i := range 20 {
		source := m.from[m.rng.IntN(len(m.from))]
		q := source.Questions[m.rng.IntN(len(source.Questions))]
		x := bench.Question{ID: fmt.Sprintf("q%d", i+1), Type: bench.SingleHop, Text: m.vary(q.Text), Answer: q.Answer, Rubric: q.Rubric}
		for range 1 + m.rng.IntN(2) {
			x.Support = append(x.Support, bank[m.rng.IntN(len(bank))].Key)
		}
		e.Questions = append(e.Questions, x)
	}
	return e
}

func (m *maker) session(id string, at time.Time, before []bench.Session) bench.Session {
	s := bench.Session{ID: id, Time: bench.At(at)}
	for len(s.Turns) < turnsASession {
		source := m.some()
		for _, t := range source.Turns[:min(len(source.Turns), turnsASession-len(s.Turns))] {
			s.Turns = append(s.Turns, bench.Turn{
				ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", id, len(s.Turns)+1)), Speaker: t.Speaker, Text: m.vary(t.Text), Smalltalk: len(s.Turns)%8 == 7,
			})
		}
	}
	for len(s.Capture) < entriesASession {
		source := m.some()
		for _, x := range source.Capture {
			if x.Kind == dyadmem.AgentKnowledge || len(s.Capture) == entriesASession {
				continue
			}
			m.keys++
			turn := s.Turns[8*m.rng.IntN(3)] // never small talk
			key := dyadmem.EntryKey(fmt.Sprintf("m%d", m.keys))
			s.Capture = append(s.Capture, bench.Entry{Key: key, Kind: x.Kind, Content: m.vary(x.Content), Evidence: []dyadmem.TurnRef{turn.ID}})
			s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: key}})
		}
	}
	if len(before) > 0 { // something of the last session is over
		last := before[len(before)-1]
		s.Delete = []bench.Deletion{{Key: last.Capture[0].Key, Why: dyadmem.WhyCorrected, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}}
	}
	return s
}

func (m *maker) some() *bench.Session {
	source := m.from[m.rng.IntN(len(m.from))]
	return &source.Sessions[m.rng.IntN(len(source.Sessions))]
}

// vary returns text with other digits and a stray number at its end, so that
// no two texts are alike and nothing can be read once for all.
func (m *maker) vary(text string) string {
	text = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0' + m.rng.Int32N(10)
		}
		return r
	}, text)
	return fmt.Sprintf("%s %d", text, m.rng.IntN(100000))
}
