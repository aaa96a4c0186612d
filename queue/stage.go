package queue

import (
	"context"
	"errors"
	"fmt"

	"github.com/dyadmem/dyadmem"
)

// A stageError is a failure of a stage: it is about the session, while any
// other failure is about the store.
type stageError struct{ err error }

func (e *stageError) Error() string { return e.err.Error() }
func (e *stageError) Unwrap() error { return e.err }

// staged returns e with stages that mark their failures. A stage that panics
// fails, so that no session takes its worker down.
func staged(e dyadmem.Engine) dyadmem.Engine {
	if c := e.Capturer; c != nil {
		e.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) (captured []dyadmem.Entry, err error) {
			defer mark(&err)
			return c.Capture(ctx, s)
		})
	}
	if u := e.Updater; u != nil {
		e.Updater = dyadmem.UpdateFunc(func(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) (ops []dyadmem.Op, err error) {
			defer mark(&err)
			return u.Update(ctx, prior, s, captured)
		})
	}
	if c := e.Compactor; c != nil {
		e.Compactor = compactFunc(func(ctx context.Context, b dyadmem.Bank, over int) (merges []dyadmem.Merge, err error) {
			defer mark(&err)
			return c.Compact(ctx, b, over)
		})
	}
	return e
}

type compactFunc func(context.Context, dyadmem.Bank, int) ([]dyadmem.Merge, error)

func (f compactFunc) Compact(ctx context.Context, b dyadmem.Bank, over int) ([]dyadmem.Merge, error) {
	return f(ctx, b, over)
}

func mark(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v", r)
	}
	if *err != nil {
		*err = &stageError{*err}
	}
}

// ofStage reports whether a stage failed: it returned an error, or something
// that its caller could not use.
func ofStage(err error) bool {
	var staged *stageError
	var format *dyadmem.FormatError
	return errors.As(err, &staged) || errors.As(err, &format)
}

// class names the failure of a stage without any of its content, for logs and
// job rows.
func class(err error) string {
	var format *dyadmem.FormatError
	switch {
	case errors.As(err, &format):
		return "unreadable reply of " + format.Stage
	case errors.Is(err, context.DeadlineExceeded):
		return "out of time"
	}
	return "failed"
}
