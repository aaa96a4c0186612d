package bench

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// overlaid applies errata to the good episode and to one like it, g2, that has
// a question p9 more.
func overlaid(t *testing.T, errata string) ([]*Episode, error) {
	t.Helper()
	g := good(t)
	s, err := OpenFS(fstest.MapFS{
		"a.jsonl": {Data: []byte(g)},
		"b.jsonl": {Data: []byte(swap(t, g, "en-diet-001", "g2", `"questions":[`, `"questions":[{"id":"p9","type":"abstain","text":"And?","answer":"No record.","support":[]},`))},
	}, "set")
	if err != nil {
		t.Fatal(err)
	}
	x, err := OpenErrata(filepath.Join(writeTree(t, map[string]string{"errata.jsonl": errata}), "errata.jsonl"))
	if err != nil {
		return nil, err
	}
	var out []*Episode
	for e, err := range x.Apply(s.Episodes()) {
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

func TestErrataDropAndCorrect(t *testing.T) {
	got, err := overlaid(t, `{"episode":"g2","question":"q1","drop":true,"reason":"unclear"}

{"question":"p9","type":"single_hop","text":"Allergic to?","answer":"Prawns","support":["m1"],"rubric":{"must":[["prawn"]]},"asked_after":"s2","time":"2026-01-08"}
{"episode":"en-diet-001","question":"q1","rubric":{"must":[["shell"]]}}
`)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, q := range got[1].Questions {
		ids = append(ids, q.ID)
	}
	if diff := cmp.Diff([]string{"p9", "q2", "q3", "q4", "q5", "q6", "q7"}, ids); diff != "" {
		t.Error(diff)
	}
	when, err := ParseTime("2026-01-08")
	if err != nil {
		t.Fatal(err)
	}
	want := Question{ID: "p9", Type: SingleHop, Text: "Allergic to?", Answer: "Prawns", Support: got[1].Questions[0].Support, AskedAfter: "s2", Time: &when, Rubric: &Rubric{Must: [][]string{{"prawn"}}}}
	if diff := cmp.Diff(want, got[1].Questions[0], cmp.AllowUnexported(Time{})); diff != "" {
		t.Error(diff)
	}
	if r := got[0].Questions[0].Rubric; len(got[0].Questions) != 7 || r.Must[0][0] != "shell" || r.MustNot != nil {
		t.Errorf("%+v: a corrected rubric replaces the old one whole", r)
	}
}

func TestErrataFailLoudly(t *testing.T) {
	for name, c := range map[string]struct{ errata, want string }{
		"a question of two episodes":           {`{"question":"q1","drop":true}`, ":1: erratum: episodes en-diet-001 and g2 both have a question q1"},
		"a question of none":                   {`{"question":"q99","drop":true}`, ":1: erratum: there is no question q99"},
		"a question that another episode has":  {`{"episode":"en-diet-001","question":"p9","drop":true}`, "there is no question p9 in episode en-diet-001"},
		"two for one question":                 {"{\"question\":\"p9\",\"drop\":true}\n{\"question\":\"p9\",\"answer\":\"x\"}", ":2: erratum: question p9 of episode g2 has one already in line 1"},
		"nothing to change":                    {`{"question":"p9","reason":"?"}`, "changes nothing"},
		"no question":                          {`{"drop":true}`, "names no question"},
		"both":                                 {`{"question":"p9","drop":true,"answer":"x"}`, "as well"},
		"a member with a spelling of its own":  {`{"question":"p9","anwser":"x"}`, "anwser"},
		"a torn line":                          {"{\"question\":\"p9\",\"drop\":true}\n{\"question\":", ":2: not an erratum"},
		"a support that is not in the bank":    {`{"question":"p9","type":"update","support":["m3"]}`, "support[0]: key \"m3\" is not in the bank"},
		"a gold answer that fails its rubric":  {`{"question":"p9","rubric":{"must":[["x"]]}}`, "fails its own rubric"},
		"a session to ask after that is none":  {`{"question":"p9","asked_after":"s8"}`, "is the id of no session"},
		"a type that does not go with support": {`{"question":"p9","type":"rule"}`, "needs support"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := overlaid(t, c.errata); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			} else if _, ok := errors.AsType[*LineError](err); !ok {
				t.Errorf("%v is no LineError", err)
			}
		})
	}
	if _, err := overlaid(t, "\n"); !errors.Is(err, ErrUnusable) {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := OpenErrata(t.TempDir() + "/none"); !errors.Is(err, ErrUnusable) {
		t.Errorf("a missing file: %v", err)
	}
}
