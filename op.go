package dyadmem

// An Action is what an operation does to a bank.
type Action string

// The two actions of the paper's Update stage.
const (
	Add    Action = "add"
	Delete Action = "delete"
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
)

// Whys returns the four reasons that a data set may give.
func Whys() []Why { return []Why{WhyForget, WhyCorrected, WhySuperseded, WhyExpired} }

// An Op is one operation of Update on a bank. Of a delete only Entry.Key, Why
// and Evidence matter; of an add Entry and Evidence.
type Op struct {
	Action   Action
	Entry    Entry
	Why      Why
	Evidence []TurnRef // the turns that show it
}
