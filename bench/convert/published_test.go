package convert

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dyadmem/dyadmem/bench"
)

// published returns the path of a public data set.
func published(t *testing.T, elem ...string) string {
	t.Helper()
	dir := os.Getenv("DYADMEM_DATA")
	if dir == "" {
		t.Skip("DYADMEM_DATA does not name a folder with the public data sets")
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}

// Every published file is converted, the counts add up, and what comes out has
// no errors.
func TestPublishedDataSets(t *testing.T) {
	for name, c := range map[string]struct {
		path     []string
		episodes int
	}{
		"realmem":    {[]string{"realmem"}, 5},
		"memorycode": {[]string{"memorycode", "dataset"}, 120},
	} {
		t.Run(name, func(t *testing.T) {
			in, err := Open(published(t, c.path...))
			if err != nil {
				t.Fatal(err)
			}
			f, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "out.jsonl.zst")
			out, err := bench.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			defer out.Abort()
			r, err := f.Convert(t.Context(), in, out)
			if err != nil {
				t.Fatal(err)
			}
			if err := out.Close(); err != nil {
				t.Fatal(err)
			}
			if r.Episodes != c.episodes {
				t.Errorf("%d episodes, want %d", r.Episodes, c.episodes)
			}
			set, err := bench.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			v, err := bench.Validate(t.Context(), set)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range v.Errors {
				t.Error(f)
			}
			if testing.Verbose() {
				r.WriteText(t.Output())
			}
		})
	}
}
