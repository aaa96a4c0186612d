package dyadmem

import (
	"context"
	"fmt"
)

// Promote copies a rule of d's relation side to the commons of its agent, where
// it holds for every user, and logs that it did in both places. It is the only
// way there. The copy names neither the user nor any turn. Promote returns its
// key in the commons.
func (e Engine) Promote(ctx context.Context, d Dyad, k EntryKey, by Hand) (EntryKey, error) {
	st, err := e.of(d)
	if err != nil {
		return "", err
	}
	if err := d.Validate(); err != nil {
		return "", fmt.Errorf("promote %q: %w", k, err)
	}
	r, err := st.Record(ctx, d, k)
	if err != nil {
		return "", fmt.Errorf("promote: %w", err)
	}
	if r.State != Active || !r.Kind.URAM() {
		return "", fmt.Errorf("promote %q: %w: it is %s and of kind %s; only active rules of the relation side can be shared", k, ErrInvalid, r.State, r.Kind)
	}
	// The log of the dyad comes first: a copy that nobody could trace back, and
	// erase, must not be.
	if err := e.one(ctx, d, Op{Action: Promote, Entry: Entry{Key: k}}, by); err != nil {
		return "", err
	}
	shared := Entry{Key: KeyFor(r.Content), Kind: r.Kind, Content: r.Content, At: by.At}
	err = e.byHand(ctx, Commons(d.Agent), by, func(Bank) ([]Op, error) { return []Op{{Action: Add, Entry: shared}}, nil })
	if err != nil {
		return "", fmt.Errorf("promote %q: %w", k, err)
	}
	return shared.Key, nil
}
