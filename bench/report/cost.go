package report

import (
	"fmt"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench/score"
)

// cost returns the table of what the pipeline's model calls took, beside what
// would do without a memory that is kept.
func cost(c *score.Cost) Table {
	t := Table{
		Title:   "What the model calls of Full-Pipeline QA take",
		Columns: []Column{{"", true}, {"calls", false}, {"prompt tokens", false}, {"cached", false}, {"completion tokens", false}, {"USD", false}, {"× incremental", false}},
	}
	rows := Section{}
	row := func(label string, x dyadmem.Cost) {
		rows.row(label, thousands(x.Calls), thousands(int(x.Prompt)), thousands(int(x.Cached)), thousands(int(x.Completion)),
			fmt.Sprintf("%.4f", x.USD), fmt.Sprintf("%.2f", float64(x.Tokens())/float64(c.Incremental.Tokens())))
	}
	row("incremental: each session once, recall on demand", c.Incremental)
	row("rebuilt: all sessions anew after each", c.Rebuilt)
	if c.Replayed != nil {
		row("replayed: the whole dialogue at each question (full)", *c.Replayed)
	}
	t.Sections = []Section{rows}
	return t
}
