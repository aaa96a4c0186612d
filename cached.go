package dyadmem

import (
	"container/list"
	"context"
	"sync"
)

// Cached returns s with the banks of the n dyads used last kept in memory. A
// kept bank is handed out only if its revision is still that of the store, so
// that other processes may write to the store too.
func Cached(s Store, n int) Store {
	return &cached{Store: s, most: n, place: make(map[Dyad]*list.Element)}
}

type cached struct {
	Store
	most  int
	mu    sync.Mutex
	place map[Dyad]*list.Element
	order list.List // of keptBank, the one used last in front
}

type keptBank struct {
	dyad Dyad
	bank Bank
}

// Bank returns the active entries.
func (c *cached) Bank(ctx context.Context, d Dyad) (Bank, error) {
	rev, err := c.Rev(ctx, d)
	if err != nil {
		return Bank{}, err
	}
	if b, ok := c.get(d, rev); ok {
		return b, nil
	}
	b, err := c.Store.Bank(ctx, d)
	if err != nil {
		return Bank{}, err
	}
	c.put(d, b)
	return b.clone(), nil
}

func (c *cached) get(d Dyad, rev int64) (Bank, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.place[d]
	if el == nil || el.Value.(keptBank).bank.Rev != rev {
		return Bank{}, false
	}
	c.order.MoveToFront(el)
	return el.Value.(keptBank).bank.clone(), true
}

func (c *cached) put(d Dyad, b Bank) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.place[d]; el != nil {
		c.order.Remove(el)
	}
	c.place[d] = c.order.PushFront(keptBank{d, b})
	for len(c.place) > c.most {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.place, last.Value.(keptBank).dyad)
	}
}
