package dyadmem

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// KeepKey keeps k.
func (s *MemStore) KeepKey(_ context.Context, k APIKey) error {
	if err := k.Validate(); err != nil {
		return fmt.Errorf("keep key: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(s.keys, func(o APIKey) bool { return o.ID == k.ID }) {
		return fmt.Errorf("keep key: %w: there is a key of the id %q", ErrConflict, k.ID)
	}
	s.keys = append(s.keys, k)
	return nil
}

// APIKeys returns all keys.
func (s *MemStore) APIKeys(context.Context) ([]APIKey, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	keys := slices.Clone(s.keys)
	slices.SortFunc(keys, func(a, b APIKey) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return keys, nil
}

// DropKey revokes the key of that id.
func (s *MemStore) DropKey(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.keys)
	s.keys = slices.DeleteFunc(s.keys, func(k APIKey) bool { return k.ID == id })
	if len(s.keys) == n {
		return fmt.Errorf("revoke key: %w: none has the id %q", ErrNotFound, id)
	}
	return nil
}
