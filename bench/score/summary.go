package score

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/stats"
)

// SummarySchema names the format of summary.json.
const SummarySchema = "dyadmem/summary/v1"

// A Summary is all that is measured of a run. In JSON it is dyadmem/summary/v1:
// the same run gives the same bytes.
type Summary struct {
	Schema     string       `json:"schema"`
	System     string       `json:"system"`
	Judges     Judges       `json:"judges"`
	Data       bench.Survey `json:"data"`
	Units      Units        `json:"units"`
	Repeated   int          `json:"repeated"` // lines that a later one for the same unit replaced
	Unknown    int          `json:"unknown"`  // lines for units that the data set doesn't have
	Capture    *Block       `json:"capture"`  // a block is nil where the stage was not run
	Update     *Block       `json:"update"`
	Recall     *Block       `json:"recall"`
	GoldQA     *Block       `json:"gold_qa"`
	PipelineQA *Block       `json:"pipeline_qa"`
	Gap        Gap          `json:"gap_pp"`
	Controls   Controls     `json:"controls"`
	Intervals  Intervals    `json:"intervals"`
	LeftOut    Figures      `json:"resamples_left_out"` // where a figure was undefined in some
	Leaky      []string     `json:"leaky"`              // answerable questions that no memory is needed for, as episode/question
	Cost       *Cost        `json:"cost,omitzero"`      // nil where no model was asked
}

// Judges names the judges of a run.
type Judges struct {
	Equivalence        string `json:"equivalence"`
	EquivalenceVersion string `json:"equivalence_version"`
	Answers            string `json:"answers"`
	AnswersVersion     string `json:"answers_version"`
}

// Units are the units of the stages that were run.
type Units struct {
	Capture    *bench.UnitCount `json:"capture,omitzero"`
	Update     *bench.UnitCount `json:"update,omitzero"`
	Recall     *bench.UnitCount `json:"recall,omitzero"`
	GoldQA     *bench.UnitCount `json:"gold_qa,omitzero"`
	PipelineQA *bench.UnitCount `json:"pipeline_qa,omitzero"`
}

// Of returns the units of stage s, nil if it was not run.
func (u *Units) Of(s bench.Stage) *bench.UnitCount {
	switch s {
	case bench.CaptureStage:
		return u.Capture
	case bench.UpdateStage:
		return u.Update
	case bench.RecallStage:
		return u.Recall
	case bench.GoldQA:
		return u.GoldQA
	case bench.PipelineQA:
		return u.PipelineQA
	}
	return nil
}

// A Gap is a number of percentage points, undefined if a QA is.
type Gap stats.Ratio

// MarshalJSONTo writes a number, or null.
func (g Gap) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteToken(Figure{Value: stats.Ratio(g)}.token())
}

// A Control is what a control came to over the same data.
type Control struct {
	Name    string
	Figures Figures
}

// Controls are controls in order. In JSON they are an object by name.
type Controls []Control

// MarshalJSONTo writes an object of figures by name.
func (cs Controls) MarshalJSONTo(enc *jsontext.Encoder) error {
	return object(enc, func(w *writer) {
		for _, c := range cs {
			w.token(jsontext.String(c.Name))
			if w.err == nil {
				w.err = c.Figures.MarshalJSONTo(enc)
			}
		}
	})
}

// An Interval is that of a figure.
type Interval struct {
	Name string
	stats.Interval
}

// Intervals are intervals in the order of the figures. In JSON they are an
// object of pairs.
type Intervals []Interval

// Get returns the interval of a figure, without bounds if there is none.
func (is Intervals) Get(name string) stats.Interval {
	for _, i := range is {
		if i.Name == name {
			return i.Interval
		}
	}
	return stats.Interval{}
}

// MarshalJSONTo writes an object of pairs; one without bounds is null.
func (is Intervals) MarshalJSONTo(enc *jsontext.Encoder) error {
	return object(enc, func(w *writer) {
		for _, i := range is {
			w.token(jsontext.String(i.Name))
			w.bounds(i.Interval)
		}
	})
}

func (w *writer) bounds(i stats.Interval) {
	if !i.OK {
		w.token(jsontext.Null)
		return
	}
	w.token(jsontext.BeginArray)
	w.token(jsontext.Float(i.Lo))
	w.token(jsontext.Float(i.Hi))
	w.token(jsontext.EndArray)
}

// Blocks returns the blocks of the stages in order, nil where one was not run.
func (s *Summary) Blocks() []*Block {
	return []*Block{s.Capture, s.Update, s.Recall, s.GoldQA, s.PipelineQA}
}

// Figure returns the figure of that name ("capture.f1"), undefined if there is
// none.
func (s *Summary) Figure(name string) stats.Ratio {
	if name == gap.Name {
		return stats.Ratio(s.Gap)
	}
	for i, stage := range bench.Stages() {
		prefix := string(stage) + "."
		if b := s.Blocks()[i]; b != nil && len(name) > len(prefix) && name[:len(prefix)] == prefix {
			return b.Figures.Get(name[len(prefix):])
		}
	}
	return stats.Ratio{}
}
