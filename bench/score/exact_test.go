package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// exact fills the verdicts on u as the judges exact and rubric do.
func exact(e *bench.Episode, u *bench.Units) *bench.Verdicts {
	v := &bench.Verdicts{
		Capture: map[string][]bench.Link{}, Update: map[string][]bench.Link{}, State: map[string][]bench.Link{},
		Handed: map[string][]bench.Link{}, Bank: map[string][]bench.Link{}, Captured: map[string][]bench.Link{},
		GoldQA: map[string]bench.Verdict{}, Pipeline: map[string]bench.Verdict{},
	}
	banks := bench.Replay(e)
	for i := range e.Sessions {
		s := &e.Sessions[i]
		if p := u.Capture[s.ID]; p != nil {
			v.Capture[s.ID] = same(p.Entries, s.Capture)
		}
		if p := u.Update[s.ID]; p != nil {
			add := s.Resolve(p.Add, banks[i])
			v.Update[s.ID] = same(add, s.Resolve(s.Add, banks[i]))
			v.State[s.ID] = same(add, s.Drift(add, p.Delete, banks[i], banks[i+1]).Lost)
		}
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		bank := banks[e.AskedIndex(q)+1]
		var support []bench.Entry
		for _, k := range q.Support {
			m, _ := bank.Entry(k)
			support = append(support, bench.FromMemory(m))
		}
		v.Handed[q.ID] = same(u.PipelineQA[q.ID].Counted(), support)
		v.Bank[q.ID] = same(u.Built(e, q), support)
		v.Captured[q.ID] = same(u.Captured(e), support)
		v.GoldQA[q.ID] = judged(q, u.GoldQA[q.ID])
		v.Pipeline[q.ID] = judged(q, u.PipelineQA[q.ID])
	}
	return v
}

func same(predicted, gold []bench.Entry) []bench.Link {
	var links []bench.Link
	for i, p := range predicted {
		for j, g := range gold {
			if p.Content != "" && dyadmem.Normalize(p.Content) == dyadmem.Normalize(g.Content) {
				links = append(links, bench.Link{Pred: i, Gold: j, Same: bench.Yes, Entails: bench.Yes, Similarity: 1})
			}
		}
	}
	return links
}

func judged(q *bench.Question, p *bench.Prediction) bench.Verdict {
	switch {
	case p == nil || p.Error != "":
		return bench.Undecided
	case q.Rubric == nil:
		return bench.Unjudged
	case q.Rubric.Passes(p.Answer, q.Answer):
		return bench.Yes
	}
	return bench.No
}
