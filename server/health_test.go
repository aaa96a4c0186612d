package server_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

// metric returns the value of a line of /metrics.
func (r *rig) metric(line string) float64 {
	r.t.Helper()
	_, body := r.do("GET", "/metrics", nil)
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + ` (\S+)$`).FindSubmatch(body)
	if found == nil {
		r.t.Fatalf("/metrics has no %s", line)
	}
	v, err := strconv.ParseFloat(string(found[1]), 64)
	ok(r.t, err)
	return v
}

// A session that keeps failing is set aside, counted, and makes the service
// degraded; the rest goes on, and a retry by hand brings it in (PC-19, PC-33).
func TestQuarantine(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	r := serve(t, func(c *server.Config, qc *queue.Config) {
		whole := qc.Engine.Capturer
		qc.Engine.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
			if broken.Load() && s.ID == "bad" {
				return nil, fmt.Errorf("poison")
			}
			return whole.Capture(ctx, s)
		})
		qc.Engine = c.Metrics.Metered(qc.Engine)
	})
	var bad server.Recorded
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("bad", "2026-03-02T09:00:00Z", "I live in Ghent.", "Noted."), &bad)
	if bad.Job.Status != "quarantined" || bad.Job.Reason == "" || bad.Job.Attempts != 1 {
		t.Errorf("job: %+v, want it set aside after one attempt, with a reason", bad.Job)
	}
	r.want(http.StatusOK, "POST", "/v1/dyads/desk/bob/sessions?wait=true", session("good", "2026-03-02T09:00:00Z", "I live in Lund.", "Noted."), nil)
	var h server.Health
	r.want(http.StatusOK, "GET", "/healthz", nil, &h)
	if h.Status != "degraded" || h.Quarantined != 1 || len(h.Reasons) != 1 {
		t.Errorf("health: %+v, want it degraded by one session", h)
	}
	if got := r.metric("dyadmem_sessions_quarantined"); got != 1 {
		t.Errorf("%g sessions are counted as set aside, want 1", got)
	}
	if got := r.metric(`dyadmem_stage_seconds_count{outcome="failed",stage="capture"}`); got != 1 {
		t.Errorf("%g failures of capture are counted, want 1", got)
	}
	var found server.Recalled
	r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?"}, &found)
	if len(found.Pending) != 1 || found.Pending[0].Status != "quarantined" {
		t.Errorf("pending: %+v, want the turns of what was set aside", found.Pending)
	}
	broken.Store(false)
	r.want(http.StatusOK, "POST", "/v1/jobs/"+bad.Job.ID+"/retry", nil, nil)
	deadline := time.Now().Add(20 * time.Second)
	for found.CompleteThrough != "bad" {
		if time.Now().After(deadline) {
			t.Fatalf("after the retry: %+v", found)
		}
		time.Sleep(20 * time.Millisecond)
		r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?"}, &found)
	}
}

// While no model serves, recall works and the service says what waits (PC-32);
// when the oldest session has waited too long it says that too.
func TestPaused(t *testing.T) {
	var away atomic.Bool
	away.Store(true)
	r := serve(t, func(_ *server.Config, qc *queue.Config) {
		whole := qc.Engine.Capturer
		qc.Engine.Capturer = dyadmem.CaptureFunc(func(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
			if away.Load() {
				return nil, dyadmem.ErrUnavailable
			}
			return whole.Capture(ctx, s)
		})
		qc.Backoff = func(int) time.Duration { return 50 * time.Millisecond }
	})
	r.want(http.StatusAccepted, "POST", desk+"/sessions", session("s1", "2026-03-02T09:00:00Z", "I live in Ghent.", "Noted."), nil)
	var found server.Recalled
	r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?"}, &found)
	if len(found.Pending) != 1 || !strings.Contains(found.Context, "Ghent") {
		t.Errorf("recall while no model serves: %+v, want the pending turns", found)
	}
	var h server.Health
	deadline := time.Now().Add(20 * time.Second)
	for len(h.Paused) == 0 {
		if time.Now().After(deadline) {
			t.Fatalf("health: %+v, want what is paused", h)
		}
		r.pass(6 * time.Second) // a count of the backlog serves for five
		time.Sleep(50 * time.Millisecond)
		r.want(http.StatusOK, "GET", "/healthz", nil, &h)
	}
	r.pass(time.Hour)
	r.want(http.StatusOK, "GET", "/healthz", nil, &h)
	if h.Status != "degraded" || h.Pending != 1 || h.OldestWaits < 3600 || !strings.Contains(strings.Join(h.Reasons, "; "), "oldest session") {
		t.Errorf("health after an hour: %+v, want it degraded by the wait", h)
	}
	away.Store(false)
	for h.Pending > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("the model is back: %+v", h)
		}
		r.pass(6 * time.Second)
		time.Sleep(50 * time.Millisecond)
		r.want(http.StatusOK, "GET", "/healthz", nil, &h)
	}
	if h.Status != "ok" {
		t.Errorf("health: %+v, want ok again", h)
	}
	r.want(http.StatusOK, "GET", "/readyz", nil, nil)
}

// The guard's decisions are counted as they are carried out.
func TestQuality(t *testing.T) {
	r := serve(t, func(_ *server.Config, qc *queue.Config) {
		qc.Engine.Updater = dyadmem.UpdateFunc(func(_ context.Context, b dyadmem.Bank, s dyadmem.Session, _ []dyadmem.Entry) ([]dyadmem.Op, error) {
			var ops []dyadmem.Op
			for i, e := range b.Entries {
				action := []dyadmem.Action{dyadmem.Invalidate, dyadmem.Doubt}[i%2]
				ops = append(ops, dyadmem.Op{Action: action, Entry: dyadmem.Entry{Key: e.Key}, Why: dyadmem.WhyCorrected})
			}
			return ops, nil
		})
	})
	for _, content := range []string{"The bike is blue", "The boat is green"} {
		r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": content, "at": "2026-03-01T09:00:00Z"}, nil)
	}
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "Hello.", "Hello."), nil)
	for outcome, want := range map[string]float64{"proposed": 2, "carried_out": 1, "doubted": 1, "restored": 0} {
		if got := r.metric(`dyadmem_deletes_total{outcome="` + outcome + `"}`); got != want {
			t.Errorf("deletes %s: %g, want %g", outcome, got, want)
		}
	}
	if got := r.metric("dyadmem_session_lag_seconds_count"); got != 1 {
		t.Errorf("%g sessions have their lag counted, want 1", got)
	}
	r.want(http.StatusOK, "POST", "/v1/dyads/desk/nobody/answer", m{"query": "Where do I live?"}, nil)
	if got := r.metric("dyadmem_abstentions_total"); got != 1 {
		t.Errorf("%g abstentions, want 1", got)
	}
}
