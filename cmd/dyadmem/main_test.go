package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dyadmem": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": status2,
		},
	})
}

// status2 runs a command and wants an exit status: status 2 dyadmem …
func status2(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if e, ok := err.(*exec.ExitError); ok {
		code = string([]byte{byte('0' + e.ExitCode()%10)})
		if e.ExitCode() >= 10 {
			code = e.Error()[len("exit status "):]
		}
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit status %s, want %s", code, args[0])
	}
}

// program returns the path of dyadmem as a program of its own.
func program(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "dyadmem") // the test binary runs as dyadmem under that name
	if err := os.Symlink(exe, bin); err != nil {
		t.Fatal(err)
	}
	return bin
}

// Killed at any moment and started again, a run leaves the same bytes as one
// that was not, and so it does for any number of workers.
func TestKilledRunGoesOn(t *testing.T) {
	bin := program(t)
	run := func(ctx context.Context, dir, workers string) error {
		cmd := exec.CommandContext(ctx, bin, "bench", "run", "--data", "mini:dev", "--limit", "4", "--out", dir, "--workers", workers)
		cmd.Stderr = os.Stderr
		return cmd.Run()
	}
	whole, killed := t.TempDir(), t.TempDir()
	if err := run(t.Context(), whole, "1"); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 6 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(50+rng.IntN(600))*time.Millisecond)
		_ = run(ctx, killed, "8") // killed, or done already: either is fine
		cancel()
	}
	if err := run(t.Context(), killed, "8"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"predictions.jsonl", "verdicts.jsonl", "summary.json", "report.md"} {
		want, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(killed, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 || !bytes.Equal(want, got) {
			t.Errorf("%s of the killed run differs (%d bytes, want %d)", name, len(got), len(want))
		}
	}
}
