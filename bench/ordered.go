package bench

import (
	"context"
	"iter"
	"sync"
)

// Ordered calls f for each element of in, up to workers at a time, and yields
// the results in the order of in. At most a few elements a worker are in memory.
// It ends with the first error, of in, of f or of ctx.
func Ordered[T, U any](ctx context.Context, workers int, in iter.Seq2[T, error], f func(context.Context, T) (U, error)) iter.Seq2[U, error] {
	type result struct {
		value U
		err   error
	}
	return func(yield func(U, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		workers := max(1, workers)
		pending := make(chan chan result, 2*workers) // in the order of in
		free := make(chan struct{}, workers)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		running.Go(func() {
			defer close(pending)
			for v, err := range in {
				slot := make(chan result, 1)
				select {
				case pending <- slot:
				case <-ctx.Done():
					return
				}
				if err != nil {
					slot <- result{err: err}
					return
				}
				select {
				case free <- struct{}{}:
				case <-ctx.Done():
					slot <- result{err: ctx.Err()}
					return
				}
				running.Go(func() {
					u, err := f(ctx, v)
					<-free
					slot <- result{u, err}
				})
			}
		})
		for slot := range pending {
			r := <-slot
			if !yield(r.value, r.err) || r.err != nil {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			var none U
			yield(none, err)
		}
	}
}
