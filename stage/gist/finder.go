package gist

import "strings"

// A finder looks for any of many words in a text at once: where three bytes of the text begin no word,
// which one bit tells, it goes on to the next.
type finder struct {
	short  []string                     // the words that have no head
	begins [headBits / 64]uint64        // the heads of the others
	words  map[[headBytes]byte][]string // by head, without it
	fold   bool                         // capitals and small letters are alike
}

const (
	headBytes = 3 // one Chinese character, or a space and two letters
	headBits  = 1 << headLog
	headLog   = 11
)

// findAny returns the finder of words, nil if there are none.
func findAny(words []string, fold bool) *finder {
	if len(words) == 0 {
		return nil
	}
	f := &finder{words: make(map[[headBytes]byte][]string), fold: fold}
	for _, w := range words {
		if fold {
			w = strings.ToLower(w)
		}
		if len(w) < headBytes {
			f.short = append(f.short, w)
			continue
		}
		head := [headBytes]byte([]byte(w))
		f.words[head] = append(f.words[head], w[headBytes:])
		at := headPlace(head)
		f.begins[at/64] |= 1 << (at % 64)
	}
	return f
}

func headPlace(h [headBytes]byte) uint32 {
	return (uint32(h[0]) | uint32(h[1])<<8 | uint32(h[2])<<16) * 0x9E3779B1 >> (32 - headLog)
}

// in reports whether text holds one of the words of f.
func (f *finder) in(text string) bool {
	if f.fold {
		text = strings.ToLower(text) // and the two signs that fold to a Latin letter, ſ and K
		text = longS.Replace(text)
	}
	for _, w := range f.short {
		if strings.Contains(text, w) {
			return true
		}
	}
	for i := 0; i+headBytes <= len(text); i++ {
		head := [headBytes]byte{text[i], text[i+1], text[i+2]}
		at := headPlace(head)
		if f.begins[at/64]&(1<<(at%64)) == 0 {
			continue
		}
		for _, rest := range f.words[head] {
			if strings.HasPrefix(text[i+headBytes:], rest) {
				return true
			}
		}
	}
	return false
}

// longS is the one letter that is another's in small writing already.
var longS = strings.NewReplacer("ſ", "s")
