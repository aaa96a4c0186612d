package lang

import "hash/crc32"

// mark sets a bit for each group of s and for how its word begins.
func (s *Sense) mark() (marks uint64) {
	bit := func(n uint32) uint64 { return 1 << (n * 0x9E3779B1 >> 26) } // Fibonacci hashing
	for _, g := range s.groups {
		marks |= bit(uint32(g))
	}
	for _, g := range s.rough {
		marks |= bit(uint32(g))
	}
	switch {
	case len(s.han) > 0:
		marks |= bit(uint32(s.han[0]))
	case len(s.Text) >= rootLen:
		marks |= bit(uint32(crc32.ChecksumIEEE([]byte(s.Text[:rootLen]))))
	}
	return marks
}

// Apart reports what most words are of one another, as fast as it can be told: b is not the [Sense.Same] as a,
// not [Sense.Sometimes], neither [Sense.Completes] the other, no Chinese word begins as the other does, and no
// other with the five bytes of the other. It may be false of words that are apart.
func (a *Sense) Apart(b *Sense) bool { return a.marks&b.marks == 0 && a.Text != b.Text }
