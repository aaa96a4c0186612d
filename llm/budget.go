package llm

import (
	"context"
	"sync"
)

// A Budget bounds what the clients that share it spend together: the calls that
// their caches hold, and those to come. A bound of 0 is none. It is safe for
// concurrent use.
//
// A call is let through if it fits at its worst, with a reply as long as it may
// be. One that does not waits for those in flight, which mostly come to less,
// and is a [BudgetError] once there are none.
type Budget struct {
	Tokens int64   // prompt and completion
	USD    float64 // as far as prices are known

	mu      sync.Mutex
	spent   spending
	written spending // what the requests of a batch may cost that have been written
	bound   spending // what the calls in flight may cost
	calls   int      // in flight
	freed   chan struct{}
	ratio   float64 // the most by which a prompt was longer than estimated; 0: nothing is known yet
}

// A spending is what calls cost, or may cost.
type spending struct {
	tokens int64
	usd    float64
}

func (s *spending) add(o spending) { s.tokens, s.usd = s.tokens+o.tokens, s.usd+o.usd }
func (s *spending) sub(o spending) { s.tokens, s.usd = s.tokens-o.tokens, s.usd-o.usd }

// unseen is by how much a prompt may be longer than estimated before the
// endpoint has reported any.
const unseen = 1.5

// worst returns the most that a call may cost.
func (b *Budget) worst(estimate Tokens, limit int64, price *Price) spending {
	b.mu.Lock()
	defer b.mu.Unlock()
	ratio := b.ratio
	if ratio == 0 {
		ratio = unseen
	}
	t := Tokens{Prompt: int64(ratio*float64(estimate.Prompt)) + 1, Completion: limit}
	return spending{t.Total(), price.of(t)}
}

// reserve binds what a call may cost, waiting for calls in flight if it does
// not fit beside them.
func (b *Budget) reserve(ctx context.Context, want spending) error {
	for {
		b.mu.Lock()
		full := b.full(want)
		if full == nil {
			b.bound.add(want)
			b.calls++
		}
		alone := b.calls == 0
		if b.freed == nil {
			b.freed = make(chan struct{})
		}
		freed := b.freed
		b.mu.Unlock()
		if full == nil || alone {
			return full
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// write binds what a request of a batch may cost, for good: its reply comes in
// another start.
func (b *Budget) write(want spending) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.full(want); err != nil {
		return err
	}
	b.written.add(want)
	return nil
}

// full returns a BudgetError if want does not fit, nil if it does.
func (b *Budget) full(want spending) error {
	gone := b.spent
	gone.add(b.written)
	if b.Tokens > 0 && gone.tokens+b.bound.tokens+want.tokens > b.Tokens {
		return &BudgetError{Spent: float64(gone.tokens), Next: float64(want.tokens), Bound: float64(b.Tokens), Unit: "tokens"}
	}
	if b.USD > 0 && gone.usd+b.bound.usd+want.usd > b.USD {
		return &BudgetError{Spent: gone.usd, Next: want.usd, Bound: b.USD, Unit: "USD"}
	}
	return nil
}

// release gives back what was reserved for a call that has ended.
func (b *Budget) release(want spending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bound.sub(want)
	b.calls--
	if b.freed != nil {
		close(b.freed)
		b.freed = nil
	}
}

// spend counts what a call has cost.
func (b *Budget) spend(t Tokens, usd float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent.add(spending{t.Total(), usd})
}

// learn notes how long a prompt was that was estimated.
func (b *Budget) learn(estimated, reported int64) {
	if estimated <= 0 || reported <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ratio = max(1, b.ratio, float64(reported)/float64(estimated))
}
