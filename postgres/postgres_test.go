package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
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

// A database of each schema that ever was is migrated, keeps what it holds, and
// takes more. testdata/vN.sql makes one as version N left it.
func TestUpgrade(t *testing.T) {
	scripts, err := filepath.Glob("testdata/v*.sql")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no schema to upgrade from: %v", err)
	}
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			u := schema(t)
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			conn, err := pgx.Connect(t.Context(), u)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			if _, err := conn.Exec(t.Context(), string(text)); err != nil {
				t.Fatal(err)
			}
			if _, err := postgres.Open(t.Context(), u); !errors.Is(err, postgres.ErrSchema) {
				t.Errorf("open before the migration: %v", err)
			}
			if err := postgres.Migrate(t.Context(), u); err != nil {
				t.Fatal(err)
			}
			s, err := postgres.Open(t.Context(), u)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			d := dyadmem.Dyad{Agent: "desk", User: "u1"}
			b, err := s.Bank(t.Context(), d)
			if err != nil || len(b.Entries) != 1 || b.Entries[0].Content != "茶=红茶" || b.Rev != 2 {
				t.Fatalf("bank after the upgrade: %+v, %v", b, err)
			}
			a, err := s.Session(t.Context(), d, "s1")
			if err != nil || a.Status != dyadmem.Applied || a.Turns[0].Text != "茶=绿茶" {
				t.Errorf("session after the upgrade: %+v, %v", a, err)
			}
			spoken, err := s.Spoken(t.Context(), d, []dyadmem.TurnRef{"s1.1", "s2.1", "s3.1"})
			if want := (map[dyadmem.TurnRef]dyadmem.Spoken{"s1.1": {Session: "s1", Speaker: dyadmem.User}, "s2.1": {Session: "s2", Speaker: dyadmem.User}}); err != nil || !maps.Equal(spoken, want) {
				t.Errorf("turns after the upgrade: %+v, %v", spoken, err)
			}
			if _, err := s.Commit(t.Context(), d, dyadmem.Change{Base: 2, Actor: "x", Ops: []dyadmem.Op{{Action: dyadmem.Pin, Entry: dyadmem.Entry{Key: b.Entries[0].Key}}}}); err != nil {
				t.Error(err)
			}
		})
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
