package judge

import (
	"context"

	"github.com/dyadmem/dyadmem/bench"
)

// Exact takes entries with one normalised content for the same, and nothing
// else. The zero value is ready.
type Exact struct{}

// Name returns "exact".
func (Exact) Name() string { return "exact" }

// Version returns the version of the judge.
func (Exact) Version() string { return "1" }

// Links returns a link for each pair whose contents are equal by [dyadmem.Normalize].
func (Exact) Links(ctx context.Context, c *Case, predicted, gold []bench.Entry) ([]bench.Link, error) {
	byContent := make(map[string][]int, len(gold))
	for j, g := range gold {
		if g.Content != "" {
			n := c.normalized(g.Content)
			byContent[n] = append(byContent[n], j)
		}
	}
	var links []bench.Link
	for i, p := range predicted {
		if p.Content == "" {
			continue
		}
		for _, j := range byContent[c.normalized(p.Content)] {
			links = append(links, bench.Link{Pred: i, Gold: j, Same: bench.Yes, Entails: bench.Yes, Similarity: 1})
		}
	}
	return links, ctx.Err()
}
