package bench

import (
	"context"
	"errors"

	"github.com/dyadmem/dyadmem"
)

// A System is a memory system under test.
type System interface {
	// Stages says which of the scored stages it can do.
	Stages() []Stage
	// Start makes an instance for one worker of the runner. Instances are used
	// by one goroutine at a time.
	Start(ctx context.Context) (Instance, error)
}

// An Instance is a running system: the stages, each on what it is given, and
// dyads of its own for the full pipeline.
type Instance interface {
	dyadmem.Capturer
	dyadmem.Updater
	dyadmem.Recaller
	dyadmem.Answerer
	// Begin makes an empty memory for one dyad, which ends the one before it.
	Begin(ctx context.Context, o Opening) (Memory, error)
	Close() error
}

// An Opening is what a system is told of an episode before its first session.
type Opening struct {
	Lang string
	Role string // the agent's
}

// A Memory is what a system builds from the sessions of one dyad.
type Memory interface {
	// Observe takes the next session, and returns what was captured from it,
	// nil if the system doesn't tell.
	Observe(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error)
	// Bank returns all that the memory holds now.
	Bank(ctx context.Context) (dyadmem.Bank, error)
	// Recall returns what the answerer is to be handed for q.
	Recall(ctx context.Context, q dyadmem.Query) ([]dyadmem.Entry, error)
}

// ErrCrash says that a system stopped working in the middle of a unit.
var ErrCrash = errors.New("the system crashed")

// An EngineSystem is an Engine as a System: the thing that ships is the thing
// that is tested. A stage that the engine lacks is not run.
type EngineSystem struct{ Engine dyadmem.Engine }

// Stages returns the stages that the engine has the parts for.
func (s EngineSystem) Stages() []Stage {
	e := s.Engine
	have := map[Stage]bool{
		CaptureStage: e.Capturer != nil,
		UpdateStage:  e.Updater != nil,
		RecallStage:  e.Recaller != nil,
		GoldQA:       e.Answerer != nil,
		PipelineQA:   e.Capturer != nil && e.Updater != nil && e.Recaller != nil && e.Answerer != nil,
	}
	var stages []Stage
	for _, st := range Stages() {
		if have[st] {
			stages = append(stages, st)
		}
	}
	return stages
}

// Start returns the engine itself, which keeps nothing between calls.
func (s EngineSystem) Start(context.Context) (Instance, error) {
	return engineInstance{s.Engine.Capturer, s.Engine.Updater, s.Engine.Recaller, s.Engine.Answerer, s.Engine}, nil
}

type engineInstance struct {
	dyadmem.Capturer
	dyadmem.Updater
	dyadmem.Recaller
	dyadmem.Answerer
	engine dyadmem.Engine
}

func (i engineInstance) Begin(context.Context, Opening) (Memory, error) {
	return &engineMemory{engine: i.engine}, nil
}

func (i engineInstance) Close() error { return nil }

// An engineMemory is one dyad of an engine, held in memory.
type engineMemory struct {
	engine dyadmem.Engine
	bank   dyadmem.Bank
}

func (m *engineMemory) Observe(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	step, err := m.engine.Step(ctx, m.bank, s)
	if err != nil {
		return step.Captured, err
	}
	m.bank = step.Bank
	return step.Captured, nil
}

func (m *engineMemory) Bank(context.Context) (dyadmem.Bank, error) { return m.bank, nil }

func (m *engineMemory) Recall(ctx context.Context, q dyadmem.Query) ([]dyadmem.Entry, error) {
	hits, err := m.engine.Recaller.Recall(ctx, m.bank, q)
	if err != nil {
		return nil, err
	}
	entries := make([]dyadmem.Entry, len(hits))
	for i, h := range hits {
		entries[i] = h.Entry
	}
	return entries, nil
}

// WithoutMemory returns s with a memory that keeps nothing: what its answerer
// knows without one.
func WithoutMemory(s System) System { return withoutMemory{s} }

type withoutMemory struct{ System }

func (s withoutMemory) Start(ctx context.Context) (Instance, error) {
	in, err := s.System.Start(ctx)
	if err != nil {
		return nil, err
	}
	return forgetful{in}, nil
}

type forgetful struct{ Instance }

func (forgetful) Begin(context.Context, Opening) (Memory, error) { return noMemory{}, nil }

// noMemory keeps nothing.
type noMemory struct{}

func (noMemory) Observe(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) { return nil, nil }

func (noMemory) Bank(context.Context) (dyadmem.Bank, error) { return dyadmem.Bank{}, nil }

func (noMemory) Recall(context.Context, dyadmem.Query) ([]dyadmem.Entry, error) { return nil, nil }
