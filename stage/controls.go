package stage

import (
	"context"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/answer"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// The controls of the benchmark that are stages: what a system has to beat.
// Recent and BM25 are Recallers of their own.

// None is the memory that keeps nothing: every stage returns nothing, and the
// answer is always an abstention.
type None struct{}

// Capture captures nothing.
func (None) Capture(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) { return nil, nil }

// Update changes nothing.
func (None) Update(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
	return nil, nil
}

// Recall returns nothing.
func (None) Recall(context.Context, dyadmem.Bank, dyadmem.Query) ([]dyadmem.Hit, error) {
	return nil, nil
}

// Answer abstains.
func (None) Answer(ctx context.Context, q dyadmem.Query, _ []dyadmem.Entry) (dyadmem.Answer, error) {
	return Abstain{}.Answer(ctx, q, nil)
}

// Dump is a Capturer that makes each turn of the user's an entry, word for word,
// with the turn as its evidence.
type Dump struct{}

// Capture returns one fact for each turn of the user's.
func (Dump) Capture(_ context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	var out []dyadmem.Entry
	for _, t := range s.Turns {
		if t.Speaker == dyadmem.User && strings.TrimSpace(t.Text) != "" {
			out = append(out, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}, At: s.At})
		}
	}
	return out, nil
}

// AddAll is an Updater that adds every captured entry that is new, and deletes
// nothing.
type AddAll struct{}

// Update adds what is new.
func (AddAll) Update(_ context.Context, prior dyadmem.Bank, _ dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	var ops []dyadmem.Op
	for _, e := range captured {
		if _, known := prior.Entry(e.Key); e.Key != "" && !known {
			ops = append(ops, dyadmem.Op{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: e.Key}, Evidence: e.Evidence})
		}
	}
	return ops, nil
}

// Expire is an Updater that adds what is new and deletes what has passed its
// end, and nothing else.
type Expire struct{}

// Update adds what is new and deletes what has expired.
func (Expire) Update(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	ops, err := AddAll{}.Update(ctx, prior, s, captured)
	if err != nil {
		return nil, err
	}
	for _, e := range prior.Entries {
		if e.Expired(s.At) {
			ops = append(ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyExpired})
		}
	}
	return ops, nil
}

// Concat is an Answerer that joins what it was handed, in that order, and
// abstains only where it was handed nothing.
type Concat struct{}

// Answer joins the contents of evidence.
func (Concat) Answer(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
	if len(evidence) == 0 {
		return Abstain{}.Answer(ctx, q, nil)
	}
	a := dyadmem.Answer{Text: strings.Join(gist.Contents(evidence), " ")}
	for _, e := range evidence {
		a.Cites = append(a.Cites, e.Key)
	}
	return a, nil
}

// Abstain is an Answerer that never answers.
type Abstain struct{}

// Answer abstains, in the language of the question.
func (Abstain) Answer(_ context.Context, q dyadmem.Query, _ []dyadmem.Entry) (dyadmem.Answer, error) {
	return dyadmem.Answer{Text: answer.NoRecord(lang.IsHan(q.Text)), Abstained: true}, nil
}
