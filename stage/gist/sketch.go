package gist

// A sketch is a small Bloom filter of terms: what it has not is not among them.
// Most words of two entries are not each other's, and to see that in a bit is ten
// times as fast as in a map.
type sketch [4]uint64

func (s *sketch) add(term string) {
	b := bitOf(term)
	s[b>>6] |= 1 << (b & 63)
}

// bitOf is 8 bits of FNV-1a.
func bitOf(term string) uint8 {
	h := uint32(2166136261)
	for i := range len(term) {
		h = (h ^ uint32(term[i])) * 16777619
	}
	return uint8(h>>24 ^ h>>16 ^ h>>8 ^ h)
}

// A sketched is a term with its bit.
type sketched struct {
	term string
	bit  uint8
}

func sketchedOf(term string) sketched { return sketched{term, bitOf(term)} }

// holds reports whether t is among the terms of d.
func (d *Digest) holds(t sketched) bool {
	return d.sketch[t.bit>>6]&(1<<(t.bit&63)) != 0 && d.Terms[t.term]
}
