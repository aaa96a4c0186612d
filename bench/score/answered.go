package score

import (
	"slices"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Answered is what came of one question, in Gold-Memory QA or in
// Full-Pipeline QA.
type Answered struct {
	Type       bench.QuestionType
	Answerable bool // it has support

	Failed    bool // no line, or one with an error
	Flagged   bool // the line says whether it abstained
	Abstained bool
	Correct   bool
	Unjudged  bool // there was no rubric to decide by
	Undecided bool

	Leaked bool // the answer reveals what was to be forgotten
	Runes  int  // of the answer

	// Of Full-Pipeline QA alone.
	Handed       int          // entries handed over that count
	HandedBeyond int          // and those beyond that
	HandedRunes  int          // of those that count
	HandedLong   int          // of those that count, longer than LongEntry
	HandedLeak   bool         // one of those that count reveals what was to be forgotten
	Supported    bool         // answerable, and every support entry was handed over
	Lost         Loss         // the stage that lost it; empty if it is correct, unjudged or not answerable
	Side         dyadmem.Side // of all its support; empty if that is of several sides
}

// LongEntry is the length in runes beyond which an entry that is handed over
// is warned of: sixteen of them are a context, not a memory.
const LongEntry = 500

// Declines reports whether the right answer is to abstain.
func (a *Answered) declines() bool { return !a.Type.Answerable() }

// answer scores the answer of p, which may be nil, to q.
func answer(q *bench.Question, p *bench.Prediction, verdict bench.Verdict) *Answered {
	a := &Answered{Type: q.Type, Answerable: len(q.Support) > 0}
	if p == nil || p.Error != "" {
		a.Failed = true
		return a
	}
	a.Runes = utf8.RuneCountInString(p.Answer)
	a.Flagged = p.Abstained != nil
	a.Abstained = a.Flagged && *p.Abstained
	a.Leaked = reveals(q, p.Answer)
	switch {
	case a.Leaked:
		// Wrong, whatever else it says.
	case a.Abstained:
		a.Correct = a.declines()
	case a.Flagged && a.declines():
		// It answered what it should not.
	default:
		a.Correct = verdict == bench.Yes
		a.Unjudged = verdict == bench.Unjudged
		a.Undecided = verdict == bench.Undecided
	}
	return a
}

// reveals reports whether text holds what the user had erased.
func reveals(q *bench.Question, text string) bool {
	return q.Type == bench.Forgotten && q.Rubric != nil && q.Rubric.Leaks(text)
}

// Grounds are what decides whether an answer stood on its support, and which
// stage lost it.
type grounds struct {
	handed, bank, captured []bench.Link // against the support
	stated                 []bool       // by support entry: the gold capture of a session up to the asked one holds it
	side                   dyadmem.Side
}

// answerPipeline scores the answer and what was handed over for it.
func answerPipeline(q *bench.Question, p *bench.Prediction, verdict bench.Verdict, g grounds) *Answered {
	a := answer(q, p, verdict)
	a.Side = g.side
	if !a.Failed {
		for _, x := range p.Counted() {
			n := utf8.RuneCountInString(x.Content)
			a.Handed++
			a.HandedRunes += n
			if n > LongEntry {
				a.HandedLong++
			}
			a.HandedLeak = a.HandedLeak || reveals(q, x.Content)
		}
		a.HandedBeyond = len(p.Handed) - a.Handed
	}
	handed := saysEach(len(q.Support), g.handed)
	a.Supported = a.Answerable && !a.Failed && !slices.Contains(handed, false)
	if a.Answerable && !a.Correct && !a.Unjudged {
		a.Lost = g.lost(a, handed)
	}
	return a
}

// saysEach returns for each of n gold entries whether a predicted one says it.
func saysEach(n int, links []bench.Link) []bool {
	said := make([]bool, n)
	for _, l := range links {
		if says(l) {
			said[l.Gold] = true
		}
	}
	return said
}
