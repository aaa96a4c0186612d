package score

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A world makes random episodes and predictions in which everything odd
// happens: junk, repeats, unknown keys, units that are missing or failed, lists
// that are too long, questions asked in the middle.
type world struct {
	*rand.Rand
	keys  int
	texts []string // of gold, of the sessions before
	again float64  // how often an own key comes again with other words: of such adds the last counts, so their order does
}

func newWorld(seed uint64) *world { return &world{Rand: rand.New(rand.NewPCG(seed, 99))} }

func pick[T any](w *world, list []T) T { return list[w.IntN(len(list))] }

func (w *world) chance(p float64) bool { return w.Float64() < p }

var vocabulary = strings.Fields("tea coffee bike train Bonn Berlin 7 8 9 red blue cat dog desk piano jazz rule first last never always 会议 柏林 结论 周五")

func (w *world) text() string {
	words := make([]string, 2+w.IntN(3))
	for i := range words {
		words[i] = pick(w, vocabulary)
	}
	return strings.Join(words, " ")
}

// disguise changes text without changing what it is folded to.
func (w *world) disguise(text string) string {
	switch w.IntN(4) {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return "  " + strings.ReplaceAll(text, " ", "   ")
	}
	return text
}

func (w *world) gold() bench.Entry {
	w.keys++
	text := w.text()
	if len(w.texts) > 0 && w.chance(0.1) { // two keys for one text
		text, w.texts = w.disguise(w.texts[0]), w.texts[1:]
	}
	return bench.Entry{Key: dyadmem.EntryKey(fmt.Sprintf("m%d", w.keys*7919%1000)), Kind: pick(w, dyadmem.Kinds()), Content: text}
}

func (w *world) episode(id string) *bench.Episode {
	w.keys, w.texts = 0, nil
	e := &bench.Episode{
		ID: id, Lang: pick(w, []string{"en", "zh"}), Focus: pick(w, []bench.Focus{bench.UserFocus, bench.AgentFocus}),
		Domain: pick(w, []string{"work_study", "lifestyle_assets"}),
	}
	var bank dyadmem.Bank
	var banks []dyadmem.Bank
	for t := range 1 + w.IntN(4) {
		s := bench.Session{ID: fmt.Sprintf("s%d", t+1), Time: bench.At(time.Date(2026, 1, 1+t, 0, 0, 0, 0, time.UTC))}
		for i := range 1 + w.IntN(3) {
			s.Turns = append(s.Turns, bench.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("%s.%d", s.ID, i+1)), Speaker: dyadmem.User, Text: w.text() + " " + w.text()})
		}
		for range w.IntN(5) {
			x := w.gold()
			if len(bank.Entries) > 0 && w.chance(0.2) { // a restatement
				x.Key = pick(w, bank.Entries).Key
				if has(s.Capture, x.Key) {
					continue
				}
			}
			if w.chance(0.5) {
				x.Evidence = []dyadmem.TurnRef{pick(w, s.Turns).ID}
			}
			s.Capture = append(s.Capture, x)
			if w.chance(0.7) {
				s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: x.Key}})
			}
		}
		if w.chance(0.4) {
			s.Add = append(s.Add, bench.Addition{Entry: w.gold(), Whole: true})
		}
		for _, x := range bank.Entries {
			if w.chance(0.2) {
				s.Delete = append(s.Delete, bench.Deletion{Key: x.Key, Why: pick(w, dyadmem.Whys())})
				if w.chance(0.2) && !has(s.Capture, x.Key) { // deleted and added again
					s.Add = append(s.Add, bench.Addition{Entry: bench.Entry{Key: x.Key, Kind: x.Kind, Content: w.text()}, Whole: true})
				}
			}
		}
		for _, x := range s.Capture {
			w.texts = append(w.texts, x.Content)
		}
		bank = bank.Apply(s.Gold())
		banks = append(banks, bank)
		e.Sessions = append(e.Sessions, s)
	}
	for i := range w.IntN(7) {
		q := bench.Question{ID: fmt.Sprintf("q%d", i+1), Type: pick(w, bench.QuestionTypes()), Answer: "yes"}
		at := len(banks) - 1
		if w.chance(0.4) {
			at = w.IntN(len(banks))
			q.AskedAfter = e.Sessions[at].ID
		}
		entries := banks[at].Entries
		if q.Type.Answerable() {
			if len(entries) == 0 {
				q.Type = bench.Abstain
			}
			for _, k := range w.Perm(len(entries))[:min(len(entries), 1+w.IntN(3))] {
				q.Support = append(q.Support, entries[k].Key)
			}
			if !q.Type.Answerable() {
				q.Support = nil
			}
		}
		if w.chance(0.85) {
			q.Rubric = &bench.Rubric{Must: [][]string{{"yes", "ja"}}, MustNot: []string{"secret"}}
		}
		e.Questions = append(e.Questions, q)
	}
	return e
}

