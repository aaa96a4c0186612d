package score

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/lang"
)

// Unsafe is what misled a delete that gold doesn't have: the first that
// applies.
type Unsafe string

// The classes of an unsafe delete, the most telling first.
const (
	UnsafeUnknownKey  Unsafe = "unknown_key"  // neither the bank nor the session holds the key
	UnsafeRestated    Unsafe = "restated"     // the session states the entry again
	UnsafeTemporary   Unsafe = "temporary"    // the session states something temporary on its topic
	UnsafeNotAsserted Unsafe = "not_asserted" // what was said on its topic was a supposition, a joke, a plan, a quotation or somebody else's word
	UnsafeSharedTopic Unsafe = "shared_topic" // something else was said on its topic
	UnsafeOther       Unsafe = "other"
)

// Unsafes returns the classes in the order in which they are tried.
func Unsafes() []Unsafe {
	return []Unsafe{UnsafeUnknownKey, UnsafeRestated, UnsafeTemporary, UnsafeNotAsserted, UnsafeSharedTopic, UnsafeOther}
}

// updateErrors count the missed deletes by why and kind, and the unsafe ones
// by class.
func updateErrors() []Metric[Updated] {
	var ms []Metric[Updated]
	for _, why := range dyadmem.Whys() {
		for _, kind := range dyadmem.Kinds() {
			ms = append(ms, count("errors.missed."+string(why)+"."+string(kind), "gold deletes missed, of "+string(kind)+" entries that were "+past(why), func(u *Updated) int {
				return tally(u.Retired, func(x *Retired) bool { return !x.Hit && x.Why == why && x.Kind == kind })
			}))
		}
	}
	for _, class := range Unsafes() {
		ms = append(ms, count("errors.unsafe."+string(class), "unsafe deletes, of class "+string(class), func(u *Updated) int {
			return tally(u.Deleted, func(x *Deleted) bool { return x.Unsafe == class })
		}))
	}
	return ms
}

func past(why dyadmem.Why) string {
	if why == dyadmem.WhyForget {
		return "to be forgotten"
	}
	return string(why)
}

// misled returns the class of a delete of x that gold doesn't have.
func misled(x *dyadmem.Entry, s *bench.Session, deletes []bench.Deletion, r *reading) Unsafe {
	if slices.ContainsFunc(s.Capture, func(c bench.Entry) bool { return c.Key == x.Key }) {
		return UnsafeRestated
	}
	topic := r.of(x.Content)
	stated := false
	for i := range s.Capture {
		if topic.touches(r.of(s.Capture[i].Content)) {
			if s.Capture[i].Until != nil && x.Until.IsZero() {
				return UnsafeTemporary
			}
			stated = true
		}
	}
	var cited []dyadmem.TurnRef // by the delete; it may cite nothing
	for _, d := range deletes {
		if d.Key == x.Key {
			cited = append(cited, d.Evidence...)
		}
	}
	for i := range s.Turns {
		t := &s.Turns[i]
		if !topic.touches(r.of(t.Text)) {
			continue
		}
		stated = true
		if (len(cited) == 0 || slices.Contains(cited, t.ID)) && r.notAsserted(t.Text, topic) {
			return UnsafeNotAsserted
		}
	}
	if stated {
		return UnsafeSharedTopic
	}
	return UnsafeOther
}

// notAsserted reports whether text says nothing of its own on topic: it
// supposes, jests, plans, reports, or quotes.
func (r *reading) notAsserted(text string, topic words) bool {
	a, ok := r.asserted[text]
	if !ok {
		a.hedged = lang.CuesOf(text).Has(lang.Hypothesis, lang.Jest, lang.Reported, lang.Plan)
		if own := lang.MaskQuotes(text); own != text {
			a.quotes, a.own = true, r.of(own)
		}
		r.asserted[text] = a
	}
	return a.hedged || a.quotes && !topic.touches(a.own)
}

// An assertion is what a text says of its own.
type assertion struct {
	hedged bool // it supposes, jests, plans or reports
	quotes bool
	own    words // without what it quotes
}
