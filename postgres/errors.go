package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/dyadmem/dyadmem"
)

// A classedError is an error of the database with the class that callers branch
// on, and what to do about it, on one line.
type classedError struct {
	class error
	text  string
	cause error
}

func (e *classedError) Error() string   { return e.class.Error() + ": " + e.text }
func (e *classedError) Unwrap() []error { return []error{e.class, e.cause} }

// explained returns err as a classedError. What is of no class stays as it is.
// The classes of SQLSTATE are those of appendix A of the manual.
func explained(err error) error {
	var known *classedError
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &known) {
		return err
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		if what, class := classOf(pg.Code); class != nil {
			return &classedError{class, fmt.Sprintf("%s: %s (SQLSTATE %s)", what, oneLine(pg.Message), pg.Code), err}
		}
		return err
	}
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return &classedError{dyadmem.ErrStoreAway, "no connection to PostgreSQL; is the server up, and does the URL name it? " + oneLine(err.Error()), err}
	}
	return err
}

// classOf returns what is to be done about a SQLSTATE, and its class; nil if it is
// of none.
func classOf(code string) (what string, class error) {
	switch {
	case retryable(code):
		return "other transactions got in the way each time it was tried", dyadmem.ErrConflict
	case code == "53100" || code == "53200" || code == "53400" || code == "54000":
		return "PostgreSQL has no room: free or add disk space, or memory", dyadmem.ErrStoreFull
	case code == "53300":
		return "PostgreSQL has no connection free: raise max_connections, or lower pool_max_conns in the URL", dyadmem.ErrStoreAway
	case strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P"):
		return "PostgreSQL ended the connection, or is starting or stopping", dyadmem.ErrStoreAway
	case strings.HasPrefix(code, "28"):
		return "PostgreSQL does not let this user in: see the user and the password in the URL, and pg_hba.conf", dyadmem.ErrStoreDenied
	case code == "3D000" || code == "3F000":
		return "the URL names no database of the server: create it, then run dyadmem migrate", dyadmem.ErrStoreDenied
	case code == "42501":
		return "the user of the URL lacks a privilege: grant it, or use the user that ran dyadmem migrate", dyadmem.ErrStoreDenied
	case code == "25006":
		return "the server takes no writes: the URL has to name the primary", dyadmem.ErrStoreDenied
	case code == "42P01" || code == "42703":
		return "a table or column is not there: run dyadmem migrate", ErrSchema
	}
	return "", nil
}

// retryable reports whether a transaction that ended so may simply be tried
// again: it could not be put in an order with others, or stood in a circle.
func retryable(code string) bool { return code == "40001" || code == "40P01" }

// oneLine returns text on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// tries is how often a transaction is tried that others got in the way of. Before
// each it waits for a random time, up to twice as long as before the last one, so
// that a crowd thins out.
const (
	tries       = 20
	shortestTry = 5 * time.Millisecond
	longestTry  = 200 * time.Millisecond
)

// retried runs a transaction, again where others got in its way.
func retried(ctx context.Context, run func() error) error {
	for n := 1; ; n++ {
		err := run()
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || !retryable(pg.Code) || n == tries {
			return explained(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(min(shortestTry<<min(n, 10), longestTry))):
		}
	}
}

// reading runs a query that changes nothing: again where it is not part of a
// transaction and others got in its way.
func reading(ctx context.Context, q querier, run func() error) error {
	if _, alone := q.(*pgxpool.Pool); alone {
		return retried(ctx, run)
	}
	return explained(run())
}

// inTx runs f in a transaction; f may run several times.
func (s *Store) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	return retried(ctx, func() error { return pgx.BeginFunc(ctx, s.pool, f) })
}

// snapshot runs f in a transaction that reads the state of one moment; f may run
// several times.
func (s *Store) snapshot(ctx context.Context, f func(pgx.Tx) error) error {
	return retried(ctx, func() error {
		return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, f)
	})
}
