package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/score"
	"github.com/dyadmem/dyadmem/bench/stats"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test -update makes it)", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got, go test -update accepts it):\n%s", name, diff)
	}
}

func ratio(name string, num, den float64) score.Figure {
	return score.Figure{Name: name, Value: stats.Ratio{Num: num, Den: den}}
}

func n(name string, n int) score.Figure {
	return score.Figure{Name: name, Value: stats.Defined(float64(n)), Count: true}
}

// sample is a made-up summary in which all that can be shown is shown.
func sample() *score.Summary {
	s := &score.Summary{
		Schema: score.SummarySchema, System: "rules",
		Judges:   score.Judges{Equivalence: "anchored", EquivalenceVersion: "2", Answers: "rubric", AnswersVersion: "1"},
		Data:     bench.Survey{Episodes: 5, Sessions: 24, Turns: 1207, Questions: 90},
		Repeated: 1, Unknown: 12,
		Units: score.Units{
			Capture: &bench.UnitCount{Planned: 24, Done: 22, Failed: 1, Missing: 1}, Update: &bench.UnitCount{Planned: 24, Done: 24},
			Recall: &bench.UnitCount{Planned: 75, Done: 75}, PipelineQA: &bench.UnitCount{Planned: 90, Done: 90},
		},
		Leaky: []string{"e1/q3"},
	}
	kind := func(label string, tp, predicted, gold float64) score.Group {
		return score.Group{Label: label, Figures: score.Figures{
			n("tp", int(tp)), n("predicted", int(predicted)), n("gold", int(gold)),
			ratio("precision", tp, predicted), ratio("recall", tp, gold), ratio("f1", 2*tp, predicted+gold), ratio("coverage", tp, gold),
		}}
	}
	s.Capture = &score.Block{
		Figures: score.Figures{
			n("tp", 40), n("predicted", 74), n("gold", 120), ratio("precision", 40, 74), ratio("recall", 40, 120), ratio("f1", 80, 194),
			ratio("coverage", 55, 120), ratio("typed_f1", 70, 194), ratio("copied", 3, 74),
		},
		Groupings: []score.Grouping{{By: "by_kind", Groups: []score.Group{kind("fact", 20, 40, 60), kind("agent_identity", 20, 34, 60), kind("episodic", 0, 0, 0)}}},
		Causes:    score.Figures{n("errors.missed.omitted", 70), n("errors.missed.implicit", 10), n("errors.surplus.trivial", 34), n("errors.surplus.duplicate", 0)},
	}
	s.Update = &score.Block{
		Figures: score.Figures{
			ratio("add.f1", 80, 100), ratio("delete.f1", 10, 40), ratio("op_f1", 1.05, 2), ratio("unsafe_deletion_rate", 15, 20),
			ratio("missed_deletes", 0, 5), ratio("state_error", 3.5, 23), n("state_left_out", 1),
		},
		Causes: score.Figures{n("errors.missed.forget.fact", 2), n("errors.unsafe.shared_topic", 15)},
	}
	s.Recall = &score.Block{Figures: score.Figures{
		n("questions", 75), ratio("at_n", 30, 75), ratio("at_n_plus_4", 50.5, 75), ratio("at_all", 70, 75), ratio("precision", 9, 75),
		ratio("hit_at_1", 31, 75), ratio("ndcg_at_10", 41.2, 75), ratio("mrr", 44.4, 75), n("within_k", 6),
	}}
	s.PipelineQA = &score.Block{
		Figures: score.Figures{
			n("questions", 90), n("correct", 41), n("unjudged", 2), n("undecided", 0), ratio("accuracy", 41, 88), ratio("accuracy_valid", 41, 88), ratio("accuracy_answerable", 30, 73),
			ratio("grounded", 28, 30), ratio("ungrounded_correct", 2, 30), ratio("over_abstention", 3, 40), ratio("false_answers", 0, 0), ratio("leaks", 1, 7), ratio("leaked_handed", 2, 7),
			ratio("uram_only", 9, 20), ratio("user_only", 12, 30), ratio("mean_handed", 610, 90), ratio("mean_handed_runes", 30000, 610), ratio("mean_answer_runes", 7000, 90),
			n("handed_long", 1), n("handed_beyond", 4),
		},
		Groupings: []score.Grouping{{By: "by_type", Groups: []score.Group{
			{Label: "single_hop", Figures: score.Figures{n("questions", 40), n("correct", 20), n("abstained", 3), ratio("accuracy", 20, 40), ratio("grounded", 1, 1)}},
			{Label: "temporal", Figures: score.Figures{n("questions", 0)}},
		}}},
		Causes: score.Figures{n("attribution.capture", 30), n("attribution.update", 4), n("attribution.recall", 2), n("attribution.answer", 7), n("attribution.failed", 0)},
	}
	s.Intervals = score.Intervals{
		{Name: "capture.precision", Interval: stats.Interval{Lo: 0.481, Hi: 0.602, OK: true}},
		{Name: "pipeline_qa.accuracy", Interval: stats.Interval{Lo: 0.4, Hi: 0.5, OK: true}},
		{Name: "pipeline_qa.mean_handed", Interval: stats.Interval{Lo: 6, Hi: 7.5, OK: true}},
		{Name: "pipeline_qa.leaks", Interval: stats.Interval{Lo: 0, Hi: 0.5, OK: true, Left: 12}},
	}
	s.LeftOut = score.Figures{n("pipeline_qa.leaks", 12)}
	s.Controls = score.Controls{
		{Name: "none", Figures: score.Figures{ratio("pipeline_qa.accuracy", 5, 88)}},
		{Name: "bm25", Figures: score.Figures{ratio("recall.at_n", 20, 75), ratio("recall.at_all", 60, 75)}},
	}
	return s
}

