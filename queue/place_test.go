package queue

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/postgres"
	"github.com/dyadmem/dyadmem/sqlite"
)

var schemas atomic.Int64

// testDatabase makes an empty schema in the test database, brings it up to date
// and returns a URL that works in it. It skips the test where there is none.
func testDatabase(t *testing.T) string {
	t.Helper()
	base := os.Getenv("DYADMEM_TEST_POSTGRES")
	if base == "" {
		t.Skip("DYADMEM_TEST_POSTGRES is not set")
	}
	name := fmt.Sprintf("queue_%d_%d", os.Getpid(), schemas.Add(1))
	run := func(query string) {
		t.Helper()
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, base)
		ok(t, err)
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, query)
		ok(t, err)
	}
	run("CREATE SCHEMA " + name)
	t.Cleanup(func() { run("DROP SCHEMA " + name + " CASCADE") })
	u, err := url.Parse(base)
	ok(t, err)
	query := u.Query()
	query.Set("search_path", name)
	u.RawQuery = query.Encode()
	ok(t, postgres.Migrate(t.Context(), u.String()))
	pool, err := pgxpool.New(t.Context(), u.String())
	ok(t, err)
	defer pool.Close()
	for range 2 { // the second time there is nothing to do
		ok(t, MigratePostgres(t.Context(), pool, nil))
	}
	return u.String()
}

// openPlace opens a store and its queue; close closes the store.
func openPlace(ctx context.Context, place string, e dyadmem.Engine) (q *Queue, close func() error, err error) {
	c := Config{Engine: e, Now: time.Now, Attempts: 1 << 20, Backoff: func(int) time.Duration { return 10 * time.Millisecond }}
	scheme, path, _ := strings.Cut(place, ":")
	switch scheme {
	case "sqlite":
		s, err := sqlite.Open(ctx, path)
		if err != nil {
			return nil, nil, err
		}
		q, err := OnSQLite(ctx, s, c)
		return q, s.Close, err
	case "postgres":
		s, err := postgres.Open(ctx, place)
		if err != nil {
			return nil, nil, err
		}
		q, err := OnPostgres(ctx, s, c)
		return q, s.Close, err
	}
	return nil, nil, fmt.Errorf("no store at %q", place)
}
