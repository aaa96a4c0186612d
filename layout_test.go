package dyadmem_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/dyadmem/dyadmem"

// layout is the import graph of the project: which of its packages each
// package may import, never upward. A new package or a new arrow is a new line
// here. Tests may import more.
var layout = map[string][]string{
	"":                          {},
	"bench":                     {""},
	"bench/convert":             {"", "bench"},
	"bench/mini":                {},
	"bench/internal/fullsize":   {"", "bench", "bench/mini"},
	"bench/judge":               {"", "bench", "lang", "llm"},
	"bench/score":               {"", "bench", "bench/stats", "lang"},
	"bench/stats":               {},
	"bench/report":              {"", "bench", "bench/score", "bench/stats"},
	"lang":                      {},
	"lang/internal/dictgen":     {},
	"lang/internal/stems":       {"lang"},
	"llm":                       {""},
	"llm/llmtest":               {"llm"},
	"stage/gist":                {"", "lang"},
	"stage/capture":             {"", "lang", "stage/gist"},
	"stage/forget":              {"", "lang", "stage/gist", "stage/capture"},
	"stage/forget/internal/fit": {"", "bench", "bench/mini", "stage/forget", "stage/gist"},
	"stage/update":              {"", "lang", "stage/gist", "stage/capture", "stage/forget"},
	"stage/recall":              {"", "lang", "llm", "stage/gist"},
	"stage/answer":              {"", "lang", "stage/gist", "stage/recall"},
	"stage/model":               {"", "lang", "llm", "stage/gist", "stage/recall"},
	"stage":                     {"", "lang", "llm", "stage/gist", "stage/capture", "stage/update", "stage/recall", "stage/answer", "stage/model"},
	"stage/stagetest":           {"", "bench", "bench/mini", "llm/llmtest"},
	"storetest":                 {""},
	"sqlite":                    {""},
	"postgres":                  {""},
	"queue":                     {"", "sqlite", "postgres"},
	"server":                    {"", "queue"},
	"cmd/dyadmem":               {"*"},
}

// rootMayImport is what the bottom of the graph stands on.
var rootMayImport = []string{"golang.org/x/text/"}

func TestLayout(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		allowed, ok := layout[name]
		if !ok {
			t.Errorf("package %q is not in the layout: add it with what it may import", name)
			continue
		}
		seen[name] = true
		for _, imp := range p.Imports {
			own := imp == module || strings.HasPrefix(imp, module+"/")
			short := strings.TrimPrefix(strings.TrimPrefix(imp, module), "/")
			switch {
			case own && !slices.Contains(allowed, short) && !slices.Contains(allowed, "*"):
				t.Errorf("%q imports %q, which the layout does not allow", name, short)
			case name == "" && !own && strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") &&
				!slices.ContainsFunc(rootMayImport, func(p string) bool { return strings.HasPrefix(imp, p) }):
				t.Errorf("the root imports %q: it stands on the standard library and golang.org/x/text alone", imp)
			}
		}
	}
	for name := range layout {
		if !seen[name] {
			t.Errorf("package %q is in the layout and not in the tree", name)
		}
	}
}
