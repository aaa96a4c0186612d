package judge

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/dyadmem/dyadmem/bench"
)

// Gathered returns judges for a pass whose replies may not be there yet, in a
// batch or a dry run: what waits for its reply is undecided for now and does
// not keep the rest from being asked for. After the pass waiting returns nil,
// or the error of one that waits; then its verdicts are to be thrown away.
func (j Judges) Gathered() (gathered Judges, waiting func() error) {
	var late atomic.Pointer[error]
	note := func(err error) bool {
		var p interface{ Pending() bool }
		if !errors.As(err, &p) || !p.Pending() {
			return false
		}
		late.Store(&err)
		return true
	}
	waiting = func() error {
		if err := late.Load(); err != nil {
			return *err
		}
		return nil
	}
	return Judges{Equivalence: gatheredEquivalence{j.Equivalence, note}, Answers: gatheredAnswers{j.Answers, note}}, waiting
}

type gatheredEquivalence struct {
	Equivalence
	pending func(error) bool
}

func (g gatheredEquivalence) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	links, err := g.Equivalence.Links(ctx, c, predicted, gold)
	if g.pending(err) {
		return nil, nil
	}
	return links, err
}

type gatheredAnswers struct {
	Answerer
	pending func(error) bool
}

func (g gatheredAnswers) Answer(ctx context.Context, q *bench.Question, answer string) (bench.Verdict, error) {
	v, err := g.Answerer.Answer(ctx, q, answer)
	if g.pending(err) {
		return bench.Undecided, nil
	}
	return v, err
}
