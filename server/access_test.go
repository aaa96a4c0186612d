package server_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

// An openapi is what the tests read of the document that the server serves.
type openapi struct {
	OpenAPI string
	Paths   map[string]map[string]struct {
		OperationID string
		Summary     string
		Security    []map[string][]string
		RequestBody *struct{ Required bool }
		Responses   map[string]struct{ Content map[string]any }
	}
}

// bodies are requests that are good for the operations that ask for one.
var bodies = map[string]any{
	"record-session": session("s9", "2026-03-02T09:00:00Z", "I live in Ghent.", "Noted."),
	"recall":         m{"query": "Where do I live?"},
	"answer":         m{"query": "Where do I live?"},
	"remember":       m{"kind": "fact", "content": "The bike is blue"},
	"correct":        m{"content": "The bike is red"},
	"purge":          m{"text": "needle"},
	"import":         []byte("{}"),
}

// Each operation that the document has is closed to whoever its dyad is not for,
// by-id ones too: a new route is tested without a line here.
func TestScopes(t *testing.T) {
	r := serve(t, nil)
	var e server.Entry
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": "The needle is in the red box"}, &e)
	var got server.Recorded
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent.", "Noted."), &got)
	var doc openapi
	r.want(http.StatusOK, "GET", "/openapi.json", nil, &doc)

	admin := r.newKey(dyadmem.RoleAdmin, "", "")
	reader := r.newKey(dyadmem.RoleRead, "", "")
	outside := map[string]string{
		"another agent's": r.newKey(dyadmem.RoleAdmin, "other", ""),
		"another user's":  r.newKey(dyadmem.RoleAdmin, "", "bob"),
		"another dyad's":  r.newKey(dyadmem.RoleAdmin, "desk", "bob"),
	}
	fill := strings.NewReplacer("{agent}", "desk", "{user}", "ann", "{key}", e.Key, "{job}", got.Job.ID, "{op}", "1.0")
	absent := strings.NewReplacer("{agent}", "desk", "{user}", "ann", "{key}", "nosuchkey", "{job}", "nosuchjob", "{op}", "999.0")
	visited := 0
	for path, methods := range doc.Paths {
		for method, op := range methods {
			visited++
			method = strings.ToUpper(method)
			body := bodies[op.OperationID]
			if body == nil && op.RequestBody != nil && op.RequestBody.Required {
				t.Errorf("%s wants a body, and the test has none for it", op.OperationID)
			}
			if len(op.Security) == 0 || op.Summary == "" || op.Responses["401"].Content["application/problem+json"] == nil {
				t.Errorf("%s: the document lacks its security, summary or problems", op.OperationID)
			}
			r.key = ""
			if status, _ := r.do(method, fill.Replace(path), body); status != http.StatusUnauthorized {
				t.Errorf("%s without a key: %d", op.OperationID, status)
			}
			r.key = admin[:len(admin)-1] + "x"
			if status, _ := r.do(method, fill.Replace(path), body); status != http.StatusUnauthorized {
				t.Errorf("%s with a wrong key: %d", op.OperationID, status)
			}
			if !strings.Contains(path, "{") {
				continue
			}
			for whose, key := range outside {
				commons := strings.Contains(path, "/commons/")
				if commons && whose != "another agent's" || path == "/v1/users/{user}" && whose == "another agent's" {
					continue // shared, or forbidden: below
				}
				r.key = key
				status, there := r.do(method, fill.Replace(path), body)
				_, nowhere := r.do(method, absent.Replace(path), body)
				if status != http.StatusNotFound || !bytes.Equal(there, nowhere) {
					t.Errorf("%s with %s key: %d %s, want 404 and the same as for what is not there, %s", op.OperationID, whose, status, there, nowhere)
				}
			}
			r.key = reader
			reads := method == "GET" || op.OperationID == "recall" || op.OperationID == "answer"
			if status, _ := r.do(method, fill.Replace(path), body); (status == http.StatusForbidden) == reads {
				t.Errorf("%s with a key that reads: %d", op.OperationID, status)
			}
		}
	}
	if visited < 30 {
		t.Errorf("the document has %d operations, want all of them", visited)
	}

	r.key = admin // the positive control: nothing was lost on the way
	r.want(http.StatusOK, "GET", desk+"/entries/"+e.Key, nil, nil)
	r.want(http.StatusOK, "GET", "/v1/jobs/"+got.Job.ID, nil, nil)
	r.key = outside["another agent's"]
	r.want(http.StatusForbidden, "DELETE", "/v1/users/ann", nil, nil)
	r.key = outside["another user's"]
	r.want(http.StatusForbidden, "POST", "/v1/agents/desk/commons/entries/"+e.Key+"/retire", nil, nil)
	var dyads struct{ Dyads []server.Dyad }
	r.want(http.StatusOK, "GET", "/v1/dyads", nil, &dyads)
	if len(dyads.Dyads) != 0 {
		t.Errorf("another user's key lists %+v", dyads.Dyads)
	}
	r.key = r.newKey(dyadmem.RoleWrite, "desk", "ann")
	r.want(http.StatusOK, "GET", "/v1/dyads", nil, &dyads)
	if len(dyads.Dyads) != 1 {
		t.Errorf("the dyad's own key lists %+v", dyads.Dyads)
	}
	r.want(http.StatusForbidden, "DELETE", desk, nil, nil)
	r.want(http.StatusForbidden, "POST", desk+"/entries/"+e.Key+"/promote", nil, nil)
}

