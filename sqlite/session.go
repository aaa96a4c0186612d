package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dyadmem/dyadmem"
)

// Accept keeps a.
func (s *Store) Accept(ctx context.Context, d dyadmem.Dyad, a dyadmem.Accepted) (fresh bool, err error) {
	head, turns, err := encodeSession(a)
	if err != nil {
		return false, err
	}
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		id, _, err := open(ctx, tx, d)
		if err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, `INSERT INTO sessions (dyad, id, at, status, attempts, reason, head, turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (dyad, id) DO NOTHING`, id, a.ID, a.At.UnixMicro(), a.Status, a.Attempts, a.Reason, head, turns)
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		if fresh = n == 1; err != nil || !fresh {
			return err
		}
		if err := putSpoken(ctx, tx, id, a); err != nil || s.Accepting == nil {
			return err
		}
		return s.Accepting(ctx, tx, d, a.ID)
	})
	if err != nil {
		return false, fmt.Errorf("accept session %q of %s: %w", a.ID, d, err)
	}
	return fresh, nil
}

// putSpoken notes where the turns of a stand.
func putSpoken(ctx context.Context, tx *sql.Tx, id int64, a dyadmem.Accepted) error {
	for _, t := range a.Turns {
		n, err := affected(tx.ExecContext(ctx, "INSERT INTO spoken (dyad, turn, session, speaker) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", id, string(t.ID), a.ID, string(t.Speaker)))
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("%w: turn id %q is used already", dyadmem.ErrInvalid, t.ID)
		}
	}
	return nil
}

func encodeSession(a dyadmem.Accepted) (head, turns []byte, err error) {
	if turns, err = json.Marshal(a.Turns); err != nil {
		return nil, nil, fmt.Errorf("encode session %q: %w", a.ID, err)
	}
	a.Turns, a.Progress = nil, dyadmem.Progress{}
	if head, err = json.Marshal(a); err != nil {
		return nil, nil, fmt.Errorf("encode session %q: %w", a.ID, err)
	}
	return head, turns, nil
}

// The columns of a session, without and with its turns.
const (
	headColumns  = "came, status, attempts, reason, head, NULL"
	wholeColumns = "came, status, attempts, reason, head, turns"
)

func scanSession(rows *sql.Rows) (a dyadmem.Accepted, err error) {
	var head, turns sql.RawBytes
	var order int64
	var p dyadmem.Progress
	if err := rows.Scan(&order, &p.Status, &p.Attempts, &p.Reason, &head, &turns); err != nil {
		return a, err
	}
	if err := json.Unmarshal(head, &a); err != nil {
		return a, fmt.Errorf("decode session: %w", err)
	}
	a.Order, a.Progress = order, p
	if turns != nil {
		if err := json.Unmarshal(turns, &a.Turns); err != nil {
			return a, fmt.Errorf("decode turns of session %q: %w", a.ID, err)
		}
	}
	return a, nil
}

// Session returns the session of that id.
func (s *Store) Session(ctx context.Context, d dyadmem.Dyad, id string) (dyadmem.Accepted, error) {
	list, err := s.sessions(ctx, s.read, d, wholeColumns, "AND id = ?", id)
	if err == nil && len(list) == 0 {
		err = dyadmem.ErrNotFound
	}
	if err != nil {
		return dyadmem.Accepted{}, fmt.Errorf("session %q: %w", id, err)
	}
	return list[0], nil
}

func (s *Store) sessions(ctx context.Context, q querier, d dyadmem.Dyad, columns, where string, args ...any) ([]dyadmem.Accepted, error) {
	id, _, err := find(ctx, q, d)
	if err != nil || id == 0 {
		return nil, err
	}
	return collect(ctx, q, scanSession, "SELECT "+columns+" FROM sessions WHERE dyad = ? "+where, append([]any{id}, args...)...)
}

// Sessions returns all sessions without their turns.
func (s *Store) Sessions(ctx context.Context, d dyadmem.Dyad) ([]dyadmem.Accepted, error) {
	list, err := s.sessions(ctx, s.read, d, headColumns, "")
	if err != nil {
		return nil, fmt.Errorf("sessions of %s: %w", d, err)
	}
	dyadmem.SortSessions(list)
	return list, nil
}

