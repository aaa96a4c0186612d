package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

// sent sends a request whose path is as it stands, and returns the reply without
// following where it leads.
func (r *rig) sent(method, path, host string) *http.Response {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.url, nil)
	ok(r.t, err)
	req.URL.Opaque = path
	if host != "" {
		req.Host = host
	}
	if r.key != "" {
		req.Header.Set("Authorization", "Bearer "+r.key)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	ok(r.t, err)
	resp.Body.Close()
	return resp
}

// A path that has no route, or would have another one once it is cleaned, is a
// problem: an erasure of an entry never becomes that of a dyad.
func TestPaths(t *testing.T) {
	r := serve(t, nil)
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": "The bike is blue"}, nil)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"DELETE", desk + "/entries/..", http.StatusNotFound},
		{"DELETE", desk + "/entries/.", http.StatusNotFound},
		{"GET", "/v1/dyads/desk//entries", http.StatusNotFound},
		{"DELETE", desk + "/entries/%2e%2e", http.StatusNotFound},
		{"GET", "/v1/nothing", http.StatusNotFound},
		{"PUT", desk + "/entries", http.StatusMethodNotAllowed},
		{"GET", "/v1/dyads/desk/%00/entries", http.StatusBadRequest},
		{"GET", "/v1/dyads/%ff/ann/entries", http.StatusBadRequest},
		{"GET", "/mcp/desk/%00", http.StatusBadRequest},
	} {
		resp := r.sent(c.method, c.path, "")
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != c.status || got != "application/problem+json" {
			t.Errorf("%s %s: %d as %s, want %d as problem details", c.method, c.path, resp.StatusCode, got, c.status)
		}
		if c.status == http.StatusMethodNotAllowed && !strings.Contains(resp.Header.Get("Allow"), "POST") {
			t.Errorf("%s %s: it allows %q", c.method, c.path, resp.Header.Get("Allow"))
		}
	}
	var list struct{ Entries []server.Entry }
	if r.want(http.StatusOK, "GET", desk+"/entries", nil, &list); len(list.Entries) != 1 {
		t.Errorf("entries: %+v, want the one that was there", list.Entries)
	}
}

// With keys a service may stand behind another name; and when the last key is
// revoked it stays shut.
func TestShutForGood(t *testing.T) {
	r := serve(t, nil)
	if got := r.sent("GET", "/v1/dyads", "memory.example").StatusCode; got != http.StatusMisdirectedRequest {
		t.Errorf("by another name, without keys: %d", got)
	}
	r.key = r.newKey(dyadmem.RoleRead, "", "")
	if got := r.sent("GET", "/v1/dyads", "memory.example").StatusCode; got != http.StatusOK {
		t.Errorf("by another name, with a key: %d", got)
	}
	keys, err := r.store.APIKeys(t.Context())
	ok(t, err)
	ok(t, r.store.DropKey(t.Context(), keys[0].ID))
	r.pass(3 * time.Second)
	for _, key := range []string{r.key, ""} {
		r.key = key
		r.want(http.StatusUnauthorized, "GET", "/v1/dyads", nil, nil)
	}
}

// What no clock can show, and no store keep, is refused where it comes in; a
// session is never stuck by it.
func TestTimesAndRefs(t *testing.T) {
	r := serve(t, nil)
	for _, at := range []string{"2026-03-02T09:00:00+24:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00Z", "2026-03-02T09:00:00"} {
		if status, body := r.do("POST", desk+"/sessions", session("s", at, "I live in Ghent.")); status/100 != 4 {
			t.Errorf("a session at %s: %d %s", at, status, body)
		}
		if status, body := r.do("POST", desk+"/entries", m{"kind": "fact", "content": "The van is red", "until": at, "at": at}); status/100 != 4 {
			t.Errorf("an entry until %s: %d %s", at, status, body)
		}
	}
	var got server.Recorded
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("last", "9999-12-31T23:59:59Z", "I am staying in Ghent until Friday."), &got)
	if got.Job.Status != "applied" {
		t.Errorf("a session in the last second: %+v", got.Job)
	}
	r.want(http.StatusBadRequest, "POST", desk+"/recall", m{"query": "Where do I live?", "as_of": "0001-01-01T00:00:00Z"}, nil)
	r.want(http.StatusBadRequest, "POST", desk+"/recall", m{"query": " "}, nil)
	r.want(http.StatusUnprocessableEntity, "POST", desk+"/sessions", m{"id": "null", "at": "2026-03-02T09:00:00Z", "turns": nil}, nil)
	for _, turn := range []string{"nosuch", "a\x00"} {
		r.want(http.StatusBadRequest, "POST", desk+"/entries", m{"kind": "fact", "content": "The van is red", "evidence": []string{turn}}, nil)
	}
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": "The van is red", "evidence": []string{"last.1"}}, nil)
}

