package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/dyadmem/dyadmem"
)

// Vacuum is what removes deleted rows from the files of a database, which no
// transaction can do: two commands.
const Vacuum = "VACUUM FULL changes, entries, sessions, vectors; CHECKPOINT"

// leftovers is what an erasure can't reach from within a transaction.
const leftovers = "deleted rows stay in the files of the database until they are vacuumed (" + Vacuum + "), and in the write-ahead log and the backups for as long as these are kept"

// Erase removes what e names. The receipt says what is left to the
// administrator of the database.
func (s *Store) Erase(ctx context.Context, d dyadmem.Dyad, e dyadmem.Erasure) (dyadmem.Receipt, error) {
	var receipt dyadmem.Receipt
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		receipt = dyadmem.Receipt{At: e.At, Graves: len(e.Graves)}
		id, rev, err := open(ctx, tx, d)
		if err != nil {
			return err
		}
		for _, g := range e.Graves {
			if _, err := tx.Exec(ctx, "INSERT INTO graves (dyad, hash, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", id, g.Hash, g.At.Format(time.RFC3339Nano)); err != nil {
				return err
			}
		}
		for _, t := range e.Texts {
			n, err := affected(tx.Exec(ctx, "DELETE FROM vectors WHERE text = $1", dyadmem.TextHash(t)))
			if err != nil {
				return err
			}
			receipt.Vectors += n
		}
		if e.All {
			err = eraseAll(ctx, tx, id, &receipt)
		} else {
			err = s.eraseSome(ctx, tx, id, e, &receipt)
		}
		if err != nil {
			return err
		}
		return appendChange(ctx, tx, id, dyadmem.Change{Rev: rev + 1, At: e.At, Recorded: e.At, Actor: e.Actor, Reason: e.Reason, Ops: []dyadmem.Op{{Action: dyadmem.Purge}}})
	})
	if err != nil {
		return dyadmem.Receipt{}, fmt.Errorf("erase from %s: %w", d, err)
	}
	receipt.Rest = append(receipt.Rest, leftovers)
	return receipt, nil
}

func affected(tag pgconn.CommandTag, err error) (int, error) { return int(tag.RowsAffected()), err }

func eraseAll(ctx context.Context, tx pgx.Tx, id int64, receipt *dyadmem.Receipt) (err error) {
	err = tx.QueryRow(ctx, "SELECT coalesce(sum(jsonb_array_length(change -> 'ops')), 0) FROM changes WHERE dyad = $1", id).Scan(&receipt.Ops)
	if err == nil {
		err = tx.QueryRow(ctx, "SELECT coalesce(sum(CASE jsonb_typeof(turns) WHEN 'array' THEN jsonb_array_length(turns) ELSE 0 END), 0) FROM sessions WHERE dyad = $1", id).Scan(&receipt.Turns)
	}
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM changes WHERE dyad = $1", id)
	}
	if err == nil {
		receipt.Entries, err = affected(tx.Exec(ctx, "DELETE FROM entries WHERE dyad = $1", id))
	}
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM spoken WHERE dyad = $1", id)
	}
	if err == nil {
		receipt.Sessions, err = affected(tx.Exec(ctx, "DELETE FROM sessions WHERE dyad = $1", id))
	}
	return err
}

func (s *Store) eraseSome(ctx context.Context, tx pgx.Tx, id int64, e dyadmem.Erasure, receipt *dyadmem.Receipt) error {
	gone := make(map[dyadmem.EntryKey]bool)
	for _, k := range e.Entries {
		gone[k] = true
		n, err := affected(tx.Exec(ctx, "DELETE FROM entries WHERE dyad = $1 AND key = $2", id, string(k)))
		if err != nil {
			return err
		}
		receipt.Entries += n
	}
	records, err := collect(ctx, tx, scanRecord, "SELECT record FROM entries WHERE dyad = $1", id)
	if err != nil {
		return err
	}
	for _, r := range records {
		if !gone[r.Successor] {
			continue
		}
		r.Successor = ""
		if err := putRecord(ctx, tx, id, r); err != nil {
			return err
		}
	}
	log, err := collect(ctx, tx, scanChange, "SELECT change FROM changes WHERE dyad = $1 ORDER BY rev", id)
	if err != nil {
		return err
	}
	for _, c := range log {
		without, n := e.Change(c)
		receipt.Ops += n
		line, err := json.Marshal(without)
		if err != nil {
			return fmt.Errorf("encode change: %w", err)
		}
		if _, err := tx.Exec(ctx, "UPDATE changes SET change = $1 WHERE dyad = $2 AND rev = $3", line, id, c.Rev); err != nil {
			return err
		}
	}
	receipt.Turns, err = s.blank(ctx, tx, id, e)
	return err
}

// Graves returns the hashes of what was erased.
func (s *Store) Graves(ctx context.Context, d dyadmem.Dyad) ([]dyadmem.Grave, error) {
	id, _, err := find(ctx, s.pool, d)
	if err == nil && id != 0 {
		var list []dyadmem.Grave
		list, err = collect(ctx, s.pool, func(rows pgx.CollectableRow) (g dyadmem.Grave, err error) {
			var at string
			if err = rows.Scan(&g.Hash, &at); err == nil {
				g.At, err = time.Parse(time.RFC3339Nano, at)
			}
			return g, err
		}, "SELECT hash, at FROM graves WHERE dyad = $1", id)
		if err == nil {
			return list, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("graves of %s: %w", d, err)
	}
	return nil, err
}
