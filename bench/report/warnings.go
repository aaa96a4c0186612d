package report

import (
	"fmt"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench/score"
	"github.com/dyadmem/dyadmem/bench/stats"
)

// warnings returns what a reader of the figures has to know.
func warnings(s *score.Summary) []string {
	var ws []string
	warn := func(n int, format string, args ...any) {
		if n > 0 {
			ws = append(ws, fmt.Sprintf(format, args...))
		}
	}
	for _, st := range layout() {
		if u := s.Units.Of(st.stage); u != nil {
			warn(u.Failed+u.Missing, "%s: %s failed and %d missing: they count as empty output", st.title, counted(u.Failed, st.unit), u.Missing)
		}
	}
	warn(s.Repeated, "%s replaced by a later one for the same unit", are(s.Repeated, "line"))
	warn(s.Unknown, "%s for units that the data set doesn't have, and not counted", are(s.Unknown, "line"))
	if s.Recall != nil {
		n, of := count(s.Recall, "within_k"), count(s.Recall, "questions")
		warn(n, "Recall: the bank of %d of %s has no more than %d entries: nothing need be retrieved there", n, counted(of, "question"), dyadmem.MaxRecall)
	}
	if s.Update != nil {
		n := count(s.Update, "state_left_out")
		warn(n, "State error: %s left out, the gold bank is empty after it", are(n, "session"))
	}
	for _, qa := range []struct {
		title string
		block *score.Block
	}{{"Gold-Memory QA", s.GoldQA}, {"Full-Pipeline QA", s.PipelineQA}} {
		if qa.block != nil {
			n := count(qa.block, "unjudged")
			warn(n, "%s: %s unjudged, the question has no rubric", qa.title, are(n, "answer"))
			n = count(qa.block, "undecided")
			warn(n, "%s: the judge could not decide %s", qa.title, counted(n, "answer"))
		}
	}
	if s.PipelineQA != nil {
		n := count(s.PipelineQA, "handed_long")
		warn(n, "Full-Pipeline QA: %s handed over longer than %d runes: sixteen of them are a context, not a memory", are(n, "entry"), score.LongEntry)
		n = count(s.PipelineQA, "handed_beyond")
		warn(n, "Full-Pipeline QA: %s handed over beyond the first %d, and not counted", are(n, "entry"), dyadmem.MaxRecall)
	}
	warn(len(s.Leaky), "%s right with no memory at all (leaky)", are(len(s.Leaky), "answerable question"))
	warn(len(s.LeftOut), "Intervals: %s undefined in some resamples, which are left out", are(len(s.LeftOut), "figure"))
	if p := stats.LeastP(s.Data.Episodes); s.Data.Episodes > 0 && p >= score.Level {
		ws = append(ws, fmt.Sprintf("%s: too few to tell two runs apart (no p-value can be below %.2g), and too few for a good interval", counted(s.Data.Episodes, "episode"), p))
	}
	return ws
}

func count(b *score.Block, name string) int { return int(b.Figures.Get(name).Num) }

// are returns "1 line is" or "2 lines are".
func are(n int, one string) string {
	if n == 1 {
		return "1 " + one + " is"
	}
	return counted(n, one) + " are"
}
