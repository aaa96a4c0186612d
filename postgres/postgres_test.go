package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/storetest"
)

var schemas atomic.Int64

// schema makes an empty schema in the test database and returns a URL that
// works in it. It skips the test where there is no database.
func schema(t testing.TB) string {
	t.Helper()
	base := os.Getenv("DYADMEM_TEST_POSTGRES")
	if base == "" {
		t.Skip("DYADMEM_TEST_POSTGRES is not set")
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), schemas.Add(1))
	run := func(query string) {
		t.Helper()
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, base)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, query); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE SCHEMA " + name)
	t.Cleanup(func() { run("DROP SCHEMA " + name + " CASCADE") })
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func open(t testing.TB) *postgres.Store {
	t.Helper()
	u := schema(t)
	if err := postgres.Migrate(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	schema(t) // skips
	storetest.Run(t, func(t *testing.T) dyadmem.Store { return open(t) })
}

func TestMigrate(t *testing.T) {
	u := schema(t)
	if _, err := postgres.Open(t.Context(), u); !errors.Is(err, postgres.ErrSchema) || !strings.Contains(err.Error(), "dyadmem migrate") {
		t.Errorf("open an empty database: %v", err)
	}
	for range 2 {
		if err := postgres.Migrate(t.Context(), u); err != nil {
			t.Fatal(err)
		}
	}
	s, err := postgres.Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Pool().Exec(t.Context(), "UPDATE dyadmem_schema SET version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := postgres.Migrate(t.Context(), u); !errors.Is(err, postgres.ErrSchema) {
		t.Errorf("migrate a newer database: %v", err)
	}
}

func TestAcceptingFailsTheAcceptance(t *testing.T) {
	s := open(t)
	d := dyadmem.Dyad{Agent: "desk", User: "u1"}
	fail := true
	s.Accepting = func(ctx context.Context, tx pgx.Tx, _ dyadmem.Dyad, session string) error {
		if fail {
			return errors.New("no job")
		}
		return nil
	}
	a := dyadmem.Accepted{Session: dyadmem.Session{ID: "s1"}, Progress: dyadmem.Progress{Status: dyadmem.Pending}}
	if _, err := s.Accept(t.Context(), d, a); err == nil {
		t.Error("no error")
	}
	if _, err := s.Session(t.Context(), d, "s1"); !errors.Is(err, dyadmem.ErrNotFound) {
		t.Errorf("the session is there without its job: %v", err)
	}
	fail = false
	if fresh, err := s.Accept(t.Context(), d, a); err != nil || !fresh {
		t.Errorf("accept again: %t, %v", fresh, err)
	}
}
