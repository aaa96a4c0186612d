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
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/stage"
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

// After a purge and what its receipt asks for, no file of the database's tables
// and indexes holds a piece of what was purged.
func TestPurgeLeavesNoBytes(t *testing.T) {
	s := open(t)
	e := dyadmem.Engine{
		Store: s, Echoes: stage.Echoes, Marks: stage.Marks,
		Capturer: dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) (list []dyadmem.Entry, err error) {
			for _, t := range s.Turns {
				list = append(list, dyadmem.Entry{Kind: dyadmem.Fact, Content: t.Text, Evidence: []dyadmem.TurnRef{t.ID}})
			}
			return list, nil
		}),
		Updater: dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
			return nil, nil
		}),
	}
	d := dyadmem.Dyad{Agent: "desk", User: "u1"}
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	said := "The laptop opens with Bosko1970"
	for i, texts := range [][]string{{said, "The tea is green"}, {"The tablet takes Bosko1970 too"}, {"Is it Bosko1970 or with a small b?", "The cup is blue"}} {
		session := dyadmem.Session{ID: fmt.Sprint("s", i), At: at.AddDate(0, 0, i)}
		for j, text := range texts {
			session.Turns = append(session.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(fmt.Sprintf("s%d.%d", i, j)), Speaker: dyadmem.User, Text: text})
		}
		if _, err := e.Observe(t.Context(), d, session, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.KeepVectors(t.Context(), "m", []string{said}, [][]float32{{1, 2}}); err != nil {
		t.Fatal(err)
	}
	if !onDisk(t, s, "Bosko1970") {
		t.Fatal("the value was never on disk: the test is blind")
	}
	receipt, err := e.Purge(t.Context(), d, dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.KeyFor(said)}}, dyadmem.Hand{Actor: dyadmem.ActorUser, At: at.AddDate(1, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipt.Rest) != 1 || !strings.Contains(receipt.Rest[0], postgres.Vacuum) || receipt.Entries != 3 || receipt.Vectors != 1 {
		t.Errorf("receipt: %+v", receipt)
	}
	for command := range strings.SplitSeq(postgres.Vacuum, ";") {
		if _, err := s.Pool().Exec(t.Context(), command); err != nil {
			t.Fatal(err)
		}
	}
	for _, piece := range []string{"Bosko", "bosko1970", string(dyadmem.KeyFor(said))} {
		if onDisk(t, s, piece) {
			t.Errorf("%q is still on disk", piece)
		}
	}
	if !onDisk(t, s, "The cup is blue") || !onDisk(t, s, "The tea is green") {
		t.Error("the purge took more than it should")
	}
}

// onDisk reports whether a file of the schema holds needle. It skips the test
// where the server does not let its files be read.
func onDisk(t *testing.T, s *postgres.Store, needle string) bool {
	t.Helper()
	if _, err := s.Pool().Exec(t.Context(), "CHECKPOINT"); err != nil {
		t.Skipf("the server's files can't be read: %v", err)
	}
	var found bool
	err := s.Pool().QueryRow(t.Context(), `SELECT coalesce(bool_or(position($1::bytea IN pg_read_binary_file(pg_relation_filepath(c.oid))) > 0), false)
		FROM pg_class c WHERE c.relkind IN ('r', 'i', 't') AND pg_relation_filepath(c.oid) IS NOT NULL AND pg_relation_size(c.oid) > 0
		AND (c.relnamespace = current_schema()::regnamespace OR c.oid IN (SELECT reltoastrelid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
			OR c.oid IN (SELECT i.indexrelid FROM pg_index i JOIN pg_class t ON t.reltoastrelid = i.indrelid WHERE t.relnamespace = current_schema()::regnamespace))`, []byte(needle)).Scan(&found)
	if err != nil {
		t.Skipf("the server's files can't be read: %v", err)
	}
	return found
}

