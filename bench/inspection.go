package bench

import (
	"fmt"
	"iter"
	"strings"

	"github.com/dyadmem/dyadmem"
)

// An inspection is an episode with what the rules ask of it again and again.
type inspection struct {
	*Episode
	banks []dyadmem.Bank                      // gold banks, as of Replay
	turns map[dyadmem.TurnRef]place           // where a turn stands, first occurrence
	first map[dyadmem.EntryKey]int            // the session that first captures or writes out a key
	known []map[dyadmem.EntryKey]dyadmem.Kind // by session: what a delete may name, B ∪ C

	rule   RuleName // of the check that runs
	faults []Fault
	broken map[string]bool // paths of values that are not there or could not be read
}

// A place is where a turn stands.
type place struct {
	session   int
	smalltalk bool
}

func newInspection(e *Episode, faults []Fault) *inspection {
	in := &inspection{
		Episode: e,
		banks:   Replay(e),
		turns:   make(map[dyadmem.TurnRef]place),
		first:   make(map[dyadmem.EntryKey]int),
		faults:  faults,
		broken:  make(map[string]bool),
	}
	for _, f := range faults {
		if f.Rule == RuleMistypedField || f.Rule == RuleUnreadableTime {
			in.broken[f.Path] = true
		}
	}
	for i, s := range e.Sessions {
		for _, t := range s.Turns {
			if _, ok := in.turns[t.ID]; !ok && t.ID != "" {
				in.turns[t.ID] = place{i, t.Smalltalk}
			}
		}
		known := make(map[dyadmem.EntryKey]dyadmem.Kind)
		for _, m := range in.banks[i].Entries {
			known[m.Key] = m.Kind
		}
		for _, c := range s.Capture {
			known[c.Key] = c.Kind
		}
		in.known = append(in.known, known)
	}
	for en := range in.entries() {
		if _, ok := in.first[en.Key]; !ok {
			in.first[en.Key] = en.session
		}
	}
	return in
}

// report adds a fault of the rule that is being checked, unless it is about a
// value that is already known not to be there.
func (in *inspection) report(path, format string, args ...any) {
	for i := range len(path) + 1 {
		if (i == len(path) || path[i] == '.' || path[i] == '[') && in.broken[path[:i]] {
			return
		}
	}
	if in.rule == RuleMissingField {
		in.broken[path] = true
	}
	in.faults = append(in.faults, fault(in.rule, path, format, args...))
}

// A statedEntry is an entry that the gold of a session writes out.
type statedEntry struct {
	Entry
	session int
	field   string // capture or add
	index   int
}

func (e statedEntry) path(member string) string {
	return fmt.Sprintf("$.sessions[%d].%s[%d]%s", e.session, e.field, e.index, member)
}

// entries returns the captured and the written-out entries, session by session.
func (in *inspection) entries() iter.Seq[statedEntry] {
	return func(yield func(statedEntry) bool) {
		for i, s := range in.Sessions {
			for j, e := range s.Capture {
				if !yield(statedEntry{e, i, "capture", j}) {
					return
				}
			}
			for j, a := range s.Add {
				if a.Whole && !yield(statedEntry{a.Entry, i, "add", j}) {
					return
				}
			}
		}
	}
}

// A citation is a turn that gold cites as evidence, in element index of a
// field (capture, add or delete) of a session.
type citation struct {
	turn           dyadmem.TurnRef
	session        int
	field          string
	index, element int
}

func (c citation) path() string {
	return fmt.Sprintf("$.sessions[%d].%s[%d].evidence[%d]", c.session, c.field, c.index, c.element)
}

// citations returns the evidence of entries and of deletes.
func (in *inspection) citations() iter.Seq[citation] {
	return func(yield func(citation) bool) {
		for e := range in.entries() {
			for k, ref := range e.Evidence {
				if !yield(citation{ref, e.session, e.field, e.index, k}) {
					return
				}
			}
		}
		for i, s := range in.Sessions {
			for j, d := range s.Delete {
				for k, ref := range d.Evidence {
					if !yield(citation{ref, i, "delete", j, k}) {
						return
					}
				}
			}
		}
	}
}

// askedBank returns the bank that question q is about, and whether it has one.
func (in *inspection) askedBank(q *Question) (dyadmem.Bank, bool) {
	i := in.AskedIndex(q)
	if i < 0 && q.AskedAfter != "" {
		return dyadmem.Bank{}, false
	}
	return in.banks[i+1], true
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
