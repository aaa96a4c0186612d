package queue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

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
	}
	return nil, nil, fmt.Errorf("no store at %q", place)
}