// with returns the URL of a schema with a run-time parameter set.
func with(t *testing.T, base, name, value string) string {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestAServerThatIsNotThere(t *testing.T) {
	_, err := postgres.Open(t.Context(), "postgres://nobody:hunter22@127.0.0.1:1/none")
	if !errors.Is(err, dyadmem.ErrStoreAway) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hunter22") {
		t.Errorf("open: %v", err)
	}
}

func TestADatabaseThatIsNotThere(t *testing.T) {
	u, err := url.Parse(schema(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/no_such_database"
	if _, err := postgres.Open(t.Context(), u.String()); !errors.Is(err, dyadmem.ErrStoreDenied) || !strings.Contains(err.Error(), "create it") {
		t.Errorf("open: %v", err)
	}
}

// A store whose connections the server ended says so, and works again.
func TestLostConnections(t *testing.T) {
	u := with(t, schema(t), "application_name", fmt.Sprintf("lost_%d", os.Getpid()))
	if err := postgres.Migrate(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d := dyadmem.Dyad{Agent: "desk", User: "u1"}
	held, err := s.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Accepting = func(ctx context.Context, tx pgx.Tx, _ dyadmem.Dyad, _ string) error {
		_, err := held.Exec(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()", fmt.Sprintf("lost_%d", os.Getpid()))
		return err
	}
	a := dyadmem.Accepted{Session: dyadmem.Session{ID: "s1"}, Progress: dyadmem.Progress{Status: dyadmem.Pending}}
	if _, err := s.Accept(t.Context(), d, a); !errors.Is(err, dyadmem.ErrStoreAway) || strings.Contains(err.Error(), "\n") {
		t.Errorf("accept while the connection is lost: %v", err)
	}
	held.Release()
	s.Accepting = nil
	if fresh, err := s.Accept(t.Context(), d, a); err != nil || !fresh {
		t.Errorf("accept again: %t, %v", fresh, err)
	}
}

// Who may not write is told so.
func TestAUserWithoutPrivileges(t *testing.T) {
	u := schema(t)
	if err := postgres.Migrate(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	role := fmt.Sprintf("reader_%d", os.Getpid())
	if _, err := conn.Exec(t.Context(), "CREATE ROLE "+role); err != nil {
		t.Skipf("no role can be made: %v", err)
	}
	defer conn.Exec(context.WithoutCancel(t.Context()), "DROP OWNED BY "+role+"; DROP ROLE "+role)
	if _, err := conn.Exec(t.Context(), "DO $$ BEGIN EXECUTE 'GRANT USAGE ON SCHEMA ' || current_schema() || ' TO "+role+"'; EXECUTE 'GRANT SELECT ON ALL TABLES IN SCHEMA ' || current_schema() || ' TO "+role+"'; END $$"); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), with(t, u, "role", role))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Accept(t.Context(), dyadmem.Dyad{Agent: "desk", User: "u1"}, dyadmem.Accepted{Session: dyadmem.Session{ID: "s1"}, Progress: dyadmem.Progress{Status: dyadmem.Pending}})
	if !errors.Is(err, dyadmem.ErrStoreDenied) || !strings.Contains(err.Error(), "grant") {
		t.Errorf("accept: %v", err)
	}
}

// Where the database puts all transactions in one order, those that it turns
// away are tried again: every write is taken.
func TestSerializableTransactions(t *testing.T) {
	u := schema(t)
	if err := postgres.Migrate(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	s, err := postgres.Open(t.Context(), with(t, u, "default_transaction_isolation", "serializable"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			d := dyadmem.Dyad{Agent: "desk", User: fmt.Sprint(w)}
			for n := range 15 {
				ops := []dyadmem.Op{{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: dyadmem.EntryKey(fmt.Sprint(n)), Kind: dyadmem.Fact, Content: "x"}}}
				if _, err := s.Commit(t.Context(), d, dyadmem.Change{Base: int64(n), Actor: "x", Ops: ops}); err != nil {
					t.Errorf("dyad %d, revision %d: %v", w, n, err)
					return
				}
			}
		})
	}
	wg.Wait()
}
