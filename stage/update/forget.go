package update

import (
	"time"

	"github.com/dyadmem/dyadmem"
)

// forgotten deletes what the user asks to forget: the entries that a request
// surely is about, and what was told in one breath with them and belongs to it.
func (u *update) forgotten() {
	t := &testimony{update: *u, first: u.begin()}
	t.ask()
	for n := range t.requests {
		r := &t.requests[n]
		for i, o := range t.old {
			if t.asked(r, i) {
				u.delete(o.Entry.Key, dyadmem.WhyForget, []dyadmem.TurnRef{r.turn})
			}
		}
		for _, k := range t.recent(r) {
			u.delete(k, dyadmem.WhyForget, []dyadmem.TurnRef{r.turn})
		}
	}
}

// begin returns when the first entry of the bank was told.
func (u *update) begin() (at time.Time) {
	for _, o := range u.old {
		if t := o.Entry.At; !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}
