package score

import (
	"math/rand/v2"
	"slices"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/stats"
)

// A Tally adds up the Counts of the episodes of a data set: sums for the
// summary, and for the statistics a row of terms an episode. The zero Tally is
// empty. It is not safe for concurrent use: counts are added in the order of
// the data, so that sums are the same to the last bit.
type Tally struct {
	sum      Counts
	episodes []string
	rows     [][]float64 // by episode: the terms of all figures
}

// Add adds the counts of the next episode.
func (t *Tally) Add(c *Counts) {
	t.episodes = append(t.episodes, c.Episode)
	t.rows = append(t.rows, c.row())
	s := &t.sum
	s.Right = append(s.Right, c.Right...)
	for i := range c.ran {
		s.ran[i] = s.ran[i] || c.ran[i]
		s.units[i].Planned += c.units[i].Planned
		s.units[i].Done += c.units[i].Done
		s.units[i].Failed += c.units[i].Failed
		s.units[i].Missing += c.units[i].Missing
	}
	s.repeated += c.repeated
	s.unknown += c.unknown
	s.capture.merge(c.capture)
	s.update.merge(c.update)
	s.recall.merge(c.recall)
	s.gold.merge(c.gold)
	s.pipeline.merge(c.pipeline)
	s.gap.merge(c.gap)
	s.cost.merge(c.cost)
}

// Right returns the answerable questions that Full-Pipeline QA got right, as
// episode/question: of the control without a memory, the leaky ones.
func (t *Tally) Right() []string { return t.sum.Right }

// Options are what a summary says besides its figures.
type Options struct {
	System string
	Judges Judges
	Data   bench.Survey
	Stray  int    // lines for episodes that the data set doesn't have
	Seed   uint64 // of the bootstrap
}

// resamples is how many the bootstrap draws.
const resamples = 1000

// Summary returns the summary of what was added.
func (t *Tally) Summary(o Options) *Summary {
	s := &Summary{
		Schema: SummarySchema, System: o.System, Judges: o.Judges, Data: o.Data,
		Repeated: t.sum.repeated, Unknown: t.sum.unknown + o.Stray,
		LeftOut: Figures{}, Leaky: []string{}, Controls: Controls{}, Cost: t.Cost(),
	}
	if t.ran(bench.CaptureStage) {
		s.Capture, s.Units.Capture = block(captureStage(), &t.sum.capture), &t.sum.units[0]
	}
	if t.ran(bench.UpdateStage) {
		s.Update, s.Units.Update = block(updateStage(), &t.sum.update), &t.sum.units[1]
	}
	if t.ran(bench.RecallStage) {
		s.Recall, s.Units.Recall = block(recallStage(), &t.sum.recall), &t.sum.units[2]
	}
	if t.ran(bench.GoldQA) {
		s.GoldQA, s.Units.GoldQA = block(goldStage(), &t.sum.gold), &t.sum.units[3]
	}
	if t.ran(bench.PipelineQA) {
		s.PipelineQA, s.Units.PipelineQA = block(pipelineStage(), &t.sum.pipeline), &t.sum.units[4]
	}
	if t.ran(bench.GoldQA, bench.PipelineQA) {
		s.Gap = Gap(figures(measures(gapStage().metrics), t.sum.gap.total, nil)[0].Value)
	}
	s.Intervals = t.intervals(o.Seed)
	for _, i := range s.Intervals {
		if i.Left > 0 {
			s.LeftOut = append(s.LeftOut, Figure{Name: i.Name, Value: stats.Defined(float64(i.Left)), Count: true})
		}
	}
	return s
}

// ran reports whether each of stages has a line.
func (t *Tally) ran(stages ...bench.Stage) bool {
	for i, s := range bench.Stages() {
		if slices.Contains(stages, s) && !t.sum.ran[i] {
			return false
		}
	}
	return true
}

// Figures returns the ratios of the stages that were run, by their names in
// the whole summary.
func (t *Tally) Figures() Figures {
	var fs Figures
	sums := stats.Sum(t.rows)
	for i, m := range ratios() {
		if t.ran(m.needs...) {
			fs = append(fs, Figure{Name: m.name, Value: at(m, i, sums)})
		}
	}
	return fs
}

func (t *Tally) intervals(seed uint64) Intervals {
	is := Intervals{}
	if len(t.rows) == 0 {
		return is
	}
	rows, figures := compact(t.rows)
	sums := stats.NewResamples(rand.New(rand.NewPCG(seed, 0)), len(rows), resamples).Sums(rows)
	for i, m := range ratios() {
		if t.ran(m.needs...) {
			is = append(is, Interval{m.name, stats.Bootstrap(sums, figures[i])})
		}
	}
	return is
}
