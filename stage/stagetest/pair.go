package stagetest

import (
	"path/filepath"
	"testing"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/mini"
)

// Pair writes the first English and the first Chinese episode of mini's
// development half to a file and returns its path.
func Pair(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pair.jsonl")
	w, err := bench.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	taken := make(map[string]bool)
	for e, err := range Mini(t, "mini:dev").Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if taken[e.Lang] {
			continue
		}
		taken[e.Lang] = true
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if !taken["en"] || !taken["zh"] {
		t.Fatalf("mini:dev has the languages %v", taken)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Mini returns the data set that the binary carries, or a part of it, by its name.
func Mini(t testing.TB, name string) *bench.Set {
	t.Helper()
	fsys, err := mini.FS(name)
	if err != nil {
		t.Fatal(err)
	}
	set, err := bench.OpenFS(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}
