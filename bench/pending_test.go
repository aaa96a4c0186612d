package bench

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// lateError is an error of a unit that says what the runner is to do with it.
type lateError struct{ pending, stop bool }

func (lateError) Error() string   { return "late" }
func (e lateError) Pending() bool { return e.pending }
func (e lateError) Stop() bool    { return e.stop }

func TestPendingUnitsAreNeitherDoneNorFailed(t *testing.T) {
	set := writeSet(t, 2)
	engine := echo()
	plain := engine.Answerer
	var ready atomic.Bool
	var asked atomic.Int64
	engine.Answerer = dyadmem.AnswerFunc(func(ctx context.Context, q dyadmem.Query, evidence []dyadmem.Entry) (dyadmem.Answer, error) {
		asked.Add(1)
		if !ready.Load() {
			return dyadmem.Answer{}, lateError{pending: true}
		}
		return plain.Answer(ctx, q, evidence)
	})
	r := Run{Set: set, System: EngineSystem{engine}, Stages: Stages(), Workers: 2, Dir: t.TempDir(), Key: "k"}
	out, _ := do(t, r)
	// 2 × 4 questions to gold QA, and the pipelines of 2 episodes.
	if out.Pending != 10 || out.Failed != 0 {
		t.Fatalf("%+v, want 10 tasks pending and none failed", out)
	}
	if n := asked.Load(); n != 16 {
		t.Errorf("%d answers were asked for, want all 16: one that is pending keeps no other back", n)
	}
	ready.Store(true)
	again, got := do(t, r)
	if again.Resumed != out.Planned-10 || again.Pending != 0 || again.Failed != 0 {
		t.Errorf("%+v, want only the 10 done again", again)
	}
	r.Dir = t.TempDir()
	if _, want := do(t, r); string(got) != string(want) {
		t.Errorf("in two starts:\n%s\nin one:\n%s", got, want)
	}
}

func TestCaptureIsAskedAheadOfPendingSessions(t *testing.T) {
	engine := echo()
	var captured atomic.Int64
	plain := engine.Capturer
	engine.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
		captured.Add(1)
		return plain.Capture(ctx, s)
	})
	engine.Updater = dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return nil, lateError{pending: true}
	})
	r := Run{Set: writeSet(t, 1), System: EngineSystem{engine}, Stages: []Stage{PipelineQA}, Dir: t.TempDir(), Key: "k"}
	if out, _ := do(t, r); out.Pending != 1 || captured.Load() != 3 {
		t.Errorf("%+v, %d sessions captured; want the pipeline pending and all 3 sessions asked for", out, captured.Load())
	}
}

func TestStopEndsTheRunAndFailsNothing(t *testing.T) {
	engine := echo()
	var stop atomic.Bool
	stop.Store(true)
	plain := engine.Capturer
	engine.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
		if stop.Load() {
			return nil, lateError{stop: true}
		}
		return plain.Capture(ctx, s)
	})
	r := Run{Set: writeSet(t, 1), System: EngineSystem{engine}, Stages: Stages(), Dir: t.TempDir(), Key: "k"}
	if _, err := r.Do(t.Context()); !errors.As(err, new(lateError)) {
		t.Fatalf("Do: %v, want the error that stops", err)
	}
	stop.Store(false)
	if out, _ := do(t, r); out.Failed != 0 {
		t.Errorf("%+v after the start that went on, want nothing failed", out)
	}
}
