package queue

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

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

// A notice is an error that says nothing but words of the queue's own.
type notice string

func noticef(format string, args ...any) error { return notice(fmt.Sprintf(format, args...)) }

func (n notice) Error() string { return string(n) }

// withoutContent returns err as River may see it: what it tells River to do, or
// words of the queue's; of any other error its class alone.
func withoutContent(err error) error {
	var own notice
	var snooze *river.JobSnoozeError
	var cancel *river.JobCancelError
	switch {
	case err == nil, errors.As(err, &snooze), errors.As(err, &cancel), errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &own):
		return own
	}
	return notice(class(err))
}

// class names a failure without any of its content, for logs and job rows.
func class(err error) string {
	var format *dyadmem.FormatError
	var call interface{ Brief() string } // of a model's endpoint
	switch {
	case errors.As(err, &format):
		return "unreadable reply of " + format.Stage
	case errors.As(err, &call):
		return call.Brief()
	case errors.Is(err, context.DeadlineExceeded):
		return "out of time"
	}
	for _, of := range []error{dyadmem.ErrStoreAway, dyadmem.ErrStoreFull, dyadmem.ErrStoreDenied, dyadmem.ErrUnavailable, dyadmem.ErrConflict, dyadmem.ErrInvalid} {
		if errors.Is(err, of) {
			return of.Error()
		}
	}
	return "failed"
}
