package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/dyadmem/dyadmem"
)

// Rev returns the revision of the bank.
func (s *Store) Rev(ctx context.Context, d dyadmem.Dyad) (int64, error) {
	_, rev, err := find(ctx, s.pool, d)
	if err != nil {
		return 0, fmt.Errorf("read revision of %s: %w", d, err)
	}
	return rev, nil
}

// Bank returns the active entries.
func (s *Store) Bank(ctx context.Context, d dyadmem.Dyad) (dyadmem.Bank, error) {
	rev, records, err := s.records(ctx, d, "AND state = 'active'")
	if err != nil {
		return dyadmem.Bank{}, fmt.Errorf("read bank of %s: %w", d, err)
	}
	return dyadmem.BankOf(rev, records), nil
}

// Records returns all entries.
func (s *Store) Records(ctx context.Context, d dyadmem.Dyad) ([]dyadmem.Record, error) {
	_, records, err := s.records(ctx, d, "")
	if err != nil {
		return nil, fmt.Errorf("read entries of %s: %w", d, err)
	}
	dyadmem.SortRecords(records)
	return records, nil
}

// records reads the records of d and its revision, as of one moment.
func (s *Store) records(ctx context.Context, d dyadmem.Dyad, where string) (rev int64, list []dyadmem.Record, err error) {
	err = s.snapshot(ctx, func(tx pgx.Tx) (err error) {
		var id int64
		if id, rev, err = find(ctx, tx, d); err == nil && id != 0 {
			list, err = collect(ctx, tx, scanRecord, "SELECT record FROM entries WHERE dyad = $1 "+where, id)
		}
		return err
	})
	return rev, list, err
}

func scanRecord(rows pgx.CollectableRow) (r dyadmem.Record, err error) {
	var raw []byte
	if err = rows.Scan(&raw); err == nil {
		err = json.Unmarshal(raw, &r)
	}
	return r, err
}

// Record returns the entry of key k.
func (s *Store) Record(ctx context.Context, d dyadmem.Dyad, k dyadmem.EntryKey) (r dyadmem.Record, err error) {
	id, _, err := find(ctx, s.pool, d)
	if err == nil {
		r, err = record(ctx, s.pool, id, k)
	}
	if err != nil {
		err = fmt.Errorf("entry %q: %w", k, err)
	}
	return r, err
}

func record(ctx context.Context, q querier, id int64, k dyadmem.EntryKey) (r dyadmem.Record, err error) {
	var raw []byte
	err = reading(ctx, q, func() error {
		return q.QueryRow(ctx, "SELECT record FROM entries WHERE dyad = $1 AND key = $2", id, string(k)).Scan(&raw)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, dyadmem.ErrNotFound
	}
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	return r, err
}

// Commit appends c to the log and folds it in.
func (s *Store) Commit(ctx context.Context, d dyadmem.Dyad, c dyadmem.Change) (int64, error) {
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		id, rev, err := open(ctx, tx, d)
		if err != nil {
			return err
		}
		if c.Base != rev {
			return fmt.Errorf("%w: made for revision %d, the bank is at %d", dyadmem.ErrConflict, c.Base, rev)
		}
		c.Rev = rev + 1
		if err := applySession(ctx, tx, id, c.Session); err != nil {
			return err
		}
		known := make(map[dyadmem.EntryKey]dyadmem.Record)
		for _, k := range c.Keys() {
			r, err := record(ctx, tx, id, k)
			if errors.Is(err, dyadmem.ErrNotFound) {
				continue
			}
			if err != nil {
				return fmt.Errorf("entry %q: %w", k, err)
			}
			known[k] = r
		}
		changed, err := c.Fold(known)
		if err != nil {
			return err
		}
		for _, r := range changed {
			if err := putRecord(ctx, tx, id, r); err != nil {
				return err
			}
		}
		return appendChange(ctx, tx, id, c)
	})
	if err != nil {
		return 0, fmt.Errorf("commit to %s: %w", d, err)
	}
	return c.Rev, nil
}