// A page of dyads begins where the one before ended, though the last of that was
// erased since.
func TestDyadsGoOn(t *testing.T) {
	r := serve(t, nil)
	for _, user := range []string{"ann", "bob", "cyd"} {
		r.want(http.StatusCreated, "POST", "/v1/dyads/desk/"+user+"/entries", m{"kind": "fact", "content": "The bike is blue"}, nil)
	}
	var page struct {
		Dyads []server.Dyad
		Next  struct {
			Agent string `json:"after_agent"`
			User  string `json:"after_user"`
		}
	}
	r.want(http.StatusOK, "GET", "/v1/dyads?limit=2", nil, &page)
	r.want(http.StatusOK, "DELETE", "/v1/dyads/desk/"+page.Next.User, nil, nil)
	r.want(http.StatusOK, "GET", "/v1/dyads?after_agent="+page.Next.Agent+"&after_user="+page.Next.User, nil, &page)
	if len(page.Dyads) != 1 || page.Dyads[0].User != "cyd" {
		t.Errorf("the next page: %+v, want cyd", page.Dyads)
	}
	for _, bad := range []string{"after_agent=%00", "after_agent=a&after_user=%ff", "agent=" + strings.Repeat("a", 2000)} {
		r.want(http.StatusBadRequest, "GET", "/v1/dyads?"+bad, nil, nil)
	}
}

