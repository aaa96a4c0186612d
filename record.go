package dyadmem

import (
	"cmp"
	"slices"
	"time"
)

// A State is whether an entry counts.
type State string

// The states of an entry. A purged entry has none: it is gone.
const (
	Active   State = "active"   // part of the bank
	Invalid  State = "invalid"  // no longer true; never recalled unless asked for
	Archived State = "archived" // set aside by compaction; comes back by name
)

// A Record is an entry as a store keeps it, in whatever state.
type Record struct {
	Entry
	State     State     `json:"state"`
	Why       Why       `json:"why,omitempty"`       // why it is not active, or why it is doubted
	Successor EntryKey  `json:"successor,omitempty"` // what holds instead; empty if nothing does
	Since     time.Time `json:"since,omitzero"`      // when the state began
	Hand      bool      `json:"hand,omitempty"`      // a person stated it by hand
	Order     int64     `json:"order"`               // its place in the bank: revision and operation of its latest add
}

// Hidden reports whether r must not be shown by recall, as-of and export: the
// user asked to forget it.
func (r Record) Hidden() bool { return r.State == Invalid && r.Why == WhyForget }

// BankOf returns the bank that the active ones among records make. It is for
// stores.
func BankOf(rev int64, records []Record) Bank {
	live := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.State != Active })
	slices.SortFunc(live, byOrder)
	b := Bank{Rev: rev, Entries: make([]Entry, len(live))}
	for i, r := range live {
		b.Entries[i] = r.Entry.clone()
	}
	return b
}

// SortRecords puts records in their order.
func SortRecords(records []Record) { slices.SortFunc(records, byOrder) }

func byOrder(a, b Record) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
}
