package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/dyadmem/dyadmem"
)

// waitingPage is how many dyads with waiting sessions are looked up at a time.
const waitingPage = 256

// Unapplied calls f for the sessions of all dyads that are pending or set
// aside, without their turns: dyad by dyad, by time. f may use the store; an
// error of f ends it.
func (s *Store) Unapplied(ctx context.Context, f func(dyadmem.Dyad, dyadmem.Accepted) error) error {
	type numbered struct {
		id   int64
		dyad dyadmem.Dyad
	}
	for after := int64(0); ; {
		dyads, err := collect(ctx, s.pool, func(row pgx.CollectableRow) (n numbered, err error) {
			return n, row.Scan(&n.id, &n.dyad.Agent, &n.dyad.User)
		}, `SELECT id, agent, "user" FROM dyads WHERE id IN (SELECT dyad FROM sessions WHERE status <> 'applied' AND dyad > $1)
			ORDER BY id LIMIT $2`, after, waitingPage)
		if err != nil {
			return fmt.Errorf("list waiting sessions: %w", err)
		}
		for _, n := range dyads {
			list, err := s.sessions(ctx, s.pool, n.dyad, headColumns, "AND status <> 'applied' ORDER BY at, came")
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
		if len(dyads) < waitingPage {
			return nil
		}
	}
}
