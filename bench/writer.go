package bench

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/klauspost/compress/zstd"
)

// A Writer writes episodes, one a line. It is not safe for concurrent use.
// Close has to be called, and its error checked.
type Writer struct {
	w      io.Writer
	finish []func() error // in order, at Close
	abort  []func()       // what Abort does instead
}

// NewWriter returns a Writer on w. Its Close does not close w.
func NewWriter(w io.Writer) *Writer {
	b := bufio.NewWriterSize(w, 1<<16)
	return &Writer{w: b, finish: []func() error{b.Flush}}
}

// Create returns a Writer on the file at path, compressed if its name ends in
// .gz or .zst. The file appears under its name at Close, so a run that is cut
// short leaves no half data set; what stood there before stays until then.
func Create(path string) (*Writer, error) {
	fail := func(err error) (*Writer, error) {
		return nil, fmt.Errorf("create data set %s: %w: %w", path, ErrUnusable, bare(err))
	}
	target := path
	info, err := os.Stat(path)
	inPlace := err == nil && !info.Mode().IsRegular() // a pipe or device: nothing to rename
	switch {
	case err == nil && info.IsDir():
		return fail(errors.New("it is a folder; name a .jsonl file"))
	case !inPlace:
		target = path + ".part"
	}
	f, err := os.Create(target)
	if err != nil {
		return fail(err)
	}
	var z io.WriteCloser
	switch {
	case strings.HasSuffix(path, ".gz"):
		z = gzip.NewWriter(f)
	case strings.HasSuffix(path, ".zst"):
		z, err = zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
		if err != nil {
			f.Close()
			return fail(err)
		}
	}
	var w *Writer
	if z == nil {
		w = NewWriter(f)
	} else {
		w = NewWriter(z)
		w.finish = append(w.finish, z.Close)
	}
	w.abort = append(w.abort, func() { f.Close() })
	if inPlace {
		w.finish = append(w.finish, f.Close)
		return w, nil
	}
	w.finish = append(w.finish, f.Sync, f.Close, func() error { return os.Rename(target, path) })
	w.abort = append(w.abort, func() { os.Remove(target) })
	return w, nil
}

// Write writes e. An empty Schema is written as [EpisodeSchema].
func (w *Writer) Write(e *Episode) error {
	if e.Schema == "" {
		c := *e
		c.Schema = EpisodeSchema
		e = &c
	}
	if err := json.MarshalWrite(w.w, e); err != nil {
		return fmt.Errorf("write episode %s: %w", e.ID, err)
	}
	if _, err := io.WriteString(w.w, "\n"); err != nil {
		return fmt.Errorf("write episode %s: %w", e.ID, err)
	}
	return nil
}

// Close writes what is buffered and puts the file in its place. After the
// first error it stops, and no file is put in place.
func (w *Writer) Close() error {
	finish := w.finish
	w.finish = nil
	for _, f := range finish {
		if err := f(); err != nil {
			w.Abort()
			return fmt.Errorf("close data set: %w", err)
		}
	}
	w.abort = nil
	return nil
}

// Abort gives up a file that Create began and leaves none. After Close it does
// nothing, so it can be deferred.
func (w *Writer) Abort() {
	for _, f := range w.abort {
		f()
	}
	w.finish, w.abort = nil, nil
}
