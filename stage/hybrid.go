package stage

import (
	"context"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/model"
	"github.com/dyadmem/dyadmem/stage/recall"
	"github.com/dyadmem/dyadmem/stage/update"
)

// Hybrid returns the system `hybrid`: rules propose, the model decides. In
// Capture the model reads the turns that rules hold likely to state something,
// with their neighbours, and the rules' own entries as candidates; in Update
// the rules' operations are proposals to it; in Recall it picks from what rules
// find nearest. Answers are the model's.
func Hybrid(m model.Model) dyadmem.Engine {
	return dyadmem.Engine{
		Capturer: model.Capturer{Model: m, Hints: captureHints},
		Updater:  model.Updater{Model: m, Hints: update.Rules{}.Update},
		Recaller: model.Recaller{Model: m, Pool: func(ctx context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Entry, error) {
			return recall.Pool(ctx, recall.Rules{}, b, q, hybridPool)
		}},
		Answerer: model.Answerer{Model: m},
	}
}

const (
	hybridPool  = 2 * dyadmem.MaxRecall // entries that the model picks from
	candidateAt = -1.0                  // the score of a turn that the model is to read, with some room: docs/rules.md has the trade-off
	neighbours  = 1                     // turns before and after a candidate that it is shown in short
)

// captureHints returns the turns that the model is to read (true) and their
// neighbours (false), none if no turn is likely to state anything, and what the
// rules would capture.
func captureHints(ctx context.Context, s dyadmem.Session) (keep map[int]bool, proposals []dyadmem.Entry, err error) {
	keep = make(map[int]bool)
	for i, p := range capture.Candidates(s) {
		if p.Score < candidateAt {
			continue
		}
		for j := max(0, i-neighbours); j <= min(len(s.Turns)-1, i+neighbours); j++ {
			keep[j] = keep[j] || j == i
		}
	}
	proposals, err = capture.Rules{}.Capture(ctx, s)
	return keep, proposals, err
}
