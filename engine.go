package dyadmem

import (
	"context"
	"fmt"
)

// An Engine is a choice for the four stages. It is what the benchmark scores
// and what the service runs. A nil stage fails when it is needed.
type Engine struct {
	Capturer Capturer
	Updater  Updater
	Recaller Recaller
	Answerer Answerer
}

// A Step is what one session did to a bank.
type Step struct {
	Captured []Entry // with keys
	Ops      []Op
	Bank     Bank // after the session
}

// Step runs Capture and Update of one session on the bank from before it. It
// is pure as far as the stages are: it stores nothing.
func (e Engine) Step(ctx context.Context, prior Bank, s Session) (Step, error) {
	if e.Capturer == nil || e.Updater == nil {
		return Step{}, fmt.Errorf("session %s: %w: the engine has no Capturer or no Updater", s.ID, ErrInvalid)
	}
	captured, err := e.Capturer.Capture(ctx, s)
	if err != nil {
		return Step{}, fmt.Errorf("capture session %s: %w", s.ID, err)
	}
	captured = keyed(captured, s)
	ops, err := e.Updater.Update(ctx, prior, s, captured)
	if err != nil {
		return Step{Captured: captured}, fmt.Errorf("update session %s: %w", s.ID, err)
	}
	for i, op := range ops {
		if op.Action == Add && op.Entry.Content != "" {
			ops[i].Entry = keyed([]Entry{op.Entry}, s)[0]
		}
	}
	return Step{Captured: captured, Ops: ops, Bank: prior.Apply(captured, ops)}, nil
}

// keyed returns a copy of entries in which each has a key and a time.
func keyed(entries []Entry, s Session) []Entry {
	out := make([]Entry, len(entries))
	for i, e := range entries {
		if e.Key == "" {
			e.Key = KeyFor(e.Content)
		}
		if e.At.IsZero() {
			e.At = s.At
		}
		out[i] = e
	}
	return out
}

// Recall ranks the entries of b for q.
func (e Engine) Recall(ctx context.Context, b Bank, q Query) ([]Hit, error) {
	if e.Recaller == nil {
		return nil, fmt.Errorf("recall: %w: the engine has no Recaller", ErrInvalid)
	}
	hits, err := e.Recaller.Recall(ctx, b, q)
	if err != nil {
		return nil, fmt.Errorf("recall: %w", err)
	}
	return hits, nil
}

// Answer answers q from evidence.
func (e Engine) Answer(ctx context.Context, q Query, evidence []Entry) (Answer, error) {
	if e.Answerer == nil {
		return Answer{}, fmt.Errorf("answer: %w: the engine has no Answerer", ErrInvalid)
	}
	a, err := e.Answerer.Answer(ctx, q, evidence)
	if err != nil {
		return Answer{}, fmt.Errorf("answer: %w", err)
	}
	return a, nil
}
