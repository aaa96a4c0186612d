package bench

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func numbers(n int, fail error) func(func(int, error) bool) {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if fail != nil {
			yield(0, fail)
		}
	}
}

func TestOrdered(t *testing.T) {
	broken := errors.New("broken")
	square := func(_ context.Context, i int) (int, error) { return i * i, nil }
	for _, c := range []struct {
		name string
		in   func(func(int, error) bool)
		f    func(context.Context, int) (int, error)
		want []int
		err  error
	}{
		{"results come in order", numbers(50, nil), square, squares(50), nil},
		{"the error of the input comes after what is before it", numbers(7, broken), square, squares(7), broken},
		{"an error of f ends it", numbers(50, nil), func(ctx context.Context, i int) (int, error) {
			if i == 3 {
				return 0, broken
			}
			return square(ctx, i)
		}, squares(3), broken},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []int
			var failed error
			for v, err := range Ordered(t.Context(), 4, c.in, c.f) {
				if err != nil {
					failed = err
					break
				}
				got = append(got, v)
			}
			if !slices.Equal(got, c.want) || !errors.Is(failed, c.err) {
				t.Errorf("got %v and %v, want %v and %v", got, failed, c.want, c.err)
			}
		})
	}
	t.Run("leaving early leaves nothing running", func(t *testing.T) {
		for v := range Ordered(t.Context(), 4, numbers(1000, nil), square) {
			if v == 9 {
				break
			}
		}
	})
}

func squares(n int) (list []int) {
	for i := range n {
		list = append(list, i*i)
	}
	return list
}
