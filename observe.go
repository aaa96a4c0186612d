package dyadmem

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// Accept keeps session s of d, durably once it returns: secrets in its turns
// are masked first, and so is what was erased before. fresh is false if the
// same session is there already; the same id with other turns or another time is
// an error that wraps [ErrConflict], a turn id that another session of d has one
// that wraps [ErrInvalid]. now is the caller's clock; the session's
// own time is never replaced by it.
func (e Engine) Accept(ctx context.Context, d Dyad, s Session, now time.Time) (fresh bool, err error) {
	st, err := e.of(d)
	if err != nil {
		return false, err
	}
	if err := errors.Join(d.Validate(), s.Validate(), validID("session", s.ID)); err != nil {
		return false, fmt.Errorf("accept session: %w", err)
	}
	for _, t := range s.Turns {
		if err := validID("turn id", string(t.ID)); err != nil {
			return false, fmt.Errorf("accept session %q: %w", s.ID, err)
		}
	}
	if _, err := st.Session(ctx, d, s.ID); errors.Is(err, ErrNotFound) { // else the same again, or a conflict
		if err := e.unused(ctx, d, s); err != nil {
			return false, fmt.Errorf("accept session %q: %w", s.ID, err)
		}
	}
	s = cleaned(s)
	a := Accepted{Session: s, Progress: Progress{Status: Pending}, Received: now}
	for {
		known, err := st.Session(ctx, d, s.ID)
		switch {
		case err == nil && sameSession(known.Digest, s):
			return false, nil
		case err == nil:
			return false, fmt.Errorf("accept session %q: %w: it is there with other turns or another time; a changed session needs an id of its own", s.ID, ErrConflict)
		case !errors.Is(err, ErrNotFound):
			return false, fmt.Errorf("accept session %q: %w", s.ID, err)
		}
		if a.Digest == "" {
			a.Digest = digestOf(s)
			if a.Session, err = e.unearthed(ctx, d, s); err != nil {
				return false, fmt.Errorf("accept session %q: %w", s.ID, err)
			}
		}
		fresh, err := st.Accept(ctx, d, a)
		if err != nil {
			return false, fmt.Errorf("accept session %q: %w", s.ID, err)
		}
		if fresh {
			return true, e.blankBuried(ctx, d, a.Session, now)
		}
	}
}

// blankBuried erases from s, just accepted, what was erased from d between the
// look at its graves and the acceptance: that purge did not see s.
func (e Engine) blankBuried(ctx context.Context, d Dyad, s Session, now time.Time) error {
	left, err := e.unearthed(ctx, d, s)
	var late []TurnRef
	for i, t := range left.Turns {
		if t.Text != s.Turns[i].Text {
			late = append(late, t.ID)
		}
	}
	if err == nil && late != nil {
		_, err = e.Store.Erase(ctx, d, Erasure{At: now, Actor: e.actor(), Reason: "erased before", Turns: late})
	}
	if err != nil {
		return fmt.Errorf("accept session %q: %w", s.ID, err)
	}
	return nil
}

// unused returns an error if another session of d has a turn with the id of one
// of s: evidence names turns by their ids alone.
func (e Engine) unused(ctx context.Context, d Dyad, s Session) error {
	ids := make([]TurnRef, len(s.Turns))
	for i, t := range s.Turns {
		ids[i] = t.ID
	}
	there, err := e.Store.Spoken(ctx, d, ids)
	for _, id := range ids {
		if at, ok := there[id]; ok && at.Session != s.ID {
			return fmt.Errorf("%w: turn id %q is used by session %q already: give turns ids that are unique in the dyad", ErrInvalid, id, at.Session)
		}
	}
	return err
}

// unearthed returns s without the turns that were erased.
func (e Engine) unearthed(ctx context.Context, d Dyad, s Session) (Session, error) {
	graves, err := e.Store.Graves(ctx, d)
	if err != nil || len(graves) == 0 {
		return s, err
	}
	var gone []TurnRef
	for _, t := range s.Turns {
		if graveyard(graves).buried(t.Text, s.At) {
			gone = append(gone, t.ID)
		}
	}
	if graveyard(graves).buried(s.Role, s.At) {
		s.Role = ""
	}
	blanked, _ := Accepted{Session: s}.Blank(gone)
	return blanked.Session, nil
}

// Apply captures an accepted session and updates the bank by it, all or
// nothing, once: applied again it changes nothing and returns the zero Step. A
// session that is older than one applied before it is folded in at its place.
// It is [ErrNotYet] while an earlier session of d is pending, and whatever the
// stages return where they fail; the session is then as it was ([Engine.Fail]
// says what becomes of it).
func (e Engine) Apply(ctx context.Context, d Dyad, id string, now time.Time) (Step, error) {
	st, err := e.of(d)
	if err = errors.Join(err, validID("session", id)); err != nil {
		return Step{}, err
	}
	var work application
	for {
		a, err := st.Session(ctx, d, id)
		if err != nil {
			return Step{}, fmt.Errorf("apply: %w", err)
		}
		if a.Status == Applied {
			return Step{}, nil
		}
		all, err := st.Sessions(ctx, d)
		if err != nil {
			return Step{}, fmt.Errorf("apply session %q: %w", id, err)
		}
		late := false
		for _, o := range all {
			if o.Status == Pending && o.ID != id && o.compare(a) < 0 {
				return Step{}, fmt.Errorf("apply session %q: %w: %q", id, ErrNotYet, o.ID)
			}
			late = late || o.Status == Applied && a.compare(o) < 0
		}
		step, err := work.try(ctx, e, d, a, late, now)
		if !errors.Is(err, ErrConflict) {
			return step, err
		}
		if err := ctx.Err(); err != nil {
			return Step{}, err
		}
	}
}

