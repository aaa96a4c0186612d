package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm/llmtest"
	"github.com/dyadmem/dyadmem/sqlite"
)

// accepted returns a store, where it lies and whose session waits in it.
func accepted(t *testing.T) (path string, st *sqlite.Store, d dyadmem.Dyad) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "memory.db")
	st, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	d = dyadmem.Dyad{Agent: "desk", User: "ann"}
	s := dyadmem.Session{ID: "s1", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Turns: []dyadmem.Turn{{ID: "s1.1", Speaker: dyadmem.User, Text: "I live in Lisbon."}}}
	if _, err := engine(st).Accept(t.Context(), d, s, s.At); err != nil {
		t.Fatal(err)
	}
	return path, st, d
}

// A service keeps no calls, so it is not kept by one when told to stop; where it is
// to keep them, what was paid for is waited for.
func TestServedModelsStopAtOnce(t *testing.T) {
	for calls, want := range map[string]time.Duration{"": -1, filepath.Join(t.TempDir(), "calls.jsonl"): 0} {
		f := servedFlags{modelFlags: modelFlags{Model: "m", BaseURL: "http://127.0.0.1:1/v1", Calls: calls}}
		m, err := f.models(&console{})
		if err != nil {
			t.Fatal(err)
		}
		if cfg, err := m.config(chatRole); err != nil || cfg.Drain != want {
			t.Errorf("--calls %q: calls go on for %v (%v), want %v", calls, cfg.Drain, err, want)
		}
	}
}

// A worker takes up what was accepted without a queue, and ends well when it is
// told to stop.
func TestWork(t *testing.T) {
	path, st, d := accepted(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, log bytes.Buffer
	ended := make(chan int)
	go func() { ended <- run(ctx, []string{"work", "--store", "sqlite:" + path}, &out, &log) }()
	for {
		a, err := st.Session(t.Context(), d, "s1")
		if err != nil {
			t.Fatal(err)
		}
		if a.Status == dyadmem.Applied {
			break
		}
		select {
		case code := <-ended:
			t.Fatalf("the worker ended by itself with %d: %s", code, log.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("stopped with %d: %s", code, log.String())
	}
}

// A worker with a model waits while the model is away, says so, and goes on when
// it is back: no attempt is spent, and what the model said is in its name.
func TestWorkWithAModelThatIsAway(t *testing.T) {
	for _, system := range []string{"model", "hybrid"} {
		t.Run(system, func(t *testing.T) {
			var there atomic.Bool
			var asked atomic.Int64
			model := llmtest.Serve(t, func(r llmtest.Request) llmtest.Response {
				asked.Add(1)
				switch {
				case !there.Load():
					return llmtest.Response{Status: http.StatusServiceUnavailable, Error: "loading"}
				case r.Format == "capture":
					return llmtest.Response{Text: `{"entries":[{"kind":"fact","content":"The user lives in Lisbon","evidence":[1],"until":null}]}`}
				}
				return llmtest.Response{Text: `{"add":["c1"],"merge":[],"new":[],"delete":[]}`}
			})
			path, st, d := accepted(t)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var out, log bytes.Buffer
			ended := make(chan int)
			go func() {
				ended <- run(ctx, []string{"work", "--store", "sqlite:" + path, "--system", system, "--model", "scripted", "--base-url", model.Base()}, &out, &log)
			}()
			until := func(what string, done func() bool) {
				t.Helper()
				for !done() {
					select {
					case code := <-ended:
						t.Fatalf("%s: the worker ended by itself with %d: %s", what, code, log.String())
					case <-time.After(10 * time.Millisecond):
					}
				}
			}
			session := func() dyadmem.Accepted {
				t.Helper()
				a, err := st.Session(t.Context(), d, "s1")
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			until("away", func() bool { return session().Reason != "" })
			if a := session(); a.Status != dyadmem.Pending || a.Attempts != 0 || asked.Load() == 0 {
				t.Errorf("while the model is away: %+v, asked %d times", a.Progress, asked.Load())
			}
			there.Store(true)
			until("back", func() bool { return session().Status == dyadmem.Applied })
			stop()
			if code := <-ended; code != 0 {
				t.Errorf("stopped with %d: %s", code, log.String())
			}
			if !strings.Contains(log.String(), "paused") {
				t.Errorf("the log does not say that the work was paused:\n%s", log.String())
			}
			b, err := st.Bank(t.Context(), d)
			if err != nil || len(b.Entries) != 1 || b.Entries[0].Content != "The user lives in Lisbon" {
				t.Errorf("bank: %+v, %v", b, err)
			}
			for c, err := range st.Changes(t.Context(), d) {
				if err != nil || c.Actor != "scripted" {
					line, _ := json.Marshal(c)
					t.Errorf("change %s: error %v, want it in the model's name", line, err)
				}
			}
		})
	}
}

// A worker whose embedder is not the one that the store was embedded by says so
// and puts its own vectors in the place of the old ones.
func TestWorkWithAnotherEmbedder(t *testing.T) {
	model := llmtest.Serve(t, func(llmtest.Request) llmtest.Response { return llmtest.Response{Status: http.StatusNotFound} })
	path := filepath.Join(t.TempDir(), "memory.db")
	st, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	d := dyadmem.Dyad{Agent: "desk", User: "ann"}
	s := dyadmem.Session{ID: "s1", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Turns: []dyadmem.Turn{{ID: "s1.1", Speaker: dyadmem.User, Text: "I live in Lisbon."}}}
	if _, err := engine(st).Observe(t.Context(), d, s, s.At); err != nil {
		t.Fatal(err)
	}
	b, err := st.Bank(t.Context(), d)
	if err != nil || len(b.Entries) != 1 {
		t.Fatalf("bank: %+v, %v", b, err)
	}
	if err := st.KeepVectors(t.Context(), "older", []string{b.Entries[0].Content}, [][]float32{{1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, log bytes.Buffer
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"work", "--store", "sqlite:" + path, "--embed-model", "newer", "--embed-url", model.Base(), "--embed-entry", "passage: "}, &out, &log)
	}()
	want := dyadmem.Embedding{Embedder: "newer after passage: ", Dims: 32, Vectors: 1}
	for {
		kept, err := st.Embeddings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(kept) == 1 && kept[0] == want {
			break
		}
		select {
		case code := <-ended:
			t.Fatalf("the worker ended by itself with %d: %s", code, log.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("stopped with %d: %s", code, log.String())
	}
	for _, said := range []string{"1 by older/3", "newer after passage: /32", "in the background"} {
		if !strings.Contains(log.String(), said) {
			t.Errorf("the log does not say %q:\n%s", said, log.String())
		}
	}
}

func TestWorkRefusesWhatAServiceCannotDo(t *testing.T) {
	store := "sqlite:" + filepath.Join(t.TempDir(), "memory.db")
	for _, args := range [][]string{{"--dry-run"}, {"--batch", "x"}, {"--system", "model"}, {"--system", "capture=rules"}, {"--system", "bm25"}, {"--workers", "0"}} {
		var out, log bytes.Buffer
		if code := run(t.Context(), append([]string{"work", "--store", store}, args...), &out, &log); code != exitUsage {
			t.Errorf("work %v ended with %d, want %d: %s", args, code, exitUsage, log.String())
		}
	}
}
