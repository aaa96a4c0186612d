package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// scrubFlags name the files in which models' calls are kept, for a purge.
type scrubFlags struct {
	Calls   []string `placeholder:"FILE" help:"Files of finished calls, as --calls named them elsewhere: what holds an erased text goes from them and from those of the other roles beside them, and so do all vectors, which do not tell of which text they are."`
	Batch   []string `placeholder:"DIR" help:"Folders of batch files: the requests and replies that hold an erased text go."`
	CallLog []string `placeholder:"FILE" help:"Call logs: the lines that hold an erased text go."`
}

var _ dyadmem.Scrubber = scrubFlags{}

// unnamed says what a purge has not looked into, nil if it was told of any.
func (f scrubFlags) unnamed() []string {
	if len(f.Calls)+len(f.Batch)+len(f.CallLog) > 0 {
		return nil
	}
	return []string{"files of model calls, batch folders and call logs were not looked into, since none was named by --calls, --batch and --call-log: where models were used with any, delete them"}
}

// files returns the files that are there.
func (f scrubFlags) files() (paths []string, err error) {
	for _, base := range f.Calls {
		m := newModels(modelFlags{Calls: base}, "", nil)
		for _, r := range roles() {
			if _, err := os.Stat(m.calls(r)); err == nil {
				paths = append(paths, m.calls(r))
			} else if r == chatRole || !errors.Is(err, fs.ErrNotExist) {
				return nil, usagef("--calls: %v", err)
			}
		}
	}
	for _, log := range f.CallLog {
		if _, err := os.Stat(log); err != nil {
			return nil, usagef("--call-log: %v", err)
		}
		paths = append(paths, log)
	}
	for _, dir := range f.Batch {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".jsonl" {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, usagef("--batch: %v", err)
		}
	}
	return paths, nil
}

// Scrub deletes the lines that hold any of texts, and those that hold vectors.
func (f scrubFlags) Scrub(_ context.Context, _ dyadmem.Dyad, texts, _ []string) (total int, err error) {
	paths, err := f.files()
	if err != nil {
		return 0, err
	}
	var wanted []string
	for _, t := range texts {
		if t = dyadmem.Normalize(t); utf8.RuneCountInString(t) >= shortestScrubbed {
			wanted = append(wanted, t)
		}
	}
	if len(wanted) == 0 {
		return 0, nil
	}
	for _, path := range paths {
		n, err := scrubFile(path, wanted)
		if err != nil {
			return total, fmt.Errorf("scrub %s: %w", path, err)
		}
		total += n
	}
	return total, nil
}

// shortestScrubbed is the fewest characters of a text that is looked for: a
// shorter one stands in every other line and says nothing of anybody.
const shortestScrubbed = 3

// scrubFile deletes lines from a file of JSON lines, and returns how many.
func scrubFile(path string, wanted []string) (n int, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	var kept [][]byte
	for line := range bytes.Lines(raw) {
		var v any
		gone := json.Unmarshal(line, &v) != nil && mentions(string(line), wanted) // a torn line
		if gone = gone || tells(v, wanted); gone {
			n++
			continue
		}
		kept = append(kept, line)
	}
	if n == 0 {
		return 0, nil
	}
	return n, bench.ReplaceFile(path, func(w *bufio.Writer) error {
		for _, line := range kept {
			w.Write(line) // the error is kept until ReplaceFile flushes
		}
		return nil
	})
}

// tells reports whether a JSON value holds one of the wanted texts, in a string or
// in JSON within a string, or a vector.
func tells(v any, wanted []string) bool {
	switch v := v.(type) {
	case string:
		if mentions(v, wanted) {
			return true
		}
		var inner any
		return strings.ContainsAny(v, `{["`) && json.Unmarshal([]byte(v), &inner) == nil && tells(inner, wanted)
	case []any:
		return slices.ContainsFunc(v, func(x any) bool { return tells(x, wanted) })
	case map[string]any:
		for key, x := range v {
			if key == "embedding" || tells(x, wanted) {
				return true
			}
		}
	}
	return false
}

func mentions(text string, wanted []string) bool {
	text = dyadmem.Normalize(text)
	return slices.ContainsFunc(wanted, func(w string) bool { return strings.Contains(text, w) })
}
