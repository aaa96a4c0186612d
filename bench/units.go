package bench

import (
	"slices"

	"github.com/dyadmem/dyadmem"
)

// Units are the predictions for one episode, at most one a unit: of two lines
// for one unit the last counts. A unit without a line is absent from its map.
// Of a failed line only the error and the cost are kept. Make them with [NewUnits].
type Units struct {
	Capture         map[string]*Prediction // by session id
	Update          map[string]*Prediction // by session id
	PipelineCapture map[string]*Prediction // by session id
	Bank            map[string]*Prediction // by session id; the last session's for a line without one
	Recall          map[string]*Prediction // by question id
	GoldQA          map[string]*Prediction // by question id
	PipelineQA      map[string]*Prediction // by question id

	// Pipelined says that the predictions hold a pipeline_capture line, of this
	// episode or another: what the pipeline captured is told by those lines alone.
	Pipelined bool

	Fitting  int // lines for units that the episode has
	Repeated int // those of them that a later line for the same unit replaced
	Unknown  int // lines for a stage, session or question that there isn't
}

// NewUnits returns Units without a line.
func NewUnits(pipelined bool) *Units {
	return &Units{
		Capture: map[string]*Prediction{}, Update: map[string]*Prediction{}, PipelineCapture: map[string]*Prediction{}, Bank: map[string]*Prediction{},
		Recall: map[string]*Prediction{}, GoldQA: map[string]*Prediction{}, PipelineQA: map[string]*Prediction{},
		Pipelined: pipelined,
	}
}

// Of returns the predictions of stage s, nil for a stage that there isn't.
func (u *Units) Of(s Stage) map[string]*Prediction {
	switch s {
	case CaptureStage:
		return u.Capture
	case UpdateStage:
		return u.Update
	case RecallStage:
		return u.Recall
	case GoldQA:
		return u.GoldQA
	case PipelineQA:
		return u.PipelineQA
	case BankStage:
		return u.Bank
	case PipelineCapture:
		return u.PipelineCapture
	}
	return nil
}

// Add files p, a line for episode e, and reports whether e has its unit. Recall
// has none for a question without support.
func (u *Units) Add(e *Episode, p *Prediction) bool {
	id := p.Question
	var known bool
	switch p.Stage {
	case CaptureStage, UpdateStage, PipelineCapture, BankStage:
		id = p.Session
		if id == "" && p.Stage == BankStage && len(e.Sessions) > 0 {
			id = e.Sessions[len(e.Sessions)-1].ID
		}
		known = e.session(id) != nil
	case RecallStage, GoldQA, PipelineQA:
		q := e.question(id)
		known = q != nil && (p.Stage != RecallStage || len(q.Support) > 0)
	}
	if !known {
		u.Unknown++
		return false
	}
	u.Fitting++
	lines := u.Of(p.Stage)
	if lines[id] != nil {
		u.Repeated++
	}
	if p.Error != "" {
		p = &Prediction{Stage: p.Stage, Episode: p.Episode, Session: p.Session, Question: p.Question, Error: p.Error, Cost: p.Cost}
	}
	lines[id] = p
	return true
}

func (e *Episode) session(id string) *Session {
	for i := range e.Sessions {
		if e.Sessions[i].ID == id {
			return &e.Sessions[i]
		}
	}
	return nil
}

func (e *Episode) question(id string) *Question {
	for i := range e.Questions {
		if e.Questions[i].ID == id {
			return &e.Questions[i]
		}
	}
	return nil
}

// A UnitCount says what became of the planned units of a stage:
// Planned = Done + Failed + Missing.
type UnitCount struct {
	Planned int `json:"planned"`
	Done    int `json:"done"`
	Failed  int `json:"failed"`  // a line with an error
	Missing int `json:"missing"` // no line
}

// Planned returns the ids of the units of a scored stage that e has: its
// sessions, its questions, or for Recall its questions with support.
func (e *Episode) Planned(s Stage) []string {
	var ids []string
	switch s {
	case CaptureStage, UpdateStage:
		for i := range e.Sessions {
			ids = append(ids, e.Sessions[i].ID)
		}
	case RecallStage, GoldQA, PipelineQA:
		for i := range e.Questions {
			if s != RecallStage || len(e.Questions[i].Support) > 0 {
				ids = append(ids, e.Questions[i].ID)
			}
		}
	}
	return ids
}

// Count returns what became of the units of stage s that e plans.
func (u *Units) Count(e *Episode, s Stage) UnitCount {
	lines := u.Of(s)
	var c UnitCount
	for _, id := range e.Planned(s) {
		c.Planned++
		switch p := lines[id]; {
		case p == nil:
			c.Missing++
		case p.Error != "":
			c.Failed++
		default:
			c.Done++
		}
	}
	return c
}

// Captured returns what the pipeline captured from every session of e, one
// after another in session order: the predicted list of [Verdicts].Captured.
func (u *Units) Captured(e *Episode) []Entry {
	lines := u.Capture
	if u.Pipelined {
		lines = u.PipelineCapture
	}
	var all []Entry
	for i := range e.Sessions {
		if p := lines[e.Sessions[i].ID]; p != nil {
			all = append(all, p.Entries...)
		}
	}
	return all
}

// Built returns the system's bank at the time of asking q, nil if no line
// tells it.
func (u *Units) Built(e *Episode, q *Question) []Entry {
	if i := e.AskedIndex(q); i >= 0 {
		if p := u.Bank[e.Sessions[i].ID]; p != nil {
			return p.Entries
		}
	}
	return nil
}

// Counted returns the entries handed to the answerer that count: the first
// [dyadmem.MaxRecall].
func (p *Prediction) Counted() []Entry {
	if p == nil {
		return nil
	}
	return p.Handed[:min(len(p.Handed), dyadmem.MaxRecall)]
}

// Resolve returns the entries that additions of session s, gold's or predicted
// ones, stand for: whole ones themselves, and of a key alone what gold adds under
// that key, else the captured entry, else the one in prior, the bank before the
// session. A key that names nothing gives an entry without content.
func (s *Session) Resolve(add []Addition, prior dyadmem.Bank) []Entry {
	entries := make([]Entry, len(add))
	for i, a := range add {
		entries[i] = a.Entry
		if a.Content == "" {
			if x, ok := s.named(a.Key, prior); ok {
				entries[i] = x
			}
		}
	}
	return entries
}

func (s *Session) named(k dyadmem.EntryKey, prior dyadmem.Bank) (Entry, bool) {
	for _, a := range slices.Backward(s.Add) {
		if a.Key == k && a.Content != "" {
			return a.Entry, true
		}
	}
	for _, c := range slices.Backward(s.Capture) {
		if c.Key == k {
			return c, true
		}
	}
	m, ok := prior.Entry(k)
	return FromMemory(m), ok
}
