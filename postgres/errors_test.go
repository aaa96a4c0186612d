package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/dyadmem/dyadmem"
)

func TestExplained(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		err  error
		want error
		says string
	}{
		{&pgconn.PgError{Code: "53100", Message: "could not extend file:\nNo space left on device"}, dyadmem.ErrStoreFull, "disk"},
		{&pgconn.PgError{Code: "53300", Message: "sorry, too many clients already"}, dyadmem.ErrStoreAway, "max_connections"},
		{&pgconn.PgError{Code: "57P01", Message: "terminating connection"}, dyadmem.ErrStoreAway, "stopping"},
		{&pgconn.PgError{Code: "28P01", Message: "password authentication failed"}, dyadmem.ErrStoreDenied, "password"},
		{&pgconn.PgError{Code: "42501", Message: "permission denied for table dyads"}, dyadmem.ErrStoreDenied, "grant"},
		{&pgconn.PgError{Code: "25006", Message: "cannot execute INSERT in a read-only transaction"}, dyadmem.ErrStoreDenied, "primary"},
		{&pgconn.PgError{Code: "40001", Message: "could not serialize access"}, dyadmem.ErrConflict, "40001"},
		{&pgconn.PgError{Code: "40P01", Message: "deadlock detected"}, dyadmem.ErrConflict, "40P01"},
		{&pgconn.PgError{Code: "42P01", Message: "relation \"spoken\" does not exist"}, ErrSchema, "dyadmem migrate"},
		{fmt.Errorf("read: %w", io.ErrUnexpectedEOF), dyadmem.ErrStoreAway, "is the server up"},
		{other, other, "other"},
		{context.Canceled, context.Canceled, ""},
		{&pgconn.PgError{Code: "23505", Message: "duplicate key"}, nil, "23505"},
	} {
		got := explained(fmt.Errorf("query: %w", c.err))
		if c.want != nil && !errors.Is(got, c.want) {
			t.Errorf("%v: error %v, want %v", c.err, got, c.want)
		}
		if !errors.Is(got, c.err) || !strings.Contains(got.Error(), c.says) || strings.Contains(got.Error(), "\n") {
			t.Errorf("%v is explained as %q", c.err, got)
		}
		if again := explained(fmt.Errorf("x: %w", got)); again.Error() != "x: "+got.Error() {
			t.Errorf("explained twice: %q", again)
		}
	}
	if explained(nil) != nil {
		t.Error("nothing is an error")
	}
}

// A transaction that others got in the way of is tried again, and what else goes
// wrong is not.
func TestRetried(t *testing.T) {
	n := 0
	if err := retried(t.Context(), func() error {
		if n++; n < 3 {
			return fmt.Errorf("commit: %w", &pgconn.PgError{Code: "40001"})
		}
		return nil
	}); err != nil || n != 3 {
		t.Errorf("%d tries, error %v; want 3", n, err)
	}
	n = 0
	if err := retried(t.Context(), func() error { n++; return &pgconn.PgError{Code: "40P01"} }); !errors.Is(err, dyadmem.ErrConflict) || n != tries {
		t.Errorf("%d tries, error %v; want %d and a conflict", n, err, tries)
	}
	n = 0
	if err := retried(t.Context(), func() error { n++; return &pgconn.PgError{Code: "53100"} }); !errors.Is(err, dyadmem.ErrStoreFull) || n != 1 {
		t.Errorf("%d tries, error %v; want 1 and no room", n, err)
	}
}
