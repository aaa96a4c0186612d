package dyadmem

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// ExportSchema names the form of an export: JSON Lines, one exportLine a line.
const ExportSchema = "dyadmem/export/v1"

// An exportLine is a line of an export: its head, or one thing that the dyad
// holds.
type exportLine struct {
	Schema  string    `json:"schema,omitempty"` // of the first line, with Agent and User
	Agent   string    `json:"agent,omitempty"`
	User    string    `json:"user,omitempty"`
	Grave   *Grave    `json:"grave,omitempty"`
	Session *Accepted `json:"session,omitempty"`
	Change  *Change   `json:"change,omitempty"`
	Sealed  bool      `json:"sealed,omitempty"` // of the first line: the last one is a Seal
	Seal    string    `json:"seal,omitempty"`   // SHA-256 of all lines before, in hex
}

// unsealed returns the lines of an export without its seal. One that was cut
// short or is not what was written is an error: each line of it may still look
// right. An export without a seal is taken as it is.
func unsealed(text []byte) ([]byte, error) {
	whole := bytes.TrimRight(text, " \r\n\t")
	start := bytes.LastIndexByte(whole, '\n') + 1
	var head, last exportLine
	if err := json.Unmarshal(whole[start:], &last); err == nil && last.Seal != "" {
		if last.Seal != sealOf(text[:start]) {
			return nil, fmt.Errorf("%w: the export is not as it was written, its seal does not fit: it is damaged, or was edited; export again (if it was edited on purpose, delete its last line, and \"sealed\" in its first)", ErrInvalid)
		}
		return text[:start], nil
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err == nil && head.Sealed {
		return nil, fmt.Errorf("%w: the export is cut short, its last line is not the seal: export again", ErrInvalid)
	}
	return text, nil
}

func sealOf(lines []byte) string { return fmt.Sprintf("%x", sha256.Sum256(lines)) }

// Export writes everything that d holds as JSON Lines: graves, sessions, the
// operation log; and last a seal, by which [Engine.Import] knows that it is
// whole. What the user asked to forget is left out, with the turns that state it
// and the replies to them.
func (e Engine) Export(ctx context.Context, d Dyad, w io.Writer) error {
	st, err := e.of(d)
	if err != nil {
		return err
	}
	out, sum := bufio.NewWriter(w), sha256.New()
	enc := json.NewEncoder(io.MultiWriter(out, sum))
	enc.SetEscapeHTML(false)
	err = enc.Encode(exportLine{Schema: ExportSchema, Agent: d.Agent, User: d.User, Sealed: true})
	if err == nil {
		err = e.export(ctx, st, d, enc)
	}
	if err == nil {
		err = enc.Encode(exportLine{Seal: fmt.Sprintf("%x", sum.Sum(nil))})
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("export %s: %w", d, err)
	}
	return nil
}

func (e Engine) export(ctx context.Context, st Store, d Dyad, enc *json.Encoder) error {
	graves, err := st.Graves(ctx, d)
	if err != nil {
		return err
	}
	for _, g := range graves {
		if err := enc.Encode(exportLine{Grave: &g}); err != nil {
			return err
		}
	}
	var log []Change
	for c, err := range st.Changes(ctx, d) {
		if err != nil {
			return err
		}
		log = append(log, c)
	}
	asked := forgotten(log)
	evidence, contents := hidden(log, asked)
	heads, err := st.Sessions(ctx, d)
	if err != nil {
		return err
	}
	for _, head := range heads {
		a, err := st.Session(ctx, d, head.ID)
		if err != nil {
			return err
		}
		var blanked int
		told := contents
		if again(a, asked) {
			told = nil // it may state anew what was forgotten before it
		}
		if a, blanked = a.Blank(e.stating(a.Session, Target{}, evidence, told, nil)); blanked > 0 {
			a.Reason = "" // it may quote the turns
		}
		if err := enc.Encode(exportLine{Session: &a}); err != nil {
			return err
		}
	}
	for _, c := range log {
		c.Ops, c.Retold = c.spoken(c.Ops, asked), c.spoken(c.Retold, asked)
		if err := enc.Encode(exportLine{Change: &c}); err != nil {
			return err
		}
	}
	return nil
}

// again reports whether a was held after all that was asked to be forgotten.
func again(a Accepted, asked map[EntryKey]time.Time) bool {
	for _, at := range asked {
		if !a.At.After(at) {
			return false
		}
	}
	return true
}

// spoken returns ops, of c, without those on entries up to when the user asked to
// forget them.
func (c Change) spoken(ops []Op, asked map[EntryKey]time.Time) []Op {
	gone := func(k EntryKey, op Op) bool { at, ok := asked[k]; return ok && !c.effect(op).After(at) }
	var left []Op
	for _, op := range ops {
		if gone(op.Successor, op) {
			op.Successor = ""
		}
		if gone(op.Entry.Key, op) {
			op = Op{Action: Purge, At: op.At}
		}
		left = append(left, op)
	}
	return left
}

// hidden returns the turns that are the evidence of what the user asked to
// forget, and what it said.
func hidden(log []Change, asked map[EntryKey]time.Time) (evidence map[TurnRef]bool, contents []string) {
	evidence = make(map[TurnRef]bool)
	for _, c := range log {
		for _, op := range append(slices.Clone(c.Ops), c.Retold...) {
			if at, ok := asked[op.Entry.Key]; !ok || op.Entry.Content == "" || c.effect(op).After(at) {
				continue
			}
			contents = append(contents, op.Entry.Content)
			for _, ref := range op.Entry.Evidence {
				evidence[ref] = true
			}
		}
	}
	return evidence, contents
}
