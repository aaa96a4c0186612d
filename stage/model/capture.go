package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/llm"
)

// A Capturer is the Capturer of the system `model`: the model reads the
// session and writes down what it states. A session that does not fit the
// model's context is read in parts that overlap.
type Capturer struct {
	Model Model

	// hints, where set, are what rules propose; they restrict what is read.
	Hints func(ctx context.Context, s dyadmem.Session) (keep map[int]bool, proposals []dyadmem.Entry, err error)
}

// captureFormat is what the model has to reply with.
var captureFormat = &llm.Format{Name: "capture", List: "entries", Schema: json.RawMessage(`{"type":"object","properties":{"entries":{"type":"array","items":` + entrySchema + `}},"required":["entries"],"additionalProperties":false}`)}

const entrySchema = `{"type":"object","properties":{"kind":{"type":"string","enum":["user_profile","fact","agent_identity","agent_method","agent_knowledge","episodic"]},` +
	`"content":{"type":"string"},"evidence":{"type":"array","items":{"type":"integer"}},"until":{"type":["string","null"]}},` +
	`"required":["kind","content","evidence","until"],"additionalProperties":false}`

// captureView is what the prompt shows.
type captureView struct {
	Role, Lang, Time string
	Turns            []turnLine
	Left             bool // turns were left out
	All              int
	Proposals        []string
}

// Capture returns the entries that the model finds in s.
func (c Capturer) Capture(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	if len(s.Turns) == 0 {
		return nil, nil
	}
	var keep map[int]bool
	var proposals []dyadmem.Entry
	if c.Hints != nil {
		var err error
		if keep, proposals, err = c.Hints(ctx, s); err != nil {
			return nil, err
		}
		if len(keep) == 0 {
			return nil, nil // no turn is likely to state anything
		}
	}
	var out []dyadmem.Entry
	err := c.Model.fit("capture", func(room int) error {
		var wait error
		out = nil
		for _, w := range windows(s, room, keep) {
			got, err := c.window(ctx, s, w, room, proposals)
			switch {
			case pending(err):
				wait = err // the other windows can be asked for meanwhile
			case err != nil:
				return err
			}
			out = append(out, got...)
		}
		return wait
	})
	if err != nil {
		return nil, err
	}
	return distinct(out), nil
}

func (c Capturer) window(ctx context.Context, s dyadmem.Session, w window, room int, proposals []dyadmem.Entry) ([]dyadmem.Entry, error) {
	view := captureView{Role: s.Role, Lang: s.Lang, Time: Stamp(s.At), Turns: turnLines(s, w, room), Left: w.keep != nil, All: len(s.Turns)}
	if len(view.Turns) == 0 {
		return nil, nil
	}
	for _, e := range proposals {
		view.Proposals = append(view.Proposals, proposal(s, w, e)...)
	}
	p, err := c.Model.prompt("capture", view, captureFormat)
	if err != nil {
		return nil, err
	}
	p.Expect = 60 * (1 + len(view.Turns)/3)
	var out []dyadmem.Entry
	p.Read = func(reply json.RawMessage) (repairs []llm.Repair, err error) {
		out, repairs, err = readCaptured(reply, s, w)
		return repairs, err
	}
	return out, c.Model.ask(ctx, p)
}

// proposal writes an entry of the rules as a line of the prompt, none if its
// turns are not in the window.
func proposal(s dyadmem.Session, w window, e dyadmem.Entry) []string {
	var turns []int
	for i := w.first; i < w.to; i++ {
		if slices.Contains(e.Evidence, s.Turns[i].ID) {
			turns = append(turns, i+1)
		}
	}
	if turns == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s, turns %v: %s", e.Kind, turns, e.Content)}
}

// readCaptured reads a reply of capture. Entries that stand on context turns
// alone belong to the window before.
func readCaptured(reply json.RawMessage, s dyadmem.Session, w window) (out []dyadmem.Entry, repairs []llm.Repair, err error) {
	var form struct {
		Entries *[]modelEntry `json:"entries"`
	}
	if err := json.Unmarshal(reply, &form); err != nil {
		return nil, nil, err
	}
	if form.Entries == nil {
		return nil, nil, errors.New("it has no entries")
	}
	for _, m := range *form.Entries {
		e, fixed, err := m.entry(s)
		if err != nil {
			return nil, nil, err
		}
		repairs = append(repairs, fixed...)
		if len(e.Evidence) == 0 { // small models leave it out; without it the user's side could not be kept
			if at, ok := trace(e.Content, s.Turns[w.first:w.to]); ok {
				e.Evidence, repairs = []dyadmem.TurnRef{at}, append(repairs, traced)
			}
		}
		if w.first > w.from && len(e.Evidence) > 0 && !slices.ContainsFunc(s.Turns[w.first:w.to], func(t dyadmem.Turn) bool { return slices.Contains(e.Evidence, t.ID) }) {
			continue
		}
		out = append(out, e)
	}
	return out, unique(repairs), nil
}

// distinct merges entries of one content: the first is kept, with the evidence
// of all.
func distinct(entries []dyadmem.Entry) []dyadmem.Entry {
	var out []dyadmem.Entry
	at := make(map[string]int)
	for _, e := range entries {
		k := dyadmem.Normalize(strings.TrimRight(e.Content, ".。"))
		i, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, e)
			continue
		}
		for _, ref := range e.Evidence {
			if !slices.Contains(out[i].Evidence, ref) {
				out[i].Evidence = append(out[i].Evidence, ref)
			}
		}
	}
	return out
}
