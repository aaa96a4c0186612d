package llm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/dyadmem/dyadmem"
)

// ErrOverflow says that a request does not fit the model's context: ask for
// less.
var ErrOverflow = errors.New("the request does not fit the model's context")

// A CallError is a call that failed: the endpoint refused it, could not be
// reached, or replied with something that is no reply.
type CallError struct {
	URL     string        // of the endpoint, without a password
	Status  int           // HTTP status; 0 if there was none
	Message string        // the server's own words, cut to a readable length
	Code    string        // the server's code for it, if it gave one
	Param   string        // the field that the server did not take, if it named one
	Wait    time.Duration // what Retry-After asked for; negative if it did not
	Err     error         // why there was no status; nil if there was one

	begun  bool // a reply had begun when the connection broke
	served bool // the endpoint served other requests meanwhile
}

func (e *CallError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %v", e.URL, e.Err)
	}
	msg := e.Message
	if msg == "" {
		msg = http.StatusText(e.Status)
	}
	if e.Err != nil {
		return fmt.Sprintf("%s: %v (status %d): %s", e.URL, e.Err, e.Status, msg)
	}
	return fmt.Sprintf("%s: status %d: %s", e.URL, e.Status, msg)
}

// Brief returns the failure without the server's own words, which may quote the
// request: it is for logs.
func (e *CallError) Brief() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %v", e.URL, e.Err)
	}
	return fmt.Sprintf("%s: status %d", e.URL, e.Status)
}

// Unwrap returns the error of the connection, if that is what failed.
func (e *CallError) Unwrap() error { return e.Err }

// Is reports whether e is of the class of a sentinel: [ErrOverflow], or
// [dyadmem.ErrUnavailable] if no model was serving.
func (e *CallError) Is(target error) bool {
	switch target {
	case ErrOverflow:
		return e.overflow()
	case dyadmem.ErrUnavailable:
		return e.away() || e.lost() && !e.served || e.Status == http.StatusTooManyRequests && !e.Stop()
	}
	return false
}

// Class returns the class of the failure as predictions name it.
func (e *CallError) Class() string {
	if errors.Is(e.Err, context.DeadlineExceeded) {
		return "timeout"
	}
	return "endpoint"
}

// Stop reports whether every other call would fail in the same way: the key or
// the model is refused, or the account is empty.
func (e *CallError) Stop() bool {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
		return true
	case http.StatusTooManyRequests:
		return e.Code == "insufficient_quota" || e.Code == "billing_hard_limit_reached"
	}
	return false
}

// away reports whether nothing serves: no connection can be made, the name does
// not resolve now, or the server says that it is not ready. The request was not
// worked on.
func (e *CallError) away() bool {
	if e.Status != 0 {
		return e.Status == http.StatusServiceUnavailable || e.Status == statusOverloaded
	}
	var op *net.OpError
	if errors.As(e.Err, &op) && op.Op == "dial" {
		return true
	}
	var dns *net.DNSError
	return errors.As(e.Err, &dns) || errors.Is(e.Err, syscall.ECONNREFUSED)
}

// Statuses that net/http does not name.
const (
	statusOverloaded = 529 // of some hosted models
	statusEdgeFirst  = 520 // to 524: what an edge network says of a server behind it
	statusEdgeLast   = 524
)

// lost reports whether a request went out and nothing of a reply came: a gateway
// has nobody behind it, or the connection was closed. Either the endpoint is
// gone or this request is what it cannot take; [Client.await] finds out.
func (e *CallError) lost() bool {
	if e.Status != 0 {
		return e.Status == http.StatusBadGateway || e.Status == http.StatusGatewayTimeout || e.Status >= statusEdgeFirst && e.Status <= statusEdgeLast
	}
	return !e.begun && e.passing() && !errors.Is(e.Err, context.DeadlineExceeded)
}

