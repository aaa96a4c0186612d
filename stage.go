package dyadmem

import (
	"context"
	"time"
)

// MaxRecall is the most entries that Recall hands over, and the limit of a
// Query that sets none.
const MaxRecall = 16

// A Query is a question to a bank. At is the time of asking ("now" in the
// text means then). A zero Limit is MaxRecall. To an Answerer Recalled says that
// the entries were recalled for the query, so that they may not be about it; else somebody
// picked them. ByUser says that the user asks it himself, so that an answer may say "you" to him; else a question that does
// not say "I" may be anybody's.
type Query struct {
	Text     string
	At       time.Time
	Limit    int
	Recalled bool
	ByUser   bool
}

// K returns the most entries that q asks for, 1 to MaxRecall.
func (q Query) K() int {
	if q.Limit <= 0 || q.Limit > MaxRecall {
		return MaxRecall
	}
	return q.Limit
}

// A Hit is a recalled entry. Scores are comparable within one call only,
// higher is better; Reason says in a few words why the entry was recalled.
type Hit struct {
	Entry  Entry
	Score  float64
	Reason string
	Aside  bool // nothing in it bears on the query: it only comes along
}

// An Answer is a reply to a query. Cites names the entries it used. Abstained
// says that the memory does not support an answer; Text may then say so.
type Answer struct {
	Text      string
	Abstained bool
	Cites     []EntryKey
}

// The stages. An implementation is safe for concurrent use, reads no clock,
// and returns an error rather than an empty result when it could not do its
// work: an empty result means "nothing to remember", "nothing to change",
// "nothing fits".

// A Capturer extracts from one session the entries that it states. The
// entries need no keys.
type Capturer interface {
	Capture(ctx context.Context, s Session) ([]Entry, error)
}

// An Updater says how the bank from before session s changes, given what was
// captured in it. The captured entries have keys; they join the bank unless a
// delete names them.
type Updater interface {
	Update(ctx context.Context, prior Bank, s Session, captured []Entry) ([]Op, error)
}

// A Recaller picks from b, best first, at most q.K() entries that help with q.
type Recaller interface {
	Recall(ctx context.Context, b Bank, q Query) ([]Hit, error)
}

// An Answerer answers q from the entries handed to it and from nothing else.
type Answerer interface {
	Answer(ctx context.Context, q Query, evidence []Entry) (Answer, error)
}

// CaptureFunc is a function as a Capturer.
type CaptureFunc func(context.Context, Session) ([]Entry, error)

// Capture calls f.
func (f CaptureFunc) Capture(ctx context.Context, s Session) ([]Entry, error) { return f(ctx, s) }

// UpdateFunc is a function as an Updater.
type UpdateFunc func(context.Context, Bank, Session, []Entry) ([]Op, error)

// Update calls f.
func (f UpdateFunc) Update(ctx context.Context, prior Bank, s Session, captured []Entry) ([]Op, error) {
	return f(ctx, prior, s, captured)
}

// RecallFunc is a function as a Recaller.
type RecallFunc func(context.Context, Bank, Query) ([]Hit, error)

// Recall calls f.
func (f RecallFunc) Recall(ctx context.Context, b Bank, q Query) ([]Hit, error) { return f(ctx, b, q) }

// AnswerFunc is a function as an Answerer.
type AnswerFunc func(context.Context, Query, []Entry) (Answer, error)

// Answer calls f.
func (f AnswerFunc) Answer(ctx context.Context, q Query, evidence []Entry) (Answer, error) {
	return f(ctx, q, evidence)
}
