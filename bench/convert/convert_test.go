package convert

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem/bench"
)

// converted runs a format over files and returns the episodes, which have to
// be valid, and the report, which has to add up.
func converted(t testing.TB, format string, files map[string]string) ([]*bench.Episode, *Report, error) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	in, err := OpenFS(fsys)
	if err != nil {
		return nil, nil, err
	}
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := bench.NewWriter(&b)
	r, err := f.Convert(t.Context(), in, out)
	if err != nil {
		return nil, r, err
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); err != nil {
		t.Error(err)
	}
	set, err := bench.OpenFS(fstest.MapFS{"out.jsonl": {Data: b.Bytes()}}, "converted")
	if err != nil {
		t.Fatal(err)
	}
	v, err := bench.Validate(context.Background(), set)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range v.Errors {
		t.Error(f)
	}
	var episodes []*bench.Episode
	for e, err := range set.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		episodes = append(episodes, e)
	}
	if len(episodes) != r.Episodes {
		t.Errorf("the report says %d episodes, %d are written", r.Episodes, len(episodes))
	}
	return episodes, r, nil
}

func TestInputsThatCannotBeUsed(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no .json file":       {"readme.txt": "x"},
		"nothing of the kind": {"a.json": `{"x":1}`, "b.json": `[1]`, "c.json": `not json`},
		"no dialogue":         {"a.json": `{"dialogues":[],"sessions":[],"context":{}}`},
	} {
		for _, f := range Formats() {
			if _, _, err := converted(t, f.Name, files); !errors.Is(err, bench.ErrUnusable) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: %v", f.Name, name, err)
			}
		}
	}
	if _, err := Open(t.TempDir() + "/none"); !errors.Is(err, bench.ErrUnusable) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Lookup("csv"); err == nil || !strings.Contains(err.Error(), "realmem") {
		t.Errorf("an unknown format: %v", err)
	}
}

func TestFilesInNaturalOrder(t *testing.T) {
	in, err := OpenFS(fstest.MapFS{"d_10.json": {}, "d_2.json": {}, "sub/d_1.json": {}, "d_1.json": {}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"d_1.json", "d_2.json", "d_10.json", "sub/d_1.json"}, in.files); diff != "" {
		t.Error(diff)
	}
}

// Whatever the files hold: what is converted is valid and the counts add up,
// or there is an error.
func FuzzConvert(f *testing.F) {
	f.Add(oddPersona)
	f.Add(oddDialogue)
	f.Add(`{"dialogues":[{"dialogue_turns":{"a":[1,null,{"speaker":3}]},"extracted_memory":"x","current_time":7},null,[]]}`)
	f.Add(`{"context":{},"sessions":[{"type":"instruction-add","topic":{"a":["É"]},"text":":: \n: x\nA: b"},3],"instructions":-1,"fillers":{"x":[101]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range Formats() {
			if _, _, err := converted(t, format.Name, map[string]string{"a.json": text, "b.json": oddPersona, "c.json": oddDialogue}); err != nil {
				t.Errorf("%s: %v", format.Name, err)
			}
		}
	})
}
