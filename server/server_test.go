package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
	"github.com/dyadmem/dyadmem/sqlite"
	"github.com/dyadmem/dyadmem/stage"
)

// A rig is a service over a file, as the binary wires it.
type rig struct {
	t       *testing.T
	url     string
	dir     string
	store   *sqlite.Store
	queue   *queue.Queue
	log     *buffer
	key     string // sent with each request; none if empty
	metrics *server.Metrics
	server  *server.Server
	ahead   atomic.Int64 // how far the server's clock is ahead of the test's
}

// pass sets the server's clock ahead.
func (r *rig) pass(d time.Duration) { r.ahead.Add(int64(d)) }

type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// serve starts a service that nobody needs a key for until it has one.
func serve(t *testing.T, change func(*server.Config, *queue.Config)) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), log: &buffer{}, metrics: server.NewMetrics()}
	var err error
	r.store, err = sqlite.Open(t.Context(), filepath.Join(r.dir, "memory.db"))
	ok(t, err)
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	e := stage.Rules()
	e.Store, e.Updater = r.store, dyadmem.Guarded(e.Updater, dyadmem.Guard{Witness: stage.RuleWitness{}})
	e.Compactor, e.Echoes, e.Marks = stage.RuleCompactor{}, stage.Echoes, stage.Marks
	qc := queue.Config{Engine: r.metrics.Metered(e), Now: time.Now, Log: log, Applied: r.metrics.Applied, Attempts: 1}
	c := server.Config{Engine: qc.Engine, Keys: r.store, Now: func() time.Time { return time.Now().Add(time.Duration(r.ahead.Load())) }, Open: true, Log: log, Metrics: r.metrics}
	if change != nil {
		change(&c, &qc)
	}
	r.queue, err = queue.OnSQLite(t.Context(), r.store, qc)
	ok(t, err)
	if c.Queue == nil {
		c.Queue = r.queue
	}
	c.Engine.Scrubbers = append(c.Engine.Scrubbers, r.queue)
	s, err := server.New(c)
	r.server = s
	ok(t, err)
	ok(t, r.queue.Start(t.Context()))
	h := httptest.NewServer(s)
	r.url = h.URL
	t.Cleanup(func() {
		h.Close()
		if err := r.queue.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if err := r.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// do sends a request and returns the status and the body of the reply.
func (r *rig) do(method, path string, body any) (int, []byte) {
	r.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		in = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		ok(r.t, err)
		in = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, in)
	ok(r.t, err)
	req.Header.Set("Content-Type", "application/json")
	if r.key != "" {
		req.Header.Set("Authorization", "Bearer "+r.key)
	}
	resp, err := http.DefaultClient.Do(req)
	ok(r.t, err)
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	ok(r.t, err)
	if resp.StatusCode >= 400 && strings.HasPrefix(path, "/v1") {
		if got := resp.Header.Get("Content-Type"); got != "application/problem+json" {
			r.t.Errorf("%s %s: %d as %s, want problem details", method, path, resp.StatusCode, got)
		}
	}
	return resp.StatusCode, out
}

// want sends a request, checks the status of the reply and decodes it into out.
func (r *rig) want(status int, method, path string, body, out any) {
	r.t.Helper()
	got, raw := r.do(method, path, body)
	if got != status {
		r.t.Fatalf("%s %s: %d %s, want %d", method, path, got, raw, status)
	}
	if out != nil {
		reflect.ValueOf(out).Elem().SetZero()
		ok(r.t, json.Unmarshal(raw, out))
	}
}

type m = map[string]any

func session(id, at string, texts ...string) m {
	var turns []m
	for i, text := range texts {
		turns = append(turns, m{"speaker": []string{"user", "agent"}[i%2], "text": text})
	}
	return m{"id": id, "at": at, "turns": turns}
}

// key makes a key and returns it.
func (r *rig) newKey(role dyadmem.Role, agent, user string) string {
	r.t.Helper()
	k, secret, err := server.NewKey("test", role, agent, user, time.Now())
	ok(r.t, err)
	ok(r.t, r.store.KeepKey(r.t.Context(), k))
	r.pass(3 * time.Second) // a running service reads the keys anew after two
	return secret
}

const desk = "/v1/dyads/desk/ann"
