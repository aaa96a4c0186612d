package dyadmem

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"
)

// An Import counts what an import brought in.
type Import struct {
	Sessions int       `json:"sessions"` // new ones
	Changes  int       `json:"changes"`
	Known    int       `json:"known"`  // sessions and changes that were there already
	Erased   int       `json:"erased"` // entries that were left out because they were erased here
	Refused  []Refusal `json:"refused,omitempty"`
}

// Import reads an export into d, which need not be empty nor the dyad that was
// exported. One that was cut short or damaged since is [ErrInvalid], and nothing
// of it is read. What is there already is not done twice. What was erased from d
// stays out, and so does what its evidence may not state. Only a change by the
// user touches what is pinned here, or puts other words under the key of what is
// the user's. An import that fails can be repeated.
func (e Engine) Import(ctx context.Context, d Dyad, r io.Reader, by Hand) (Import, error) {
	st, err := e.of(d)
	if err != nil {
		return Import{}, err
	}
	if err := d.Validate(); err != nil { // nothing but Promote writes into a commons
		return Import{}, fmt.Errorf("import: %w", err)
	}
	in := importer{engine: e, store: st, dyad: d, by: by}
	text, err := io.ReadAll(r)
	if err == nil {
		text, err = unsealed(text)
	}
	if err != nil {
		return Import{}, fmt.Errorf("import into %s: %w", d, err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	for n := 1; ; n++ {
		var line exportLine
		err := dec.Decode(&line)
		if errors.Is(err, io.EOF) && n > 1 {
			break
		}
		switch {
		case errors.Is(err, io.EOF):
			err = fmt.Errorf("%w: there is none: the file is empty", ErrInvalid)
		case err != nil:
			err = fmt.Errorf("%w: no JSON of an export: %w", ErrInvalid, err)
		}
		if err == nil && n == 1 && line.Schema != ExportSchema {
			err = fmt.Errorf("schema %q, want %q: %w", line.Schema, ExportSchema, ErrInvalid)
		}
		if err == nil {
			err = in.line(ctx, line)
		}
		if err != nil {
			return in.done, fmt.Errorf("import into %s: record %d: %w", d, n, err)
		}
	}
	if err := in.bury(ctx); err != nil {
		return in.done, fmt.Errorf("import into %s: %w", d, err)
	}
	return in.done, nil
}

// An importer is the work on one import.
type importer struct {
	engine Engine
	store  Store
	dyad   Dyad
	by     Hand
	graves []Grave // of the file
	own    graveyard
	log    []Change
	who    cast
	done   Import
}

func (in *importer) line(ctx context.Context, l exportLine) (err error) {
	if in.who == nil {
		in.who = make(cast)
		if in.own, err = in.store.Graves(ctx, in.dyad); err != nil {
			return err
		}
		for c, err := range in.store.Changes(ctx, in.dyad) {
			if err != nil {
				return err
			}
			in.log = append(in.log, c)
		}
	}
	switch {
	case l.Grave != nil:
		in.graves = append(in.graves, *l.Grave)
	case l.Session != nil:
		return in.session(ctx, *l.Session)
	case l.Change != nil:
		return in.change(ctx, *l.Change)
	}
	return nil
}

// bury keeps the graves of the file that are not here yet.
func (in *importer) bury(ctx context.Context) error {
	known := make(map[string]bool)
	for _, g := range in.own {
		known[g.Hash] = true
	}
	var fresh []Grave
	for _, g := range in.graves {
		if !known[g.Hash] {
			fresh = append(fresh, g)
		}
	}
	if fresh == nil {
		return nil
	}
	_, err := in.store.Erase(ctx, in.dyad, Erasure{At: in.by.At, Actor: in.by.Actor, Reason: "graves of an import", Graves: fresh})
	return err
}

func (in *importer) session(ctx context.Context, a Accepted) error {
	if err := a.Validate(); err != nil {
		return err
	}
	a.Session = cleaned(a.Session)
	for _, t := range a.Turns {
		in.who[t.ID] = t.Speaker
	}
	known, err := in.store.Session(ctx, in.dyad, a.ID)
	switch {
	case err == nil && (known.Digest == a.Digest || sameSession(known.Digest, a.Session)):
		in.done.Known++
		return nil
	case err == nil:
		return fmt.Errorf("session %q: %w: it is there with other turns", a.ID, ErrConflict)
	case !errors.Is(err, ErrNotFound):
		return err
	}
	if err := in.engine.unused(ctx, in.dyad, a.Session); err != nil {
		return err
	}
	if a.Digest == "" {
		a.Digest = digestOf(a.Session)
	}
	if a.Session, err = in.engine.unearthed(ctx, in.dyad, a.Session); err != nil {
		return err
	}
	if a.Status == Applied { // by the change that follows
		a.Status = Pending
	}
	if _, err := in.store.Accept(ctx, in.dyad, a); err != nil {
		return err
	}
	in.done.Sessions++
	return nil
}

func (in *importer) change(ctx context.Context, c Change) error {
	if c.Captured < 0 || c.Captured > len(c.Ops) {
		return fmt.Errorf("change %d: %w: it counts %d captured entries of %d operations", c.Rev, ErrInvalid, c.Captured, len(c.Ops))
	}
	if in.has(c) {
		in.done.Known++
		return nil
	}
	if c.Session != "" {
		a, err := in.store.Session(ctx, in.dyad, c.Session)
		if err != nil {
			return err
		}
		if a.Status == Applied {
			in.done.Known++
			return nil
		}
	}
	if c.Reason = MaskSecrets(clean(c.Reason)); in.own.buried(c.Reason, c.At) {
		c.Reason = ""
	}
	in.filter(&c)
	for {
		records, err := in.store.Records(ctx, in.dyad)
		if err != nil {
			return err
		}
		if c.Base, err = in.store.Rev(ctx, in.dyad); err != nil {
			return err
		}
		fits, refused, err := in.applicable(ctx, c, records)
		if err != nil {
			return err
		}
		_, err = in.store.Commit(ctx, in.dyad, fits)
		if err == nil {
			in.done.Changes++
			in.done.Refused = append(in.done.Refused, refused...)
			return nil
		}
		if !errors.Is(err, ErrConflict) || ctx.Err() != nil {
			return err
		}
	}
}

// has reports whether the log has c already, made by hand. What was erased from
// it since, or left out when it came, may be missing there.
func (in *importer) has(c Change) bool {
	if c.Session != "" {
		return false
	}
	for _, o := range in.log {
		if o.Session == "" && o.At.Equal(c.At) && o.Actor == c.Actor && (o.Reason == c.Reason || o.Reason == "") && sameOps(o.Ops, c.Ops) {
			return true
		}
	}
	return false
}

// sameOps reports whether a, of the log, are the operations b as far as they are
// left there.
func sameOps(a, b []Op) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Action == Purge {
			continue
		}
		x, y := a[i], b[i]
		if !x.Entry.equal(y.Entry) || !x.At.Equal(y.At) {
			return false
		}
		x.Entry, y.Entry, x.At, y.At = Entry{}, Entry{}, time.Time{}, time.Time{}
		if !reflect.DeepEqual(x, y) {
			return false
		}
	}
	return true
}

