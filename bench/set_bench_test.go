package bench

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// manyEpisodes is a file of n episodes like the good one.
func manyEpisodes(b *testing.B, n int) fs.FS {
	g := good(b)
	var out strings.Builder
	for i := range n {
		out.WriteString(swap(b, g, "en-diet-001", fmt.Sprint("e", i)) + "\n")
	}
	return fstest.MapFS{"many.jsonl": {Data: []byte(out.String())}}
}

func benchmarkSet(b *testing.B, pass func(*Set) error) {
	fsys := manyEpisodes(b, 200)
	info, err := fs.Stat(fsys, "many.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	s, err := OpenFS(fsys, "many")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		if err := pass(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSetLines(b *testing.B) {
	benchmarkSet(b, func(s *Set) error { _, err := s.Hash(); return err })
}

func BenchmarkSetEpisodes(b *testing.B) {
	benchmarkSet(b, func(s *Set) error {
		for _, err := range s.Episodes() {
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func BenchmarkValidate(b *testing.B) {
	benchmarkSet(b, func(s *Set) error { _, err := Validate(b.Context(), s); return err })
}
