package update

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/forget"
)

// forgotten deletes what the user asks to forget: the entries that a request
// surely is about, and what was told in one breath with them and belongs to it.
func (u *update) forgotten() {
	asked := forget.AskedIn(u.scene.Sitting, u.old, u.fresh, u.rarity)
	for i, o := range u.old {
		if turns := asked.Turns(i); len(turns) > 0 {
			u.delete(o.Entry.Key, dyadmem.WhyForget, turns)
		}
	}
	asked.JustSaid(func(k dyadmem.EntryKey, turn dyadmem.TurnRef) {
		u.delete(k, dyadmem.WhyForget, []dyadmem.TurnRef{turn})
	})
}
