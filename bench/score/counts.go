package score

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Counts are what one episode adds to the figures of a summary.
type Counts struct {
	Episode string
	// Right are the answerable questions that Full-Pipeline QA got right, as
	// episode/question.
	Right []string

	ran      [5]bool // by stage: there is a line for one of its units
	units    [5]bench.UnitCount
	repeated int
	unknown  int

	capture  counts[Captured]
	update   counts[Updated]
	recall   counts[Recalled]
	gold     counts[Answered]
	pipeline counts[Answered]
	gap      counts[answers]
	cost     Cost
}

// counts are the summed terms of a stage, in all and by group.
type counts[T any] struct {
	total  []Terms // by metric
	causes []Terms // by metric of what failed
	groups map[group][]Terms
}

// add adds an item to the totals and to the groups that it is in.
func (c *counts[T]) add(s stage[T], item *T, groups ...group) {
	v := measured(s.metrics, item)
	c.total = plus(c.total, v)
	c.causes = plus(c.causes, measured(s.causes, item))
	for _, g := range groups {
		c.in(g, v)
	}
}

// in adds terms to a group alone.
func (c *counts[T]) in(g group, v []Terms) {
	if c.groups == nil {
		c.groups = make(map[group][]Terms)
	}
	c.groups[g] = plus(c.groups[g], v)
}

func (c *counts[T]) merge(d counts[T]) {
	c.total = plus(c.total, d.total)
	c.causes = plus(c.causes, d.causes)
	for g, v := range d.groups {
		c.in(g, v)
	}
}

// plus adds v to sum, which is made if it is empty.
func plus(sum, v []Terms) []Terms {
	if sum == nil {
		return slices.Clone(v)
	}
	for i := range v {
		sum[i].add(v[i])
	}
	return sum
}

// Episode scores the predictions for one episode, given the verdicts on them.
// It is pure, and safe to call at once for different episodes. Verdicts that are
// read from a file go through [Check] first.
func Episode(e *bench.Episode, u *bench.Units, v *bench.Verdicts) *Counts {
	c := &Counts{Episode: e.ID, repeated: u.Repeated, unknown: u.Unknown}
	for i, s := range bench.Stages() {
		c.ran[i] = len(u.Of(s)) > 0
		c.units[i] = u.Count(e, s)
	}
	c.cost.add(e, u)
	r, banks := newReading(e), bench.Replay(e)
	defer r.close()
	c.scoreSessions(e, u, v, banks, r)
	c.scoreQuestions(e, u, v, banks)
	return c
}

func (c *Counts) scoreSessions(e *bench.Episode, u *bench.Units, v *bench.Verdicts, banks []dyadmem.Bank, r *reading) {
	captures, updates := captureStage(), updateStage()
	groups := []group{{"by_focus", string(e.Focus), 0}, {"by_domain", e.Domain, 0}, {"by_lang", e.Lang, 0}}
	for i := range e.Sessions {
		s := &e.Sessions[i]
		index := numbered("by_session_index", i+1)
		captured := capture(s, u.Capture[s.ID], v.Capture[s.ID], r)
		c.capture.add(captures, captured, append(groups, index)...)
		for _, k := range dyadmem.Kinds() {
			c.capture.in(kindGroup(k), measured(captures.metrics, captured.part(func(of dyadmem.Kind) bool { return of == k })))
		}
		if odd := captured.part(func(of dyadmem.Kind) bool { return !of.Valid() }); len(odd.Extracted) > 0 {
			c.capture.in(oddKind, measured(captures.metrics, odd))
		}
		c.update.add(updates, update(s, u.Update[s.ID], v.Update[s.ID], v.State[s.ID], banks[i], banks[i+1], r), index)
	}
}

func (c *Counts) scoreQuestions(e *bench.Episode, u *bench.Units, v *bench.Verdicts, banks []dyadmem.Bank) {
	recalls, golds, pipelines, gaps := recallStage(), goldStage(), pipelineStage(), gapStage()
	h := newHistory(e)
	for i := range e.Questions {
		q := &e.Questions[i]
		asked := e.AskedIndex(q)
		bank := banks[asked+1]
		size, sessions := bankGroup(len(bank.Entries)), numbered("by_sessions", asked+1)
		if len(q.Support) > 0 {
			c.recall.add(recalls, recall(q, u.Recall[q.ID], len(bank.Entries)), size, sessions)
		}
		gold := answer(q, u.GoldQA[q.ID], v.GoldQA[q.ID])
		c.gold.add(golds, gold, typeGroup(q.Type))
		a := answerPipeline(q, u.PipelineQA[q.ID], v.Pipeline[q.ID], grounds{
			handed: v.Handed[q.ID], bank: v.Bank[q.ID], captured: v.Captured[q.ID],
			stated: h.stated(q, asked), side: sideOf(q, bank),
		})
		groups := []group{
			typeGroup(q.Type), {"by_focus", string(e.Focus), 0}, {"by_lang", e.Lang, 0},
			numbered("by_supports", len(q.Support)), sessions, size,
		}
		if age, ok := h.age(q, asked); ok {
			groups = append(groups, numbered("by_support_age", age))
		}
		c.pipeline.add(pipelines, a, groups...)
		c.gap.add(gaps, &answers{gold, a})
		if a.Correct && a.Answerable {
			c.Right = append(c.Right, e.ID+"/"+q.ID)
		}
	}
}

// A history says in which sessions, from 0, an episode's gold captured and
// wrote each entry.
type history struct {
	captured map[dyadmem.EntryKey]int   // first
	wrote    map[dyadmem.EntryKey][]int // captured, or wrote out in add, oldest first
}

func newHistory(e *bench.Episode) history {
	h := history{make(map[dyadmem.EntryKey]int), make(map[dyadmem.EntryKey][]int)}
	for i := range e.Sessions {
		for _, x := range e.Sessions[i].Capture {
			if _, again := h.captured[x.Key]; !again {
				h.captured[x.Key] = i
			}
			h.wrote[x.Key] = append(h.wrote[x.Key], i)
		}
		for _, a := range e.Sessions[i].Add {
			if a.Whole {
				h.wrote[a.Key] = append(h.wrote[a.Key], i)
			}
		}
	}
	return h
}

// stated returns for each support entry of q whether the gold capture of a
// session up to the asked one holds it: what is written out, and stated only
// later, could not be captured at the time.
func (h history) stated(q *bench.Question, asked int) []bool {
	stated := make([]bool, len(q.Support))
	for i, k := range q.Support {
		first, ok := h.captured[k]
		stated[i] = ok && first <= asked
	}
	return stated
}

// age returns how many sessions before the asked one the newest support of q
// was last stated, and whether q has support.
func (h history) age(q *bench.Question, asked int) (sessions int, ok bool) {
	newest := -1
	for _, k := range q.Support {
		for _, i := range h.wrote[k] {
			if i <= asked {
				newest = max(newest, i)
			}
		}
	}
	return asked - newest, newest >= 0
}

// sideOf returns the side of all the support of q, empty if it has none or is
// of several sides.
func sideOf(q *bench.Question, bank dyadmem.Bank) dyadmem.Side {
	var side dyadmem.Side
	for i, k := range q.Support {
		x, _ := bank.Entry(k)
		if s := x.Kind.Side(); i == 0 || s == side {
			side = s
		} else {
			return ""
		}
	}
	return side
}