func has(entries []bench.Entry, k dyadmem.EntryKey) bool {
	for _, x := range entries {
		if x.Key == k {
			return true
		}
	}
	return false
}

// entries returns predictions: some of gold in disguise, junk, turns, repeats.
func (w *world) entries(gold []bench.Entry, turns []bench.Turn) []bench.Entry {
	var out []bench.Entry
	add := func(text string, k dyadmem.Kind) {
		if w.chance(0.3) {
			k = pick(w, append(dyadmem.Kinds(), "mood"))
		}
		out = append(out, bench.Entry{Kind: k, Content: text})
	}
	for _, g := range gold {
		if w.chance(0.6) {
			add(w.disguise(g.Content), g.Kind)
		}
	}
	for range w.IntN(3) {
		add(w.text(), dyadmem.Fact)
	}
	if w.chance(0.3) && len(turns) > 0 {
		t := pick(w, turns).Text
		add(t[:len(t)-w.IntN(len(t)-1)*w.IntN(2)], dyadmem.Fact)
	}
	if len(out) > 0 && w.chance(0.4) { // a repeat, of the same kind: which of two kinds stands for both is another test
		x := pick(w, out)
		x.Content = w.disguise(x.Content)
		out = append(out, x)
	}
	for i := range out { // cut turns may end within a character
		out[i].Content = strings.ToValidUTF8(out[i].Content, "")
	}
	w.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// predictions returns lines for e.
func (w *world) predictions(e *bench.Episode, pipelined bool) []*bench.Prediction {
	var out []*bench.Prediction
	put := func(p bench.Prediction) {
		p.Episode = e.ID
		if w.chance(0.1) {
			return // missing
		}
		if w.chance(0.1) {
			p.Error = pick(w, []string{"format", "timeout"})
		}
		if w.chance(0.1) { // another line for the same unit, which a later one replaces
			other := bench.Prediction{Stage: p.Stage, Episode: e.ID, Session: p.Session, Question: p.Question}
			out = append(out, &other)
		}
		if w.chance(0.05) {
			out = append(out, &bench.Prediction{Stage: p.Stage, Episode: e.ID, Session: "s99", Question: "q99"})
		}
		out = append(out, &p)
	}
	banks := bench.Replay(e)
	var built []bench.Entry
	for i := range e.Sessions {
		s := &e.Sessions[i]
		put(bench.Prediction{Stage: bench.CaptureStage, Session: s.ID, Entries: w.entries(s.Capture, s.Turns)})
		put(w.update(s, banks[i]))
		own := w.entries(s.Capture, s.Turns)
		if pipelined {
			put(bench.Prediction{Stage: bench.PipelineCapture, Session: s.ID, Entries: own})
		}
		built = append(built, own...)
		for _, a := range s.Add {
			if a.Whole && w.chance(0.4) {
				built = append(built, a.Entry)
			}
		}
		bank := bench.Prediction{Stage: bench.BankStage, Session: s.ID, Entries: append([]bench.Entry(nil), built...)}
		if i == len(e.Sessions)-1 && w.chance(0.5) {
			bank.Session = ""
		}
		put(bank)
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		bank := banks[e.AskedIndex(q)+1]
		put(bench.Prediction{Stage: bench.RecallStage, Question: q.ID, Keys: w.ranked(q, bank)})
		gold := bench.Prediction{Stage: bench.GoldQA, Question: q.ID}
		w.answer(&gold)
		put(gold)
		p := bench.Prediction{Stage: bench.PipelineQA, Question: q.ID}
		w.answer(&p)
		for _, k := range q.Support {
			if x, ok := bank.Entry(k); ok && w.chance(0.7) {
				p.Handed = append(p.Handed, bench.Entry{Kind: x.Kind, Content: w.disguise(x.Content)})
			}
		}
		for range w.IntN(25) * w.IntN(2) {
			p.Handed = append(p.Handed, bench.Entry{Kind: dyadmem.Fact, Content: pick(w, []string{w.text(), "the secret", strings.Repeat("long ", 120)})})
		}
		w.Shuffle(len(p.Handed), func(i, j int) { p.Handed[i], p.Handed[j] = p.Handed[j], p.Handed[i] })
		put(p)
	}
	w.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (w *world) update(s *bench.Session, before dyadmem.Bank) bench.Prediction {
	p := bench.Prediction{Stage: bench.UpdateStage, Session: s.ID}
	name := func(k dyadmem.EntryKey) bench.Addition { return bench.Addition{Entry: bench.Entry{Key: k}} }
	for i, x := range s.Resolve(s.Add, before) {
		switch w.IntN(5) {
		case 0:
		case 1: // written out without a key
			p.Add = append(p.Add, bench.Addition{Entry: bench.Entry{Kind: x.Kind, Content: w.disguise(x.Content)}, Whole: true})
		case 2: // written out with the key and other words
			p.Add = append(p.Add, bench.Addition{Entry: bench.Entry{Key: x.Key, Kind: x.Kind, Content: w.text()}, Whole: true})
		default:
			p.Add = append(p.Add, name(s.Add[i].Key))
		}
	}
	for _, x := range s.Capture {
		if w.chance(0.2) {
			p.Add = append(p.Add, name(x.Key))
		}
		if w.chance(0.1) {
			p.Delete = append(p.Delete, bench.Deletion{Key: x.Key})
		}
	}
	for range w.IntN(2) {
		p.Add = append(p.Add, bench.Addition{Entry: bench.Entry{Kind: dyadmem.Fact, Content: w.text()}, Whole: true}, name("zz"))
	}
	for i, x := range before.Entries { // restated, under an own key or none, deleted or not
		if w.chance(0.1) {
			own := bench.Entry{Kind: x.Kind, Content: w.disguise(x.Content)}
			if w.chance(0.5) {
				own.Key = dyadmem.EntryKey(fmt.Sprintf("z%d", i))
			}
			p.Add = append(p.Add, bench.Addition{Entry: own, Whole: true})
			if w.chance(0.5) {
				p.Delete = append(p.Delete, bench.Deletion{Key: x.Key})
			}
			if own.Key != "" && w.chance(w.again) { // the same own key, with other words
				own.Content = w.text()
				p.Add = append(p.Add, bench.Addition{Entry: own, Whole: true})
			}
		}
	}
	for i, x := range p.Add { // gold's words under an own key
		if x.Whole && x.Key == "" && w.chance(0.3) {
			p.Add[i].Key = dyadmem.EntryKey(fmt.Sprintf("y%d", i))
			if w.chance(0.3) {
				p.Add = append(p.Add, x)
			}
		}
	}
	if len(p.Add) > 0 && w.chance(0.3) {
		p.Add = append(p.Add, pick(w, p.Add))
	}
	for _, d := range s.Delete {
		if w.chance(0.6) {
			p.Delete = append(p.Delete, d)
		}
	}
	for _, x := range before.Entries {
		if w.chance(0.1) {
			p.Delete = append(p.Delete, bench.Deletion{Key: x.Key, Why: dyadmem.WhyForget})
		}
	}
	if w.chance(0.2) {
		p.Delete = append(p.Delete, bench.Deletion{Key: "zz"}, bench.Deletion{Key: "zz"})
	}
	return p
}

func (w *world) ranked(q *bench.Question, bank dyadmem.Bank) []dyadmem.EntryKey {
	var keys []dyadmem.EntryKey
	for _, x := range bank.Entries {
		if w.chance(0.5) {
			keys = append(keys, x.Key)
		}
	}
	for _, k := range q.Support {
		if w.chance(0.5) {
			keys = append(keys, k)
		}
	}
	for i := range w.IntN(20) * w.IntN(2) {
		keys = append(keys, dyadmem.EntryKey(fmt.Sprintf("x%d", i)))
	}
	w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

func (w *world) answer(p *bench.Prediction) {
	p.Answer = pick(w, []string{"yes", "Yes, surely", "no", "", "yes, the SECRET", "ja " + strings.Repeat("na ", 60) + "secret", strings.Repeat("so ", 60) + "yes"})
	switch w.IntN(3) {
	case 0:
		p.Abstained = new(true)
	case 1:
		p.Abstained = new(false)
	}
}
