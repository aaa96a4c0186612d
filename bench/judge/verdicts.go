package judge

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem/bench"
)

// VerdictSchema names the format of verdicts.jsonl.
const VerdictSchema = "dyadmem/verdict/v1"

// A Line is one line of verdicts.jsonl: what the judges said of one unit. The
// first line of a file has a Schema and the judges instead of a unit. Of is
// what was judged:
//
//	capture, update, state        Episode, Session, Links
//	handed, bank, captured        Episode, Question, Links
//	gold_qa, pipeline_qa          Episode, Question, Answer
//
// Links that are none stand as an empty list: the unit was judged.
type Line struct {
	Schema      string `json:"schema,omitzero"`
	Equivalence string `json:"equivalence,omitzero"` // name and version, apart by a slash
	Answers     string `json:"answers,omitzero"`

	Of       string         `json:"of,omitzero"`
	Episode  string         `json:"episode,omitzero"`
	Session  string         `json:"session,omitzero"`
	Question string         `json:"question,omitzero"`
	Links    *[]bench.Link  `json:"links,omitzero"`
	Answer   *bench.Verdict `json:"answer,omitzero"`
}

// A Writer writes verdicts, one line a unit, in the order of the data set. The
// same verdicts are the same bytes.
type Writer struct {
	w *bufio.Writer
}

// NewWriter returns a Writer to w that has written the first line, which names the judges.
func NewWriter(w io.Writer, j Judges) (*Writer, error) {
	v := &Writer{bufio.NewWriterSize(w, 1<<16)}
	head := Line{Schema: VerdictSchema, Equivalence: j.Equivalence.Name() + "/" + j.Equivalence.Version(), Answers: j.Answers.Name() + "/" + j.Answers.Version()}
	return v, v.line(&head)
}

// Write writes the verdicts on e. The caller must call Flush in the end.
func (w *Writer) Write(e *bench.Episode, v *bench.Verdicts) error {
	for i := range e.Sessions {
		id := e.Sessions[i].ID
		for _, of := range []struct {
			name  string
			links map[string][]bench.Link
		}{{"capture", v.Capture}, {"update", v.Update}, {"state", v.State}} {
			if err := w.links(&Line{Of: of.name, Episode: e.ID, Session: id}, of.links, id); err != nil {
				return err
			}
		}
	}
	for i := range e.Questions {
		id := e.Questions[i].ID
		for _, of := range []struct {
			name    string
			answers map[string]bench.Verdict
		}{{"gold_qa", v.GoldQA}, {"pipeline_qa", v.Pipeline}} {
			if a, ok := of.answers[id]; ok {
				if err := w.line(&Line{Of: of.name, Episode: e.ID, Question: id, Answer: &a}); err != nil {
					return err
				}
			}
		}
		for _, of := range []struct {
			name  string
			links map[string][]bench.Link
		}{{"handed", v.Handed}, {"bank", v.Bank}, {"captured", v.Captured}} {
			if err := w.links(&Line{Of: of.name, Episode: e.ID, Question: id}, of.links, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("write verdicts: %w", err)
	}
	return nil
}

func (w *Writer) links(l *Line, all map[string][]bench.Link, id string) error {
	links, ok := all[id]
	if !ok {
		return nil
	}
	if links == nil {
		links = []bench.Link{}
	}
	l.Links = &links
	return w.line(l)
}

func (w *Writer) line(l *Line) error {
	b, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("write verdicts: %w", err)
	}
	w.w.Write(b)
	if err := w.w.WriteByte('\n'); err != nil {
		return fmt.Errorf("write verdicts: %w", err)
	}
	return nil
}

// A Reader reads what a Writer wrote, an episode at a time.
type Reader struct {
	Equivalence, Answers string // the judges: name and version, apart by a slash

	s    *bufio.Scanner
	n    int   // lines read
	next *Line // the first line of the next episode; nil at the end
}

// NewReader returns a Reader of r that has read the first line.
func NewReader(r io.Reader) (*Reader, error) {
	v := &Reader{s: bufio.NewScanner(r)}
	v.s.Buffer(nil, 256<<20)
	head, err := v.line()
	switch {
	case err != nil:
		return nil, err
	case head == nil:
		return nil, errors.New("read verdicts: the file is empty")
	case head.Schema != VerdictSchema:
		return nil, fmt.Errorf("read verdicts: line 1: schema %q: want %q", head.Schema, VerdictSchema)
	}
	v.Equivalence, v.Answers = head.Equivalence, head.Answers
	v.next, err = v.line()
	return v, err
}

// Read returns the id of the next episode and the verdicts on it, io.EOF
// after the last.
func (r *Reader) Read() (string, *bench.Verdicts, error) {
	if r.next == nil {
		return "", nil, io.EOF
	}
	id, v := r.next.Episode, newVerdicts()
	for r.next != nil && r.next.Episode == id {
		if err := r.next.into(v); err != nil {
			return "", nil, fmt.Errorf("read verdicts: line %d: %w", r.n, err)
		}
		var err error
		if r.next, err = r.line(); err != nil {
			return "", nil, err
		}
	}
	return id, v, nil
}

// line returns the next line, nil at the end.
func (r *Reader) line() (*Line, error) {
	if !r.s.Scan() {
		if err := r.s.Err(); err != nil {
			return nil, fmt.Errorf("read verdicts: line %d: %w", r.n+1, err)
		}
		return nil, nil
	}
	r.n++
	l := new(Line)
	if err := json.Unmarshal(r.s.Bytes(), l, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("read verdicts: line %d: %w", r.n, err)
	}
	return l, nil
}

func newVerdicts() *bench.Verdicts {
	return &bench.Verdicts{
		Capture: map[string][]bench.Link{}, Update: map[string][]bench.Link{}, State: map[string][]bench.Link{},
		Handed: map[string][]bench.Link{}, Bank: map[string][]bench.Link{}, Captured: map[string][]bench.Link{},
		GoldQA: map[string]bench.Verdict{}, Pipeline: map[string]bench.Verdict{},
	}
}

// into files l in v.
func (l *Line) into(v *bench.Verdicts) error {
	switch l.Of {
	case "gold_qa", "pipeline_qa":
		if l.Answer == nil || l.Question == "" {
			return errors.New(`an answer's line wants "question" and "answer"`)
		}
		if l.Of == "gold_qa" {
			v.GoldQA[l.Question] = *l.Answer
		} else {
			v.Pipeline[l.Question] = *l.Answer
		}
		return nil
	}
	links := map[string]map[string][]bench.Link{"capture": v.Capture, "update": v.Update, "state": v.State, "handed": v.Handed, "bank": v.Bank, "captured": v.Captured}[l.Of]
	if links == nil {
		return fmt.Errorf("unknown unit %q", l.Of)
	}
	if l.Links == nil || l.Session+l.Question == "" {
		return errors.New(`a line of links wants "session" or "question", and "links"`)
	}
	links[l.Session+l.Question] = *l.Links
	return nil
}