// Spoken returns those of turns that are there.
func (s *Store) Spoken(ctx context.Context, d dyadmem.Dyad, turns []dyadmem.TurnRef) (map[dyadmem.TurnRef]dyadmem.Spoken, error) {
	found := make(map[dyadmem.TurnRef]dyadmem.Spoken)
	id, _, err := find(ctx, s.read, d)
	if err == nil && id != 0 {
		var names []byte
		if names, err = json.Marshal(turns); err == nil {
			// CROSS JOIN keeps the order: from each asked turn to its row, never through all rows of the dyad.
			_, err = collect(ctx, s.read, func(rows *sql.Rows) (at dyadmem.Spoken, err error) {
				var ref dyadmem.TurnRef
				err = rows.Scan(&ref, &at.Session, &at.Speaker)
				found[ref] = at
				return at, err
			}, "SELECT turn, session, speaker FROM json_each(?) AS asked CROSS JOIN spoken ON dyad = ? AND turn = asked.value", string(names), id)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("turns of %s: %w", d, err)
	}
	return found, nil
}

// Waiting returns the sessions that are not applied.
func (s *Store) Waiting(ctx context.Context, d dyadmem.Dyad) (waiting []dyadmem.Accepted, through string, err error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err == nil {
		defer tx.Rollback()
		waiting, through, err = s.waiting(ctx, tx, d)
	}
	if err != nil {
		return nil, "", fmt.Errorf("waiting sessions of %s: %w", d, err)
	}
	return waiting, through, nil
}

func (s *Store) waiting(ctx context.Context, tx *sql.Tx, d dyadmem.Dyad) ([]dyadmem.Accepted, string, error) {
	waiting, err := s.sessions(ctx, tx, d, wholeColumns, "AND status <> 'applied'")
	if err != nil {
		return nil, "", err
	}
	dyadmem.SortSessions(waiting)
	before, args := "", []any(nil)
	if len(waiting) > 0 {
		first := waiting[0]
		before, args = "AND (at, came) < (?, ?)", []any{first.At.UnixMicro(), first.Order}
	}
	last, err := s.sessions(ctx, tx, d, headColumns, "AND status = 'applied' "+before+" ORDER BY at DESC, came DESC LIMIT 1", args...)
	if err != nil || len(last) == 0 {
		return waiting, "", err
	}
	return waiting, last[0].ID, nil
}

// Mark sets the progress of a session.
func (s *Store) Mark(ctx context.Context, d dyadmem.Dyad, id string, p dyadmem.Progress) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		dyad, _, err := find(ctx, tx, d)
		if err != nil {
			return err
		}
		var status dyadmem.Status
		err = tx.QueryRowContext(ctx, "SELECT status FROM sessions WHERE dyad = ? AND id = ?", dyad, id).Scan(&status)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return dyadmem.ErrNotFound
		case err != nil:
			return err
		case status == dyadmem.Applied:
			return fmt.Errorf("%w: it is applied", dyadmem.ErrConflict)
		}
		_, err = tx.ExecContext(ctx, "UPDATE sessions SET status = ?, attempts = ?, reason = ? WHERE dyad = ? AND id = ?", p.Status, p.Attempts, p.Reason, dyad, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark session %q: %w", id, err)
	}
	return nil
}

// blank empties what e names in the sessions of dyad id.
func (s *Store) blank(ctx context.Context, tx *sql.Tx, id int64, e dyadmem.Erasure) (n int, err error) {
	if len(e.Turns)+len(e.Words) == 0 {
		return 0, nil
	}
	list, err := collect(ctx, tx, scanSession, "SELECT "+wholeColumns+" FROM sessions WHERE dyad = ?", id)
	if err != nil {
		return 0, err
	}
	for _, a := range list {
		left, hit, changed := e.Session(a)
		if !changed {
			continue
		}
		n += hit
		head, turns, err := encodeSession(left)
		if err != nil {
			return n, err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE sessions SET head = ?, turns = ?, reason = ? WHERE came = ?", head, turns, left.Reason, a.Order); err != nil {
			return n, err
		}
	}
	return n, nil
}