func applySession(ctx context.Context, tx pgx.Tx, id int64, session string) error {
	if session == "" {
		return nil
	}
	var status dyadmem.Status
	err := tx.QueryRow(ctx, "SELECT status FROM sessions WHERE dyad = $1 AND id = $2", id, session).Scan(&status)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("session %q: %w", session, dyadmem.ErrNotFound)
	case err != nil:
		return err
	case status == dyadmem.Applied:
		return fmt.Errorf("session %q: %w: it was applied before", session, dyadmem.ErrConflict)
	}
	_, err = tx.Exec(ctx, "UPDATE sessions SET status = $1, reason = '' WHERE dyad = $2 AND id = $3", dyadmem.Applied, id, session)
	return err
}

func putRecord(ctx context.Context, tx pgx.Tx, id int64, r dyadmem.Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode entry %q: %w", r.Key, err)
	}
	_, err = tx.Exec(ctx, "INSERT INTO entries (dyad, key, state, record) VALUES ($1, $2, $3, $4) ON CONFLICT (dyad, key) DO UPDATE SET state = excluded.state, record = excluded.record",
		id, string(r.Key), string(r.State), line)
	return err
}

// appendChange writes c to the log and makes its revision that of the bank.
func appendChange(ctx context.Context, tx pgx.Tx, id int64, c dyadmem.Change) error {
	line, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode change: %w", err)
	}
	if _, err := tx.Exec(ctx, "INSERT INTO changes (dyad, rev, change) VALUES ($1, $2, $3)", id, c.Rev, line); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE dyads SET rev = $1 WHERE id = $2", c.Rev, id)
	return err
}

// page is how many changes are read at a time, so that a long log neither
// fills the memory nor holds a connection while the caller works.
const page = 256

// Changes yields the log.
func (s *Store) Changes(ctx context.Context, d dyadmem.Dyad) iter.Seq2[dyadmem.Change, error] {
	return func(yield func(dyadmem.Change, error) bool) {
		id, _, err := find(ctx, s.pool, d)
		var list []dyadmem.Change
		for after := int64(0); err == nil; {
			list, err = collect(ctx, s.pool, scanChange, "SELECT change FROM changes WHERE dyad = $1 AND rev > $2 ORDER BY rev LIMIT $3", id, after, page)
			if len(list) == 0 {
				break
			}
			for _, c := range list {
				if !yield(c, nil) {
					return
				}
				after = c.Rev
			}
		}
		if err != nil {
			yield(dyadmem.Change{}, fmt.Errorf("read log of %s: %w", d, err))
		}
	}
}

func scanChange(rows pgx.CollectableRow) (c dyadmem.Change, err error) {
	var raw []byte
	if err = rows.Scan(&raw); err == nil {
		err = json.Unmarshal(raw, &c)
	}
	return c, err
}

// Dyads yields the dyads that hold anything and come after one.
func (s *Store) Dyads(ctx context.Context, after dyadmem.Dyad) iter.Seq2[dyadmem.Dyad, error] {
	return func(yield func(dyadmem.Dyad, error) bool) {
		last := after
		for {
			list, err := collect(ctx, s.pool, func(rows pgx.CollectableRow) (d dyadmem.Dyad, err error) {
				return d, rows.Scan(&d.Agent, &d.User)
			}, `SELECT agent, "user" FROM dyads d WHERE (agent, "user") > ($1, $2)
				AND (EXISTS (SELECT 1 FROM entries WHERE dyad = d.id) OR EXISTS (SELECT 1 FROM sessions WHERE dyad = d.id))
				ORDER BY agent, "user" LIMIT $3`, last.Agent, last.User, page)
			if err != nil {
				yield(dyadmem.Dyad{}, fmt.Errorf("list dyads: %w", err))
				return
			}
			for _, d := range list {
				if !yield(d, nil) {
					return
				}
				last = d
			}
			if len(list) < page {
				return
			}
		}
	}
}
