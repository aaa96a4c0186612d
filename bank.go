package dyadmem

// A Bank is the ordered memory of one dyad. The zero Bank is empty. A Bank is
// a value: no method changes its receiver, and Apply's result shares no memory
// with what it was made from.
type Bank struct {
	Rev     int64 // the number of the change that made it; a Store sets it
	Entries []Entry
}

// Apply is the paper's state transition: with B the bank, C what a session
// captured, L and A the deletes and adds among ops,
//
//	Dedup(((B ∪ C) \ L) ∪ A)
//
// as ordered lists: what is left of B, then C, then A. Of entries with one
// dedup key the last is kept. L is taken out before A is added, so an entry
// that is both deleted and added stays. A delete of a key that is not there
// changes nothing; an add that names a key alone (no content) keeps the entry
// of that key, and is nothing if there is none. A doubt marks an entry of B,
// unless the session states it again. Other actions change nothing here: they
// belong to the log. Rev is kept.
func (b Bank) Apply(captured []Entry, ops []Op) Bank {
	deleted, doubted, named := make(map[EntryKey]bool), make(map[EntryKey]bool), make(map[EntryKey]bool)
	var added []Entry
	for _, op := range ops {
		switch op.Action {
		case Delete:
			deleted[op.Entry.Key] = true
		case Add:
			added = append(added, op.Entry)
			named[op.Entry.Key] = op.Entry.Key != ""
		case Doubt:
			doubted[op.Entry.Key] = true
		}
	}
	list := make([]Entry, 0, len(b.Entries)+len(captured)+len(added))
	byKey := make(map[EntryKey]Entry, len(named)) // of those that an add names
	keep := func(e Entry) {
		if named[e.Key] {
			byKey[e.Key] = e
		}
		if e.Key == "" || !deleted[e.Key] {
			list = append(list, e)
		}
	}
	for _, e := range b.Entries {
		e.Doubted = e.Doubted || e.Key != "" && doubted[e.Key]
		keep(e)
	}
	for _, e := range captured {
		keep(e)
	}
	for _, e := range added {
		if e.Content == "" {
			known, ok := byKey[e.Key]
			if !ok {
				continue
			}
			e = known
		}
		list = append(list, e)
	}
	return Bank{Rev: b.Rev, Entries: dedup(list)}
}

// dedup keeps, of entries with one dedup key, the last. It works in list's place.
func dedup(list []Entry) []Entry {
	last := make(map[string]int, len(list))
	place := make([]int, len(list)) // by entry: that of the last one with its key
	for i := len(list) - 1; i >= 0; i-- {
		k := list[i].DedupKey()
		at, ok := last[k]
		if !ok {
			at, last[k] = i, i
		}
		place[i] = at
	}
	kept := list[:0]
	for i, e := range list {
		if place[i] == i {
			kept = append(kept, e.clone())
		}
	}
	return kept
}

// Entry returns the entry of key k, and whether the bank holds one.
func (b Bank) Entry(k EntryKey) (Entry, bool) {
	for _, e := range b.Entries {
		if e.Key == k {
			return e, true
		}
	}
	return Entry{}, false
}

// clone returns a copy of b that shares no memory with it.
func (b Bank) clone() Bank {
	entries := make([]Entry, len(b.Entries))
	for i, e := range b.Entries {
		entries[i] = e.clone()
	}
	return Bank{Rev: b.Rev, Entries: entries}
}
