package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Fault is a place in a data set that breaks a rule.
type Fault struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Episode string   `json:"episode"` // its id, empty if that could not be read
	Path    string   `json:"path"`    // JSON path, $.sessions[2].turns[0].speaker
	Rule    RuleName `json:"rule"`
	Message string   `json:"message"` // what is wrong, and what to do
}

// String returns f as one line of text.
func (f Fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: ", f.File, f.Line)
	if f.Episode != "" {
		fmt.Fprintf(&b, "episode %s: ", f.Episode)
	}
	fmt.Fprintf(&b, "%s: %s [%s]", f.Path, f.Message, f.Rule)
	return b.String()
}

// A Validation is what [Validate] found. A data set is valid if it has no
// errors; warnings are for a person to judge.
type Validation struct {
	Files    int     `json:"files"`
	Episodes int     `json:"episodes"` // lines, readable or not
	Errors   []Fault `json:"errors"`
	Warnings []Fault `json:"warnings"`
}

// Validate checks every rule of a valid episode on every line of the sets, in
// one pass, an episode in memory at a time. Episode ids have to be unique in a
// set, not across sets. A file that cannot be read is a fault like any other;
// the error is that of ctx.
func Validate(ctx context.Context, sets ...*Set) (*Validation, error) {
	v := &Validation{Errors: []Fault{}, Warnings: []Fault{}}
	for _, s := range sets {
		v.Files += len(s.files)
		if err := v.validateSet(ctx, s); err != nil {
			return v, fmt.Errorf("validate data set: %w", err)
		}
	}
	return v, nil
}

func (v *Validation) validateSet(ctx context.Context, s *Set) error {
	lines := make(map[string]int, len(s.names)) // by file
	seen := make(map[string]string)             // episode id → where it stands first
	for l, err := range s.Lines() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines[l.File]++
		if err != nil {
			v.add(Fault{File: l.File, Line: max(l.Number, 1), Path: "$", Rule: RuleUnreadableFile, Message: unwrapLine(err).Error()})
			continue
		}
		v.Episodes++
		e, faults := inspect(l)
		if e != nil && e.ID != "" {
			where := fmt.Sprintf("%s:%d", l.File, l.Number)
			if first, ok := seen[e.ID]; ok {
				faults = append(faults, fault(RuleDuplicateEpisode, "$.id", "the episode id %q stands already at %s: give this episode another", e.ID, first))
			} else {
				seen[e.ID] = where
			}
		}
		for _, f := range faults {
			f.File, f.Line = l.File, l.Number
			if e != nil {
				f.Episode = e.ID
			}
			v.add(f)
		}
	}
	for _, name := range s.names {
		if lines[name] == 0 {
			v.add(Fault{File: name, Line: 1, Path: "$", Rule: RuleEmptyFile, Message: "the file is empty: remove it, or write it again"})
		}
	}
	return nil
}

func unwrapLine(err error) error {
	if e, ok := errors.AsType[*LineError](err); ok {
		return e.Err
	}
	return err
}

func (v *Validation) add(f Fault) {
	if f.Rule.Warning() {
		v.Warnings = append(v.Warnings, f)
	} else {
		v.Errors = append(v.Errors, f)
	}
}

func fault(rule RuleName, path, format string, args ...any) Fault {
	return Fault{Path: path, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// inspect returns the faults of a line, without file, line and episode, and
// the episode as far as it can be read, nil if it is not JSON.
func inspect(l Line) (*Episode, []Fault) {
	var faults []Fault
	text := l.Text
	if !utf8.Valid(text) {
		faults = append(faults, fault(RuleUnreadableUTF8, "$", "byte %d of the line is not UTF-8: save the file as UTF-8", firstInvalid(text)+1))
		text = bytes.ToValidUTF8(text, []byte("\ufffd"))
	}
	e := new(Episode)
	var misfits []Fault
	if err := json.Unmarshal(text, e); err != nil {
		// Not at once an episode: read the JSON, name every member of a wrong
		// type, and go on with what fits.
		e = new(Episode)
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			return nil, append(faults, syntaxFault(l, err))
		}
		misfits = fit(&tree)
		fitting, err := json.Marshal(tree)
		if err == nil {
			err = json.Unmarshal(fitting, e)
		}
		if err != nil { // fit let something pass that the decoder does not take
			return nil, append(append(faults, misfits...), fault(RuleMistypedField, "$", "not an episode: %v", err))
		}
	}
	return e, examine(e, append(faults, misfits...))
}

// examine returns faults, those of the shape of e, with those that the rules
// find in e.
func examine(e *Episode, faults []Fault) []Fault {
	in := newInspection(e, faults)
	for _, r := range rules() {
		if r.check != nil {
			in.rule = r.name
			r.check(in)
		}
	}
	return in.faults
}

func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(b)
}

// syntaxFault says where a line stops being JSON.
func syntaxFault(l Line, err error) Fault {
	path, at := "$", ""
	if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		path = jsonPath(e.JSONPointer)
		at = fmt.Sprintf(" at byte %d", e.ByteOffset+1)
		err = e.Err
	}
	if l.Open && errors.Is(err, io.ErrUnexpectedEOF) {
		return fault(RuleUnreadableJSON, path, "the line is torn%s: write the file again, or remove the line", at)
	}
	return fault(RuleUnreadableJSON, path, "the line is not JSON%s (%v): mend it; each line is one JSON object", at, err)
}

// jsonPath writes a JSON pointer as a JSON path.
func jsonPath(p jsontext.Pointer) string {
	var b strings.Builder
	b.WriteByte('$')
	for name := range p.Tokens() {
		if _, err := strconv.ParseUint(name, 10, 32); err == nil {
			b.WriteString("[" + name + "]")
		} else {
			b.WriteString("." + name)
		}
	}
	return b.String()
}
