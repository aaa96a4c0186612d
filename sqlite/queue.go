package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/dyadmem/dyadmem"
)

// Unapplied calls f for the sessions of all dyads that are pending or set
// aside, without their turns: dyad by dyad, by time. f may use the store; an
// error of f ends it.
func (s *Store) Unapplied(ctx context.Context, f func(dyadmem.Dyad, dyadmem.Accepted) error) error {
	type numbered struct {
		id   int64
		dyad dyadmem.Dyad
	}
	for after := int64(0); ; {
		dyads, err := collect(ctx, s.read, func(rows *sql.Rows) (n numbered, err error) {
			return n, rows.Scan(&n.id, &n.dyad.Agent, &n.dyad.User)
		}, `SELECT id, agent, user FROM dyads WHERE id IN (SELECT dyad FROM sessions WHERE status <> 'applied' AND dyad > ?)
			ORDER BY id LIMIT ?`, after, page)
		if err != nil {
			return fmt.Errorf("list waiting sessions: %w", err)
		}
		for _, n := range dyads {
			list, err := s.sessions(ctx, s.read, n.dyad, headColumns, "AND status <> 'applied' ORDER BY at, came")
			if err != nil {
				return fmt.Errorf("list waiting sessions: %w", err)
			}
			for _, a := range list {
				if err := f(n.dyad, a); err != nil {
					return err
				}
			}
			after = n.id
		}
		if len(dyads) < page {
			return nil
		}
	}
}
