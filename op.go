package dyadmem

import "time"

// An Action is what an operation does to a bank.
type Action string

// The two actions of the paper's Update stage.
const (
	Add    Action = "add"
	Delete Action = "delete"
)

// The further actions of the log. Delete is a proposal: what is done with it
// stands in the log as Invalidate or Doubt. Each acts on the entry that
// Entry.Key names.
const (
	Revise     Action = "revise"     // the same memory in other words, or with another end
	Invalidate Action = "invalidate" // no longer true; kept, linked to its successor
	Archive    Action = "archive"    // moved out by compaction; kept, found by name
	Restore    Action = "restore"    // active again
	Pin        Action = "pin"        // only a person may retire it
	Unpin      Action = "unpin"
	Doubt      Action = "doubt"   // a delete was proposed without sufficient evidence
	Confirm    Action = "confirm" // the doubt is cleared
	Promote    Action = "promote" // copied to the agent's commons
	Purge      Action = "purge"   // physically erased; the operation names nothing
)

// A Why is the reason of a delete.
type Why string

// The reasons. A data set holds the first four only; WhyMerged is for
// entries whose content lives on in another one (a restatement folded into
// what it restates, a compaction).
const (
	WhyForget     Why = "forget"     // the user asked
	WhyCorrected  Why = "corrected"  // the old value was wrong or changed
	WhySuperseded Why = "superseded" // a new rule replaces an old one
	WhyExpired    Why = "expired"    // a temporary state is over
	WhyMerged     Why = "merged"
	WhyReverted   Why = "reverted" // the operation that added it was taken back
	WhyCap        Why = "cap"      // archived to hold the bank to its size
)

// Whys returns the four reasons that a data set may give.
func Whys() []Why { return []Why{WhyForget, WhyCorrected, WhySuperseded, WhyExpired} }

// An Op is one operation on a bank: proposed by an Updater, or carried out and
// logged. Of a delete only Entry.Key, Why and Evidence matter; of an add Entry
// and Evidence.
type Op struct {
	Action    Action    `json:"action"`
	Entry     Entry     `json:"entry,omitzero"`
	Why       Why       `json:"why,omitempty"`
	Evidence  []TurnRef `json:"evidence,omitempty"`  // the turns that show it
	Successor EntryKey  `json:"successor,omitempty"` // the entry that holds instead; empty if there is none
	At        time.Time `json:"at,omitzero"`         // when it took effect; zero: at the time of its change
}