// filter takes out of c what was erased here and what may not be stated.
func (in *importer) filter(c *Change) {
	in.filterOps(c, c.Ops)
	in.filterOps(c, c.Retold)
}

func (in *importer) filterOps(c *Change, ops []Op) {
	for i, op := range ops {
		if op.Action != Add && op.Action != Revise {
			continue
		}
		op.Entry.Content = MaskSecrets(clean(op.Entry.Content))
		ops[i] = op
		if in.own.buried(op.Entry.Content, op.Entry.At) || in.own.buried(string(op.Entry.Key), op.Entry.At) {
			in.done.Erased++
			ops[i] = Op{Action: Purge}
			continue
		}
		by := c.Actor
		if c.Session != "" {
			by = "" // a session speaks by its turns
		}
		var said []Speaker
		for _, ref := range op.Entry.Evidence {
			if s := in.who[ref]; s != "" {
				said = append(said, s)
			}
		}
		if err := Attributed(op.Entry.Kind, by, said); err != nil {
			in.done.Refused = append(in.done.Refused, Refusal{op.Entry, err})
			ops[i] = Op{Action: Purge}
		}
	}
}

// applicable returns c with the operations left out that do not apply to
// records, being on entries that did not come along, and those that may not
// touch what is here.
func (in *importer) applicable(ctx context.Context, c Change, records []Record) (Change, []Refusal, error) {
	known := make(map[EntryKey]Record)
	for _, r := range records {
		known[r.Key] = r
	}
	get := func(k EntryKey) (Record, bool) { r, ok := known[k]; return r, ok }
	ops := make([]Op, len(c.Ops))
	var refused []Refusal
	for i, op := range c.Ops {
		successor, ok := known[op.Successor]
		if !ok && op.Successor != "" && op.Why == WhyMerged {
			ops[i] = Op{Action: Purge} // what it was merged into was left out: it stays
			continue
		}
		if !ok {
			op.Successor = ""
		}
		here, ok := known[op.Entry.Key]
		if ok && (c.Session != "" || c.Actor != ActorUser) {
			users, err := in.engine.users(ctx, in.dyad, here)
			if err != nil {
				return c, nil, err
			}
			if err := in.may(op, here, successor, users); err != nil {
				if op.Entry.Content != "" {
					refused = append(refused, Refusal{op.Entry, err})
				}
				ops[i] = Op{Action: Purge}
				continue
			}
			if c.Session == "" && users && op.Action == Invalidate && here.State == Active && (op.Why == WhyForget || op.Why == WhyCorrected || op.Why == WhySuperseded) {
				op.Action = Doubt
			}
		}
		r, err := c.apply(op, int64(i), get)
		if err != nil {
			op = Op{Action: Purge}
		} else if r.Key != "" {
			known[r.Key] = r
		}
		ops[i] = op
	}
	c.Ops = ops
	return c, refused, nil
}

// may returns an error if op, which is not the user's own, may not touch r.
func (in *importer) may(op Op, r, successor Record, users bool) error {
	switch op.Action {
	case Invalidate, Archive, Unpin:
		if r.Pinned && (op.Why != WhyMerged || !successor.Pinned) {
			return errPinned
		}
	case Restore:
		if r.Hidden() && op.At.IsZero() {
			return errForgotten
		}
	case Add, Revise:
		byUser := in.who.rank(op.Entry.Evidence) == User.rank()
		same := Normalize(op.Entry.Content) == Normalize(r.Content)
		switch {
		case !users || same && byUser:
		case r.Pinned && r.State == Active && !same:
			return errPinned
		case !byUser && (!same || op.Entry.Kind != r.Kind || !op.Entry.Until.Equal(r.Until) || r.State != Active):
			return fmt.Errorf("%w: %q is the user's here", ErrConflict, r.Key)
		}
	}
	return nil
}
