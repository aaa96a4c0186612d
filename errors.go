package dyadmem

import "errors"

// Sentinel errors: those that callers branch on.
var (
	// ErrInvalid says that an argument is not what its documentation asks for.
	ErrInvalid = errors.New("invalid")
	// ErrConflict says that a change was made for another state of the bank, or
	// that a session came again with other turns. Nothing was written.
	ErrConflict = errors.New("conflict")
	// ErrNotFound says that the dyad, or what was asked for in it, is not there.
	ErrNotFound = errors.New("not found")
	// ErrNotYet says that an earlier session of the dyad has to be applied
	// first. Nothing was written; try again later.
	ErrNotYet = errors.New("an earlier session is pending")
	// ErrUnavailable says that nothing serves the model that a stage needs
	// (refused, timed out on connect, 429, 503). It spends no attempt.
	ErrUnavailable = errors.New("no model is serving")
	// ErrStoreAway says that the store can't be reached, or that the connection
	// broke. Whether a write was taken is unknown; every write may be tried again.
	ErrStoreAway = errors.New("the store is out of reach")
	// ErrStoreFull says that the store has no room. Nothing was written.
	ErrStoreFull = errors.New("the store has no room left")
	// ErrStoreDenied says that the store does not let this program in, or do what
	// it has to. Nothing was written.
	ErrStoreDenied = errors.New("the store refuses")
)

// A FormatError is a reply that cannot be read as what its stage must return.
// It is a failure of the unit, never an empty result.
type FormatError struct {
	Stage string // the stage whose reply it was
	Reply string // the reply, cut to a readable length
	Err   error
}

func (e *FormatError) Error() string {
	return e.Stage + ": reply does not fit its schema: " + e.Err.Error()
}

// Unwrap returns the error of the decoder.
func (e *FormatError) Unwrap() error { return e.Err }
