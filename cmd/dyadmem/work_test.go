package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

// A worker takes up what was accepted without a queue, and ends well when it is
// told to stop.
func TestWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	st, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	d := dyadmem.Dyad{Agent: "desk", User: "ann"}
	s := dyadmem.Session{ID: "s1", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Turns: []dyadmem.Turn{{ID: "s1.1", Speaker: dyadmem.User, Text: "I live in Lisbon."}}}
	if _, err := engine(st).Accept(t.Context(), d, s, s.At); err != nil {
		t.Fatal(err)
	}
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
