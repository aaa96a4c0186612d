package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/dyadmem/dyadmem"
)

// A classedError is an error of SQLite with the class that callers branch on, and
// what to do about it, on one line.
type classedError struct {
	class error
	text  string
	cause error
}

func (e *classedError) Error() string   { return fmt.Sprintf("%v: %s: %v", e.class, e.text, e.cause) }
func (e *classedError) Unwrap() []error { return []error{e.class, e.cause} }

// explained returns err as a classedError. What is of no class stays as it is.
func explained(err error) error {
	var lite *driver.Error
	var known *classedError
	if !errors.As(err, &lite) || errors.As(err, &known) {
		return err
	}
	switch lite.Code() & 0xff { // the rest tells more of the same
	case codes.SQLITE_FULL:
		return &classedError{dyadmem.ErrStoreFull, "the disk has no room: free some", err}
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return &classedError{dyadmem.ErrStoreAway, "another process kept the file for too long: try again", err}
	case codes.SQLITE_IOERR:
		return &classedError{dyadmem.ErrStoreAway, "the disk failed: look at the system's log", err}
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_CANTOPEN, codes.SQLITE_AUTH:
		return &classedError{dyadmem.ErrStoreDenied, "the file and its folder have to be there and be writable", err}
	case codes.SQLITE_NOTADB, codes.SQLITE_CORRUPT:
		return &classedError{dyadmem.ErrStoreDenied, "the file is no SQLite database, or it is damaged", err}
	}
	return err
}
