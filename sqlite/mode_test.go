package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dyadmem/dyadmem/sqlite"
)

// The file and those beside it are their owner's alone; one that is there keeps
// its mode.
func TestMode(t *testing.T) {
	dir := t.TempDir()
	shared := filepath.Join(dir, "shared.db")
	if err := os.WriteFile(shared, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{filepath.Join(dir, "new.db"): 0o600, shared: 0o640} {
		st, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		for _, beside := range []string{"", "-wal"} {
			info, err := os.Stat(path + beside)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("%s%s: %o, want %o", filepath.Base(path), beside, got, want)
			}
		}
	}
}