// The end of a service does not keep those who wait: what they sent is durable.
func TestStopWaiting(t *testing.T) {
	var s *server.Server
	r := serve(t, func(c *server.Config, qc *queue.Config) {
		qc.Engine.Capturer = dyadmem.CaptureFunc(func(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) {
			s.StopWaiting()
			return nil, dyadmem.ErrUnavailable
		})
	})
	s = r.server
	var got server.Recorded
	r.want(http.StatusAccepted, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent."), &got)
	if got.Job == nil || got.Job.Status != "pending" {
		t.Errorf("job: %+v, want it pending", got.Job)
	}
	// Who asks to wait when nobody may wait any more is told what was taken in all the same.
	got = server.Recorded{}
	r.want(http.StatusAccepted, "POST", desk+"/sessions?wait=true", session("s2", "2026-03-03T09:00:00Z", "I live in Ghent."), &got)
	if got.Job == nil || got.Job.Session != "s2" || got.Job.Status != "pending" {
		t.Errorf("job: %+v, want that of s2, pending", got.Job)
	}
}

// Who asks for the health and goes away does not make the service ill; and what
// can't be counted is not counted as none.
func TestHealthOnItsOwnAccount(t *testing.T) {
	broken := &brokenQueue{}
	r := serve(t, func(c *server.Config, _ *queue.Config) { c.Queue = broken })
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	r.server.ServeHTTP(w, httptest.NewRequestWithContext(gone, "GET", "http://localhost/healthz", nil))
	var h server.Health
	if r.want(http.StatusOK, "GET", "/healthz", nil, &h); h.Status != "ok" {
		t.Errorf("health after a caller went away: %+v", h)
	}
	broken.err = dyadmem.ErrStoreAway
	r.pass(6 * time.Second)
	if got := r.metric("dyadmem_sessions_pending"); !math.IsNaN(got) {
		t.Errorf("%g sessions are pending, as far as is known; want NaN", got)
	}
	if got := r.metric("dyadmem_up"); got != 0 {
		t.Errorf("up is %g", got)
	}
}

type brokenQueue struct {
	server.Queue
	err error
}

func (q *brokenQueue) Backlog(ctx context.Context) (queue.Backlog, error) {
	if q.err == nil {
		q.err = ctx.Err()
	}
	return queue.Backlog{}, q.err
}

// What a model's endpoint says may quote what it was sent: it is in no reply and no
// log. The failure is the endpoint's, not the service's.
func TestEndpointFails(t *testing.T) {
	failed := &llm.CallError{URL: "http://models.example/v1", Status: 500, Message: "cannot read zirconium", Wait: -1}
	refused := &llm.CallError{URL: "http://models.example/v1", Status: 401, Message: "no zirconium", Wait: -1}
	r := serve(t, func(c *server.Config, qc *queue.Config) {
		c.Engine.Recaller = dyadmem.RecallFunc(func(context.Context, dyadmem.Bank, dyadmem.Query) ([]dyadmem.Hit, error) {
			return nil, fmt.Errorf("recall: %w", failed)
		})
		qc.Engine.Capturer = dyadmem.CaptureFunc(func(context.Context, dyadmem.Session) ([]dyadmem.Entry, error) {
			return nil, fmt.Errorf("session zirconium: %w", refused)
		})
		c.Limits.Wait = 500 * time.Millisecond
	})
	status, body := r.do("POST", desk+"/recall", m{"query": "Where do I live?"})
	if status != http.StatusBadGateway || bytes.Contains(body, []byte("zirconium")) {
		t.Errorf("recall: %d %s", status, body)
	}
	r.want(http.StatusAccepted, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent."), nil)
	if log := r.log.String(); strings.Contains(log, "zirconium") || !strings.Contains(log, "status 401") || !strings.Contains(log, "status 500") {
		t.Errorf("the log quotes the endpoint, or lacks its failures:\n%s", log)
	}
}

// Whoever asks a model that does not reply is told so in the end.
func TestEndpointHangs(t *testing.T) {
	r := serve(t, func(c *server.Config, _ *queue.Config) {
		c.Engine.Answerer = dyadmem.AnswerFunc(func(ctx context.Context, _ dyadmem.Query, _ []dyadmem.Entry) (dyadmem.Answer, error) {
			<-ctx.Done()
			return dyadmem.Answer{}, fmt.Errorf("answer: %w", ctx.Err())
		})
		c.Limits.Ask = 50 * time.Millisecond
	})
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent."), nil)
	var problem struct{ Detail string }
	r.want(http.StatusGatewayTimeout, "POST", desk+"/answer", m{"query": "Where do I live?"}, &problem)
	if !strings.Contains(problem.Detail, "ask again") {
		t.Errorf("it says what happened and not what to do: %q", problem.Detail)
	}
}

// What a store's errors quote gets to no log, and no row of a job.
func TestStoreQuotes(t *testing.T) {
	r := serve(t, func(_ *server.Config, qc *queue.Config) {
		qc.Engine.Store = quotingStore{qc.Engine.Store}
		qc.Backoff = func(int) time.Duration { return 20 * time.Millisecond }
	})
	r.want(http.StatusAccepted, "POST", desk+"/sessions", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent."), nil)
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(r.log.String(), "Job errored") {
		if time.Now().After(deadline) {
			t.Fatalf("no failure is logged:\n%s", r.log)
		}
		time.Sleep(20 * time.Millisecond)
	}
	var rows string
	ok(t, r.store.DB().QueryRow("SELECT group_concat(coalesce(errors, '')) FROM river_job").Scan(&rows))
	if strings.Contains(r.log.String()+rows, "zirconium") {
		t.Errorf("it is quoted:\n%s\n%s", r.log, rows)
	}
}

type quotingStore struct{ dyadmem.Store }

func (quotingStore) Commit(context.Context, dyadmem.Dyad, dyadmem.Change) (int64, error) {
	return 0, fmt.Errorf("cannot write %q", "zirconium")
}

// A client that was made of the document can read every reply: each success has its
// type, no array of a reply is null, and what goes wrong is told.
func TestDocument(t *testing.T) {
	r := serve(t, nil)
	var doc openapi
	r.want(http.StatusOK, "GET", "/openapi.json", nil, &doc)
	for _, methods := range doc.Paths {
		for _, op := range methods {
			successes := 0
			for status, resp := range op.Responses {
				if strings.HasPrefix(status, "2") {
					if successes++; len(resp.Content) == 0 {
						t.Errorf("%s: the document says nothing of the content of %s", op.OperationID, status)
					}
				}
			}
			if want := map[bool]int{true: 2, false: 1}[op.OperationID == "record-session"]; successes != want {
				t.Errorf("%s: %d successes are told, want %d", op.OperationID, successes, want)
			}
			for _, status := range []string{"400", "404", "409", "429", "502", "503"} {
				if op.Responses[status].Content["application/problem+json"] == nil {
					t.Errorf("%s: the document lacks %s", op.OperationID, status)
				}
			}
		}
	}
	var whole struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Type any }
			}
		}
	}
	r.want(http.StatusOK, "GET", "/openapi.json", nil, &whole)
	asked := map[string]bool{"Asking": true, "Statement": true, "PurgeRequest": true}
	for name, schema := range whole.Components.Schemas {
		for field, p := range schema.Properties {
			if raw, _ := json.Marshal(p.Type); strings.Contains(string(raw), `"null"`) && !asked[name] {
				t.Errorf("%s.%s may be null", name, field)
			}
		}
	}
}
