package dyadmem

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A Role says what a caller may do. Each may do what those before it may.
type Role string

// The roles, least first.
const (
	RoleRead  Role = "read"  // recall, answer, look
	RoleWrite Role = "write" // record sessions, change entries
	RoleAdmin Role = "admin" // import, and erase on the user's behalf
)

// Roles returns the roles, least first.
func Roles() []Role { return []Role{RoleRead, RoleWrite, RoleAdmin} }

// May reports whether r may do what needs least. A role that is none may nothing.
func (r Role) May(least Role) bool {
	have, want := slices.Index(Roles(), r), slices.Index(Roles(), least)
	return have >= want && want >= 0
}

// An APIKey lets a caller in from outside, to what it is bound to and to nothing
// else. The key itself is not kept: only its hash, of which nothing leads back
// to it.
type APIKey struct {
	ID      string    `json:"id"`   // the public half, by which it is listed and revoked
	Hash    string    `json:"-"`    // SHA-256 of the whole, in hex
	Name    string    `json:"name"` // what its owner calls it
	Role    Role      `json:"role"`
	Agent   string    `json:"agent,omitempty"` // bound to this agent; empty: any
	User    string    `json:"user,omitempty"`  // bound to this user; empty: any
	Created time.Time `json:"created"`
}

// Reaches reports whether k is bound to nothing that leaves out d. An agent's
// commons is reached, as something to read, by whoever reaches the agent.
func (k APIKey) Reaches(d Dyad) bool {
	return d.Agent != "" && (k.Agent == "" || k.Agent == d.Agent) && (d.User == "" || k.User == "" || k.User == d.User)
}

// Validate returns an error that wraps [ErrInvalid] if k lacks an id or a hash,
// has no role, or is bound to what cannot be an id.
func (k APIKey) Validate() error {
	if k.ID == "" || k.Hash == "" {
		return fmt.Errorf("API key: %w: it lacks its id or its hash", ErrInvalid)
	}
	if !k.Role.May(RoleRead) {
		return fmt.Errorf("API key: %w: its role is %q (want read, write or admin)", ErrInvalid, k.Role)
	}
	for half, id := range map[string]string{"agent": k.Agent, "user": k.User} {
		if id == "" {
			continue
		}
		if err := validID(half, id); err != nil {
			return fmt.Errorf("API key: %w", err)
		}
	}
	return nil
}

// A KeyStore keeps the API keys of a service.
type KeyStore interface {
	// KeepKey keeps k; [ErrConflict] if a key of its id is there.
	KeepKey(ctx context.Context, k APIKey) error
	// APIKeys returns all keys, oldest first.
	APIKeys(ctx context.Context) ([]APIKey, error)
	// DropKey revokes the key of that id; [ErrNotFound] if there is none.
	DropKey(ctx context.Context, id string) error
}
