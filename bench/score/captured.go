package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Captured is what came of capturing one session.
type Captured struct {
	Stated    []Stated
	Extracted []Extracted
}

// Stated is a gold entry of a session.
type Stated struct {
	Kind     dyadmem.Kind
	Matched  bool // with an extracted entry
	Typed    bool // and of the same kind
	Entailed bool // by an extracted entry, matched or not
	Miss     Miss // why it is not matched; empty if it is
}

// Extracted is a predicted entry of a session.
type Extracted struct {
	Kind    dyadmem.Kind
	Matched bool
	Typed   bool
	Copied  bool    // a turn, or at least half of one, word for word
	Surplus Surplus // why it is not matched; empty if it is
}

// capture scores the entries that p predicts for s, which may be nil.
func capture(s *bench.Session, p *bench.Prediction, links []bench.Link, r *reading) *Captured {
	var predicted []bench.Entry
	if p != nil {
		predicted = p.Entries
	}
	m := match(predicted, s.Capture, links)
	c := &Captured{Stated: make([]Stated, len(s.Capture)), Extracted: make([]Extracted, len(predicted))}
	for i := range s.Capture {
		c.Stated[i].Kind = s.Capture[i].Kind
	}
	copied := copies(s)
	for i, x := range predicted {
		c.Extracted[i] = Extracted{Kind: x.Kind, Copied: copied(x.Content)}
		if g := m.gold[i]; g >= 0 {
			typed := x.Kind == s.Capture[g].Kind
			c.Extracted[i].Matched, c.Extracted[i].Typed = true, typed
			c.Stated[g].Matched, c.Stated[g].Typed = true, typed
		}
	}
	for _, l := range links {
		if says(l) {
			c.Stated[l.Gold].Entailed = true
		}
	}
	c.blame(s, p, links, m, r)
	return c
}

// says reports whether the predicted entry of l says what the gold one says.
func says(l bench.Link) bool { return l.Same == bench.Yes || l.Entails == bench.Yes }

// part returns the part of c whose kinds are in it: a pair counts if both of
// its entries are of one kind.
func (c *Captured) part(in func(dyadmem.Kind) bool) *Captured {
	part := new(Captured)
	for _, x := range c.Stated {
		if in(x.Kind) {
			x.Matched = x.Typed
			part.Stated = append(part.Stated, x)
		}
	}
	for _, x := range c.Extracted {
		if in(x.Kind) {
			x.Matched = x.Typed
			part.Extracted = append(part.Extracted, x)
		}
	}
	return part
}

// tp returns the number of matched pairs.
func (c *Captured) tp() int {
	return tally(c.Extracted, func(x *Extracted) bool { return x.Matched })
}

// typed returns the number of matched pairs of one kind.
func (c *Captured) typed() int {
	return tally(c.Extracted, func(x *Extracted) bool { return x.Typed })
}

func tally[T any](list []T, is func(*T) bool) int {
	n := 0
	for i := range list {
		if is(&list[i]) {
			n++
		}
	}
	return n
}
