package convert

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem/bench"
)

// An Input is what a converter reads: one file, or the .json files of a folder
// and its subfolders.
type Input struct {
	fsys  fs.FS
	files []string
	names []string // the same files as messages name them
}

// Open opens the file or folder at path. The error wraps [bench.ErrUnusable]
// if it cannot be read or holds no .json file.
func Open(path string) (*Input, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w: no such file or folder", path, bench.ErrUnusable)
	}
	if info.IsDir() {
		in, err := OpenFS(os.DirFS(path))
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", path, err)
		}
		for i, f := range in.files {
			in.names[i] = filepath.Join(path, f)
		}
		return in, nil
	}
	dir, name := filepath.Split(filepath.Clean(path))
	if dir == "" {
		dir = "."
	}
	return &Input{fsys: os.DirFS(dir), files: []string{name}, names: []string{path}}, nil
}

// OpenFS opens the .json files of fsys, in the order of their names; runs of
// digits are compared as numbers.
func OpenFS(fsys fs.FS) (*Input, error) {
	in := &Input{fsys: fsys}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, ".json") {
			in.files = append(in.files, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", bench.ErrUnusable, err)
	}
	if len(in.files) == 0 {
		return nil, fmt.Errorf("%w: no .json file is in this folder", bench.ErrUnusable)
	}
	slices.SortFunc(in.files, naturalOrder)
	in.names = slices.Clone(in.files)
	return in, nil
}

// naturalOrder puts dialogue_2 before dialogue_10.
func naturalOrder(a, b string) int {
	pad := func(s string) string {
		var out strings.Builder
		for i := 0; i < len(s); {
			j := i
			for j < len(s) && '0' <= s[j] && s[j] <= '9' {
				j++
			}
			if n, err := strconv.ParseUint(s[i:j], 10, 63); err == nil {
				fmt.Fprintf(&out, "%020d", n)
				i = j
				continue
			}
			out.WriteByte(s[i])
			i++
		}
		return out.String()
	}
	return strings.Compare(pad(a), pad(b))
}

// each decodes file after file and hands those on that are objects. A file
// that is not JSON, or that convert says is something else, is counted and left
// out; if none is left, that is an error.
func (in *Input) each(ctx context.Context, r *Report, convert func(name string, root object) (bool, error)) error {
	var first string // why the first file was left out
	drop := func(i int, reason string) {
		if first == "" {
			first = in.names[i] + ": " + reason
		}
		r.dropped(Files, reason)
	}
	for i, file := range in.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := fs.ReadFile(in.fsys, file)
		if err != nil {
			return fmt.Errorf("%w: %w", bench.ErrUnusable, err)
		}
		r.read(Files, 1)
		root, err := decode(b)
		if err != nil {
			drop(i, "not JSON")
			continue
		}
		fits := false
		if o, ok := root.(object); ok {
			if fits, err = convert(strings.TrimSuffix(filepath.Base(file), ".json"), o); err != nil {
				return fmt.Errorf("%s: %w", in.names[i], err)
			}
		}
		if fits {
			r.mapped(Files)
		} else {
			drop(i, "not of this format")
		}
	}
	if r.Mapped[Files] == 0 {
		return fmt.Errorf("%w: no file is of the format %s (%s)", bench.ErrUnusable, r.Format, first)
	}
	return nil
}

// An object is a JSON object as it comes, of whatever members.
type object = map[string]any

// decode reads JSON that need not be strict: bytes that are not UTF-8 become
// U+FFFD, of members of one name the last counts.
func decode(b []byte) (any, error) {
	var v any
	err := json.Unmarshal(bytes.TrimPrefix(b, []byte("\ufeff")), &v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	return v, err
}
