package score

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// TestRecallAgreesWithTrecEval holds the figures of Recall against what
// trec_eval says of the same run (testdata/trec/make.py): recall at n is its
// R-precision.
func TestRecallAgreesWithTrecEval(t *testing.T) {
	questions, predictions := map[string]*bench.Question{}, map[string]*bench.Prediction{}
	for _, f := range fields(t, "testdata/trec/qrels.txt") {
		q := questions[f[0]]
		if q == nil {
			q = &bench.Question{ID: f[0]}
			questions[f[0]] = q
		}
		q.Support = append(q.Support, dyadmem.EntryKey(f[2]))
	}
	for _, f := range fields(t, "testdata/trec/run.txt") {
		p := predictions[f[0]]
		if p == nil {
			p = new(bench.Prediction)
			predictions[f[0]] = p
		}
		p.Keys = append(p.Keys, dyadmem.EntryKey(f[2]))
	}
	if len(questions) < 50 {
		t.Fatalf("%d questions, want the stored run", len(questions))
	}
	metrics := map[string]Metric[Recalled]{
		"Rprec": recallAtN, "set_recall": recallAtAll, "recall_16": recallAtAll, "set_P": recallPrecision,
		"ndcg_cut_10": recallNDCGAt10, "recip_rank": recallMRR, "P_1": recallHitAt1,
	}
	compared := 0
	for _, f := range fields(t, "testdata/trec/expected.txt") {
		m, ok := metrics[f[0]]
		if !ok {
			t.Fatalf("measure %s is stored and not compared", f[0])
		}
		want, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := quotient(m.Terms(recall(questions[f[1]], predictions[f[1]], 0))).Value()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s of %s = %v, trec_eval says %v", m.Name, f[1], got, want)
		}
		compared++
	}
	if compared < 7*50 {
		t.Errorf("only %d values were compared", compared)
	}
	// Over all questions, those without a line count 0 (trec_eval -c).
	for name, m := range metrics {
		var sum Terms
		for id, q := range questions {
			sum.add(m.Terms(recall(q, predictions[id], 0)))
		}
		var want float64
		for _, f := range fields(t, "testdata/trec/expected.txt") {
			if f[0] == name {
				v, _ := strconv.ParseFloat(f[2], 64)
				want += v / float64(len(questions))
			}
		}
		if got, _ := quotient(sum).Value(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s over all = %v, trec_eval -c says %v", m.Name, got, want)
		}
	}
}

func fields(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		out = append(out, strings.Fields(s.Text()))
	}
	return out
}
