package dyadmem

import "context"

// A Compactor proposes what an over-full bank can be folded into.
type Compactor interface {
	// Compact returns merges that take out at least over entries of b, or as
	// many as can be merged without loss.
	Compact(ctx context.Context, b Bank, over int) ([]Merge, error)
}

// A Merge is one entry that says all that several said.
type Merge struct {
	Keys []EntryKey
	Into Entry
}
