package bench

import (
	"context"
	"errors"
	"fmt"

	"github.com/dyadmem/dyadmem"
)

// A task is a piece of work that is done, journaled and retried as a whole:
// one unit of a stage, or the whole pipeline of an episode, whose units hang
// together.
type task struct {
	stage   Stage
	unit    string // the id of the session or question; empty for a pipeline
	episode *planned
	index   int  // of the session or question in the episode
	assume  bool // ask for what hangs on replies as if they were gold's
}

// A planned episode is an episode with its gold banks, as Replay returns them.
type planned struct {
	*Episode
	banks []dyadmem.Bank
}

// tasks returns the work on e for the stages, in the order of predictions.jsonl.
func tasks(e *planned, stages []Stage) []task {
	var list []task
	for _, st := range stages {
		switch st {
		case CaptureStage, UpdateStage:
			for i := range e.Sessions {
				list = append(list, task{stage: st, unit: e.Sessions[i].ID, episode: e, index: i})
			}
		case RecallStage, GoldQA:
			for i := range e.Questions {
				if q := &e.Questions[i]; st == GoldQA || len(q.Support) > 0 {
					list = append(list, task{stage: st, unit: q.ID, episode: e, index: i})
				}
			}
		case PipelineQA:
			list = append(list, task{stage: st, episode: e})
		}
	}
	return list
}

