package judge

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// An index finds those of a list of entries that can be related to another
// entry, so that the others are never compared. It is not safe for concurrent
// use.
type index struct {
	entries []bench.Entry
	facts   []*facts // nil: it has no content
	found   []int32

	// Of a long list alone.
	postings []uint64                    // a key and then an entry that has it, in order
	turns    map[dyadmem.TurnRef][]int32 // the entries that cite a turn
	shares   []float32                   // by entry, while one is looked up
}

// A key is what an entry on the same matter can share with another: a word, a
// synonym, a character of a word, a kind of value. Its share is its part of the
// entry's weight.
type key struct {
	hash  uint32
	share float32
}

// long is how many entries a list has for which sorting their keys pays. What
// is that long is a bank or all that was captured, and is asked for again with
// every question.
const long = 64

// index returns the index of entries. That of a long list is kept.
func (c *Case) index(entries []bench.Entry) *index {
	for _, x := range c.kept {
		if len(x.entries) == len(entries) && &x.entries[0] == &entries[0] {
			return x // it holds the list: no other can have come to lie in its place
		}
	}
	x := &index{entries: entries, facts: make([]*facts, len(entries))}
	for i := range entries {
		if entries[i].Content != "" {
			x.facts[i] = c.read(entries[i].Content)
		}
	}
	if len(entries) >= long {
		x.sort()
		c.kept = append(c.kept, x)
	}
	return x
}

// sort makes the postings.
func (x *index) sort() {
	x.shares, x.turns = make([]float32, len(x.entries)), make(map[dyadmem.TurnRef][]int32)
	for i, f := range x.facts {
		if f == nil {
			continue
		}
		for _, k := range f.keys {
			x.postings = append(x.postings, uint64(k.hash)<<32|uint64(i))
		}
		for _, t := range x.entries[i].Evidence {
			if on := x.turns[t]; !slices.Contains(on, int32(i)) {
				x.turns[t] = append(on, int32(i))
			}
		}
	}
	slices.Sort(x.postings)
}

// near returns the entries that share enough with b, which says f, to be
// related to it, and those that cite a turn that it cites. What it returns is
// good until the next call.
func (x *index) near(f *facts, b *bench.Entry) []int32 {
	x.found = x.found[:0]
	if x.postings == nil {
		for i, g := range x.facts {
			if g != nil && (standTogether(&x.entries[i], b) || shared(f.keys, g.keys) >= needShare) {
				x.found = append(x.found, int32(i))
			}
		}
		return x.found
	}
	for _, k := range f.keys {
		at, _ := slices.BinarySearch(x.postings, uint64(k.hash)<<32)
		for ; at < len(x.postings) && uint32(x.postings[at]>>32) == k.hash; at++ {
			i := int32(uint32(x.postings[at]))
			if x.shares[i] == 0 {
				x.found = append(x.found, i)
			}
			x.shares[i] += k.share
		}
	}
	n := 0
	for _, i := range x.found {
		if x.shares[i] >= needShare {
			x.found[n] = i
			n++
		}
		x.shares[i] = 0
	}
	x.found = x.found[:n]
	for _, t := range b.Evidence {
		for _, i := range x.turns[t] {
			if !slices.Contains(x.found, i) {
				x.found = append(x.found, i)
			}
		}
	}
	return x.found
}

// shared returns the share of the weight behind keys that others have too.
func shared(keys, others []key) float32 {
	var sum float32
	for i, j := 0, 0; i < len(keys) && j < len(others); {
		switch {
		case keys[i].hash == others[j].hash:
			sum += keys[i].share
			i++
			j++
		case keys[i].hash < others[j].hash:
			i++
		default:
			j++
		}
	}
	return sum
}

// needShare is the share of a gold entry that another has to have by its keys,
// to be compared with it. It is less than what any verdict asks for.
const needShare = 0.5

// keysOf returns the keys of f, each hash once. The shares may add up to more
// than 1: a word has several keys.
func (c *Case) keysOf(f *facts) []key {
	var keys []key
	total := f.weight
	for i := range f.said.Values {
		if !f.said.Values[i].Weak {
			total += valueWeight
		}
	}
	total += valueWeight * float64(len(f.said.Persons))
	if total == 0 {
		return []key{{hash: 0, share: 1}} // entries that say nothing may be equal
	}
	add := func(hash uint32, w float64) { keys = append(keys, key{hash, float32(w / total)}) }
	for _, t := range f.terms {
		s := &c.senses[t.id]
		for _, g := range s.Groups() {
			add(1<<31|uint32(g), t.weight)
		}
		switch r, _ := utf8.DecodeRuneInString(s.Text); {
		case r > 0x2E7F:
			part := 0.8 * t.weight / float64(utf8.RuneCountInString(s.Text))
			for _, r := range s.Text {
				add(1<<30|uint32(r), part)
			}
			add(hash('t', s.Text), 0.2*t.weight)
		case len(s.Text) >= 5:
			add(hash('r', s.Text[:5]), t.weight) // forms of one root
		default:
			add(hash('t', s.Text), t.weight)
		}
	}
	for i := range f.said.Values {
		if v := &f.said.Values[i]; !v.Weak {
			add(uint32(v.Kind)+1, valueWeight)
		}
	}
	if len(f.said.Persons) > 0 {
		add(100, valueWeight*float64(len(f.said.Persons)))
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Compare(a.hash, b.hash) })
	n := 0
	for _, k := range keys {
		if n > 0 && keys[n-1].hash == k.hash {
			keys[n-1].share += k.share
			continue
		}
		keys[n] = k
		n++
	}
	return keys[:n]
}

// hash returns the FNV-1a hash of a sort and a text, apart from the small
// numbers of kinds.
func hash(sort byte, s string) uint32 {
	h := uint32(2166136261)
	h = (h ^ uint32(sort)) * 16777619
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h&(1<<30-1) | 1<<29
}
