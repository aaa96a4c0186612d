package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
)

// A Health says how the service is.
type Health struct {
	Status      string   `json:"status"`               // ok, degraded or down
	Reasons     []string `json:"reasons,omitempty"`    // why it is not ok
	Pending     int      `json:"pending"`              // sessions that wait
	OldestWaits float64  `json:"oldest_waits_seconds"` // how long the oldest of them has
	Quarantined int      `json:"quarantined"`          // sessions that were set aside
	Paused      []string `json:"paused,omitempty"`     // what waits for a model, in this process
}

// A health looks after the queue and the store.
type health struct {
	queue  Queue
	store  dyadmem.Store
	now    func() time.Time
	behind time.Duration

	mu   sync.Mutex
	last queue.Backlog
	err  error
	read time.Time
}

// backlogLasts is how long a count of the backlog serves: it costs more the more
// there is to count.
const backlogLasts = 5 * time.Second

// backlog counts on its own account: what is kept must not be that somebody who
// asked went away.
func (h *health) backlog(ctx context.Context) (queue.Backlog, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); h.read.IsZero() || now.Sub(h.read) > backlogLasts {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), backlogLasts)
		defer cancel()
		h.last, h.err = h.queue.Backlog(ctx)
		h.read = now
	}
	return h.last, h.err
}

// look returns how the service is. It is degraded while work is set aside, while a
// model is away, and when the oldest session has waited too long: nothing is
// lost then, and somebody should look.
func (h *health) look(ctx context.Context) Health {
	b, err := h.backlog(ctx)
	if err != nil {
		return Health{Status: "down", Reasons: []string{"the queue can't be read"}}
	}
	v := Health{Status: "ok", Pending: b.Pending, Quarantined: len(b.Aside)}
	if !b.Oldest.IsZero() {
		v.OldestWaits = h.now().Sub(b.Oldest).Seconds()
	}
	degraded := func(format string, args ...any) {
		v.Status = "degraded"
		v.Reasons = append(v.Reasons, fmt.Sprintf(format, args...))
	}
	if n := len(b.Aside); n > 0 {
		degraded("%d sessions were set aside after failing again and again: see their jobs, and retry them", n)
	}
	for _, p := range b.Pauses {
		v.Paused = append(v.Paused, p.Work)
		degraded("%s waits for a model since %s", p.Work, p.Since.UTC().Format(time.RFC3339))
	}
	if waits := time.Duration(v.OldestWaits * float64(time.Second)); waits > h.behind {
		degraded("the oldest session has waited for %s: are workers running?", waits.Truncate(time.Second))
	}
	return v
}

// healthz answers 200 as long as the process serves: what is degraded is not
// mended by a restart.
func (s *Server) healthz(w http.ResponseWriter, r *http.Request) {
	writeHealth(w, http.StatusOK, s.health.look(r.Context()))
}

// readyz answers 503 while the store is out of reach.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	v, status := s.health.look(r.Context()), http.StatusOK
	if _, err := s.engine.Store.Rev(r.Context(), dyadmem.Dyad{Agent: "readyz", User: "readyz"}); err != nil {
		v.Status, v.Reasons = "down", append(v.Reasons, "the store is out of reach")
	}
	if v.Status == "down" {
		status = http.StatusServiceUnavailable
	}
	writeHealth(w, status, v)
}

func writeHealth(w http.ResponseWriter, status int, v Health) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