// do runs t on a system and returns its predictions, in which a failure of
// the system is an error class. An error of do itself is the run's: it was
// interrupted.
func (t task) do(ctx context.Context, in Instance) (lines []Prediction, failure, err error) {
	ctx = dyadmem.WithAccount(ctx, t.account(ctx, false))
	if t.stage == PipelineQA {
		lines, failure = t.pipeline(ctx, in)
	} else {
		var p Prediction
		p, failure = t.single(ctx, in)
		p.Cost = costOf(ctx)
		lines = []Prediction{p}
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	return lines, failure, nil
}

// account returns an account for calls of t: of the stage, or of the one who had
// the task done, a control say.
func (t task) account(ctx context.Context, assumed bool) *dyadmem.Account {
	who := string(t.stage)
	if above := dyadmem.AccountOf(ctx); above != nil {
		who = above.For
	}
	return &dyadmem.Account{For: who, Assumed: assumed}
}

// costOf returns what the account of ctx was charged, nil if nothing.
func costOf(ctx context.Context) *dyadmem.Cost {
	if c := dyadmem.AccountOf(ctx).Cost(); c != (dyadmem.Cost{}) {
		return &c
	}
	return nil
}

func (t task) single(ctx context.Context, in Instance) (Prediction, error) {
	e := t.episode
	p := Prediction{Stage: t.stage, Episode: e.ID}
	if t.stage == CaptureStage || t.stage == UpdateStage {
		p.Session = t.unit
	} else {
		p.Question = t.unit
	}
	bare := p
	_, err := guard(func() (struct{}, error) { return struct{}{}, t.fill(ctx, in, &p) })
	if err != nil {
		bare.Error = ErrorClass(err)
		return bare, err
	}
	return p, nil
}

// fill runs t's stage on what it is given by gold and puts the result into p.
func (t task) fill(ctx context.Context, in Instance, p *Prediction) error {
	e := t.episode
	switch t.stage {
	case CaptureStage:
		got, err := in.Capture(ctx, e.View(&e.Sessions[t.index]))
		p.Entries = fromMemories(got)
		return err
	case UpdateStage:
		s := &e.Sessions[t.index]
		captured, _ := s.Gold()
		ops, err := in.Update(ctx, e.banks[t.index], e.View(s), captured)
		p.Add, p.Delete = fromOps(ops)
		return err
	case RecallStage:
		q := &e.Questions[t.index]
		hits, err := in.Recall(ctx, e.askedBank(q), e.Query(q))
		for _, h := range hits {
			p.Keys = append(p.Keys, h.Entry.Key)
		}
		return err
	case GoldQA:
		q := &e.Questions[t.index]
		bank := e.askedBank(q)
		var support []dyadmem.Entry
		for _, k := range q.Support {
			if m, ok := bank.Entry(k); ok {
				support = append(support, m)
			}
		}
		a, err := in.Answer(ctx, e.Query(q), support)
		p.answered(a)
		return err
	}
	return fmt.Errorf("stage %s has no units of its own", t.stage)
}

// askedBank returns the gold bank that q is asked of.
func (e *planned) askedBank(q *Question) dyadmem.Bank { return e.banks[e.AskedIndex(q)+1] }

func (p *Prediction) answered(a dyadmem.Answer) {
	p.Answer, p.Abstained, p.Cites = a.Text, &a.Abstained, a.Cites
}

// pipeline runs Capture, Update, Recall and Answer over the whole episode. A
// session that fails leaves the memory as it was, as it would in service; after
// a crash the memory itself is gone, and what is left of the episode fails.
func (t task) pipeline(ctx context.Context, in Instance) (lines []Prediction, failure error) {
	e := t.episode
	lines = append(lines, anew(e.ID))
	answers := make(map[string]Prediction, len(e.Questions))
	var banks []Prediction
	mem, broken := guard(func() (Memory, error) { return in.Begin(ctx, Opening{Lang: e.Lang, Role: e.Agent.Role}) })
	failure = broken
	var asked error // a question's reply is not there yet
	note := func(err error) {
		if broken == nil {
			failure = errors.Join(failure, err)
		}
		if errors.Is(err, ErrCrash) || deferred(err) {
			broken = err
		}
	}
	for i := range e.Sessions {
		s := &e.Sessions[i]
		if waiting(broken) {
			if err := t.ahead(ctx, in, i); stopping(err) {
				return nil, err
			}
			continue
		}
		own := dyadmem.WithAccount(ctx, t.account(ctx, false))
		captured, err := unlessBroken(broken, func() ([]dyadmem.Entry, error) { return mem.Observe(own, e.View(s)) })
		note(err)
		if waiting(broken) {
			t.assumeSession(ctx, in, i, captured != nil)
			continue
		}
		if cost := costOf(own); captured != nil || err != nil || cost != nil {
			lines = append(lines, Prediction{Stage: PipelineCapture, Episode: e.ID, Session: s.ID, Entries: fromMemories(captured), Error: ErrorClass(err), Cost: cost})
		}
		if !e.bankNamed(i) {
			continue
		}
		bank, err := unlessBroken(broken, func() (dyadmem.Bank, error) { return mem.Bank(ctx) })
		note(err)
		banks = append(banks, Prediction{Stage: BankStage, Episode: e.ID, Session: s.ID, Entries: fromMemories(bank.Entries), Error: ErrorClass(err)})
		for j := range e.Questions {
			q := &e.Questions[j]
			if e.AskedIndex(q) != i {
				continue
			}
			own := dyadmem.WithAccount(ctx, t.account(ctx, false))
			p, err := ask(own, in, mem, e.Query(q), broken)
			if waiting(err) {
				asked = err // no later session or question hangs on it
				if p.Handed == nil {
					t.assumeAnswer(ctx, in, q)
				}
				continue
			}
			note(err)
			p.Stage, p.Episode, p.Question, p.Cost = PipelineQA, e.ID, q.ID, costOf(own)
			answers[q.ID] = p
		}
	}
	if err := errors.Join(broken, asked); deferred(err) {
		return nil, err
	}
	lines = append(lines, banks...)
	for i := range e.Questions {
		lines = append(lines, answers[e.Questions[i].ID])
	}
	return lines, failure
}

// anew is the line before those of a pipeline: what the journal held of the
// episode's pipeline counts no more. No such line gets into the predictions.
func anew(episode string) Prediction { return Prediction{Stage: PipelineQA, Episode: episode} }

// isAnew reports whether p is such a line.
func (p *Prediction) isAnew() bool {
	return p.Stage == PipelineQA && p.Question == "" && p.Error == ""
}

// bankNamed reports whether the bank after session i is one that predictions
// hold: a question is asked of it, or it is the last.
func (e *planned) bankNamed(i int) bool {
	if i == len(e.Sessions)-1 {
		return true
	}
	for j := range e.Questions {
		if e.AskedIndex(&e.Questions[j]) == i {
			return true
		}
	}
	return false
}

func ask(ctx context.Context, in Instance, mem Memory, q dyadmem.Query, broken error) (p Prediction, err error) {
	handed, err := unlessBroken(broken, func() ([]dyadmem.Entry, error) { return mem.Recall(ctx, q) })
	if err != nil {
		return Prediction{Error: ErrorClass(err)}, err
	}
	p.Handed = fromMemories(handed)
	q.Recalled = true
	a, err := guard(func() (dyadmem.Answer, error) {
		return in.Answer(ctx, q, handed[:min(len(handed), dyadmem.MaxRecall)])
	})
	if err != nil {
		p.Error = ErrorClass(err)
		return p, err
	}
	p.answered(a)
	return p, nil
}

// waiting reports whether err says that a reply is not there yet: the unit is
// neither done nor failed.
func waiting(err error) bool {
	var p interface{ Pending() bool }
	return errors.As(err, &p) && p.Pending()
}

// stopping reports whether err says that no unit can be done now: the run ends
// with it, and the unit is left for the next start.
func stopping(err error) bool {
	var s interface{ Stop() bool }
	return errors.As(err, &s) && s.Stop()
}

func deferred(err error) bool { return waiting(err) || stopping(err) }

func unlessBroken[T any](broken error, f func() (T, error)) (v T, err error) {
	if broken != nil {
		return v, broken
	}
	return guard(f)
}

// guard calls f and turns a panic into an error: one broken unit ends no run.
func guard[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrCrash, r)
		}
	}()
	return f()
}

// ErrorClass returns the class of a unit's failure as predictions name it:
// format, timeout, crash, or error where it is none of these; empty for nil. An
// error that has a method Class() string names its own.
func ErrorClass(err error) string {
	var format *dyadmem.FormatError
	var classed interface{ Class() string }
	switch {
	case err == nil:
		return ""
	case errors.As(err, &classed):
		return classed.Class()
	case errors.As(err, &format):
		return "format"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, ErrCrash):
		return "crash"
	}
	return "error"
}

func fromMemories(list []dyadmem.Entry) []Entry {
	out := make([]Entry, len(list))
	for i, m := range list {
		out[i] = FromMemory(m)
	}
	return out
}

// fromOps returns operations as a prediction writes them: an add of a key
// alone for what has no content or stands among the captured entries by key.
func fromOps(ops []dyadmem.Op) (add []Addition, del []Deletion) {
	for _, op := range ops {
		switch op.Action {
		case dyadmem.Add:
			add = append(add, Addition{Entry: FromMemory(op.Entry), Whole: op.Entry.Content != ""})
		case dyadmem.Delete:
			del = append(del, Deletion{Key: op.Entry.Key, Why: op.Why, Evidence: op.Evidence})
		}
	}
	return add, del
}
