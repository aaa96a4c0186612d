package bench

import (
	"context"

	"github.com/dyadmem/dyadmem"
)

// ahead asks, for session i, for what does not hang on the replies that the
// pipeline waits for: what Capture asks for now does not cost a wave of its own
// later. In a dry run it asks for the rest too, as if replies were gold's.
func (t task) ahead(ctx context.Context, in Instance, i int) error {
	e := t.episode
	_, err := guard(func() ([]dyadmem.Entry, error) { return in.Capture(ctx, e.View(&e.Sessions[i])) })
	t.assumeSession(ctx, in, i, false)
	return err
}

// assumeSession asks, in a dry run, for what hangs on what session i captures:
// its update, unless that was asked, and what the questions after it need.
func (t task) assumeSession(ctx context.Context, in Instance, i int, updated bool) {
	e := t.episode
	s := &e.Sessions[i]
	if !updated {
		captured, _ := s.Gold()
		t.assumed(ctx, func(ctx context.Context) error {
			_, err := in.Update(ctx, e.banks[i], e.View(s), captured)
			return err
		})
	}
	for j := range e.Questions {
		if q := &e.Questions[j]; e.AskedIndex(q) == i {
			t.assumeRecall(ctx, in, q)
			t.assumeAnswer(ctx, in, q)
		}
	}
}

// assumed has a stage ask, in a dry run, for what it would ask for if replies
// were gold's. That the calls are counted is all that comes of it.
func (t task) assumed(ctx context.Context, do func(context.Context) error) {
	if !t.assume {
		return
	}
	ctx = dyadmem.WithAccount(ctx, t.account(ctx, true))
	_, _ = guard(func() (struct{}, error) { return struct{}{}, do(ctx) })
}

// assumeRecall recalls for q from the gold bank.
func (t task) assumeRecall(ctx context.Context, in Instance, q *Question) {
	t.assumed(ctx, func(ctx context.Context) error {
		_, err := in.Recall(ctx, t.episode.askedBank(q), t.episode.Query(q))
		return err
	})
}

// assumeAnswer answers q from as many entries of the gold bank as may be handed
// over.
func (t task) assumeAnswer(ctx context.Context, in Instance, q *Question) {
	handed := t.episode.askedBank(q).Entries
	handed = handed[max(0, len(handed)-dyadmem.MaxRecall):]
	t.assumed(ctx, func(ctx context.Context) error {
		_, err := in.Answer(ctx, t.episode.Query(q), handed)
		return err
	})
}

// A presumption is what predictions may look like before there are any: gold's,
// in other words.
const presumption = " (presumed)"

// Presume files, for each unit of the stages of which u has no line, one that
// looks as gold's would in other words, with answers that are not right: what a
// judge is asked about it is about the most that it will be asked. It is for dry
// runs.
func Presume(e *Episode, u *Units, stages []Stage) {
	banks := Replay(e)
	file := func(p Prediction) {
		if lines := u.Of(p.Stage); lines[p.Session+p.Question] == nil {
			p.Episode = e.ID
			u.Add(e, &p)
		}
	}
	for _, st := range stages {
		for i := range e.Sessions {
			s := &e.Sessions[i]
			switch st {
			case CaptureStage:
				file(Prediction{Stage: st, Session: s.ID, Entries: presumed(s.Capture)})
			case UpdateStage:
				file(Prediction{Stage: st, Session: s.ID, Add: presumedAdds(presumed(s.Resolve(s.Add, banks[i])))})
			case PipelineQA:
				u.Pipelined = true
				file(Prediction{Stage: PipelineCapture, Session: s.ID, Entries: presumed(s.Capture)})
				file(Prediction{Stage: BankStage, Session: s.ID, Entries: presumed(fromMemories(banks[i+1].Entries))})
			}
		}
		if st != GoldQA && st != PipelineQA {
			continue
		}
		for i := range e.Questions {
			q := &e.Questions[i]
			bank := banks[e.AskedIndex(q)+1].Entries
			handed := presumed(fromMemories(bank[max(0, len(bank)-dyadmem.MaxRecall):]))
			file(Prediction{Stage: st, Question: q.ID, Answer: presumption, Handed: handed})
		}
	}
}

func presumed(entries []Entry) []Entry {
	out := make([]Entry, len(entries))
	for i, e := range entries {
		e.Key, e.Content = "", e.Content+presumption
		out[i] = e
	}
	return out
}

func presumedAdds(entries []Entry) []Addition {
	out := make([]Addition, len(entries))
	for i, e := range entries {
		out[i] = Addition{Entry: e, Whole: true}
	}
	return out
}
