package dyadmem

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Hand is who changes a bank directly, when and why. ActorUser stands for a
// person, who may state and retire anything.
type Hand struct {
	Actor  string
	At     time.Time
	Reason string
}

// person reports whether a person made the change.
func (h Hand) person() bool { return h.Actor == ActorUser }

// Remember adds an entry by hand and returns its key: its own, or one made of
// its content. Where the key is that of an entry of the user's, only a person
// overwrites it; from anybody else it gets a key of its own, or is refused
// ([ErrConflict]) if the other is pinned. Nothing is remembered in a commons:
// [Engine.Promote] is the way there.
func (e Engine) Remember(ctx context.Context, d Dyad, entry Entry, by Hand) (EntryKey, error) {
	if err := d.Validate(); err != nil {
		return "", fmt.Errorf("remember: %w", err)
	}
	entry, err := stated(entry, by)
	if err != nil {
		return "", fmt.Errorf("remember: %w", err)
	}
	err = e.byHand(ctx, d, by, func(Bank) ([]Op, error) {
		if err := e.unburied(ctx, d, entry); err != nil {
			return nil, err
		}
		return e.placed(ctx, d, &entry, by)
	})
	if err != nil {
		return "", fmt.Errorf("remember: %w", err)
	}
	return entry.Key, nil
}

// placed returns the operations that add entry where it may stand, and sets its
// key: nobody but a person puts anything in the place of what is the user's.
// There are none if the bank says it already.
func (e Engine) placed(ctx context.Context, d Dyad, entry *Entry, by Hand) ([]Op, error) {
	for {
		r, err := e.Store.Record(ctx, d, entry.Key)
		if by.person() || errors.Is(err, ErrNotFound) {
			return []Op{{Action: Add, Entry: *entry}}, nil
		}
		if err != nil {
			return nil, err
		}
		users, err := e.users(ctx, d, r)
		same := Normalize(r.Content) == Normalize(entry.Content)
		switch {
		case err != nil:
			return nil, err
		case !users && !r.Hidden():
			return []Op{{Action: Add, Entry: *entry}}, nil
		case r.Pinned && r.State == Active && !same:
			return nil, errPinned
		case same && r.State == Active:
			return nil, nil
		case same || entry.Key == KeyFor(entry.Content):
			return nil, fmt.Errorf("%w: it is the user's and %s; only a person may bring it back", ErrConflict, r.State)
		}
		entry.Key = KeyFor(entry.Content)
	}
}

// users reports whether r is the user's own: stated by hand, pinned, or backed
// by a turn of the user's.
func (e Engine) users(ctx context.Context, d Dyad, r Record) (bool, error) {
	if r.Hand || r.Pinned || Attributed(r.Kind, "", nil) != nil {
		return true, nil
	}
	if len(r.Evidence) == 0 {
		return false, nil
	}
	turns, err := e.Store.Spoken(ctx, d, r.Evidence)
	for _, t := range turns {
		if t.Speaker == User {
			return true, nil
		}
	}
	return false, err
}

// stated returns entry as by states it.
func stated(entry Entry, by Hand) (Entry, error) {
	entry = entry.clone()
	entry.Content = MaskSecrets(clean(entry.Content))
	if err := entry.Validate(); err != nil {
		return entry, err
	}
	if err := Attributed(entry.Kind, by.Actor, nil); err != nil {
		return entry, err
	}
	if entry.Key == "" {
		entry.Key = KeyFor(entry.Content)
	}
	if MaskSecrets(string(entry.Key)) != string(entry.Key) {
		return entry, fmt.Errorf("%w: the key holds a secret", ErrInvalid)
	}
	if err := validID("key", string(entry.Key)); err != nil {
		return entry, err
	}
	if entry.At.IsZero() {
		entry.At = by.At
	}
	return entry, nil
}

