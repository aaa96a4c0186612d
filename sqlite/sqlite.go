// Package sqlite keeps everything that a dyadmem.Engine must not lose in one
// SQLite file, without cgo. It needs no set-up: Open creates the file and
// brings an older one up to date.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	_ "modernc.org/sqlite" // the driver

	"github.com/dyadmem/dyadmem"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Store is a dyadmem.Store, a dyadmem.VectorCache and a dyadmem.KeyStore in one file. It may be
// used by several goroutines and several processes at once; writers wait for
// each other.
type Store struct {
	write *sql.DB // one connection: SQLite has one writer
	read  *sql.DB

	// Accepting, where set, runs in the transaction that accepts a session, which
	// fails if it does: what it writes (a job) is there if and only if the
	// session is. Set it before the store is used.
	Accepting func(ctx context.Context, tx *sql.Tx, d dyadmem.Dyad, session string) error
}

var (
	_ dyadmem.Store       = (*Store)(nil)
	_ dyadmem.VectorCache = (*Store)(nil)
	_ dyadmem.KeyStore    = (*Store)(nil)
)

// readers is how many reads run at a time.
const readers = 4

// Open opens the file at path, which is created if there is none, and applies
// the migrations that it lacks. A file written by a newer version is refused.
func Open(ctx context.Context, path string) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	// What people said is for nobody else on the machine. SQLite gives the files
	// beside it the same mode, and keeps that of a file that is there.
	if f, err := os.OpenFile(abs, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
		f.Close()
	}
	// A commit is durable when it returns (synchronous FULL, the default under
	// WAL is less), and what is deleted is overwritten (secure_delete).
	source := func(mode string) string {
		return (&url.URL{Scheme: "file", Path: abs, RawQuery: "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
			"&_pragma=secure_delete(ON)&_pragma=foreign_keys(ON)&_txlock=" + mode}).String()
	}
	s := &Store{}
	if s.write, err = sql.Open("sqlite", source("immediate")); err == nil {
		s.write.SetMaxOpenConns(1)
		if err = migrate(ctx, s.write); err == nil {
			s.read, err = sql.Open("sqlite", source("deferred"))
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, explained(err)), s.Close())
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return s, nil
}

// Close closes the file.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// DB returns the connection that the store writes by, for what else lives in
// the file. It is one connection: who holds it keeps the store from writing.
func (s *Store) DB() *sql.DB { return s.write }

// migrate applies the migrations that db lacks, each in a transaction. The
// number of the last one stands in user_version.
func migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	slices.Sort(names)
	for {
		done, err := migrateOne(ctx, db, names)
		if done || err != nil {
			return err
		}
	}
}

func migrateOne(ctx context.Context, db *sql.DB, names []string) (done bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return false, err
	}
	switch {
	case version == len(names):
		return true, nil
	case version > len(names):
		return false, fmt.Errorf("its schema is version %d, this program knows %d: use a newer dyadmem", version, len(names))
	}
	script, err := migrations.ReadFile(names[version])
	if err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, string(script)); err != nil {
		return false, fmt.Errorf("%s: %w", names[version], err)
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1)); err != nil {
		return false, err
	}
	return false, tx.Commit()
}

// inTx runs f in a write transaction.
func (s *Store) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explained(err)
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return explained(err)
	}
	return explained(tx.Commit())
}

// A querier is a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// find returns the number and the revision of d; 0 and 0 if it was never
// written to.
func find(ctx context.Context, q querier, d dyadmem.Dyad) (id, rev int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT id, rev FROM dyads WHERE agent = ? AND user = ?", d.Agent, d.User).Scan(&id, &rev)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, rev, explained(err)
}

// open returns the number and the revision of d, which is made if need be.
func open(ctx context.Context, tx *sql.Tx, d dyadmem.Dyad) (id, rev int64, err error) {
	if d.Agent == "" {
		return 0, 0, d.Validate()
	}
	id, rev, err = find(ctx, tx, d)
	if id != 0 || err != nil {
		return id, rev, err
	}
	r, err := tx.ExecContext(ctx, "INSERT INTO dyads (agent, user) VALUES (?, ?)", d.Agent, d.User)
	if err != nil {
		return 0, 0, err
	}
	id, err = r.LastInsertId()
	return id, 0, err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, explained(err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, explained(rows.Err())
}
