package llm_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dyadmem/dyadmem/llm"
)

// An outage is a transport to an endpoint that is gone for a while.
type outage struct {
	from, to time.Time
	gone     func() (*http.Response, error)
	tries    atomic.Int64
}

func (o *outage) RoundTrip(r *http.Request) (*http.Response, error) {
	if now := time.Now(); now.After(o.from) && now.Before(o.to) {
		o.tries.Add(1)
		return o.gone()
	}
	time.Sleep(time.Second)
	return canned{}.RoundTrip(r)
}

func status(code int) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		return &http.Response{StatusCode: code, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader("<html>"))}, nil
	}
}

func broken(err error) func() (*http.Response, error) {
	return func() (*http.Response, error) { return nil, err }
}

// An endpoint that is away for an hour, in whatever way, costs that hour: calls
// wait, none fails, it is said once that it is away and once that it is back, and
// no call knocks more often than every 16 seconds, but for its first tries.
func TestAnHourAway(t *testing.T) {
	for name, gone := range map[string]func() (*http.Response, error){
		"refused": broken(&net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}),
		"no name": broken(&net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "gpu", IsNotFound: true}}),
		"reset":   broken(&net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}),
		"closed":  broken(io.EOF),
		"502":     status(502),
		"503":     status(503),
		"504":     status(504),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				o := &outage{from: began.Add(10 * time.Second), to: began.Add(10*time.Second + time.Hour), gone: gone}
				var notices []string
				var mu sync.Mutex
				cl, err := llm.New(llm.Config{BaseURL: "http://gpu/v1", Model: "m", Cache: filepath.Join(dir, "calls"), Transport: o, InFlight: 4, Notice: func(text string) {
					mu.Lock()
					defer mu.Unlock()
					notices = append(notices, text)
				}})
				if err != nil {
					t.Fatal(err)
				}
				const calls = 100
				callAll(t, cl, calls, 4, 0)
				if err := cl.Close(); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took < time.Hour || took > time.Hour+3*time.Minute {
					t.Errorf("it took %v, want the hour and little more", took)
				}
				if len(notices) != 2 || !strings.Contains(notices[0], "away") || !strings.Contains(notices[1], "back after") {
					t.Errorf("notices %q, want that it is away and that it is back", notices)
				}
				if n := o.tries.Load(); n > 4*(3600/16+7) {
					t.Errorf("%d tries in an hour", n)
				}
				done := 0
				for _, l := range cl.Ledger().Lines() {
					if l.Failed > 0 {
						t.Errorf("%d calls of %s failed", l.Failed, l.Stage)
					}
					if l.Stage == "x" {
						done = l.Calls
					}
				}
				if done != calls {
					t.Errorf("%d calls are done, want %d", done, calls)
				}
			})
		})
	}
}

// A patient client waits for an endpoint that was never there as long as it is
// told to.
func TestPatienceHoldsAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		o := &outage{from: began.Add(-1), to: began.Add(5 * time.Minute), gone: broken(&net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED})}
		for patience, found := range map[time.Duration]bool{0: false, time.Minute: false, 10 * time.Minute: true} {
			o.from, o.to = time.Now().Add(-1), time.Now().Add(5*time.Minute)
			began := time.Now()
			cl, err := llm.New(llm.Config{BaseURL: "http://gpu/v1", Model: "m", Transport: o, Patience: patience})
			if err != nil {
				t.Fatal(err)
			}
			err = cl.Check(t.Context(), llm.Chatting)
			took := time.Since(began)
			if (err == nil) != found {
				t.Errorf("patience %v: %v", patience, err)
			}
			if limit := max(patience, 10*time.Second); took > limit {
				t.Errorf("patience %v: it took %v", patience, took)
			}
			if !found && !strings.Contains(fmt.Sprint(err), "nothing answers there") {
				t.Errorf("patience %v: %v, want that nothing answers", patience, err)
			}
		}
	})
}
