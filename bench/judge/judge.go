package judge

import (
	"context"

	"github.com/dyadmem/dyadmem/bench"
)

// An Equivalence decides what each of some predicted entries says of each of
// some gold ones. It is safe for concurrent use.
type Equivalence interface {
	Name() string
	Version() string // changes with every change that can change a verdict
	// Links returns what holds of the pairs that are related, in order of Pred
	// and then Gold. c is the episode that the entries belong to. A judge that
	// could not decide a pair gives it an Undecided verdict; an error means that
	// nothing was judged.
	Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error)
}

// An Answerer decides whether an answer to q is right. It is safe for
// concurrent use. An error means that nothing was judged; an answer that the
// judge could not decide is bench.Undecided.
type Answerer interface {
	Name() string
	Version() string
	Answer(ctx context.Context, q *bench.Question, answer string) (bench.Verdict, error)
}

// Judges are the two judges of a run.
type Judges struct {
	Equivalence Equivalence
	Answers     Answerer
	Vocabulary  *Vocabulary // kept from episode to episode; nil keeps nothing
}

// Rubric judges answers by their question's rubric. The zero value is ready.
type Rubric struct{}

// Name returns "rubric".
func (Rubric) Name() string { return "rubric" }

// Version returns the version of the judge.
func (Rubric) Version() string { return "1" }

// Answer says whether answer passes q's rubric, Unjudged if q has none.
func (Rubric) Answer(_ context.Context, q *bench.Question, answer string) (bench.Verdict, error) {
	switch {
	case q.Rubric == nil:
		return bench.Unjudged, nil
	case q.Rubric.Passes(answer, q.Answer):
		return bench.Yes, nil
	}
	return bench.No, nil
}
