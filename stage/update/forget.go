package update

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// forgotten deletes what the user asks to forget: the entries that a request
// surely is about, and what was told in one breath with them and belongs to it.
// Where a rule gives the thing as its reason alone, the rule stays without it; so do other things that one entry says.
func (u *update) forgotten() {
	asked := forget.AskedIn(u.scene.Sitting, u.old, u.fresh, u.rarity)
	for i, o := range u.old {
		turns := asked.Turns(i)
		if len(turns) == 0 {
			continue
		}
		u.delete(o.Entry.Key, dyadmem.WhyForget, turns)
		meant := func(clause string) bool { return asked.Names(i, clause) }
		if rest := cmp.Or(unreasoned(o, meant), gist.LeftOf(o.Entry.Content, meant)); rest != "" {
			e := dyadmem.Entry{Key: dyadmem.KeyFor(rest), Kind: o.Entry.Kind, Content: rest, Evidence: turns, At: u.scene.Session.At, Until: o.Entry.Until}
			u.ops = append(u.ops, dyadmem.Op{Action: dyadmem.Add, Entry: e, Evidence: turns})
		}
	}
	asked.JustSaid(func(k dyadmem.EntryKey, turn dyadmem.TurnRef) {
		u.delete(k, dyadmem.WhyForget, []dyadmem.TurnRef{turn})
	})
}

// unreasoned returns what a rule demands, without the clauses that are meant, "" if none of its demands is left, or no
// clause is meant by itself.
func unreasoned(o *gist.Gloss, meant func(clause string) bool) string {
	demands, reasons := gist.Reasons(o.Entry.Content)
	if !o.Ruling() || !slices.ContainsFunc(slices.Concat(demands, reasons), meant) {
		return ""
	}
	sep := ", "
	if o.Cues.Han() {
		sep = "，"
	}
	return gist.Upper(strings.Join(slices.DeleteFunc(demands, meant), sep))
}
