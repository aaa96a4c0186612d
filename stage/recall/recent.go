package recall

import (
	"context"

	"github.com/dyadmem/dyadmem"
)

// A Recent is a Recaller that retrieves nothing: it returns the newest
// entries of the bank, the newest first. It is the floor for every other.
type Recent struct{}

// Recall returns the last q.K() entries of b.
func (Recent) Recall(_ context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	var hits []dyadmem.Hit
	for i := len(b.Entries) - 1; i >= 0 && len(hits) < q.K(); i-- {
		hits = append(hits, dyadmem.Hit{Entry: b.Entries[i], Score: float64(i + 1), Reason: "among the newest"})
	}
	return hits, nil
}
