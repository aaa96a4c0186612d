package dyadmem

import (
	"fmt"
	"slices"
)

// A Mark is a piece of an entry by which what it says is known wherever it
// stands: a name, a number, a quotation. A mere word of its topic is none.
type Mark struct {
	Text string
	// Own says that the piece belongs to its entry alone (a passcode, an account
	// number, a wording): whatever holds it says it. A name or a small number may
	// be somebody else's too.
	Own bool
}

// marked are the marks of what a purge erases.
type marked struct {
	taken  []string // looked for everywhere
	shared int      // those that stand in other entries too, and stay there
}

// markedBy returns the marks of gone records, and adds to gone those that hold a
// mark which is another's own. A mark that is not, and stands in an entry that
// stays, is left where it stands. It reports whether gone grew.
func (e Engine) markedBy(records []Record, gone, folded map[EntryKey]bool, versions map[EntryKey][]string) (m marked, grew bool) {
	if e.Marks == nil {
		return m, false
	}
	own := make(map[string]bool) // by the normal form
	var order []string
	for _, r := range records {
		if !gone[r.Key] {
			continue
		}
		for _, content := range versions[r.Key] {
			for _, mark := range e.Marks(content) {
				key := Normalize(mark.Text)
				if _, known := own[key]; !known && key != "" {
					order = append(order, key)
				}
				own[key] = own[key] || mark.Own
			}
		}
	}
	for _, key := range order {
		held := func(content string) bool { return holdsWord(content, key) }
		elsewhere := false
		for _, r := range records {
			if gone[r.Key] || folded[r.Key] || !slices.ContainsFunc(versions[r.Key], held) {
				continue
			}
			if own[key] {
				gone[r.Key], grew = true, true
				continue
			}
			elsewhere = true
		}
		if elsewhere {
			m.shared++
		} else {
			m.taken = append(m.taken, key)
		}
	}
	return m, grew
}

// left says what a purge left standing because of m.
func (m marked) left() []string {
	if m.shared == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d names or numbers of what was erased stand in entries that stay, and were left where they stand: purge by the text to erase them everywhere", m.shared)}
}
