package judge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// A Calibration is how a judge does on labelled lines. A ratio whose
// denominator is 0 is nil. Undecided lines are in N and in nothing else.
type Calibration struct {
	Judge       string      `json:"judge"`
	Version     string      `json:"version"`
	N           int         `json:"n"`
	Accuracy    *float64    `json:"accuracy"`
	Precision   *float64    `json:"precision"`
	Recall      *float64    `json:"recall"`
	Specificity *float64    `json:"specificity"`
	F1          *float64    `json:"f1"`
	Kappa       *float64    `json:"kappa"`
	KappaCI     *[2]float64 `json:"kappa_interval"` // 95 %, by the large-sample standard error
	Undecided   int         `json:"undecided"`
	Wrong       []Miss      `json:"wrong,omitempty"`
}

// A Miss is a line that the judge got wrong.
type Miss struct {
	Line int  `json:"line"`
	Said bool `json:"said"` // what the judge said
}

// A table counts verdicts by label.
type table struct{ tp, fp, fn, tn int }

func (t *table) add(label, said bool) {
	switch {
	case label && said:
		t.tp++
	case said:
		t.fp++
	case label:
		t.fn++
	default:
		t.tn++
	}
}

// fill sets the ratios of c from t.
func (t table) fill(c *Calibration) {
	n := t.tp + t.fp + t.fn + t.tn
	c.Accuracy = ratio(t.tp+t.tn, n)
	c.Precision = ratio(t.tp, t.tp+t.fp)
	c.Recall = ratio(t.tp, t.tp+t.fn)
	c.Specificity = ratio(t.tn, t.tn+t.fp)
	if c.Precision != nil && c.Recall != nil { // a mean with an undefined half is undefined
		c.F1 = ratio(2*t.tp, 2*t.tp+t.fp+t.fn)
	}
	if n == 0 {
		return
	}
	// Cohen's kappa and its standard error, sqrt(po(1-po)/(n(1-pe)²)).
	total := float64(n)
	po := float64(t.tp+t.tn) / total
	pe := (float64(t.tp+t.fp)*float64(t.tp+t.fn) + float64(t.fn+t.tn)*float64(t.fp+t.tn)) / (total * total)
	if pe == 1 {
		return
	}
	kappa := (po - pe) / (1 - pe)
	half := 1.96 * math.Sqrt(po*(1-po)/total) / (1 - pe)
	c.Kappa = &kappa
	c.KappaCI = &[2]float64{max(kappa-half, -1), min(kappa+half, 1)}
}

func ratio(a, b int) *float64 {
	if b == 0 {
		return nil
	}
	r := float64(a) / float64(b)
	return &r
}

// A Pair is a labelled line for an equivalence judge: whether a says the same
// as b. Evidence, kinds and turns are for a judge that looks at them.
type Pair struct {
	A, B  bench.Entry
	Same  bool
	Turns map[dyadmem.TurnRef]string
}

