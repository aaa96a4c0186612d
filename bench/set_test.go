package bench

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// line returns a minimal episode line.
func line(id string) string {
	return `{"schema":"dyadmem/episode/v1","id":"` + id + `","lang":"en","focus":"user","domain":"other","agent":{"id":"a"},"user":{"id":"u"},"sessions":[],"questions":[]}`
}

// writeTree writes files into a new folder and returns its path.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func ids(t *testing.T, s *Set) []string {
	t.Helper()
	var out []string
	for e, err := range s.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.ID)
	}
	return out
}

func TestOpenReadsFilesInOrder(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"b.jsonl":        "\ufeff" + line("b1") + "\r\n\n  " + line("b2"), // BOM, CRLF, a blank line, no last line break
		"a/deep.jsonl":   line("a1") + "\n",
		"notes.txt":      "not read",
		"c.json":         "not read",
		".hidden.jsonl":  "not read",
		".git/x.jsonl":   "not read",
		"empty.jsonl":    "",
		"one.jsonl.part": "not read",
	})
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a1", "b1", "b2"}, ids(t, s)); diff != "" {
		t.Error(diff)
	}
	one, err := Open(filepath.Join(dir, "b.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b1", "b2"}, ids(t, one)); diff != "" {
		t.Error(diff)
	}
	mem, err := OpenFS(fstest.MapFS{"x.jsonl": {Data: []byte(line("x"))}}, "mini")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"mini/x.jsonl"}, mem.Files()); diff != "" {
		t.Error(diff)
	}
}

func TestOpenRefusesWhatCannotBeUsed(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"empty.jsonl":     "",
		"blank.jsonl":     "\n \n",
		"none/readme.txt": "x",
		"gz/x.jsonl.gz":   "\x1f\x8bthis is no gzip",
	})
	for name, want := range map[string]string{
		"missing":     "no such file",
		"empty.jsonl": "is empty",
		"blank.jsonl": "is empty",
		"none":        "no .jsonl",
		"gz":          "gzip",
	} {
		_, err := Open(filepath.Join(dir, name))
		if !errors.Is(err, ErrUnusable) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("Open(%s) = %v, want ErrUnusable with %q", name, err, want)
		}
		if strings.Contains(fmt.Sprint(err), "\n") {
			t.Errorf("Open(%s): the message has more than one line: %q", name, err)
		}
	}
}

func TestEpisodesNamesTheBrokenLine(t *testing.T) {
	long := line("long")
	for name, c := range map[string]struct{ text, want string }{
		"a torn last line":       {line("a") + "\n" + long[:len(long)-9], ":2: the last line is torn"},
		"a broken line":          {line("a") + "\n{\"schema\":\n" + line("b") + "\n", ":2: not an episode"},
		"another schema":         {strings.Replace(line("a"), "v1", "v9", 1), `the schema is "dyadmem/episode/v9"`},
		"a member twice":         {strings.Replace(line("a"), `"id"`, `"lang":"en","id"`, 1), `:1: not an episode`},
		"bytes that are no UTF8": {strings.Replace(line("a"), `"a"`, "\"\xff\"", 1), `:1: not an episode`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := OpenFS(fstest.MapFS{"f.jsonl": {Data: []byte(c.text)}}, "x")
			if err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range s.Episodes() {
				if last != nil {
					t.Fatal("something follows the error")
				}
				last = err
			}
			le, ok := errors.AsType[*LineError](last)
			if !ok || !strings.Contains(last.Error(), c.want) || le.File != "x/f.jsonl" {
				t.Errorf("got %v, want a LineError of x/f.jsonl with %q", last, c.want)
			}
		})
	}
}

func TestWriterReadsBackAndHashIgnoresPacking(t *testing.T) {
	dir := t.TempDir()
	var hashes []string
	for _, name := range []string{"p.jsonl", "g.jsonl.gz", "z.jsonl.zst"} {
		path := filepath.Join(dir, name)
		w, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for i := range 300 {
			e := &Episode{ID: fmt.Sprint("e", i), Sessions: []Session{}, Questions: []Question{{Text: strings.Repeat("长", 1000)}}}
			if err := w.Write(e); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s stands before Close", name)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(t, s); len(got) != 300 || got[299] != "e299" {
			t.Errorf("%s: read %d episodes back", name, len(got))
		}
		h, err := s.Hash()
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, h)
	}
	if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
		t.Errorf("hashes differ by compression: %v", hashes)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestCreateRefusesWhatItCannotWrite(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "no", "such", "x.jsonl")} {
		if _, err := Create(path); !errors.Is(err, ErrUnusable) {
			t.Errorf("Create(%s) = %v, want ErrUnusable", path, err)
		}
	}
}

func TestAbortLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "x.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(&Episode{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestTruncatedGzipIsReportedWithItsLine(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.jsonl.gz")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		if err := w.Write(&Episode{ID: fmt.Sprintf("e%x", i*2654435761)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	var last error
	for _, err := range s.Episodes() {
		n++
		last = err
	}
	if le, ok := errors.AsType[*LineError](last); !ok || le.Line != n {
		t.Errorf("after %d episodes: %v, want a LineError of that line", n, last)
	}
}

// Whatever bytes a file has: reading ends, and where it succeeds, the same
// bytes under gzip read the same.
func FuzzSet(f *testing.F) {
	f.Add([]byte(line("a") + "\n\n" + line("b")))
	f.Add([]byte("\ufeff" + line("a") + "\r\n{"))
	f.Add([]byte("\x1f\x8b\x08\x00junk"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00junk"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := OpenFS(fstest.MapFS{"x.jsonl": {Data: text}}, "set")
		if err != nil {
			return
		}
		n, failed := 0, false
		for _, err := range s.Episodes() {
			if failed {
				t.Fatal("something follows an error")
			}
			if failed = err != nil; !failed {
				n++
			}
		}
		want, err := s.Hash()
		if err != nil || bytes.HasPrefix(text, []byte{0x1f, 0x8b}) || bytes.HasPrefix(text, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
			return
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(text)
		z.Close()
		p, err := OpenFS(fstest.MapFS{"x.jsonl.gz": {Data: packed.Bytes()}}, "set")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.Hash(); err != nil || got != want {
			t.Errorf("hash %s packed, %s plain, %v", got, want, err)
		}
	})
}
