package gist

import "sync"

// A lazy is a value that is worked out once, when it is first asked for. It is safe
// for concurrent use.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) of(find func() T) T {
	l.once.Do(func() { l.value = find() })
	return l.value
}
