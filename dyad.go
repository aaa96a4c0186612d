package dyadmem

import (
	"fmt"
	"strconv"
)

// A Dyad is one agent and one user: the owner of a bank and the unit of
// isolation. Both halves are required; the zero Dyad owns nothing. Dyad is
// comparable and is always passed as a value, second after the context.
type Dyad struct {
	Agent string
	User  string
}

// Validate returns an error that wraps [ErrInvalid] if either half is empty.
func (d Dyad) Validate() error {
	switch {
	case d.Agent == "":
		return fmt.Errorf("dyad: %w: the agent is empty", ErrInvalid)
	case d.User == "":
		return fmt.Errorf("dyad: %w: the user is empty", ErrInvalid)
	}
	return nil
}

// String returns both halves quoted, so that no two dyads print alike.
func (d Dyad) String() string {
	return strconv.Quote(d.Agent) + "/" + strconv.Quote(d.User)
}