// An application is the work on one session, which is tried again when
// somebody else changed the bank meanwhile. What was captured is kept, as long
// as the session is the same.
type application struct {
	session  Session
	captured []Entry
	done     bool
}

func (w *application) capture(ctx context.Context, e Engine, s Session) ([]Entry, error) {
	if e.Capturer == nil || e.Updater == nil {
		return nil, fmt.Errorf("session %s: %w: the engine has no Capturer or no Updater", s.ID, ErrInvalid)
	}
	if w.done && reflect.DeepEqual(w.session, s) {
		return w.captured, nil
	}
	captured, err := e.Capturer.Capture(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("capture session %s: %w", s.ID, err)
	}
	*w = application{session: s, captured: keyed(captured, s), done: true}
	return w.captured, nil
}

// try runs the stages on the bank as it is now, and commits.
func (w *application) try(ctx context.Context, e Engine, d Dyad, a Accepted, late bool, now time.Time) (Step, error) {
	bank, err := e.Store.Bank(ctx, d)
	if err != nil {
		return Step{}, fmt.Errorf("apply session %q: %w", a.ID, err)
	}
	captured, err := w.capture(ctx, e, a.Session)
	if err != nil {
		return Step{}, err
	}
	graves, err := e.Store.Graves(ctx, d)
	if err != nil {
		return Step{}, fmt.Errorf("apply session %q: %w", a.ID, err)
	}
	change := Change{Base: bank.Rev, At: a.At, Recorded: now, Session: a.ID, Actor: e.actor()}
	var step Step
	if late {
		step, change, err = e.refold(ctx, d, a.Session, captured, graves, change)
	} else {
		step, err = e.update(ctx, bank, a.Session, graveyard(graves).spare(captured), e.heard(ctx, d, a.Session))
		step = graveyard(graves).sift(step)
		change.Ops, change.Captured = step.logged(bank)
	}
	if err != nil {
		return Step{}, err
	}
	rev, err := e.Store.Commit(ctx, d, change)
	if err != nil {
		return Step{}, fmt.Errorf("apply session %q: %w", a.ID, err)
	}
	step.Bank.Rev = rev
	return step, nil
}

// spare returns entries without those that are buried.
func (y graveyard) spare(entries []Entry) []Entry {
	if len(y) == 0 {
		return entries
	}
	kept := make([]Entry, 0, len(entries))
	for _, e := range entries {
		if !y.buried(e.Content, e.At) {
			kept = append(kept, e)
		}
	}
	return kept
}

// sift returns step without the adds that are buried.
func (y graveyard) sift(step Step) Step {
	if len(y) == 0 {
		return step
	}
	ops := make([]Op, 0, len(step.Ops))
	for _, op := range step.Ops {
		if op.Action != Add || op.Entry.Content == "" || !y.buried(op.Entry.Content, op.Entry.At) {
			ops = append(ops, op)
		}
	}
	step.Ops = ops
	return step
}

func (e Engine) actor() string {
	if e.Actor == "" {
		return ActorRules
	}
	return e.Actor
}

// Observe accepts s and applies it at once, with every session of d that is
// pending before it. It is for callers without a queue.
func (e Engine) Observe(ctx context.Context, d Dyad, s Session, now time.Time) (Step, error) {
	if _, err := e.Accept(ctx, d, s, now); err != nil {
		return Step{}, err
	}
	all, err := e.Store.Sessions(ctx, d)
	if err != nil {
		return Step{}, fmt.Errorf("observe session %q: %w", s.ID, err)
	}
	for _, a := range all {
		if a.ID == s.ID {
			break
		}
		if a.Status == Pending {
			if _, err := e.Apply(ctx, d, a.ID, now); err != nil {
				return Step{}, err
			}
		}
	}
	return e.Apply(ctx, d, s.ID, now)
}

// Fail notes that applying a session failed with cause. What no model served
// ([ErrUnavailable]) and what has to wait ([ErrNotYet]) spends no attempt; any
// other failure spends one, and the most-th sets the session aside: its turns
// are kept, later sessions go on, and [Engine.Retry] brings it back.
func (e Engine) Fail(ctx context.Context, d Dyad, id string, cause error, most int) (Progress, error) {
	st, err := e.of(d)
	if err = errors.Join(err, validID("session", id)); err != nil {
		return Progress{}, err
	}
	a, err := st.Session(ctx, d, id)
	if err != nil {
		return Progress{}, fmt.Errorf("note failure: %w", err)
	}
	p := a.Progress
	p.Reason = shortened(MaskSecrets(clean(cause.Error())))
	if !errors.Is(cause, ErrUnavailable) && !errors.Is(cause, ErrNotYet) {
		p.Attempts++
		if p.Attempts >= most {
			p.Status = Quarantined
		}
	}
	if err := st.Mark(ctx, d, id, p); err != nil {
		return a.Progress, fmt.Errorf("note failure: %w", err)
	}
	return p, nil
}

// reasonRunes is the most that is kept of a reason.
const reasonRunes = 500

func shortened(text string) string {
	if r := []rune(text); len(r) > reasonRunes {
		return string(r[:reasonRunes]) + "…"
	}
	return text
}

// Retry makes a session that was set aside pending again, with no attempt
// spent. It is folded in at its place in time.
func (e Engine) Retry(ctx context.Context, d Dyad, id string) error {
	st, err := e.of(d)
	if err = errors.Join(err, validID("session", id)); err != nil {
		return err
	}
	return st.Mark(ctx, d, id, Progress{Status: Pending})
}