// Calibrate scores j on the pairs of r, JSON Lines:
//
//	{"a":"…","b":"…","same":true}
//
// and, as far as known, a_evidence and b_evidence (turn ids), a_kind and b_kind
// (or kinds, a list of both), a_until and b_until, and turns (an object from id to text, or a list of
// turns). a is judged as the prediction, b as gold.
func Calibrate(ctx context.Context, j Equivalence, r io.Reader) (*Calibration, error) {
	c := &Calibration{Judge: j.Name(), Version: j.Version()}
	var t table
	err := lines(r, func(n int, line []byte) error {
		p, err := ParsePair(line)
		if err != nil {
			return err
		}
		c.N++
		links, err := j.Links(ctx, CaseOf(p.Turns), []bench.Entry{p.A}, []bench.Entry{p.B})
		if err != nil {
			return fmt.Errorf("judge: %w", err)
		}
		said := false
		for _, l := range links {
			if l.Same == bench.Undecided {
				c.Undecided++
				return nil
			}
			said = l.Same == bench.Yes
		}
		t.add(p.Same, said)
		if said != p.Same {
			c.Wrong = append(c.Wrong, Miss{Line: n, Said: said})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("calibrate %s: %w", j.Name(), err)
	}
	t.fill(c)
	return c, nil
}

// ParsePair reads a labelled line. It wants a, b and same; a bare string and an
// entry object both do for a and b.
func ParsePair(line []byte) (*Pair, error) {
	var raw struct {
		A         jsontext.Value    `json:"a"`
		B         jsontext.Value    `json:"b"`
		Same      *bool             `json:"same"`
		AEvidence []dyadmem.TurnRef `json:"a_evidence"`
		BEvidence []dyadmem.TurnRef `json:"b_evidence"`
		AKind     dyadmem.Kind      `json:"a_kind"`
		BKind     dyadmem.Kind      `json:"b_kind"`
		Kinds     []dyadmem.Kind    `json:"kinds"`
		AUntil    *bench.Time       `json:"a_until"`
		BUntil    *bench.Time       `json:"b_until"`
		Turns     jsontext.Value    `json:"turns"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	p := &Pair{}
	for _, side := range []struct {
		name     string
		value    jsontext.Value
		entry    *bench.Entry
		evidence []dyadmem.TurnRef
		kind     dyadmem.Kind
		until    *bench.Time
		index    int
	}{{"a", raw.A, &p.A, raw.AEvidence, raw.AKind, raw.AUntil, 0}, {"b", raw.B, &p.B, raw.BEvidence, raw.BKind, raw.BUntil, 1}} {
		var err error
		switch side.value.Kind() {
		case '"':
			err = json.Unmarshal(side.value, &side.entry.Content)
		case '{':
			err = json.Unmarshal(side.value, side.entry)
		default:
			return nil, fmt.Errorf("%q is missing: want a text or an entry", side.name)
		}
		if err != nil {
			return nil, fmt.Errorf("read %q: %w", side.name, err)
		}
		if side.entry.Content == "" {
			return nil, fmt.Errorf("%q is empty: want a text or an entry with content", side.name)
		}
		if side.evidence != nil {
			side.entry.Evidence = side.evidence
		}
		if side.until != nil {
			side.entry.Until = side.until
		}
		switch {
		case side.kind != "":
			side.entry.Kind = side.kind
		case len(raw.Kinds) == 1:
			side.entry.Kind = raw.Kinds[0]
		case side.index < len(raw.Kinds):
			side.entry.Kind = raw.Kinds[side.index]
		}
		if k := side.entry.Kind; k != "" && !k.Valid() {
			return nil, fmt.Errorf("unknown kind %q of %q (want one of %v)", k, side.name, dyadmem.Kinds())
		}
	}
	if raw.Same == nil {
		return nil, errors.New(`"same" is missing: want true or false`)
	}
	p.Same = *raw.Same
	turns, err := parseTurns(raw.Turns)
	if err != nil {
		return nil, err
	}
	p.Turns = turns
	return p, nil
}

// parseTurns reads {"id": "text"}, {"id": {"text": …}}, or a list of turns. No
// turns are none.
func parseTurns(v jsontext.Value) (map[dyadmem.TurnRef]string, error) {
	switch v.Kind() {
	case '{':
		texts := make(map[dyadmem.TurnRef]string)
		if json.Unmarshal(v, &texts) == nil {
			return texts, nil
		}
		var turns map[dyadmem.TurnRef]bench.Turn
		if err := json.Unmarshal(v, &turns); err != nil {
			return nil, fmt.Errorf(`read "turns": %w`, err)
		}
		clear(texts)
		for id, t := range turns {
			texts[id] = t.Text
		}
		return texts, nil
	case '[':
		var turns []bench.Turn
		if err := json.Unmarshal(v, &turns); err != nil {
			return nil, fmt.Errorf(`read "turns": want an object from id to text, or a list of turns with id and text: %w`, err)
		}
		texts := make(map[dyadmem.TurnRef]string, len(turns))
		for _, t := range turns {
			texts[t.ID] = t.Text
		}
		return texts, nil
	}
	return nil, nil
}

// CalibrateAnswers scores j on planted answers, JSON Lines: an answer, whether
// it is right, and the question's gold answer and rubric.
//
//	{"answer":"…","correct":true,"gold":"…","rubric":{"must":[["…"]],"must_not":[]},"question":"…","plant":"paraphrased"}
//
// plant says what sort of answer it is and is for the reader. A line
// without a rubric counts as undecided.
func CalibrateAnswers(ctx context.Context, j Answerer, r io.Reader) (*Calibration, error) {
	c := &Calibration{Judge: j.Name(), Version: j.Version()}
	var t table
	err := lines(r, func(n int, line []byte) error {
		var raw struct {
			Answer   *string            `json:"answer"`
			Correct  *bool              `json:"correct"`
			Gold     string             `json:"gold"`
			Question string             `json:"question"`
			Type     bench.QuestionType `json:"type"`
			Rubric   *bench.Rubric      `json:"rubric"`
		}
		if err := json.Unmarshal(line, &raw); err != nil {
			return err
		}
		switch {
		case raw.Answer == nil:
			return errors.New(`"answer" is missing: want a text`)
		case raw.Correct == nil:
			return errors.New(`"correct" is missing: want true or false`)
		}
		c.N++
		v, err := j.Answer(ctx, &bench.Question{Type: raw.Type, Text: raw.Question, Answer: raw.Gold, Rubric: raw.Rubric}, *raw.Answer)
		if err != nil {
			return fmt.Errorf("judge: %w", err)
		}
		if v != bench.Yes && v != bench.No {
			c.Undecided++
			return nil
		}
		said := v == bench.Yes
		t.add(*raw.Correct, said)
		if said != *raw.Correct {
			c.Wrong = append(c.Wrong, Miss{Line: n, Said: said})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("calibrate %s: %w", j.Name(), err)
	}
	t.fill(c)
	return c, nil
}

// lines calls yield with each line of r that is not blank, and its number from 1.
// An error of yield comes back with the number.
func lines(r io.Reader, yield func(n int, line []byte) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 16<<20)
	seen := false
	for n := 1; s.Scan(); n++ {
		line := bytes.TrimSpace(bytes.TrimPrefix(s.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		seen = true
		if err := yield(n, line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("read lines: %w", err)
	}
	if !seen {
		return fmt.Errorf("%w: there is no line to judge", bench.ErrUnusable)
	}
	return nil
}
