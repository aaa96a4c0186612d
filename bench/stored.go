package bench

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/dyadmem/dyadmem"
)

// A StoredSystem is an Engine with its Store as a System: the pipeline goes
// through everything that the service does, the cap included. Each memory is a
// dyad of its own, which is erased when the next one begins.
type StoredSystem struct{ Engine dyadmem.Engine }

// Stages returns the stages that the engine has the parts for.
func (s StoredSystem) Stages() []Stage { return EngineSystem(s).Stages() }

// Start returns an instance; all of them share the store.
func (s StoredSystem) Start(context.Context) (Instance, error) {
	if s.Engine.Store == nil {
		return nil, fmt.Errorf("start system: %w: the engine has no Store", dyadmem.ErrInvalid)
	}
	e := s.Engine
	return &storedInstance{engineInstance: engineInstance{e.Capturer, e.Updater, e.Recaller, e.Answerer, e}}, nil
}

type storedInstance struct {
	engineInstance
	memory *storedMemory
}

// Begin makes an empty memory and erases the one before it.
func (i *storedInstance) Begin(ctx context.Context, _ Opening) (Memory, error) {
	if err := i.end(ctx); err != nil {
		return nil, err
	}
	i.memory = &storedMemory{engine: i.engine, dyad: dyadmem.Dyad{Agent: "bench", User: rand.Text()}}
	return i.memory, nil
}

func (i *storedInstance) Close() error { return i.end(context.Background()) }

func (i *storedInstance) end(ctx context.Context) error {
	if i.memory == nil {
		return nil
	}
	d := i.memory.dyad
	i.memory = nil
	// Not a purge: nothing of it has to be kept out for ever.
	if _, err := i.engine.Store.Erase(ctx, d, dyadmem.Erasure{Actor: "bench", All: true}); err != nil {
		return fmt.Errorf("end memory: %w", err)
	}
	return nil
}

// A storedMemory is one dyad of the store.
type storedMemory struct {
	engine dyadmem.Engine
	dyad   dyadmem.Dyad
}

// Observe applies s, and compacts the bank where that puts it over its cap.
func (m *storedMemory) Observe(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	step, err := m.engine.Observe(ctx, m.dyad, s, s.At)
	if err != nil {
		return step.Captured, err
	}
	if most := m.engine.Limit(); most >= 0 && len(step.Bank.Entries) > most {
		_, err = m.engine.Compact(ctx, m.dyad, dyadmem.Hand{Actor: "compaction", At: s.At})
	}
	return step.Captured, err
}

// Bank returns the active entries.
func (m *storedMemory) Bank(ctx context.Context) (dyadmem.Bank, error) {
	return m.engine.Store.Bank(ctx, m.dyad)
}

// Recall returns what the service would.
func (m *storedMemory) Recall(ctx context.Context, q dyadmem.Query) ([]dyadmem.Entry, error) {
	found, err := m.engine.Recall(ctx, m.dyad, dyadmem.Request{Query: q})
	if err != nil {
		return nil, err
	}
	return found.Entries(), nil
}
