package score

import (
	"cmp"
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Updated is what came of the operations of one session, on the gold bank from
// before it and with its gold captured entries.
type Updated struct {
	Matched   int // adds, of the predicted and of the gold ones
	Predicted int
	Added     int // gold adds

	Retired []Retired
	Deleted []Deleted

	Bank  int // entries of the gold bank after the session
	Apart int // entries that the predicted bank lacks or has beyond it
}

// Retired is a gold delete.
type Retired struct {
	Why  dyadmem.Why
	Kind dyadmem.Kind // of the entry
	Hit  bool         // predicted too
}

// Deleted is a key that is predicted as deleted.
type Deleted struct {
	Key    dyadmem.EntryKey
	Hit    bool   // gold deletes it too
	Unsafe Unsafe // what misled, where gold doesn't; empty if it does
}

// update scores the operations that p predicts for s, given the gold banks
// before and after it. p may be nil.
func update(s *bench.Session, p *bench.Prediction, links []bench.Link, before, after dyadmem.Bank, r *reading) *Updated {
	if p == nil {
		p = new(bench.Prediction)
	}
	known := make(map[dyadmem.EntryKey]dyadmem.Entry, len(before.Entries)+len(s.Capture))
	for _, x := range before.Entries {
		known[x.Key] = x
	}
	for _, x := range s.Capture {
		known[x.Key] = x.Memory(s.Time.Time)
	}
	a := matchAdds(bench.Resolve(p.Add, s.Capture, before), bench.Resolve(s.Add, s.Capture, before), links)
	u := &Updated{Matched: a.matched, Predicted: len(p.Add), Added: len(a.byKey), Bank: len(after.Entries)}

	deleted := make(map[dyadmem.EntryKey]bool)
	for _, d := range p.Delete {
		deleted[d.Key] = true
	}
	u.Apart = apart(a.bank(known, deleted), after)

	// A delete of what gold's add holds again changes nothing.
	retired := make(map[dyadmem.EntryKey]bool)
	for _, d := range s.Delete {
		if _, again := a.byKey[d.Key]; again || retired[d.Key] {
			continue
		}
		retired[d.Key] = true
		u.Retired = append(u.Retired, Retired{Why: d.Why, Kind: known[d.Key].Kind, Hit: deleted[d.Key]})
	}
	for _, key := range sorted(deleted) {
		if _, again := a.byKey[key]; again {
			continue
		}
		d := Deleted{Key: key, Hit: retired[key]}
		if !d.Hit {
			d.Unsafe = misled(key, known, s, p.Delete, r)
		}
		u.Deleted = append(u.Deleted, d)
	}
	return u
}

func sorted[K cmp.Ordered](set map[K]bool) []K {
	keys := make([]K, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// adds are the predicted adds of a session beside the gold ones.
type adds struct {
	predicted []bench.Entry // without content: a key that names nothing
	byKey     map[dyadmem.EntryKey]int
	meant     []dyadmem.EntryKey // by predicted add: the gold add that the judge matched it, or a repeat of it, with
	matched   int
}

// matchAdds matches every gold add at most once: by key, then one to one by
// the judge. An add that repeats another, by a key that is matched or by its
// content, is surplus.
func matchAdds(predicted, gold []bench.Entry, links []bench.Link) *adds {
	a := &adds{predicted: predicted, byKey: make(map[dyadmem.EntryKey]int, len(gold)), meant: make([]dyadmem.EntryKey, len(predicted))}
	for g, x := range gold {
		a.byKey[x.Key] = g // of one key the last, as in the bank
	}
	named := make(map[dyadmem.EntryKey]bool)
	repeated := make(map[string]bool) // what an add that is matched by key says
	for _, x := range predicted {
		if _, ok := a.byKey[x.Key]; ok && x.Key != "" {
			named[x.Key] = true
			if x.Content != "" {
				repeated[dyadmem.Normalize(x.Content)] = true
			}
		}
	}
	a.matched = len(named)

	// The rest of both goes to the judge.
	open := func(l bench.Link) bool {
		x, g := &predicted[l.Pred], &gold[l.Gold]
		return !repeated[dyadmem.Normalize(x.Content)] && a.byKey[g.Key] == l.Gold && !named[g.Key]
	}
	byContent := make(map[string]dyadmem.EntryKey)
	for i, g := range match(predicted, gold, only(links, open)).gold {
		if g >= 0 {
			a.matched++
			byContent[dyadmem.Normalize(predicted[i].Content)] = gold[g].Key
		}
	}
	for i, x := range predicted {
		a.meant[i] = byContent[dyadmem.Normalize(x.Content)]
	}
	return a
}

func only(links []bench.Link, keep func(bench.Link) bool) []bench.Link {
	var kept []bench.Link
	for _, l := range links {
		if keep(l) {
			kept = append(kept, l)
		}
	}
	return kept
}

// bank returns the dedup keys of the bank that the predicted operations make.
// An add whose key gold doesn't know is told by the judge.
func (a *adds) bank(known map[dyadmem.EntryKey]dyadmem.Entry, deleted map[dyadmem.EntryKey]bool) map[string]bool {
	bank := make(map[string]bool, len(known))
	for k := range known {
		if !deleted[k] {
			bank[keyed(k)] = true
		}
	}
	for i, x := range a.predicted {
		_, inBank := known[x.Key]
		_, inGold := a.byKey[x.Key]
		switch {
		case x.Key != "" && (inBank || inGold):
			bank[keyed(x.Key)] = true
		case x.Content == "":
			// A key that names nothing adds nothing.
		case a.meant[i] != "":
			bank[keyed(a.meant[i])] = true
		default:
			bank[x.Memory(time.Time{}).DedupKey()] = true
		}
	}
	return bank
}

// apart returns the size of the symmetric difference of two banks.
func apart(predicted map[string]bool, gold dyadmem.Bank) int {
	common := 0
	for _, x := range gold.Entries {
		if predicted[x.DedupKey()] {
			common++
		}
	}
	return len(predicted) + len(gold.Entries) - 2*common
}

func keyed(k dyadmem.EntryKey) string { return dyadmem.Entry{Key: k}.DedupKey() }
