package judge

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

func TestCalibrationArithmetic(t *testing.T) {
	// exact says "same" of lines 1, 2 and 5: tp 2, fp 1, fn 1, tn 1.
	// accuracy 3/5; kappa: po 0.6, pe (3·3 + 2·2)/25 = 0.52, (0.6−0.52)/0.48 = 1/6.
	pairs := `
{"a":"Tea","b":"tea","same":true}
{"a":"one  two","b":"one two","same":true}
{"a":"tea","b":"chai","same":true}
{"a":"tea","b":"coffee","same":false}
{"a":"same words","b":"same words","same":false}`
	c, err := Calibrate(t.Context(), Exact{}, strings.NewReader(pairs))
	if err != nil {
		t.Fatal(err)
	}
	two, half := 2.0/3, 0.5
	want := map[string]*float64{"accuracy": new(float64), "precision": &two, "recall": &two, "specificity": &half, "f1": &two, "kappa": new(float64)}
	*want["accuracy"], *want["kappa"] = 0.6, 1.0/6
	got := map[string]*float64{"accuracy": c.Accuracy, "precision": c.Precision, "recall": c.Recall, "specificity": c.Specificity, "f1": c.F1, "kappa": c.Kappa}
	near := cmp.Comparer(func(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.N != 5 || c.Judge != "exact" || c.Version == "" || c.KappaCI[0] > *c.Kappa || c.KappaCI[1] < *c.Kappa {
		t.Errorf("calibration %+v", c)
	}
	if len(c.Wrong) != 2 || c.Wrong[0].Line != 4 || c.Wrong[1].Line != 6 {
		t.Errorf("misses %+v, want lines 4 and 6", c.Wrong)
	}
}

func TestCalibrationWithoutADenominatorIsNull(t *testing.T) {
	c, err := Calibrate(t.Context(), Exact{}, strings.NewReader(`{"a":"x","b":"x","same":true}`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Specificity != nil || c.Kappa != nil || c.Accuracy == nil {
		t.Errorf("specificity %v, kappa %v, accuracy %v", c.Specificity, c.Kappa, c.Accuracy)
	}
	c, err = Calibrate(t.Context(), Exact{}, strings.NewReader(`{"a":"x","b":"y","same":true}`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Precision != nil || c.Recall == nil || c.F1 != nil {
		t.Errorf("precision %v, recall %v, F1 %v of a judge that found nothing", c.Precision, c.Recall, c.F1)
	}
}

func TestParsePair(t *testing.T) {
	ev := func(ids ...dyadmem.TurnRef) []dyadmem.TurnRef { return ids }
	for _, tt := range []struct {
		name, line string
		want       *Pair
	}{
		{"texts alone", `{"a":"x","b":"y","same":false}`, &Pair{A: bench.Entry{Content: "x"}, B: bench.Entry{Content: "y"}}},
		{"evidence, kinds and turns by id", `{"a":"x","b":"y","same":true,"a_evidence":["t1"],"b_evidence":["t1","t2"],"kinds":["fact","episodic"],"turns":{"t1":"hello"}}`,
			&Pair{A: bench.Entry{Content: "x", Kind: dyadmem.Fact, Evidence: ev("t1")}, B: bench.Entry{Content: "y", Kind: dyadmem.Episodic, Evidence: ev("t1", "t2")}, Same: true, Turns: map[dyadmem.TurnRef]string{"t1": "hello"}}},
		{"one kind is that of both, turns as a list", `{"a":"x","b":"y","same":true,"kinds":["fact"],"turns":[{"id":"t1","speaker":"user","text":"hello"}]}`,
			&Pair{A: bench.Entry{Content: "x", Kind: dyadmem.Fact}, B: bench.Entry{Content: "y", Kind: dyadmem.Fact}, Same: true, Turns: map[dyadmem.TurnRef]string{"t1": "hello"}}},
		{"entries as objects, turns as objects by id", `{"a":{"content":"x","kind":"fact"},"b":{"content":"y","evidence":["t1"]},"same":true,"b_kind":"fact","turns":{"t1":{"speaker":"user","text":"hello"}}}`,
			&Pair{A: bench.Entry{Content: "x", Kind: dyadmem.Fact}, B: bench.Entry{Content: "y", Kind: dyadmem.Fact, Evidence: ev("t1")}, Same: true, Turns: map[dyadmem.TurnRef]string{"t1": "hello"}}},
		{"unknown members are ignored", `{"a":"x","b":"y","same":true,"lang":"en","why":"unit"}`, &Pair{A: bench.Entry{Content: "x"}, B: bench.Entry{Content: "y"}, Same: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParsePair([]byte(tt.line))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.Comparer(func(a, b bench.Time) bool { return a.Equal(b.Time) })); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCalibrateSaysWhatIsWrong(t *testing.T) {
	for _, tt := range []struct{ name, lines, want string }{
		{"an empty file", "\n\n", "no line to judge"},
		{"no a", `{"b":"y","same":true}`, `line 1: "a" is missing`},
		{"an empty b", `{"a":"x","b":"","same":true}`, `line 1: "b" is empty`},
		{"no label", "{\"a\":\"x\",\"b\":\"y\",\"same\":true}\n{\"a\":\"x\",\"b\":\"y\"}", `line 2: "same" is missing`},
		{"a label of another type", `{"a":"x","b":"y","same":"yes"}`, "line 1"},
		{"an unknown kind", `{"a":"x","b":"y","same":true,"a_kind":"trait"}`, `unknown kind "trait"`},
		{"broken JSON", `{"a":`, "line 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Calibrate(t.Context(), Lexical{}, strings.NewReader(tt.lines))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
		})
	}
}

// The judges on labelled pairs in which word overlap is misleading, on purpose:
// those that they were tuned on, and a few that were written after the tuning
// (what these showed was mended, but no threshold was moved for them).
func TestJudgesOnLabelledPairs(t *testing.T) {
	for _, tt := range []struct {
		judge                 Equivalence
		file, lang            string
		specificity, accuracy float64
	}{
		{Lexical{}, "tune", "en", 0.95, 0.80},
		{Lexical{}, "tune", "zh", 0.95, 0.80},
		{Lexical{}, "check", "en", 0.85, 0.60},
		{Lexical{}, "check", "zh", 0.85, 0.60},
		{Anchored{}, "tune_anchored", "en", 0.95, 0.85},
		{Anchored{}, "tune_anchored", "zh", 0.95, 0.85},
		// Of other writers: near copies with one thing changed, other memories
		// of the turn, and looser wordings of the same.
		{Lexical{}, "tune_2", "en", 0.90, 0.60},
		{Lexical{}, "tune_2", "zh", 0.90, 0.70},
		{Anchored{}, "tune_anchored_2", "en", 0.85, 0.80},
		{Anchored{}, "tune_anchored_2", "zh", 0.85, 0.80},
		// By authors whom nobody tuned on.
		{Anchored{}, "../../audit/judges/anchored_7", "en", 0.80, 0.75},
		{Anchored{}, "../../audit/judges/anchored_7", "zh", 0.80, 0.75},
		{Anchored{}, "../../audit/judges/anchored_8", "en", 0.80, 0.75},
		{Anchored{}, "../../audit/judges/anchored_8", "zh", 0.80, 0.75},
		{Anchored{}, "check_anchored", "en", 0.80, 0.75},
		{Anchored{}, "check_anchored", "zh", 0.80, 0.75},
		// What readers noted of real sessions beside gold, and such notes with
		// one thing turned to the contrary; read_check is of other episodes.
		{Anchored{}, "read", "en", 0.85, 0.80},
		{Anchored{}, "read", "zh", 0.80, 0.75},
		{Anchored{}, "read_check", "en", 0.85, 0.80},
		{Anchored{}, "read_check", "zh", 0.85, 0.80},
		// Pairs that share few words if they are the same, and many if not.
		{Anchored{}, "loose", "en", 0.80, 0.75},
		{Anchored{}, "loose", "zh", 0.80, 0.75},
	} {
		t.Run(fmt.Sprintf("%s on %s in %s", tt.judge.Name(), tt.file, tt.lang), func(t *testing.T) {
			c, err := Calibrate(t.Context(), tt.judge, bytes.NewReader(pairsIn(t, tt.file, tt.lang)))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("n %d, specificity %.3f, accuracy %.3f, recall %.3f", c.N, *c.Specificity, *c.Accuracy, *c.Recall)
			if *c.Specificity < tt.specificity || *c.Accuracy < tt.accuracy {
				t.Errorf("specificity %.3f, accuracy %.3f; want at least %.2f and %.2f", *c.Specificity, *c.Accuracy, tt.specificity, tt.accuracy)
			}
		})
	}
}

// pairsIn returns the lines of a file of pairs in one language. A prediction
// that says what gold does and another memory besides is left out: matching may
// take it either way.
func pairsIn(t *testing.T, file, lang string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var kept [][]byte
	for line := range bytes.Lines(data) {
		merged := bytes.Contains(line, []byte(`"same": false, "entails": true`))
		if bytes.Contains(line, []byte(`"lang": "`+lang+`"`)) && !merged {
			kept = append(kept, line)
		}
	}
	return bytes.Join(kept, nil)
}

// A judge must not live on word overlap: on its pairs that is no better than chance.
func TestOverlapIsMisleading(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		var same, different []float64
		for line := range bytes.Lines(pairsIn(t, "tune", lang)) {
			p, err := ParsePair(line)
			if err != nil {
				t.Fatal(err)
			}
			c := new(Case)
			q := c.compare(c.read(p.A.Content), c.read(p.B.Content))
			if p.Same {
				same = append(same, q.exact)
			} else {
				different = append(different, q.exact)
			}
		}
		// The chance that a same pair overlaps more than a different one.
		var wins float64
		for _, s := range same {
			for _, d := range different {
				switch {
				case s > d:
					wins++
				case s == d:
					wins += 0.5
				}
			}
		}
		if auc := wins / float64(len(same)*len(different)); auc > 0.5 {
			t.Errorf("%s: overlap tells same from different with %.2f", lang, auc)
		}
	}
}

func TestCalibrateAnswers(t *testing.T) {
	lines := `
{"plant":"right","answer":"On the 5th of each month","correct":true,"gold":"On the 5th","rubric":{"must":[["5th","fifth"]],"must_not":["1st"]}}
{"plant":"stale","answer":"On the 1st","correct":false,"gold":"On the 5th","rubric":{"must":[["5th","fifth"]],"must_not":["1st"]}}
{"plant":"paraphrased","answer":"Four days after the month begins","correct":true,"gold":"On the 5th","rubric":{"must":[["5th","fifth"]]}}
{"plant":"unjudged","answer":"?","correct":false,"gold":"On the 5th"}`
	c, err := CalibrateAnswers(t.Context(), Rubric{}, strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	if c.N != 4 || c.Undecided != 1 || *c.Recall != 0.5 || *c.Specificity != 1 {
		t.Errorf("n %d, undecided %d, recall %v, specificity %v", c.N, c.Undecided, *c.Recall, *c.Specificity)
	}
	for _, tt := range []struct{ line, want string }{
		{`{"correct":true}`, `"answer" is missing`},
		{`{"answer":"x"}`, `"correct" is missing`},
	} {
		if _, err := CalibrateAnswers(t.Context(), Rubric{}, strings.NewReader(tt.line)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v does not say %q", err, tt.want)
		}
	}
}