// unburied returns an error if entry was erased. It is asked for with every try
// to commit, since a purge may come between.
func (e Engine) unburied(ctx context.Context, d Dyad, entry Entry) error {
	st, err := e.of(d)
	if err != nil {
		return err
	}
	graves, err := st.Graves(ctx, d)
	if err == nil && graveyard(graves).buried(entry.Content, entry.At) {
		err = fmt.Errorf("%w: it was erased after %s", ErrConflict, entry.At.Format(time.RFC3339))
	}
	return err
}

// Correct replaces what the entry of key k says and returns the key that holds
// now: k itself where only the wording, the kind or the end differ; otherwise
// that of a new entry, to which the old one is linked. What is the user's is only
// doubted where by is no person.
func (e Engine) Correct(ctx context.Context, d Dyad, k EntryKey, entry Entry, by Hand) (EntryKey, error) {
	st, err := e.of(d)
	if err != nil {
		return "", err
	}
	if err := validID("key", string(k)); err != nil {
		return "", fmt.Errorf("correct: %w", err)
	}
	old, err := st.Record(ctx, d, k)
	if err != nil {
		return "", fmt.Errorf("correct: %w", err)
	}
	entry.Key = ""
	if Normalize(entry.Content) == Normalize(old.Content) {
		entry.Key = k
	}
	if entry.Kind == "" {
		entry.Kind = old.Kind
	}
	if entry, err = stated(entry, by); err != nil {
		return "", fmt.Errorf("correct %q: %w", k, err)
	}
	why := WhyCorrected
	if old.Kind.URAM() {
		why = WhySuperseded
	}
	users, err := e.users(ctx, d, old)
	if err != nil {
		return "", fmt.Errorf("correct %q: %w", k, err)
	}
	err = e.byHand(ctx, d, by, func(b Bank) ([]Op, error) {
		if err := errors.Join(retirable(b, k, by), e.unburied(ctx, d, entry)); err != nil {
			return nil, err
		}
		if users && !by.person() {
			if entry.Key == k {
				return nil, fmt.Errorf("%w: it is the user's; only a person may change it", ErrConflict)
			}
			ops, err := e.placed(ctx, d, &entry, by)
			return append(ops, Op{Action: Doubt, Entry: Entry{Key: k}, Why: why, Successor: entry.Key}), err
		}
		if entry.Key == k {
			entry.Evidence = old.Evidence
			return []Op{{Action: Revise, Entry: entry}}, nil
		}
		entry.Pinned = entry.Pinned || old.Pinned
		return []Op{{Action: Add, Entry: entry}, {Action: Invalidate, Entry: Entry{Key: k}, Why: why, Successor: entry.Key}}, nil
	})
	if err != nil {
		return "", fmt.Errorf("correct %q: %w", k, err)
	}
	return entry.Key, nil
}

// Retire makes an entry invalid: it is kept, and recalled no more. With
// WhyForget it is hidden from as-of and export as well. What is the user's is
// only doubted where by is no person, unless it has ended.
func (e Engine) Retire(ctx context.Context, d Dyad, k EntryKey, why Why, by Hand) error {
	return e.one(ctx, d, Op{Action: Invalidate, Entry: Entry{Key: k}, Why: why}, by)
}

// Restore makes an invalid or archived entry active again. What the user asked
// to forget only a person brings back.
func (e Engine) Restore(ctx context.Context, d Dyad, k EntryKey, by Hand) error {
	return e.one(ctx, d, Op{Action: Restore, Entry: Entry{Key: k}}, by)
}

// Pin sees to it that only a person can retire the entry.
func (e Engine) Pin(ctx context.Context, d Dyad, k EntryKey, by Hand) error {
	return e.one(ctx, d, Op{Action: Pin, Entry: Entry{Key: k}}, by)
}

// Unpin takes the pin away.
func (e Engine) Unpin(ctx context.Context, d Dyad, k EntryKey, by Hand) error {
	return e.one(ctx, d, Op{Action: Unpin, Entry: Entry{Key: k}}, by)
}

// Confirm clears the doubt about an entry: it holds.
func (e Engine) Confirm(ctx context.Context, d Dyad, k EntryKey, by Hand) error {
	return e.one(ctx, d, Op{Action: Confirm, Entry: Entry{Key: k}}, by)
}

