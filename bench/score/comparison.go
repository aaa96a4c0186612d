package score

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/dyadmem/dyadmem/bench/stats"
)

// A Comparison holds two runs over the same data against each other.
type Comparison struct {
	A        string  `json:"a"` // the systems
	B        string  `json:"b"`
	Episodes int     `json:"episodes"`
	LeastP   float64 `json:"least_p"` // what no p can fall below with so few episodes
	Rows     []Row   `json:"rows"`
}

// A Row is what the comparison says of a figure that both runs have. What is
// undefined is nil.
type Row struct {
	Figure          string      `json:"figure"`
	A               *float64    `json:"a"`
	B               *float64    `json:"b"`
	Difference      *float64    `json:"difference"` // B − A
	Interval        *[2]float64 `json:"interval"`   // 95 %, of the difference
	P               *float64    `json:"p"`
	Holm            *float64    `json:"p_holm"` // adjusted for the number of rows
	Exact           bool        `json:"exact"`  // every way to swap episodes was tried
	LeftOut         int         `json:"resamples_left_out"`
	Distinguishable bool        `json:"distinguishable"`
}

// Level is the level at which two runs are told apart.
const Level = 0.05

// Compare compares two runs, a and b, in the given figures: the paired
// difference b − a under the same resamples of episodes, and a permutation test
// that swaps the runs' counts of an episode, adjusted by Holm over the figures.
// A figure of a stage that one of the two didn't run is left out. The error says
// where the two are not over the same episodes.
func Compare(a, b *Tally, names []string, seed uint64) (*Comparison, error) {
	if !slices.Equal(a.episodes, b.episodes) {
		return nil, fmt.Errorf("compare runs: they are over different episodes (%d and %d of them)", len(a.episodes), len(b.episodes))
	}
	n := len(a.episodes)
	c := &Comparison{Episodes: n, LeastP: stats.LeastP(n), Rows: []Row{}}
	rows, all := compact(a.rows, b.rows)
	ra, rb := rows[:n], rows[n:]
	sa, sb := stats.Sum(ra), stats.Sum(rb)
	var figures []stats.Figure
	for i, m := range ratios() {
		if slices.Contains(names, m.name) && a.ran(m.needs...) && b.ran(m.needs...) {
			c.Rows = append(c.Rows, Row{Figure: m.name})
			figures = append(figures, all[i])
		}
	}
	if n == 0 || len(figures) == 0 {
		return c, nil
	}
	draws := stats.NewResamples(rand.New(rand.NewPCG(seed, 0)), n, resamples)
	da, db := draws.Sums(ra), draws.Sums(rb)
	tests := stats.Permute(rand.New(rand.NewPCG(seed, 1)), ra, rb, figures)
	for i := range c.Rows {
		c.Rows[i].fill(figures[i], sa, sb, stats.BootstrapDiff(db, da, figures[i]), tests[i])
	}
	c.adjust()
	return c, nil
}

func (r *Row) fill(f stats.Figure, sa, sb []float64, in stats.Interval, test stats.Test) {
	va, vb := f.At(sa), f.At(sb)
	r.A, r.B, r.Difference = pointer(va), pointer(vb), pointer(stats.Diff(vb, va))
	r.LeftOut, r.Exact = in.Left, test.Exact
	if in.OK && r.Difference != nil {
		r.Interval = &[2]float64{in.Lo, in.Hi}
	}
	if test.OK {
		r.P = &test.P
	}
}

// adjust sets the p-values by Holm.
func (c *Comparison) adjust() {
	var ps []float64
	var at []int
	for i, r := range c.Rows {
		if r.P != nil {
			ps, at = append(ps, *r.P), append(at, i)
		}
	}
	for i, p := range stats.Holm(ps) {
		c.Rows[at[i]].Holm = &p
		c.Rows[at[i]].Distinguishable = p < Level
	}
}

func pointer(r stats.Ratio) *float64 {
	v, ok := r.Value()
	if !ok {
		return nil
	}
	return &v
}

// Headline returns the figures that a comparison is about unless it is asked
// for others.
func Headline() []string {
	return []string{
		"capture.precision", "capture.recall", "capture.f1", "capture.coverage",
		"update.add.f1", "update.delete.f1", "update.op_f1", "update.unsafe_deletion_rate", "update.missed_deletes", "update.state_error",
		"recall.at_n", "recall.at_n_plus_4", "recall.at_all", "recall.precision", "recall.hit_at_1", "recall.ndcg_at_10", "recall.mrr",
		"gold_qa.accuracy", "pipeline_qa.accuracy", "gap_pp",
		"pipeline_qa.grounded", "pipeline_qa.over_abstention", "pipeline_qa.false_answers", "pipeline_qa.leaks",
		"pipeline_qa.uram_only", "pipeline_qa.user_only",
	}
}

// FigureNames returns the names of all ratios in the order of the summary.
func FigureNames() []string {
	var names []string
	for _, m := range ratios() {
		names = append(names, m.name)
	}
	return names
}

// Explain returns what the figure of that name is, in a line; empty if there
// is none.
func Explain(name string) string {
	for _, m := range ratios() {
		if m.name == name {
			return m.help
		}
	}
	return ""
}