// A revoked key lets nobody in, and a service that had keys is never open again
// while any is left.
func TestRevoked(t *testing.T) {
	r := serve(t, nil)
	keep, drop := r.newKey(dyadmem.RoleRead, "", ""), r.newKey(dyadmem.RoleRead, "", "")
	r.key = drop
	r.want(http.StatusOK, "GET", "/v1/dyads", nil, nil)
	keys, err := r.store.APIKeys(t.Context())
	ok(t, err)
	i := slices.IndexFunc(keys, func(k dyadmem.APIKey) bool { return strings.HasPrefix(drop, "dm_"+k.ID+"_") })
	ok(t, r.store.DropKey(t.Context(), keys[i].ID))
	r.newKey(dyadmem.RoleRead, "x", "") // and two seconds
	r.want(http.StatusUnauthorized, "GET", "/v1/dyads", nil, nil)
	r.key = keep
	r.want(http.StatusOK, "GET", "/v1/dyads", nil, nil)
	for _, k := range keys {
		if strings.Contains(k.Hash, keep) || strings.Contains(r.log.String(), keep) {
			t.Error("the key itself was kept, or logged")
		}
	}
}

// Without keys only this machine is served, under its own name; and a page of
// another site gets nowhere.
func TestLocal(t *testing.T) {
	r := serve(t, nil)
	for _, c := range []struct {
		name, header, value string
		want                int
	}{
		{"its own name", "Host", "localhost:8080", http.StatusOK},
		{"a name that was pointed at it", "Host", "attacker.example", http.StatusMisdirectedRequest},
		{"a page of another site", "Origin", "https://attacker.example", http.StatusForbidden},
	} {
		method, body := "GET", ""
		if c.header == "Origin" {
			method, body = "POST", `{"query":"x"}`
		}
		path := map[string]string{"GET": "/v1/dyads", "POST": desk + "/recall"}[method]
		req, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
		ok(t, err)
		req.Header.Set("Content-Type", "application/json")
		if c.header == "Host" {
			req.Host = c.value
		} else {
			req.Header.Set(c.header, c.value)
		}
		resp, err := http.DefaultClient.Do(req)
		ok(t, err)
		resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%s: %d, want %d", c.name, resp.StatusCode, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	r := serve(t, func(c *server.Config, _ *queue.Config) {
		c.Limits = server.Limits{Body: 4 << 10, Turns: 3, Entry: 100, Rate: 0.001, Burst: 40}
	})
	long := strings.Repeat("The user says it again. ", 20)
	r.want(http.StatusRequestEntityTooLarge, "POST", desk+"/sessions", session("s1", "2026-03-02T09:00:00Z", strings.Repeat(long, 20)), nil)
	r.want(http.StatusBadRequest, "POST", desk+"/sessions", session("s1", "2026-03-02T09:00:00Z", "a", "b", "c", "d"), nil)
	r.want(http.StatusBadRequest, "POST", desk+"/entries", m{"kind": "fact", "content": long}, nil)
	r.want(http.StatusUnprocessableEntity, "POST", desk+"/entries", m{"kind": "opinion", "content": "x"}, nil)
	r.want(http.StatusUnprocessableEntity, "POST", desk+"/recall", m{"query": "x", "limit": 17}, nil)
	r.want(http.StatusUnprocessableEntity, "GET", desk+"/entries?stat=all", nil, nil)
	r.want(http.StatusUnprocessableEntity, "POST", desk+"/sessions", m{"id": "s1", "turns": []m{{"speaker": "user", "text": "no time"}}}, nil)
	r.want(http.StatusBadRequest, "POST", desk+"/recall", []byte("{"), nil)
	for i := 0; ; i++ {
		status, _ := r.do("GET", "/v1/dyads", nil)
		if status == http.StatusTooManyRequests {
			break
		}
		if i > 60 {
			t.Fatal("60 requests at once were let through, with 40 allowed")
		}
	}
}