func TestText(t *testing.T) {
	for name, mended := range map[string]*score.Summary{"summary.txt": nil, "errata.txt": sample()} {
		var b bytes.Buffer
		if err := Of(sample(), mended).Text(&b, false); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		narrow(t, name, b.String())
	}
}

// narrow checks that text fits a terminal of 100 columns.
func narrow(t *testing.T, name, text string) {
	t.Helper()
	for _, l := range strings.Split(text, "\n") {
		if w := uniseg.StringWidth(l); w > width {
			t.Errorf("%s: %d columns: %s", name, w, l)
		}
	}
}

// Colour adds nothing but colour.
func TestTextInColor(t *testing.T) {
	var plain, color bytes.Buffer
	r := Of(sample(), nil)
	if err := r.Text(&plain, false); err != nil {
		t.Fatal(err)
	}
	if err := r.Text(&color, true); err != nil {
		t.Fatal(err)
	}
	stripped := strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[0m", "").Replace(color.String())
	if color.String() == plain.String() || stripped != plain.String() {
		t.Errorf("without its colour the text is another one:\n%s", cmp.Diff(plain.String(), stripped))
	}
}

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := Of(sample(), nil).Markdown(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.md", b.Bytes())
}

func TestComparison(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	c := &score.Comparison{A: "rules", B: "exec:my_system.py", Episodes: 5, LeastP: 0.0625, Rows: []score.Row{
		{Figure: "capture.f1", A: v(0.41), B: v(0.52), Difference: v(0.11), Interval: &[2]float64{0.04, 0.2}, P: v(0.0002), Holm: v(0.0006), Distinguishable: true},
		{Figure: "update.op_f1", A: v(0.5), B: v(0.4999), Difference: v(-0.0001), Interval: &[2]float64{-0.1, 0.1}, P: v(0.9), Holm: v(1), LeftOut: 3},
		{Figure: "pipeline_qa.leaks"},
		{Figure: "gap_pp", A: v(40), B: v(38), Difference: v(-2), Interval: &[2]float64{-9, 5}, P: v(0.4), Holm: v(0.8)},
	}}
	var text, md bytes.Buffer
	if err := OfComparison(c).Text(&text, false); err != nil {
		t.Fatal(err)
	}
	if err := OfComparison(c).Markdown(&md); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison.txt", text.Bytes())
	golden(t, "comparison.md", md.Bytes())
	narrow(t, "comparison.txt", text.String())
}

// Every line of the table of figures names a figure that there is.
func TestLayoutNamesFigures(t *testing.T) {
	for _, st := range layout() {
		for _, l := range st.lines {
			if score.Explain(l.figure) == "" {
				t.Errorf("%s: no such figure", l.figure)
			}
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteErrors(t *testing.T) {
	r := Of(sample(), nil)
	if r.Text(brokenWriter{}, false) == nil || r.Markdown(brokenWriter{}) == nil {
		t.Error("a writer that fails gives no error")
	}
}
