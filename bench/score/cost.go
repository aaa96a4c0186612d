package score

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A Cost is what the chat calls of Full-Pipeline QA take in three ways, over the
// same sessions and questions:
//
//   - Incremental: Capture and Update of each session once, Recall and Answer of
//     each question. It is what the system does.
//   - Rebuilt: the same, but Capture and Update of all sessions so far run anew
//     after each session.
//   - Replayed: no memory; the whole dialogue so far is in the prompt of each
//     question. It is what the control full does, as far as the dialogue fits its
//     context; nil where it was not run.
//
// Calls that are answered from what was kept count as what they once cost.
// Embeddings are not in it. A unit that failed counts with what it took.
type Cost struct {
	Incremental dyadmem.Cost  `json:"incremental"`
	Rebuilt     dyadmem.Cost  `json:"rebuilt"`
	Replayed    *dyadmem.Cost `json:"replayed"`
	OfReplayed  *float64      `json:"incremental_of_replayed"` // in tokens; null where nothing was replayed
}

// add adds what the pipeline of an episode took.
func (c *Cost) add(e *bench.Episode, u *bench.Units) {
	for i := range e.Sessions {
		if p := u.PipelineCapture[e.Sessions[i].ID]; p != nil && p.Cost != nil {
			c.Incremental = c.Incremental.Plus(*p.Cost)
			for range e.Sessions[i:] {
				c.Rebuilt = c.Rebuilt.Plus(*p.Cost)
			}
		}
	}
	for i := range e.Questions {
		if p := u.PipelineQA[e.Questions[i].ID]; p != nil && p.Cost != nil {
			c.Incremental = c.Incremental.Plus(*p.Cost)
			c.Rebuilt = c.Rebuilt.Plus(*p.Cost)
		}
	}
}

// merge adds what other episodes took.
func (c *Cost) merge(o Cost) {
	c.Incremental, c.Rebuilt = c.Incremental.Plus(o.Incremental), c.Rebuilt.Plus(o.Rebuilt)
}

// Cost returns what the pipeline's model calls took, nil if there were none.
func (t *Tally) Cost() *Cost {
	if t.sum.cost.Incremental.Calls == 0 {
		return nil
	}
	c := t.sum.cost
	return &c
}

// Against sets full, what the control of a replay took, beside c. Either may be
// nil.
func (c *Cost) Against(full *Cost) {
	if c == nil || full == nil {
		return
	}
	replayed := full.Incremental // it builds nothing: its questions are all it costs
	share := float64(c.Incremental.Tokens()) / float64(replayed.Tokens())
	c.Replayed, c.OfReplayed = &replayed, &share
}
