package dyadmem

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"iter"
	"slices"
	"strings"
	"time"
)

// A Store keeps what an Engine must not lose. Package storetest is its
// contract. Every method is scoped by its dyad: nothing of another one is ever
// read or written. A dyad that was never written to is an empty one. The dyad
// with an empty user is the agent's commons. All methods are safe for
// concurrent use, by several processes where the store is shared.
type Store interface {
	BankStore
	SessionStore
	Eraser
	// Dyads yields the dyads that hold anything and come after one, by the bytes of
	// agent and user; after the zero Dyad all. The commons are among them.
	Dyads(ctx context.Context, after Dyad) iter.Seq2[Dyad, error]
}

// A BankStore keeps the operation log of each dyad and the bank that is its
// fold.
type BankStore interface {
	// Rev returns the revision of the bank: the number of its latest change, 0
	// if there is none.
	Rev(ctx context.Context, d Dyad) (int64, error)
	// Bank returns the active entries.
	Bank(ctx context.Context, d Dyad) (Bank, error)
	// Record returns the entry of key k in whatever state; [ErrNotFound] if
	// there is none.
	Record(ctx context.Context, d Dyad, k EntryKey) (Record, error)
	// Records returns all entries in whatever state, in their order.
	Records(ctx context.Context, d Dyad) ([]Record, error)
	// Commit appends c to the log, folds it in, and marks its session, if it
	// names one, as applied: all or nothing. It returns the new revision. It is
	// [ErrConflict] if c.Base is not the revision of the bank or the session
	// was applied before, [ErrNotFound] if the session was never accepted.
	Commit(ctx context.Context, d Dyad, c Change) (int64, error)
	// Changes yields the log, oldest first.
	Changes(ctx context.Context, d Dyad) iter.Seq2[Change, error]
}

// A SessionStore keeps the sessions of each dyad from the moment they are
// accepted.
type SessionStore interface {
	// Accept keeps a, durably once it returns. fresh is false, and nothing
	// changes, if a session of that id is there already. It is [ErrInvalid] if
	// another session of d has a turn of the same id as one of a.
	Accept(ctx context.Context, d Dyad, a Accepted) (fresh bool, err error)
	// Session returns the session of that id; [ErrNotFound] if there is none.
	Session(ctx context.Context, d Dyad, id string) (Accepted, error)
	// Sessions returns all sessions without their turns, by time and then in
	// the order in which they came.
	Sessions(ctx context.Context, d Dyad) ([]Accepted, error)
	// Waiting returns the sessions that are not applied, with their turns, by
	// time, and the id of the last applied one before the first of them; of the
	// last applied one if none waits.
	Waiting(ctx context.Context, d Dyad) (waiting []Accepted, through string, err error)
	// Spoken returns those of turns that sessions of d hold. It takes no longer
	// where there are many sessions.
	Spoken(ctx context.Context, d Dyad, turns []TurnRef) (map[TurnRef]Spoken, error)
	// Mark sets the progress of a session that was not applied; [ErrConflict]
	// if it was.
	Mark(ctx context.Context, d Dyad, id string, p Progress) error
}

// A Spoken says where a turn stands and who said it.
type Spoken struct {
	Session string
	Speaker Speaker
}

// A Status is how far a session has come.
type Status string

// The statuses of a session.
const (
	Pending     Status = "pending"     // accepted, waits to be captured
	Applied     Status = "applied"     // part of the bank
	Quarantined Status = "quarantined" // its capture kept failing: set aside, retried by hand
)

// Progress is how far a session has come and what stood in its way. The zero
// Progress is that of a session just accepted, if its Status is Pending.
type Progress struct {
	Status   Status `json:"status"`
	Attempts int    `json:"attempts,omitempty"` // failures that count
	Reason   string `json:"reason,omitempty"`   // of the latest failure
}

// An Accepted is a session as a store keeps it.
type Accepted struct {
	Session
	Progress
	Received time.Time `json:"received,omitzero"` // when it was accepted, by the caller's clock
	Digest   string    `json:"digest"`            // keyed hash of the session as it came
	Order    int64     `json:"-"`                 // the order in which sessions came; the store sets it
}

// compare orders sessions by time, and those of one time as they came.
func (a Accepted) compare(b Accepted) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Order, b.Order))
}

// SortSessions puts sessions in the order of the dyad's time.
func SortSessions(list []Accepted) { slices.SortFunc(list, Accepted.compare) }

