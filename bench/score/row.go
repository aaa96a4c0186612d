package score

import (
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/stats"
)

// A ratio is a measure that is no count, with the name that it has in the whole
// summary and the stages that it needs.
type ratio struct {
	measure
	needs []bench.Stage
}

// ratios returns all ratios in the order of the summary: the columns of a row.
func ratios() []ratio {
	var list []ratio
	add := func(prefix string, ms []measure, needs ...bench.Stage) {
		for _, m := range ms {
			if !m.count {
				m.name = prefix + m.name
				list = append(list, ratio{m, needs})
			}
		}
	}
	add("capture.", measures(captureMetrics()), bench.CaptureStage)
	add("update.", measures(updateMetrics()), bench.UpdateStage)
	add("recall.", measures(recallMetrics()), bench.RecallStage)
	add("gold_qa.", measures(qaMetrics()), bench.GoldQA)
	add("pipeline_qa.", measures(pipelineMetrics()), bench.PipelineQA)
	add("", measures(gapStage().metrics), bench.GoldQA, bench.PipelineQA)
	return list
}

// A row is the terms of all ratios, one after another, of one episode.
func (c *Counts) row() []float64 {
	row := make([]float64, 0, len(Terms{})*len(ratios()))
	row = appendTerms(row, captureMetrics(), c.capture.total)
	row = appendTerms(row, updateMetrics(), c.update.total)
	row = appendTerms(row, recallMetrics(), c.recall.total)
	row = appendTerms(row, qaMetrics(), c.gold.total)
	row = appendTerms(row, pipelineMetrics(), c.pipeline.total)
	return appendTerms(row, gapStage().metrics, c.gap.total)
}

func appendTerms[T any](row []float64, metrics []Metric[T], total []Terms) []float64 {
	for i, m := range metrics {
		if m.Count {
			continue
		}
		var t Terms
		if total != nil {
			t = total[i]
		}
		row = append(row, t[:]...)
	}
	return row
}

// at returns the value of ratio i for summed rows.
func at(m ratio, i int, sums []float64) stats.Ratio {
	var t Terms
	if len(sums) > 0 {
		copy(t[:], sums[i*len(t):])
	}
	return m.of(t)
}

// compact returns the rows of tables without the columns that are 0 in all of
// them, and each ratio as a figure of such rows.
func compact(tables ...[][]float64) (rows [][]float64, figures []stats.Figure) {
	n := len(Terms{})
	ms := ratios()
	used := make([]int, len(ms)) // how many terms of each ratio
	for _, table := range tables {
		for _, row := range table {
			for i := range ms {
				for j := n - 1; j >= used[i]; j-- {
					if row[i*n+j] != 0 {
						used[i] = j + 1
						break
					}
				}
			}
		}
	}
	from := 0
	for i, m := range ms {
		figures = append(figures, stats.Figure{From: from, To: from + used[i], Of: func(sums []float64) stats.Ratio {
			var t Terms
			copy(t[:], sums)
			return m.of(t)
		}})
		from += used[i]
	}
	for _, table := range tables {
		for _, row := range table {
			short := make([]float64, 0, from)
			for i := range ms {
				short = append(short, row[i*n:i*n+used[i]]...)
			}
			rows = append(rows, short)
		}
	}
	return rows, figures
}
