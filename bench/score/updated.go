package score

import (
	"cmp"
	"slices"

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
// before and after it and the links of its adds: with gold's (of Update), and with
// what the predicted bank lost (of State). p may be nil.
func update(s *bench.Session, p *bench.Prediction, links, state []bench.Link, before, after dyadmem.Bank, r *reading) *Updated {
	if p == nil {
		p = new(bench.Prediction)
	}
	known := func(k dyadmem.EntryKey) (dyadmem.Entry, bool) {
		for _, x := range slices.Backward(s.Capture) {
			if x.Key == k {
				return x.Memory(s.Time.Time), true
			}
		}
		return before.Entry(k)
	}
	predicted := s.Resolve(p.Add, before)
	a := matchAdds(predicted, s.Resolve(s.Add, before), links)
	u := &Updated{Matched: a.matched, Predicted: len(p.Add), Added: len(a.byKey), Bank: len(after.Entries)}
	u.Apart = apart(s.Drift(predicted, p.Delete, before, after), links, state)

	deleted := make(map[dyadmem.EntryKey]bool)
	for _, d := range p.Delete {
		deleted[d.Key] = true
	}
	// A delete of what gold's add holds again changes nothing.
	retired := make(map[dyadmem.EntryKey]bool)
	for _, d := range s.Delete {
		if _, again := a.byKey[d.Key]; again || retired[d.Key] {
			continue
		}
		retired[d.Key] = true
		x, _ := known(d.Key)
		u.Retired = append(u.Retired, Retired{Why: d.Why, Kind: x.Kind, Hit: deleted[d.Key]})
	}
	for _, key := range sorted(deleted) {
		if _, again := a.byKey[key]; again {
			continue
		}
		d := Deleted{Key: key, Hit: retired[key]}
		if !d.Hit {
			d.Unsafe = UnsafeUnknownKey
			if x, ok := known(key); ok {
				d.Unsafe = misled(&x, s, p.Delete, r)
			}
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

// adds are the gold adds of a session, beside the predicted ones.
type adds struct {
	byKey   map[dyadmem.EntryKey]int
	matched int
}

// matchAdds matches every gold add at most once: by key, then one to one by
// the judge. An add that repeats another, by a key that is matched or by its
// content, is surplus.
func matchAdds(predicted, gold []bench.Entry, links []bench.Link) adds {
	a := adds{byKey: make(map[dyadmem.EntryKey]int, len(gold))}
	for g, x := range gold {
		a.byKey[x.Key] = g // of one key the last, as in the bank
	}
	named := make(map[dyadmem.EntryKey]bool)
	for _, x := range predicted {
		if _, ok := a.byKey[x.Key]; ok && x.Key != "" {
			named[x.Key] = true
		}
	}
	a.matched = len(named)

	// The rest of both goes to the judge.
	open := only(links, func(l bench.Link) bool {
		k := gold[l.Gold].Key
		return a.byKey[k] == l.Gold && !named[k]
	})
	if len(open) == 0 {
		return a
	}
	said := make(map[string]bool) // by adds that are matched by key
	for _, x := range predicted {
		if named[x.Key] {
			said[dyadmem.Normalize(x.Content)] = true
		}
	}
	open = only(open, func(l bench.Link) bool { return !said[dyadmem.Normalize(predicted[l.Pred].Content)] })
	a.matched += tally(match(predicted, gold, open).gold, func(g *int) bool { return *g >= 0 })
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

// apart returns the size of the symmetric difference of two banks: what lies
// apart by key, where adds that no key tells are paired with entries of gold's one
// to one by the judge, so that as little as can be lies apart.
func apart(d bench.Drift, links, state []bench.Link) int {
	const held, lacked = 0, 1 // what a pair settles besides the add
	rows := slices.Concat(d.Held, d.Lacked)
	g := newGraph(len(rows) + len(d.Lost))
	pair := func(row int, l bench.Link) {
		own, ok := slices.BinarySearch(d.Own, l.Pred)
		switch {
		case !ok || l.Same != bench.Yes:
		case row < len(d.Held):
			g.add(row, own, edge{weight: held})
		default:
			g.add(row, own, edge{weight: lacked})
		}
	}
	for _, l := range links {
		if row := slices.Index(rows, l.Gold); row >= 0 {
			pair(row, l)
		}
	}
	for _, l := range state {
		pair(len(rows)+l.Gold, l)
	}
	apart := d.Beyond + len(d.Own) + len(d.Lacked) + len(d.Lost)
	for row, own := range g.match(len(d.Own)) {
		if own >= 0 {
			apart -= 1 + int(g.edges[row][own].weight)
		}
	}
	return apart
}
