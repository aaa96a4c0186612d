package judge

import (
	"context"
	"fmt"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Episode judges the predictions u for e and returns the verdicts as
// [bench.Verdicts] describes them. It judges what scoring reads and no more:
//
//   - Capture and Update of every session with a line that did not fail;
//   - where the predicted bank lost an entry, the adds that no key tells against it;
//   - answers that did not abstain by their own word, of lines that did not fail;
//   - entries handed to the answerer, for every question with support;
//   - the bank and everything captured, for those questions with support whose
//     answer was judged wrong or undecided, or that abstained.
//
// An error names the session or question and means that nothing was judged.
func Episode(ctx context.Context, e *bench.Episode, u *bench.Units, j Judges) (*bench.Verdicts, error) {
	p := pass{ctx: ctx, e: e, u: u, j: j, c: NewCase(e), banks: bench.Replay(e)}
	p.c.words = j.Vocabulary.take()
	defer j.Vocabulary.give(p.c.words)
	v := newVerdicts()
	for i := range e.Sessions {
		if err := p.session(v, i); err != nil {
			return nil, fmt.Errorf("judge episode %s: session %s: %w", e.ID, e.Sessions[i].ID, err)
		}
	}
	for i := range e.Questions {
		if err := p.question(v, &e.Questions[i]); err != nil {
			return nil, fmt.Errorf("judge episode %s: question %s: %w", e.ID, e.Questions[i].ID, err)
		}
	}
	return v, nil
}

// A pass is one judging of one episode.
type pass struct {
	ctx   context.Context
	e     *bench.Episode
	u     *bench.Units
	j     Judges
	c     *Case
	banks []dyadmem.Bank

	captured []bench.Entry // everything the pipeline captured, once asked for
	gathered bool
}

// session judges the capture and the update of session i.
func (p *pass) session(v *bench.Verdicts, i int) error {
	s := &p.e.Sessions[i]
	if line := done(p.u.Capture[s.ID]); line != nil {
		links, err := p.links(line.Entries, s.Capture)
		if err != nil {
			return fmt.Errorf("capture: %w", err)
		}
		v.Capture[s.ID] = links
	}
	if line := done(p.u.Update[s.ID]); line != nil {
		add := s.Resolve(line.Add, p.banks[i])
		links, err := p.links(add, s.Resolve(s.Add, p.banks[i]))
		if err != nil {
			return fmt.Errorf("update: %w", err)
		}
		v.Update[s.ID] = links
		return p.state(v, s, add, s.Drift(add, line.Delete, p.banks[i], p.banks[i+1]))
	}
	return nil
}

// state judges the adds that no key tells against what the predicted bank lost.
func (p *pass) state(v *bench.Verdicts, s *bench.Session, add []bench.Entry, d bench.Drift) error {
	if len(d.Own) == 0 || len(d.Lost) == 0 {
		return nil
	}
	own := make([]bench.Entry, len(d.Own))
	for k, i := range d.Own {
		own[k] = add[i]
	}
	links, err := p.links(own, d.Lost)
	if err != nil {
		return fmt.Errorf("state: %w", err)
	}
	for k := range links {
		links[k].Pred = d.Own[links[k].Pred]
	}
	v.State[s.ID] = links
	return nil
}

// question judges the answers to q and what they stood on.
func (p *pass) question(v *bench.Verdicts, q *bench.Question) error {
	if err := p.answer(v.GoldQA, q, p.u.GoldQA[q.ID]); err != nil {
		return fmt.Errorf("gold answer: %w", err)
	}
	line := done(p.u.PipelineQA[q.ID])
	if err := p.answer(v.Pipeline, q, line); err != nil {
		return fmt.Errorf("pipeline answer: %w", err)
	}
	support := p.support(q)
	if line == nil || len(support) == 0 {
		return nil
	}
	var err error
	if v.Handed[q.ID], err = p.links(line.Counted(), support); err != nil {
		return fmt.Errorf("handed: %w", err)
	}
	if verdict := v.Pipeline[q.ID]; verdict == bench.Yes || verdict == bench.Unjudged {
		return nil
	}
	if v.Bank[q.ID], err = p.links(p.u.Built(p.e, q), support); err != nil {
		return fmt.Errorf("bank: %w", err)
	}
	if !p.gathered {
		p.captured, p.gathered = p.u.Captured(p.e), true
	}
	if v.Captured[q.ID], err = p.links(p.captured, support); err != nil {
		return fmt.Errorf("captured: %w", err)
	}
	return nil
}

// answer judges the answer of line, which may be nil, unless it abstained.
func (p *pass) answer(verdicts map[string]bench.Verdict, q *bench.Question, line *bench.Prediction) error {
	if line = done(line); line == nil || line.Abstained != nil && *line.Abstained {
		return nil
	}
	verdict, err := p.j.Answers.Answer(p.ctx, q, line.Answer)
	if err != nil {
		return err
	}
	verdicts[q.ID] = verdict
	return nil
}

func (p *pass) links(predicted, gold []bench.Entry) ([]bench.Link, error) {
	if len(predicted) == 0 || len(gold) == 0 {
		return nil, p.ctx.Err()
	}
	return p.j.Equivalence.Links(p.ctx, p.c, predicted, gold)
}

// support returns the support of q in the order of the file, as the asked
// bank words it.
func (p *pass) support(q *bench.Question) []bench.Entry {
	i := p.e.AskedIndex(q)
	if i < 0 || len(q.Support) == 0 {
		return nil
	}
	support := make([]bench.Entry, len(q.Support))
	for k, key := range q.Support {
		if m, ok := p.banks[i+1].Entry(key); ok {
			support[k] = bench.FromMemory(m)
		}
	}
	return support
}

// done returns line unless it is missing or failed.
func done(line *bench.Prediction) *bench.Prediction {
	if line == nil || line.Error != "" {
		return nil
	}
	return line
}
