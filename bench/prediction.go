package bench

import (
	"github.com/dyadmem/dyadmem"
)

// A Stage names what a unit of work, a line of predictions or a block of the
// summary is about.
type Stage string

// The stages. Capture to PipelineQA are scored; BankStage and
// PipelineCapture lines say what the system's own pipeline built.
const (
	CaptureStage    Stage = "capture"
	UpdateStage     Stage = "update"
	RecallStage     Stage = "recall"
	GoldQA          Stage = "gold_qa"
	PipelineQA      Stage = "pipeline_qa"
	BankStage       Stage = "bank"
	PipelineCapture Stage = "pipeline_capture"
)

// Stages returns the five scored stages in order.
func Stages() []Stage { return []Stage{CaptureStage, UpdateStage, RecallStage, GoldQA, PipelineQA} }

// A Prediction is one line of a predictions file, dyadmem/prediction/v1: what
// a system returned for one unit. Which fields matter depends on Stage:
//
//	capture, pipeline_capture   Episode, Session, Entries
//	bank                        Episode, Session (empty: the last), Entries
//	update                      Episode, Session, Add, Delete
//	recall                      Episode, Question, Keys
//	gold_qa                     Episode, Question, Answer, Abstained, Cites
//	pipeline_qa                 the same, and Handed
//
// An Error of any stage says that the unit failed, and by its class how
// (format, endpoint, timeout, crash, …). A Cost is that of the unit: of a session
// in the pipeline what Capture and Update took, of a question Recall and Answer.
type Prediction struct {
	Stage     Stage              `json:"stage"`
	Episode   string             `json:"episode"`
	Session   string             `json:"session,omitempty"`
	Question  string             `json:"question,omitempty"`
	Entries   []Entry            `json:"entries,omitempty"`
	Add       []Addition         `json:"add,omitempty"`
	Delete    []Deletion         `json:"delete,omitempty"`
	Keys      []dyadmem.EntryKey `json:"keys,omitempty"`
	Answer    string             `json:"answer,omitempty"`
	Abstained *bool              `json:"abstained,omitempty"` // nil: the system does not say
	Cites     []dyadmem.EntryKey `json:"cites,omitempty"`
	Handed    []Entry            `json:"handed,omitempty"`
	Error     string             `json:"error,omitempty"`
	Cost      *dyadmem.Cost      `json:"cost,omitempty"` // of the unit's model calls; nil: none, or the system does not tell
}
