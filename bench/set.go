package bench

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/klauspost/compress/zstd"
)

// ErrUnusable says that an input cannot be opened or used at all: it is
// missing, empty, not a file, or a folder that holds none of what is asked for.
var ErrUnusable = errors.New("unusable input")

// A LineError is a line of a file that cannot be read, or that is not what the
// file should hold.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// A Set is a data set on disk or in a file system: one .jsonl file, or a folder
// of them in the order of their names. It holds no episode; each pass over it
// reads anew, one line at a time. The zero Set is empty. A Set is safe for
// concurrent use.
type Set struct {
	fsys  fs.FS
	files []string // paths in fsys
	names []string // the same files as messages name them
}

// Open opens the data set at path: a file of any name, or a folder, whose
// .jsonl, .jsonl.gz and .jsonl.zst files count, those of its subfolders too.
// Compression is told by content. The error wraps [ErrUnusable] if path cannot
// be read or holds no line.
func Open(path string) (*Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open data set %s: %w: %w", path, ErrUnusable, bare(err))
	}
	if info.IsDir() {
		return openFolder(os.DirFS(path), path)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open data set %s: %w: it is no regular file, and a data set is read more than once; write it to a file first", path, ErrUnusable)
	}
	dir, name := filepath.Split(filepath.Clean(path))
	if dir == "" {
		dir = "."
	}
	s := &Set{fsys: os.DirFS(dir), files: []string{name}, names: []string{path}}
	return s, s.check(path)
}

// OpenFS opens the data set in all the .jsonl, .jsonl.gz and .jsonl.zst files of
// fsys. Messages call it name.
func OpenFS(fsys fs.FS, name string) (*Set, error) { return openFolder(fsys, name) }

func openFolder(fsys fs.FS, name string) (*Set, error) {
	s := &Set{fsys: fsys}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && hasEpisodeSuffix(p):
			s.files = append(s.files, p)
			s.names = append(s.names, path.Join(name, p))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("open data set %s: %w: %w", name, ErrUnusable, err)
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("open data set %s: %w: no .jsonl, .jsonl.gz or .jsonl.zst file is in this folder", name, ErrUnusable)
	}
	return s, s.check(name)
}

func hasEpisodeSuffix(p string) bool {
	p = strings.TrimSuffix(strings.TrimSuffix(p, ".gz"), ".zst")
	return strings.HasSuffix(p, ".jsonl")
}

// check returns an error unless s has at least one line.
func (s *Set) check(name string) error {
	for _, err := range s.Lines() {
		if err != nil {
			return fmt.Errorf("open data set %s: %w: %w", name, ErrUnusable, err)
		}
		return nil
	}
	return fmt.Errorf("open data set %s: %w: it is empty; a data set has one episode a line", name, ErrUnusable)
}

// bare returns err without the operation and the path, which the message that
// wraps it already has.
func bare(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// Files returns the names of the files of s, in order.
func (s *Set) Files() []string { return append([]string(nil), s.names...) }

// A Line is one line of a data set, not decoded.
type Line struct {
	File   string
	Number int    // from 1
	Text   []byte // without white space around it; valid until the next line is read
	Open   bool   // the file ends here without a line break
}

// Lines returns the lines of s that are not blank, file after file. A file
// that cannot be opened or read on gives one error, a *LineError with the line
// it stands at, and the next file follows.
func (s *Set) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for i := range s.files {
			if !s.fileLines(i, yield) {
				return
			}
		}
	}
}

// fileLines yields the lines of file i and reports whether to go on.
func (s *Set) fileLines(i int, yield func(Line, error) bool) bool {
	r, err := openPlain(s.fsys, s.files[i])
	if err != nil {
		return yield(Line{File: s.names[i]}, &LineError{s.names[i], 1, err})
	}
	defer r.Close()
	br := bufio.NewReaderSize(r, 1<<16)
	var buf []byte
	for n := 1; ; n++ {
		var err error
		buf, err = readLine(br, buf[:0])
		if err != nil && err != io.EOF {
			return yield(Line{File: s.names[i], Number: n}, &LineError{s.names[i], n, fmt.Errorf("read: %w; the file is cut off or damaged: make it again", err)})
		}
		text := buf
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if !yield(Line{s.names[i], n, text, err == io.EOF}, nil) {
				return false
			}
		}
		if err == io.EOF {
			return true
		}
	}
}

// readLine appends the next line of br to buf, however long it is.
func readLine(br *bufio.Reader, buf []byte) ([]byte, error) {
	for {
		part, err := br.ReadSlice('\n')
		buf = append(buf, part...)
		if err != bufio.ErrBufferFull {
			return buf, err
		}
	}
}

// Episodes returns the episodes of s in order. An error is a *LineError; it is
// the last thing that is yielded, for a data set with a line missing is another
// data set.
func (s *Set) Episodes() iter.Seq2[*Episode, error] {
	return func(yield func(*Episode, error) bool) {
		for l, err := range s.Lines() {
			if err != nil {
				yield(nil, err)
				return
			}
			e, err := l.Episode()
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Episode decodes l. It checks that l is a JSON object of the right shape and
// schema, not that it keeps the rules of a valid episode.
func (l Line) Episode() (*Episode, error) {
	e := new(Episode)
	if err := json.Unmarshal(l.Text, e); err != nil {
		if l.Open && errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, &LineError{l.File, l.Number, fmt.Errorf("the last line is torn (%w): write the file again, or remove the line", err)}
		}
		return nil, &LineError{l.File, l.Number, fmt.Errorf("not an episode: %w; `dyadmem data validate` lists every fault", err)}
	}
	if e.Schema != EpisodeSchema {
		return nil, &LineError{l.File, l.Number, fmt.Errorf("not an episode: the schema is %q, not %q", e.Schema, EpisodeSchema)}
	}
	return e, nil
}

// Hash returns the SHA-256 of the lines of s in hexadecimal. It depends on the
// episodes as they are written and on their order, not on compression, on how
// they are spread over files, or on white space between them.
func (s *Set) Hash() (string, error) {
	h := sha256.New()
	for l, err := range s.Lines() {
		if err != nil {
			return "", fmt.Errorf("hash data set: %w", err)
		}
		h.Write(l.Text)
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// openPlain opens a file and undoes its compression, gzip or zstd, by the
// first bytes: no JSON text starts like that.
func openPlain(fsys fs.FS, name string) (io.ReadCloser, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, bare(err)
	}
	br := bufio.NewReader(f)
	head, _ := br.Peek(4) // a read error comes again with the first read
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(br)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("read gzip: %w", err)
		}
		return plainReader{z, f}, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1))
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("read zstd: %w", err)
		}
		rc := z.IOReadCloser()
		return plainReader{rc, closers{rc, f}}, nil
	}
	return plainReader{br, f}, nil
}

// A plainReader reads what its closer holds open.
type plainReader struct {
	io.Reader
	io.Closer
}

type closers []io.Closer

func (cs closers) Close() error {
	var errs []error
	for _, c := range cs {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
