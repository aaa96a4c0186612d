package dyadmem

import (
	"context"
	"sync"
)

// A Cost is what calls of models took: how many there were, their tokens as the
// endpoint counts them, and US dollars where prices are known. Cached are those
// of Prompt that the endpoint had read before. The zero Cost is nothing.
type Cost struct {
	Calls      int     `json:"calls"`
	Prompt     int64   `json:"prompt"`
	Cached     int64   `json:"cached,omitzero"`
	Completion int64   `json:"completion"`
	USD        float64 `json:"usd,omitzero"`
}

// Tokens returns those of prompts and completions together.
func (c Cost) Tokens() int64 { return c.Prompt + c.Completion }

// Plus returns c and o together.
func (c Cost) Plus(o Cost) Cost {
	return Cost{c.Calls + o.Calls, c.Prompt + o.Prompt, c.Cached + o.Cached, c.Completion + o.Completion, c.USD + o.USD}
}

// An Account adds up what the chat calls of a piece of work take, whoever paid
// for them: a call that is answered from what was kept costs what it did then.
// It goes from the work to the model in a context. It is safe for concurrent
// use; a nil Account takes no notice.
type Account struct {
	For     string // what the work is: a stage of the benchmark, say
	Assumed bool   // in a dry run: the calls stand for others that hang on replies

	mu   sync.Mutex
	cost Cost
}

// Charge adds c.
func (a *Account) Charge(c Cost) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cost = a.cost.Plus(c)
}

// Cost returns what was charged.
func (a *Account) Cost() Cost {
	if a == nil {
		return Cost{}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.cost
}

type accountKey struct{}

// WithAccount returns a context whose calls are charged to a.
func WithAccount(ctx context.Context, a *Account) context.Context {
	return context.WithValue(ctx, accountKey{}, a)
}

// AccountOf returns the account that calls of ctx are charged to, nil if there
// is none.
func AccountOf(ctx context.Context) *Account {
	a, _ := ctx.Value(accountKey{}).(*Account)
	return a
}
