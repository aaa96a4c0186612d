package llm_test

import (
	"errors"
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

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
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

// A server that is closed for a while is waited for by all calls, which are sent
// once it is back; none has spent an attempt.
func TestAwayEndpointIsWaitedFor(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: clean} })
	address := s.Listener.Addr().String()
	handler := s.Config.Handler
	notices := make(chan string, 100)
	cl := client(t, "http://"+address+"/v1", func(cfg *llm.Config) {
		cfg.Notice, cfg.Transport = func(text string) { notices <- text }, &http.Transport{DisableKeepAlives: true}
	})
	var got entries
	if _, err := cl.Chat(t.Context(), prompt("before", &got)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	done := make(chan error)
	go func() {
		var got entries
		_, err := cl.Chat(t.Context(), prompt("x", &got))
		done <- err
	}()
	if text := <-notices; !strings.Contains(text, "away") {
		t.Errorf("notice %q, want that the endpoint is away", text)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Skipf("the port was taken meanwhile: %v", err)
	}
	back := &http.Server{Handler: handler}
	go back.Serve(l)
	defer back.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if text := <-notices; !strings.Contains(text, "back") {
		t.Errorf("notice %q, want that the endpoint is back", text)
	}
	if l := line(t, cl); l.Retries != 0 || l.Failed != 0 || l.Calls != 2 {
		t.Errorf("ledger %+v, want two calls and no attempt spent", l)
	}
}

// Gateways without anybody behind them, and connections that are closed before
// a reply, are waited for as long as it takes: many times what a failing call is
// tried. A request that alone is the cause of it fails after its attempts.
func TestWhatIsLostIsWaitedFor(t *testing.T) {
	const times = 40
	for _, c := range []struct {
		name string
		bad  llmtest.Response
	}{
		{"502", llmtest.Response{Status: 502, Plain: "<html>Bad Gateway</html>"}},
		{"503", llmtest.Response{Status: 503}},
		{"504", llmtest.Response{Status: 504, Plain: "<html>Gateway Time-out</html>"}},
		{"an edge network's 522", llmtest.Response{Status: 522, Plain: "<html>Connection timed out</html>"}},
		{"a connection that is closed", llmtest.Response{Gone: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
				if r.N > 1 && r.N < times {
					return c.bad
				}
				return llmtest.Response{Text: clean}
			})
			var notices atomic.Int64
			cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Backoff, cfg.Notice = 10*time.Microsecond, func(string) { notices.Add(1) } })
			for _, user := range []string{"first", "second"} {
				var got entries
				if _, err := cl.Chat(t.Context(), prompt(user, &got)); err != nil || len(got.Entries) != 1 {
					t.Fatalf("Chat: %+v, %v", got, err)
				}
			}
			if notices.Load() != 2 {
				t.Errorf("%d notices, want one that it is away and one that it is back", notices.Load())
			}
		})
		t.Run(c.name+", for one request alone", func(t *testing.T) {
			if c.bad.Status == 503 {
				t.Skip("a server that says it is not ready is believed")
			}
			s := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
				if strings.Contains(r.User, "poison") {
					return c.bad
				}
				return llmtest.Response{Text: clean}
			})
			cl := client(t, s.Base(), nil)
			var got entries
			if _, err := cl.Chat(t.Context(), prompt("poison", &got)); class(err) != "endpoint" || stops(err) || errors.Is(err, dyadmem.ErrUnavailable) {
				t.Errorf("Chat: %v, want a failure of this call alone", err)
			}
		})
	}
}

// An endpoint that was never reached is given up soon, by whatever call; one that
// was reached in an earlier start is waited for.
func TestUnreachedEndpoint(t *testing.T) {
	const nobody = "http://127.0.0.1:1/v1"
	path := filepath.Join(t.TempDir(), "calls")
	cl := client(t, nobody, func(cfg *llm.Config) { cfg.Cache = path })
	var got entries
	if _, err := cl.Chat(t.Context(), prompt("x", &got)); !errors.As(err, new(*llm.UnreachedError)) || !stops(err) {
		t.Errorf("Chat: %v, want an UnreachedError that stops the run", err)
	}
	if _, err := cl.Embed(t.Context(), "x", []string{"a"}); !errors.As(err, new(*llm.UnreachedError)) {
		t.Errorf("Embed: %v, want an UnreachedError", err)
	}
	for _, use := range []llm.Use{llm.Chatting, llm.Embedding, llm.Reranking} {
		if err := cl.Check(t.Context(), use); err == nil || !strings.Contains(err.Error(), "nothing answers there") {
			t.Errorf("Check %s: %v, want that nothing answers", use, err)
		}
	}
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Text: clean} })
	if _, err := client(t, s.Base(), func(cfg *llm.Config) { cfg.Cache = path }).Chat(t.Context(), prompt("x", &got)); err != nil {
		t.Fatal(err)
	}
	notices := make(chan string, 1)
	again := client(t, nobody, func(cfg *llm.Config) { cfg.Cache, cfg.Notice = path, func(text string) { notices <- text } })
	if err := again.Check(t.Context(), llm.Chatting); err != nil {
		t.Errorf("Check in a later start: %v, want that the endpoint is waited for", err)
	}
	if text := <-notices; !strings.Contains(text, "away") {
		t.Errorf("notice %q, want that the endpoint is away", text)
	}
}

func TestImpatientClientSaysThatNothingServes(t *testing.T) {
	s := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Status: 503} })
	cl := client(t, s.Base(), func(cfg *llm.Config) { cfg.Patience = -1 })
	_, err := cl.Chat(t.Context(), llm.Prompt{Stage: "x", System: "a", User: "b"})
	if !errors.Is(err, dyadmem.ErrUnavailable) {
		t.Errorf("Chat: %v, want ErrUnavailable", err)
	}
}