// Doubtful returns the entries that wait for review.
func (e Engine) Doubtful(ctx context.Context, d Dyad) ([]Record, error) {
	return e.records(ctx, d, func(r Record) bool { return r.State == Active && r.Doubted })
}

// records returns those that keep keeps.
func (e Engine) records(ctx context.Context, d Dyad, keep func(Record) bool) ([]Record, error) {
	st, err := e.of(d)
	if err != nil {
		return nil, err
	}
	all, err := st.Records(ctx, d)
	if err != nil {
		return nil, err
	}
	var list []Record
	for _, r := range all {
		if keep(r) {
			list = append(list, r)
		}
	}
	return list, nil
}

func (e Engine) one(ctx context.Context, d Dyad, op Op, by Hand) error {
	if err := validID("key", string(op.Entry.Key)); err != nil {
		return fmt.Errorf("%s: %w", op.Action, err)
	}
	err := e.byHand(ctx, d, by, func(b Bank) ([]Op, error) {
		if op.Action == Invalidate || op.Action == Unpin {
			if err := retirable(b, op.Entry.Key, by); err != nil {
				return nil, err
			}
		}
		if by.person() || op.Action != Invalidate && op.Action != Restore {
			return []Op{op}, nil
		}
		r, err := e.Store.Record(ctx, d, op.Entry.Key)
		if err != nil {
			return nil, err
		}
		users, err := e.users(ctx, d, r)
		switch {
		case err != nil:
			return nil, err
		case r.Hidden():
			return nil, errForgotten
		case op.Action == Restore || !users || op.Why == WhyExpired && r.Expired(by.At):
			return []Op{op}, nil
		case r.State != Active:
			return nil, nil
		}
		return []Op{{Action: Doubt, Entry: Entry{Key: r.Key}, Why: op.Why}}, nil
	})
	if err != nil {
		return fmt.Errorf("%s %q: %w", op.Action, op.Entry.Key, err)
	}
	return nil
}

// retirable returns an error if k is pinned and by is no person.
func retirable(b Bank, k EntryKey, by Hand) error {
	if old, ok := b.Entry(k); ok && old.Pinned && !by.person() {
		return errPinned
	}
	return nil
}

// What only a person may do.
var (
	errPinned    = fmt.Errorf("%w: it is pinned; only a person may do that", ErrConflict)
	errForgotten = fmt.Errorf("%w: the user asked to forget it; only a person may bring it back", ErrConflict)
)

// byHand commits the operations that make returns for the bank as it is, and
// asks again when somebody else was faster.
func (e Engine) byHand(ctx context.Context, d Dyad, by Hand, make func(Bank) ([]Op, error)) error {
	_, err := e.commit(ctx, d, by, make)
	return err
}

// commit is byHand, and returns the revision; 0 if there was nothing to do.
func (e Engine) commit(ctx context.Context, d Dyad, by Hand, ops func(Bank) ([]Op, error)) (int64, error) {
	st, err := e.of(d)
	if err != nil {
		return 0, err
	}
	by.Actor, by.Reason = clean(by.Actor), MaskSecrets(clean(by.Reason))
	if by.Actor == "" || by.At.IsZero() {
		return 0, fmt.Errorf("%w: a change by hand needs an actor and a time", ErrInvalid)
	}
	if !writable(by.At) {
		return 0, fmt.Errorf("%w: the time of a change %s", ErrInvalid, notWritable)
	}
	for {
		b, err := st.Bank(ctx, d)
		if err != nil {
			return 0, err
		}
		list, err := ops(b)
		if err != nil || len(list) == 0 {
			return 0, err
		}
		rev, err := st.Commit(ctx, d, Change{Base: b.Rev, At: by.At, Recorded: by.At, Actor: by.Actor, Reason: by.Reason, Ops: list})
		if !errors.Is(err, ErrConflict) {
			return rev, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
}
