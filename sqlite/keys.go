package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/dyadmem/dyadmem"
)

// KeepKey keeps k.
func (s *Store) KeepKey(ctx context.Context, k dyadmem.APIKey) error {
	err := k.Validate()
	if err == nil {
		err = s.inTx(ctx, func(tx *sql.Tx) error {
			n, err := affected(tx.ExecContext(ctx, "INSERT INTO api_keys (id, hash, name, role, agent, user, created) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
				k.ID, k.Hash, k.Name, k.Role, k.Agent, k.User, k.Created.UnixMicro()))
			if err == nil && n == 0 {
				err = fmt.Errorf("%w: there is a key of the id %q", dyadmem.ErrConflict, k.ID)
			}
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("keep key: %w", err)
	}
	return nil
}

// APIKeys returns all keys.
func (s *Store) APIKeys(ctx context.Context) ([]dyadmem.APIKey, error) {
	keys, err := collect(ctx, s.read, func(rows *sql.Rows) (k dyadmem.APIKey, err error) {
		var created int64
		err = rows.Scan(&k.ID, &k.Hash, &k.Name, &k.Role, &k.Agent, &k.User, &created)
		k.Created = time.UnixMicro(created).UTC()
		return k, err
	}, "SELECT id, hash, name, role, agent, user, created FROM api_keys ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	return keys, nil
}

// DropKey revokes the key of that id.
func (s *Store) DropKey(ctx context.Context, id string) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		n, err := affected(tx.ExecContext(ctx, "DELETE FROM api_keys WHERE id = ?", id))
		if err == nil && n == 0 {
			err = fmt.Errorf("%w: none has the id %q", dyadmem.ErrNotFound, id)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("revoke key: %w", err)
	}
	return nil
}
