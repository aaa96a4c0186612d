package dyadmem

import (
	"fmt"
	"time"
)

// A Speaker is who said a turn.
type Speaker string

// The speakers. Only a user's turn can state or order anything about the
// dyad; a tool's turn is text from outside and does neither.
const (
	User  Speaker = "user"
	Agent Speaker = "agent"
	Tool  Speaker = "tool"
)

// Valid reports whether s is one of the three speakers.
func (s Speaker) Valid() bool { return s == User || s == Agent || s == Tool }

// A Turn is one utterance of a session.
type Turn struct {
	ID      TurnRef `json:"id"`
	Speaker Speaker `json:"speaker"`
	Text    string  `json:"text"`
}

// A Session is one conversation of a dyad, as a stage sees it. It has no field
// for gold, labels or anything else that a system must not know.
type Session struct {
	ID    string    `json:"id"`
	At    time.Time `json:"at"`             // when it was held; never the time of processing
	Lang  string    `json:"lang,omitempty"` // BCP 47 tag of the dialogue; empty if unknown
	Role  string    `json:"role,omitempty"` // what the agent is to the user ("meal advisor"); may be empty
	Turns []Turn    `json:"turns,omitempty"`
}

// writable reports whether t can be written as RFC 3339, and read again in UTC by
// whoever reads it: its year has four digits there too, and its zone is one that
// clocks have.
func writable(t time.Time) bool {
	_, err := t.MarshalText()
	year := t.UTC().Year()
	return err == nil && 1 <= year && year <= 9999
}

const notWritable = "is none that can be written: the years are 1 to 9999, in UTC too"

// Validate returns an error that wraps [ErrInvalid] if s lacks an id or a
// time, or if a turn lacks an id or text, has an unknown speaker, or repeats an
// id. A session without turns is valid.
func (s Session) Validate() error {
	if s.ID == "" {
		return fmt.Errorf("session: %w: the id is empty", ErrInvalid)
	}
	if s.At.IsZero() {
		return fmt.Errorf("session %q: %w: it has no time", s.ID, ErrInvalid)
	}
	if !writable(s.At) {
		return fmt.Errorf("session %q: %w: its time %s", s.ID, ErrInvalid, notWritable)
	}
	seen := make(map[TurnRef]bool, len(s.Turns))
	for i, t := range s.Turns {
		switch {
		case t.ID == "":
			return fmt.Errorf("session %q: %w: turn %d has no id", s.ID, ErrInvalid, i+1)
		case seen[t.ID]:
			return fmt.Errorf("session %q: %w: turn id %q stands twice", s.ID, ErrInvalid, t.ID)
		case !t.Speaker.Valid():
			return fmt.Errorf("session %q: %w: turn %q: unknown speaker %q (want user, agent or tool)", s.ID, ErrInvalid, t.ID, t.Speaker)
		}
		seen[t.ID] = true
	}
	return nil
}