// passing reports whether the same call may succeed if it is tried again.
func (e *CallError) passing() bool {
	switch e.Status {
	case 0:
		return !e.foreign()
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return e.Status >= 500 || e.Status < 400 // below 400 there was no readable reply
}

// foreign reports whether what is there does not speak this protocol or shows
// no certificate that holds.
func (e *CallError) foreign() bool {
	text := fmt.Sprint(e.Err)
	for _, sign := range []string{"x509:", "tls:", "gave HTTP response to HTTPS", "malformed HTTP"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// overflow reports whether the server says that the request was too long. There
// is no common code for it, so the words of the common servers decide.
func (e *CallError) overflow() bool {
	if e.Status == http.StatusRequestEntityTooLarge || e.Code == "context_length_exceeded" || e.Code == "exceed_context_size_error" {
		return true
	}
	if e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity && e.Status != http.StatusInternalServerError {
		return false
	}
	m := strings.ToLower(e.Message)
	return strings.Contains(m, "context") && (strings.Contains(m, "length") || strings.Contains(m, "size") || strings.Contains(m, "window") || strings.Contains(m, "exceed")) ||
		strings.Contains(m, "prompt is too long") || strings.Contains(m, "too many tokens")
}

// A BudgetError says that the next call could cost more than is allowed. The
// run stops; what is done stays done.
type BudgetError struct {
	Spent float64 // US dollars, or tokens
	Next  float64 // what the next call may cost at most
	Bound float64
	Unit  string // "USD" or "tokens"
}

func (e *BudgetError) Error() string {
	if e.Unit == "USD" {
		return fmt.Sprintf("budget: $%.4f of $%.4f are spent, and the next call may cost up to $%.4f; raise the bound to go on", e.Spent, e.Bound, e.Next)
	}
	return fmt.Sprintf("budget: %.0f of %.0f tokens are spent, and the next call may take up to %.0f; raise the bound to go on", e.Spent, e.Bound, e.Next)
}

// Stop reports that the run is to stop.
func (e *BudgetError) Stop() bool { return true }

// An UnreachedError says that an endpoint was never reached: it is more likely
// not there at all than away, so that nothing is gained by waiting.
type UnreachedError struct{ Err error }

func (e *UnreachedError) Error() string {
	return fmt.Sprintf("nothing answers there; is the server running, and the base URL right? (%v)", e.Err)
}

// Unwrap returns the error of the last try.
func (e *UnreachedError) Unwrap() error { return e.Err }

// Stop reports that the run is to stop.
func (e *UnreachedError) Stop() bool { return true }

// A PendingError says that a request has been written down and waits for its
// reply: the unit is neither done nor failed.
type PendingError struct{ Key string }

func (e *PendingError) Error() string { return "request " + e.Key + " waits for its reply" }

// Pending reports that the unit is to be tried again when replies are there.
func (e *PendingError) Pending() bool { return true }

// A WaveError says that a wave of requests has been written and where.
type WaveError struct {
	Wave     int
	Requests int
	File     string
}

func (e *WaveError) Error() string {
	return fmt.Sprintf("wave %d: %d requests in %s; put the file of replies beside it and start the same command again", e.Wave, e.Requests, e.File)
}

// An OfflineError says that a request is not among the stored ones.
type OfflineError struct{ Key, Stage string }

func (e *OfflineError) Error() string {
	return fmt.Sprintf("offline: no stored reply for request %s of %s", e.Key, e.Stage)
}

// Class returns the class of the failure as predictions name it.
func (e *OfflineError) Class() string { return "offline" }

// A RefusedError is a model's refusal to answer.
type RefusedError struct{ Message string }

func (e *RefusedError) Error() string { return "the model refused: " + cut(e.Message, 200) }

// Class returns the class of the failure as predictions name it.
func (e *RefusedError) Class() string { return "refused" }

// cut returns s with at most n runes.
func cut(s string, n int) string {
	s = strings.TrimSpace(s)
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
