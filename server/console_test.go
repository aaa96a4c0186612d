package server_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// The page is whole in the binary, asks nobody else for anything, and puts what was
// said in as text. What it does in a browser is in scripts/console.mjs.
func TestConsole(t *testing.T) {
	r := serve(t, nil)
	for _, path := range []string{"/", "/console/app.js", "/console/style.css"} {
		resp, err := http.Get(r.url + path)
		ok(t, err)
		body, err := io.ReadAll(resp.Body)
		ok(t, err)
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("GET %s: %d with policy %q", path, resp.StatusCode, resp.Header.Get("Content-Security-Policy"))
		}
		if found := regexp.MustCompile(`https?://|innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b`).Find(body); found != nil {
			t.Errorf("%s has %q", path, found)
		}
	}
	for _, path := range []string{"/console/../server.go", "/nothing"} {
		if status, _ := r.do("GET", path, nil); status != http.StatusNotFound {
			t.Errorf("GET %s: %d", path, status)
		}
	}
}

func TestSessionsAreListed(t *testing.T) {
	r := serve(t, nil)
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("b", "2026-03-09T09:00:00Z", "I live in Ghent."), nil)
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("a", "2026-03-02T09:00:00Z", "I live in Lund."), nil)
	var got struct {
		Jobs []struct{ ID, Session, Status, At string }
	}
	r.want(http.StatusOK, "GET", desk+"/sessions", nil, &got)
	if len(got.Jobs) != 2 || got.Jobs[0].Session != "a" || got.Jobs[1].Status != "applied" || got.Jobs[0].At != "2026-03-02T09:00:00Z" {
		t.Errorf("sessions: %+v, want both by their time", got.Jobs)
	}
	r.want(http.StatusOK, "GET", "/v1/jobs/"+got.Jobs[0].ID, nil, nil)
}
