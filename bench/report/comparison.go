package report

import (
	"fmt"
	"strconv"

	"github.com/dyadmem/dyadmem/bench/score"
)

// OfComparison returns the report on two runs over the same data.
func OfComparison(c *score.Comparison) *Report {
	r := &Report{
		Title: c.A + " and " + c.B,
		Facts: []Fact{{"A", c.A}, {"B", c.B}, {"data", counted(c.Episodes, "episode") + ", the same for both"}},
		Notes: []string{
			"in %, the gap in points; the difference is B less A, with a 95 % interval from resamples of episodes, the same for both",
			"p: two-sided permutation test that swaps the runs' counts of an episode; Holm: adjusted for the number of rows; – is undefined",
		},
	}
	t := Table{Columns: []Column{{"", true}, {"A", false}, {"B", false}, {"difference", false}, {"95 % interval", false}, {"p", false}, {"Holm", false}, {"", true}}}
	section := Section{}
	left := 0
	for _, row := range c.Rows {
		scale := 100.0
		if row.Figure == "gap_pp" {
			scale = 1
		}
		between := undefined
		if row.Interval != nil {
			between = signed(scale*row.Interval[0]) + " – " + signed(scale*row.Interval[1])
		}
		said := ""
		if row.P != nil && !row.Distinguishable {
			said = "not distinguishable"
		}
		difference := undefined
		if row.Difference != nil {
			difference = signed(scale * *row.Difference)
		}
		section.row(row.Figure, scaled(row.A, scale), scaled(row.B, scale), difference, between, chance(row.P), chance(row.Holm), said)
		if row.LeftOut > 0 {
			left++
		}
	}
	t.Sections = []Section{section}
	r.Tables = []Table{t}
	if c.LeastP >= score.Level {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: too few to tell two runs apart: no p-value can be below %.2g", counted(c.Episodes, "episode"), c.LeastP))
	}
	if left > 0 {
		r.Warnings = append(r.Warnings, are(left, "difference")+" undefined in some resamples, which are left out of the interval")
	}
	return r
}

func scaled(v *float64, scale float64) string {
	if v == nil {
		return undefined
	}
	return fixed(scale * *v)
}

// signed returns v with its sign.
func signed(v float64) string {
	s := fixed(v)
	if v > 0 && s != "0.0" {
		return "+" + s
	}
	return s
}

// chance returns a p-value.
func chance(p *float64) string {
	switch {
	case p == nil:
		return undefined
	case *p < 0.001:
		return "<0.001"
	}
	return strconv.FormatFloat(*p, 'f', 3, 64)
}
