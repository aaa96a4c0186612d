package bench

import (
	"maps"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
)

// A Drift is how two banks after a session lie apart, by key: the predicted
// bank, which the predicted operations make of the gold bank before the session,
// and gold's own. The adds in Own may still be entries of gold's: one to one, the
// judge says which of them is which of Held, Lacked and Lost.
type Drift struct {
	// Own are the predicted adds without a key, or with one that neither the bank
	// nor the session nor gold's adds know: by index, of those with one dedup key
	// the last.
	Own    []int
	Held   []int   // gold adds, by index, that no predicted add names, but the session states
	Lacked []int   // gold adds, by index, that the predicted bank has not
	Lost   []Entry // the other entries that it has not: those that it alone deletes
	Beyond int     // entries that it has by a key that gold's bank has not
}

// Drift compares the bank that add and del, predicted operations for s, make of
// before with after: the gold banks before and after s. The adds are resolved.
func (s *Session) Drift(add []Entry, del []Deletion, before, after dyadmem.Bank) Drift {
	has := make(map[dyadmem.EntryKey]bool, len(before.Entries)+len(s.Capture)+len(s.Add)) // whether the predicted bank has it, by every key that is known
	for i := range before.Entries {
		has[before.Entries[i].Key] = true
	}
	for i := range s.Capture {
		has[s.Capture[i].Key] = true
	}
	for _, d := range del {
		if has[d.Key] {
			has[d.Key] = false
		}
	}
	gold := make(map[dyadmem.EntryKey]int, len(s.Add)) // of one key the last, as in the bank
	for i, a := range s.Add {
		gold[a.Key] = i
		if !has[a.Key] {
			has[a.Key] = false // known, and not there yet
		}
	}
	named := make(map[dyadmem.EntryKey]bool, len(add))
	own := make(map[string]int)
	for i, x := range add {
		if _, known := has[x.Key]; known && x.Key != "" {
			has[x.Key], named[x.Key] = true, true
		} else if x.Content != "" { // else it names nothing
			own[x.Memory(time.Time{}).DedupKey()] = i
		}
	}
	d := Drift{Own: slices.Sorted(maps.Values(own))}
	for _, there := range has {
		if there {
			d.Beyond++
		}
	}
	for i := range after.Entries {
		x := &after.Entries[i]
		g, added := gold[x.Key]
		switch there := has[x.Key]; {
		case there:
			d.Beyond--
			if added && !named[x.Key] {
				d.Held = append(d.Held, g)
			}
		case added:
			d.Lacked = append(d.Lacked, g)
		default:
			d.Lost = append(d.Lost, FromMemory(*x))
		}
	}
	return d
}
