package dyadmem

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// A Request is what Recall is asked for. The zero value of each field asks for
// nothing in particular.
type Request struct {
	Query
	Kinds    []Kind    // entries of these kinds only
	AsOf     time.Time // the bank as it was then
	MinScore float64   // below it nothing is returned
	Commons  bool      // also what the agent shares with all its users
}

// A Recalled is what Recall found.
type Recalled struct {
	Hits    []Hit
	Best    float64    // the best score there was, returned or not; 0 if nothing was ranked
	Rev     int64      // of the bank
	Pending []Accepted // sessions that the bank does not hold yet, with their turns, by time
	// CompleteThrough is the id of the last session that the bank holds before
	// the first pending one; empty if there is none.
	CompleteThrough string
}

// doubtedShare is what is left of the score of a doubted entry.
const doubtedShare = 0.5

// Recall ranks what d's bank holds for r. It never waits for the queue: turns
// of sessions that were accepted and not yet captured come along as they are.
func (e Engine) Recall(ctx context.Context, d Dyad, r Request) (Recalled, error) {
	st, err := e.of(d)
	if err != nil {
		return Recalled{}, err
	}
	if e.Recaller == nil {
		return Recalled{}, fmt.Errorf("recall: %w: the engine has no Recaller", ErrInvalid)
	}
	var b Bank
	if r.AsOf.IsZero() {
		b, err = st.Bank(ctx, d)
	} else {
		b, err = e.BankAt(ctx, d, r.AsOf)
	}
	if err != nil {
		return Recalled{}, fmt.Errorf("recall: %w", err)
	}
	out := Recalled{Rev: b.Rev}
	if r.Commons {
		shared, err := st.Bank(ctx, Commons(d.Agent))
		if err != nil {
			return Recalled{}, fmt.Errorf("recall: %w", err)
		}
		b = shared.Apply(b.Entries, nil) // the dyad's own come last, and win
	}
	if err := e.rank(ctx, b, r, &out); err != nil {
		return Recalled{}, fmt.Errorf("recall: %w", err)
	}
	if r.AsOf.IsZero() && !slices.ContainsFunc(out.Hits, Hit.bears) {
		if err := e.rankArchived(ctx, d, r, &out); err != nil {
			return Recalled{}, fmt.Errorf("recall: %w", err)
		}
	}
	if out.Pending, out.CompleteThrough, err = st.Waiting(ctx, d); err != nil {
		return Recalled{}, fmt.Errorf("recall: %w", err)
	}
	if !r.AsOf.IsZero() {
		out.Pending = slices.DeleteFunc(out.Pending, func(a Accepted) bool { return a.At.After(r.AsOf) })
	}
	return out, nil
}

// rank puts into out what r finds in b.
func (e Engine) rank(ctx context.Context, b Bank, r Request, out *Recalled) error {
	if len(r.Kinds) > 0 {
		b.Entries = slices.DeleteFunc(b.Entries, func(e Entry) bool { return !slices.Contains(r.Kinds, e.Kind) })
	}
	hits, err := e.Recaller.Recall(ctx, b, r.Query)
	if err != nil {
		return err
	}
	for i, h := range hits {
		if h.Entry.Doubted {
			hits[i].Score *= doubtedShare
			hits[i].Reason = "doubted; " + h.Reason
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	for _, h := range hits {
		out.Best = max(out.Best, h.Score)
	}
	out.Hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Score < r.MinScore })
	return nil
}

// rankArchived looks among what compaction set aside, where nothing active
// answers. What it finds comes before what only comes along.
func (e Engine) rankArchived(ctx context.Context, d Dyad, r Request, out *Recalled) error {
	archived, err := e.records(ctx, d, func(r Record) bool { return r.State == Archived })
	if err != nil || len(archived) == 0 {
		return err
	}
	for i := range archived {
		archived[i].State = Active
	}
	beside, best := out.Hits, out.Best
	if err := e.rank(ctx, BankOf(out.Rev, archived), r, out); err != nil {
		return err
	}
	out.Best = max(out.Best, best)
	out.Hits = slices.DeleteFunc(out.Hits, func(h Hit) bool { return !h.bears() })
	for i := range out.Hits {
		out.Hits[i].Reason = "archived; " + out.Hits[i].Reason
	}
	out.Hits = append(out.Hits, beside...)
	out.Hits = out.Hits[:min(len(out.Hits), r.K())]
	return nil
}

// bears reports whether something in h bears on the query.
func (h Hit) bears() bool { return !h.Aside }

// Entries returns the recalled entries, best first.
func (r Recalled) Entries() []Entry {
	list := make([]Entry, len(r.Hits))
	for i, h := range r.Hits {
		list[i] = h.Entry
	}
	return list
}

// Answer recalls what d's bank holds for r and answers from it.
func (e Engine) Answer(ctx context.Context, d Dyad, r Request) (Answer, Recalled, error) {
	found, err := e.Recall(ctx, d, r)
	if err != nil {
		return Answer{}, found, err
	}
	if e.Answerer == nil {
		return Answer{}, found, fmt.Errorf("answer: %w: the engine has no Answerer", ErrInvalid)
	}
	q := r.Query
	q.Recalled = true
	a, err := e.Answerer.Answer(ctx, q, found.Entries())
	if err != nil {
		return Answer{}, found, fmt.Errorf("answer: %w", err)
	}
	return a, found, nil
}
