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
	handed := last(t.episode.askedBank(q).Entries, dyadmem.MaxRecall)
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
// judge is asked about it is about the most that it will be asked. A memory holds
// and hands over at most so many entries. It returns how many it filed. It is for
// dry runs.
func Presume(e *Episode, u *Units, stages []Stage, most int) int {
	p := &presumer{e: e, u: u, banks: Replay(e), most: most}
	for _, st := range stages {
		switch st {
		case CaptureStage, UpdateStage:
			p.sessions(st)
		case PipelineQA:
			u.Pipelined = true
			p.sessions(PipelineCapture)
			p.sessions(BankStage)
			p.questions(st)
		case GoldQA:
			p.questions(st)
		}
	}
	return p.filed
}

type presumer struct {
	e     *Episode
	u     *Units
	banks []dyadmem.Bank
	most  int
	filed int
}

func (p *presumer) file(line Prediction) {
	if lines := p.u.Of(line.Stage); lines[line.Session+line.Question] == nil {
		line.Episode = p.e.ID
		p.u.Add(p.e, &line)
		p.filed++
	}
}

func (p *presumer) sessions(st Stage) {
	for i := range p.e.Sessions {
		s := &p.e.Sessions[i]
		line := Prediction{Stage: st, Session: s.ID}
		switch st {
		case CaptureStage:
			line.Entries = presumed(s.Capture)
		case PipelineCapture:
			line.Entries = presumed(last(s.Capture, p.most))
		case BankStage:
			line.Entries = presumed(last(fromMemories(p.banks[i+1].Entries), p.most))
		case UpdateStage:
			for _, e := range presumed(s.Resolve(s.Add, p.banks[i])) {
				line.Add = append(line.Add, Addition{Entry: e, Whole: true})
			}
		}
		p.file(line)
	}
}

func (p *presumer) questions(st Stage) {
	for i := range p.e.Questions {
		q := &p.e.Questions[i]
		bank := fromMemories(p.banks[p.e.AskedIndex(q)+1].Entries)
		p.file(Prediction{Stage: st, Question: q.ID, Answer: presumption, Handed: presumed(last(bank, min(p.most, dyadmem.MaxRecall)))})
	}
}

// presumed returns entries that say the same in other words.
func presumed(entries []Entry) []Entry {
	out := make([]Entry, len(entries))
	for i, e := range entries {
		e.Key, e.Content = "", e.Content+presumption
		out[i] = e
	}
	return out
}

// last returns the last n of list.
func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }
