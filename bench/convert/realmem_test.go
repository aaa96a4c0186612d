package convert

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dyadmem/dyadmem/bench"
)

func published(t *testing.T, elem ...string) string {
	t.Helper()
	dir := os.Getenv("DYADMEM_DATA")
	if dir == "" {
		t.Skip("DYADMEM_DATA does not name a folder with the public data sets")
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}

func TestRealMemPublished(t *testing.T) {
	in, err := Open(published(t, "realmem"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "realmem.jsonl")
	if p := os.Getenv("OUT"); p != "" {
		path = p
	}
	out, err := bench.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Abort()
	r, err := RealMem(t.Context(), in, out)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	r.WriteText(os.Stdout)
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
	t.Log(len(v.Warnings))
	st, err := bench.NewStats(set.Episodes())
	if err != nil { t.Fatal(err) }
	st.WriteText(os.Stdout)
}
