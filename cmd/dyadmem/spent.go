package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/dyadmem/dyadmem/llm"
)

// spent is what a run asked of its models, by role.
type spent map[role][]llm.Line

func (m *models) spent() spent {
	if len(m.open) == 0 {
		return nil
	}
	s := make(spent)
	for r, c := range m.open {
		s[r] = c.Ledger().Lines()
	}
	return s
}

// A bill is what was paid for a run in all its starts.
type bill struct {
	Tokens int64   `json:"tokens"`
	USD    float64 `json:"usd"`
}

// paid returns what all calls that are kept have cost, those of earlier starts
// with the same files among them.
func (m *models) paid() (b bill) {
	for _, c := range m.open {
		tokens, usd := c.Ledger().Spent()
		b.Tokens, b.USD = b.Tokens+tokens, b.USD+usd
	}
	return b
}

// total returns what all lines come to.
func (s spent) total() (sum llm.Line) {
	for _, lines := range s {
		for _, l := range lines {
			sum.Calls += l.Calls
			sum.Kept += l.Kept
			sum.Waiting += l.Waiting
			sum.Assumed += l.Assumed
			sum.Estimated += l.Estimated
			sum.Tokens.Prompt += l.Tokens.Prompt
			sum.Tokens.Cached += l.Tokens.Cached
			sum.Tokens.Completion += l.Tokens.Completion
			sum.USD += l.USD
		}
	}
	return sum
}

// write prints requests, tokens, money and time by stage. A ~ marks tokens of which
// some are estimated, for want of a report of the endpoint.
func (s spent) write(con *console) error {
	if len(s) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(con.Err, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "model\tfor\tstage\tcalls\tkept\twaiting\tassumed\tprompt tokens\tcached\tcompletion tokens\tUSD\tmean\tp95\t")
	row := func(model, account, stage string, l llm.Line) {
		mark, mean, late := "", "", ""
		if l.Estimated+l.Waiting > 0 {
			mark = "~"
		}
		if l.Latency.Max > 0 {
			mean, late = l.Latency.Mean.Round(time.Millisecond).String(), l.Latency.P95.Round(time.Millisecond).String()
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s%d\t%d\t%s%d\t%.4f\t%s\t%s\t\n", model, account, stage,
			l.Calls, l.Kept, l.Waiting, l.Assumed, mark, l.Tokens.Prompt, l.Tokens.Cached, mark, l.Tokens.Completion, l.USD, mean, late)
	}
	for _, r := range roles() {
		for _, l := range s[r] {
			row(string(r), l.For, l.Stage, l)
		}
	}
	row("all", "", "", s.total())
	return t.Flush()
}
