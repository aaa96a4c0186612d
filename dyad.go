package dyadmem

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Dyad is one agent and one user: the owner of a bank and the unit of
// isolation. Both halves are required; the zero Dyad owns nothing. Dyad is
// comparable and is always passed as a value, second after the context.
type Dyad struct {
	Agent string
	User  string
}

// MaxID is the most bytes that an id of a dyad, session, turn or entry may have.
const MaxID = 1024

// Validate returns an error that wraps [ErrInvalid] if either half is empty or
// no id.
func (d Dyad) Validate() error {
	if err := validID("agent", d.Agent); err != nil {
		return fmt.Errorf("dyad: %w", err)
	}
	if err := validID("user", d.User); err != nil {
		return fmt.Errorf("dyad: %w", err)
	}
	return nil
}

// owner is Validate for a dyad or a commons.
func (d Dyad) owner() error {
	if d.User == "" {
		d.User = "-"
	}
	return d.Validate()
}

// validID returns an error if id is empty, too long, or can't be kept in every
// store: not UTF-8, or with a NUL in it. Ids are compared byte by byte; nothing
// else in them means anything.
func validID(what, id string) error {
	switch {
	case id == "":
		return fmt.Errorf("%w: the %s is empty", ErrInvalid, what)
	case len(id) > MaxID:
		return fmt.Errorf("%w: the %s has %d bytes, the most is %d", ErrInvalid, what, len(id), MaxID)
	case !utf8.ValidString(id) || strings.ContainsRune(id, 0):
		return fmt.Errorf("%w: the %s is not UTF-8 text without NUL", ErrInvalid, what)
	}
	return nil
}

// String returns both halves quoted, so that no two dyads print alike.
func (d Dyad) String() string {
	return strconv.Quote(d.Agent) + "/" + strconv.Quote(d.User)
}
