// Package postgres keeps everything that a dyadmem.Engine must not lose in
// PostgreSQL 15 or later. Any number of processes may use one database.
//
// Banks are ranked in the engine, exactly, so no extension is needed: vectors
// are a column.
package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/dyadmem/dyadmem"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrSchema says that a database has not the schema that this program works
// with. Migrate brings an older one up to date.
var ErrSchema = errors.New("the database has another schema version")

// A Store is a dyadmem.Store, a dyadmem.VectorCache and a dyadmem.KeyStore in a database.
type Store struct {
	pool *pgxpool.Pool

	// Accepting, where set, runs in the transaction that accepts a session, which
	// fails if it does: what it writes (a job) is there if and only if the
	// session is. Set it before the store is used.
	Accepting func(ctx context.Context, tx pgx.Tx, d dyadmem.Dyad, session string) error
}

var (
	_ dyadmem.Store       = (*Store)(nil)
	_ dyadmem.VectorCache = (*Store)(nil)
	_ dyadmem.KeyStore    = (*Store)(nil)
)

// Open connects to the database at url. Its schema must be that of this
// program: see [Migrate], and [ErrSchema].
func Open(ctx context.Context, url string) (*Store, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err) // pgx masks the password
	}
	names, err := scripts()
	if err != nil {
		return nil, err
	}
	version, err := schemaVersion(ctx, pool)
	if err == nil && version != len(names) {
		err = fmt.Errorf("%w: it is at %d, this program works with %d; run dyadmem migrate, or a newer dyadmem", ErrSchema, version, len(names))
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("open store: %w", explained(err))
	}
	return &Store{pool: pool}, nil
}

// Close closes the connections.
func (s *Store) Close() error {
	s.pool.Close()
	return nil
}

// Pool returns the connections of the store, for what else lives in the
// database.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

func scripts() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	slices.Sort(names)
	return names, err
}

// schemaVersion returns how many migrations a database has had.
func schemaVersion(ctx context.Context, q querier) (version int, err error) {
	var there bool
	err = q.QueryRow(ctx, "SELECT to_regclass('dyadmem_schema') IS NOT NULL").Scan(&there)
	if err == nil && there {
		err = q.QueryRow(ctx, "SELECT version FROM dyadmem_schema").Scan(&version)
	}
	return version, err
}

// migrationLock is the advisory lock that migrating programs wait for.
const migrationLock = 0x6479_6164 // "dyad"

// Migrate applies the migrations that the database at url lacks, all or none.
func Migrate(ctx context.Context, url string) error {
	err := migrate(ctx, url)
	if err != nil {
		err = fmt.Errorf("migrate store: %w", explained(err))
	}
	return err
}

func migrate(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	names, err := scripts()
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return err
		}
		version, err := schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		if version > len(names) {
			return fmt.Errorf("%w: it is at %d, this program knows %d; use a newer dyadmem", ErrSchema, version, len(names))
		}
		if version == 0 {
			if _, err := tx.Exec(ctx, "CREATE TABLE dyadmem_schema (version INTEGER NOT NULL); INSERT INTO dyadmem_schema VALUES (0)"); err != nil {
				return err
			}
		}
		for _, name := range names[version:] {
			script, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(script)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err = tx.Exec(ctx, "UPDATE dyadmem_schema SET version = $1", len(names))
		return err
	})
}

// A querier is a pool, a connection or a transaction.
type querier interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// find returns the number and the revision of d; 0 and 0 if it was never
// written to.
func find(ctx context.Context, q querier, d dyadmem.Dyad) (id, rev int64, err error) {
	err = reading(ctx, q, func() error {
		return q.QueryRow(ctx, `SELECT id, rev FROM dyads WHERE agent = $1 AND "user" = $2`, d.Agent, d.User).Scan(&id, &rev)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return id, rev, err
}

// open returns the number and the revision of d, which is made if need be, and
// keeps others from writing to it until the end of the transaction.
func open(ctx context.Context, tx pgx.Tx, d dyadmem.Dyad) (id, rev int64, err error) {
	if d.Agent == "" {
		return 0, 0, d.Validate()
	}
	lock := func() error {
		return tx.QueryRow(ctx, `SELECT id, rev FROM dyads WHERE agent = $1 AND "user" = $2 FOR UPDATE`, d.Agent, d.User).Scan(&id, &rev)
	}
	if err = lock(); !errors.Is(err, pgx.ErrNoRows) {
		return id, rev, err
	}
	if _, err = tx.Exec(ctx, `INSERT INTO dyads (agent, "user") VALUES ($1, $2) ON CONFLICT DO NOTHING`, d.Agent, d.User); err != nil {
		return 0, 0, err
	}
	err = lock()
	return id, rev, err
}

// collect reads all rows of a query; scan may see a row several times.
func collect[T any](ctx context.Context, q querier, scan func(pgx.CollectableRow) (T, error), query string, args ...any) (list []T, err error) {
	err = reading(ctx, q, func() error {
		rows, err := q.Query(ctx, query, args...)
		if err == nil {
			list, err = pgx.CollectRows(rows, scan)
		}
		return err
	})
	return list, err
}
