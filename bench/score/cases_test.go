package score

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/dyadmem/dyadmem/bench"
)

// TestCases scores the hand-made cases in testdata/cases. A case is an archive
// of an episode, the predictions for it one a line, perhaps links that stand in
// for those of the judge exact, and in want a line for each figure, with the
// arithmetic as comments.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			c := readCase(t, file)
			got := c.summary(t)
			if len(c.want) == 0 {
				t.Fatal("the case wants nothing")
			}
			for _, w := range c.want {
				if err := w.check(got); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

type scoreCase struct {
	episodes []*bench.Episode
	lines    []*bench.Prediction
	links    []linksOf
	want     []want
}

// linksOf are the links of one unit: a session of a stage, or what "handed",
// "bank" or "captured" hold for a question.
type linksOf struct {
	Of      string       `json:"of"`
	Episode string       `json:"episode"`
	Unit    string       `json:"unit"`
	Links   []bench.Link `json:"links"`
}

func readCase(t *testing.T, file string) *scoreCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := new(scoreCase)
	for _, f := range txtar.Parse(data).Files {
		switch {
		case strings.HasSuffix(f.Name, "episode.json"):
			e := new(bench.Episode)
			decode(t, f.Name, f.Data, e)
			c.episodes = append(c.episodes, e)
		case f.Name == "predictions.jsonl":
			for _, line := range lines(f.Data) {
				p := new(bench.Prediction)
				decode(t, line, []byte(line), p)
				c.lines = append(c.lines, p)
			}
		case f.Name == "links.jsonl":
			for _, line := range lines(f.Data) {
				var l linksOf
				decode(t, line, []byte(line), &l)
				c.links = append(c.links, l)
			}
		case f.Name == "want":
			for _, line := range lines(f.Data) {
				c.want = append(c.want, parseWant(t, line))
			}
		default:
			t.Fatalf("%s: unknown file %s", file, f.Name)
		}
	}
	return c
}

// lines returns the lines of data that are not blank, without comments.
func lines(data []byte) []string {
	var out []string
	for _, l := range strings.Split(string(data), "\n") {
		if !strings.HasPrefix(l, "{") {
			l, _, _ = strings.Cut(l, "#")
		}
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

func decode(t *testing.T, what string, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

// tally scores the case.
func (c *scoreCase) tally() *Tally {
	t := new(Tally)
	for _, e := range c.episodes {
		pipelined := false
		for _, p := range c.lines {
			pipelined = pipelined || p.Stage == bench.PipelineCapture
		}
		u := bench.NewUnits(pipelined)
		for _, p := range c.lines {
			if p.Episode == e.ID {
				u.Add(e, p)
			}
		}
		v := exact(e, u)
		for _, l := range c.links {
			if l.Episode == e.ID {
				links := map[string]map[string][]bench.Link{
					"capture": v.Capture, "update": v.Update, "state": v.State, "handed": v.Handed, "bank": v.Bank, "captured": v.Captured,
				}[l.Of]
				links[l.Unit] = l.Links
			}
		}
		t.Add(Episode(e, u, v))
	}
	return t
}

// summary returns the summary as it is read from JSON.
func (c *scoreCase) summary(t *testing.T) any {
	t.Helper()
	data, err := json.Marshal(c.tally().Summary(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var got any
	decode(t, "summary", data, &got)
	return got
}

// A want is a line like "capture.f1 4/7": a path into the summary, and a
// number, a fraction, null, or none for a member that isn't there.
type want struct {
	path, text string
	number     float64
}

func parseWant(t *testing.T, line string) want {
	t.Helper()
	path, text, ok := strings.Cut(line, " ")
	w := want{path: path, text: strings.TrimSpace(text)}
	if !ok {
		t.Fatalf("want %q: no value", line)
	}
	if w.text != "null" && w.text != "none" {
		num, den, fraction := strings.Cut(w.text, "/")
		n, err := strconv.ParseFloat(num, 64)
		if err != nil {
			t.Fatalf("want %q: %v", line, err)
		}
		d := 1.0
		if fraction {
			if d, err = strconv.ParseFloat(den, 64); err != nil {
				t.Fatalf("want %q: %v", line, err)
			}
		}
		w.number = n / d
	}
	return w
}

func (w want) check(summary any) error {
	v := summary
	for _, step := range strings.Split(w.path, ".") {
		switch in := v.(type) {
		case map[string]any:
			x, ok := in[step]
			if !ok {
				if w.text == "none" {
					return nil
				}
				return fmt.Errorf("%s: no member %q", w.path, step)
			}
			v = x
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return fmt.Errorf("%s: no element %q of %d", w.path, step, len(in))
			}
			v = in[i]
		default:
			return fmt.Errorf("%s: nothing at %q", w.path, step)
		}
	}
	switch v := v.(type) {
	case nil:
		if w.text == "null" {
			return nil
		}
	case float64:
		if w.text != "null" && w.text != "none" && math.Abs(v-w.number) < 1e-12 {
			return nil
		}
	}
	return fmt.Errorf("%s = %v, want %s", w.path, v, w.text)
}
