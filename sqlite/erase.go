package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/dyadmem/dyadmem"
)

// Erase removes what e names. What is deleted is overwritten in the file, and
// the write-ahead log is emptied; where other readers keep it from being
// emptied, the receipt says so.
func (s *Store) Erase(ctx context.Context, d dyadmem.Dyad, e dyadmem.Erasure) (dyadmem.Receipt, error) {
	receipt := dyadmem.Receipt{At: e.At, Graves: len(e.Graves)}
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		id, rev, err := open(ctx, tx, d)
		if err != nil {
			return err
		}
		for _, g := range e.Graves {
			if _, err := tx.ExecContext(ctx, "INSERT INTO graves (dyad, hash, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", id, g.Hash, g.At.Format(time.RFC3339Nano)); err != nil {
				return err
			}
		}
		for _, t := range e.Texts {
			n, err := affected(tx.ExecContext(ctx, "DELETE FROM vectors WHERE text = ?", dyadmem.TextHash(t)))
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
	if !s.checkpoint(ctx) {
		receipt.Rest = append(receipt.Rest, "the write-ahead log is in use and still holds older pages: it is emptied when the store is next closed, or by PRAGMA wal_checkpoint(TRUNCATE)")
	}
	return receipt, nil
}

// checkpoint moves the write-ahead log into the file and empties it. It reports
// whether that was possible.
func (s *Store) checkpoint(ctx context.Context) bool {
	var busy, pages, moved int
	err := s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
	return err == nil && busy == 0
}

func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

func eraseAll(ctx context.Context, tx *sql.Tx, id int64, receipt *dyadmem.Receipt) (err error) {
	err = tx.QueryRowContext(ctx, "SELECT coalesce(sum(json_array_length(change, '$.ops')), 0) FROM changes WHERE dyad = ?", id).Scan(&receipt.Ops)
	if err == nil {
		err = tx.QueryRowContext(ctx, "SELECT coalesce(sum(json_array_length(turns)), 0) FROM sessions WHERE dyad = ?", id).Scan(&receipt.Turns)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM changes WHERE dyad = ?", id)
	}
	if err == nil {
		receipt.Entries, err = affected(tx.ExecContext(ctx, "DELETE FROM entries WHERE dyad = ?", id))
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM spoken WHERE dyad = ?", id)
	}
	if err == nil {
		receipt.Sessions, err = affected(tx.ExecContext(ctx, "DELETE FROM sessions WHERE dyad = ?", id))
	}
	return err
}

func (s *Store) eraseSome(ctx context.Context, tx *sql.Tx, id int64, e dyadmem.Erasure, receipt *dyadmem.Receipt) error {
	gone := make(map[dyadmem.EntryKey]bool)
	for _, k := range e.Entries {
		gone[k] = true
		n, err := affected(tx.ExecContext(ctx, "DELETE FROM entries WHERE dyad = ? AND key = ?", id, string(k)))
		if err != nil {
			return err
		}
		receipt.Entries += n
	}
	records, err := collect(ctx, tx, scanRecord, "SELECT record FROM entries WHERE dyad = ?", id)
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
	log, err := collect(ctx, tx, scanChange, "SELECT change FROM changes WHERE dyad = ? ORDER BY rev", id)
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
		if _, err := tx.ExecContext(ctx, "UPDATE changes SET change = ? WHERE dyad = ? AND rev = ?", line, id, c.Rev); err != nil {
			return err
		}
	}
	receipt.Turns, err = s.blank(ctx, tx, id, e)
	return err
}

// Graves returns the hashes of what was erased.
func (s *Store) Graves(ctx context.Context, d dyadmem.Dyad) ([]dyadmem.Grave, error) {
	id, _, err := find(ctx, s.read, d)
	if err == nil && id != 0 {
		var list []dyadmem.Grave
		list, err = collect(ctx, s.read, func(rows *sql.Rows) (g dyadmem.Grave, err error) {
			var at string
			if err = rows.Scan(&g.Hash, &at); err == nil {
				g.At, err = time.Parse(time.RFC3339Nano, at)
			}
			return g, err
		}, "SELECT hash, at FROM graves WHERE dyad = ?", id)
		if err == nil {
			return list, nil
		}
	}
	if err != nil {
		err = fmt.Errorf("graves of %s: %w", d, err)
	}
	return nil, err
}