// An Eraser deletes for good.
type Eraser interface {
	// Erase removes what e names, from the log as well, keeps e.Graves, and
	// logs that something was purged. It counts a revision, so that no change
	// made before it can be committed after it.
	Erase(ctx context.Context, d Dyad, e Erasure) (Receipt, error)
	// Graves returns the hashes of what was erased.
	Graves(ctx context.Context, d Dyad) ([]Grave, error)
}

// An Erasure names what a store is to delete for good.
type Erasure struct {
	At      time.Time
	Actor   string
	Reason  string
	All     bool       // everything of the dyad but its graves
	Entries []EntryKey // with their log
	Turns   []TurnRef  // their text becomes empty
	Words   []string   // what is said of a session or a change (Role, Reason) becomes empty where it holds one of them
	Texts   []string   // their vectors; nothing else is looked up by them
	Graves  []Grave    // what is to be refused from now on
}

// A Receipt says what an erasure reached. It holds counts and no content.
type Receipt struct {
	At        time.Time `json:"at"`
	Entries   int       `json:"entries"`
	Ops       int       `json:"ops"`
	Turns     int       `json:"turns"`
	Sessions  int       `json:"sessions"`
	Vectors   int       `json:"vectors"`
	Commons   int       `json:"commons"`        // promoted copies
	Elsewhere int       `json:"elsewhere"`      // in caches and queues
	Marks     int       `json:"marks"`          // names, numbers and quotations of the erased entries, looked for everywhere
	Graves    int       `json:"graves"`         // keyed hashes kept
	Rest      []string  `json:"rest,omitempty"` // what the caller still has to do
}

// A VectorCache keeps embeddings by embedder and text. It is a cache: what it
// lacks is computed again, and a change of the embedder touches no entry.
type VectorCache interface {
	// Vectors returns the vector of each text, nil where there is none.
	Vectors(ctx context.Context, embedder string, texts []string) ([][]float32, error)
	// KeepVectors stores a vector for each text.
	KeepVectors(ctx context.Context, embedder string, texts []string, vectors [][]float32) error
	// Embeddings counts the vectors by embedder and dimension, in that order. It
	// reads all of them.
	Embeddings(ctx context.Context) ([]Embedding, error)
	// DropVectors deletes the vectors of other embedders than the one named, and
	// those of its own that have another dimension. It returns how many it deleted.
	DropVectors(ctx context.Context, embedder string, dims int) (int, error)
}

// An Embedding counts the vectors of one dimension that an embedder has left.
type Embedding struct {
	Embedder string
	Dims     int
	Vectors  int
}

// Commons returns the dyad under which the experience that an agent shares
// with all its users is kept. No user can have it: ids are never empty.
func Commons(agent string) Dyad { return Dyad{Agent: agent} }

// TextHash names a text in a VectorCache, so that the cache itself holds none.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Blank returns a with the text of the given turns emptied, and how many of
// them it had.
func (a Accepted) Blank(turns []TurnRef) (Accepted, int) {
	n := 0
	a.Turns = slices.Clone(a.Turns)
	for i, t := range a.Turns {
		if t.Text != "" && slices.Contains(turns, t.ID) {
			a.Turns[i].Text = ""
			n++
		}
	}
	return a, n
}

// Session returns a as e leaves it, how many turns that emptied, and whether
// anything of it changed. The reason of a failure may quote the turns.
func (e Erasure) Session(a Accepted) (left Accepted, turns int, changed bool) {
	left, turns = a.Blank(e.Turns)
	if e.names(a.Role) {
		left.Role = ""
	}
	if turns > 0 || e.names(a.Reason) {
		left.Reason = ""
	}
	return left, turns, turns > 0 || left.Role != a.Role || left.Reason != a.Reason
}

// Change returns c as e leaves it, and how many operations that took.
func (e Erasure) Change(c Change) (Change, int) {
	gone := make(map[EntryKey]bool, len(e.Entries))
	for _, k := range e.Entries {
		gone[k] = true
	}
	if e.names(c.Reason) {
		c.Reason = ""
	}
	return c.Without(gone)
}

// names reports whether text holds one of the words of e.
func (e Erasure) names(text string) bool {
	text = Normalize(text)
	return text != "" && slices.ContainsFunc(e.Words, func(w string) bool { w = Normalize(w); return w != "" && strings.Contains(text, w) })
}
