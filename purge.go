package dyadmem

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Target names what a Purge erases.
type Target struct {
	All     bool       // everything of the dyad
	Entries []EntryKey // with what they replaced and the turns that state them
	Text    string     // every entry and turn that holds this text
}

// A Scrubber keeps text outside of the store: a cache of model calls, a queue.
type Scrubber interface {
	// Scrub erases what holds any of texts, and all that belongs to the given
	// sessions of d. It returns how many things it erased.
	Scrub(ctx context.Context, d Dyad, texts, sessions []string) (int, error)
}

// Purge erases for good what t names, everywhere: the entries with all their
// versions and what they replaced, the operations on them, the turns that state
// them, their vectors, copies in the commons, and whatever the Scrubbers keep.
// A keyed hash stays, so that what was said before by.At cannot come back by
// re-extraction, import or compaction. It is the only physical delete, and for
// the user's own request: by the user, or an admin on their behalf. A key that is not there is [ErrNotFound], and nothing
// is erased.
func (e Engine) Purge(ctx context.Context, d Dyad, t Target, by Hand) (Receipt, error) {
	st, err := e.of(d)
	if err != nil {
		return Receipt{}, err
	}
	if by.Actor != ActorUser && by.Actor != ActorAdmin || by.At.IsZero() {
		return Receipt{}, fmt.Errorf("purge: %w: it needs a time, and the user or an admin as its actor", ErrInvalid)
	}
	if !t.All && len(t.Entries) == 0 && Normalize(t.Text) == "" {
		return Receipt{}, fmt.Errorf("purge: %w: the target names nothing", ErrInvalid)
	}
	for _, k := range t.Entries {
		if err := validID("key", string(k)); err != nil {
			return Receipt{}, fmt.Errorf("purge: %w", err)
		}
		if _, err := st.Record(ctx, d, k); err != nil {
			return Receipt{}, fmt.Errorf("purge: %w", err)
		}
	}
	total := Receipt{At: by.At}
	// What is written while a purge runs is caught by the next round.
	for round := 0; ; round++ {
		found, err := e.reach(ctx, d, t)
		if err != nil {
			return total, fmt.Errorf("purge: %w", err)
		}
		if round > 0 && found.empty() || round == purgeRounds {
			return total, nil
		}
		if len(found.back) > 0 { // before the summary goes, so that none is lost between
			if err := e.byHand(ctx, d, by, func(Bank) ([]Op, error) { return found.back, nil }); err != nil {
				return total, fmt.Errorf("purge: %w", err)
			}
		}
		receipt, err := st.Erase(ctx, d, found.erasure(t, by))
		if err != nil {
			return total, fmt.Errorf("purge: %w", err)
		}
		receipt.Marks, receipt.Rest = len(found.marks.taken), append(receipt.Rest, found.left()...)
		total.add(receipt)
		if err := e.purgeElsewhere(ctx, d, found, by, &total); err != nil {
			return total, fmt.Errorf("purge: %w", err)
		}
	}
}

const purgeRounds = 4

// PurgeUser erases everything of a user, with every agent.
func (e Engine) PurgeUser(ctx context.Context, user string, by Hand) (Receipt, error) {
	if e.Store == nil {
		return Receipt{}, errNoStore
	}
	if err := validID("user", user); err != nil {
		return Receipt{}, fmt.Errorf("purge user: %w", err)
	}
	total := Receipt{At: by.At}
	for d, err := range e.Store.Dyads(ctx, Dyad{}) {
		if err != nil {
			return total, fmt.Errorf("purge user: %w", err)
		}
		if d.User != user {
			continue
		}
		receipt, err := e.Purge(ctx, d, Target{All: true}, by)
		total.add(receipt)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func (r *Receipt) add(o Receipt) {
	r.Entries += o.Entries
	r.Ops += o.Ops
	r.Turns += o.Turns
	r.Sessions += o.Sessions
	r.Vectors += o.Vectors
	r.Commons += o.Commons
	r.Elsewhere += o.Elsewhere
	r.Graves += o.Graves
	r.Marks += o.Marks
	for _, s := range o.Rest {
		if !slices.Contains(r.Rest, s) {
			r.Rest = append(r.Rest, s)
		}
	}
}

// A reach is what a purge has to erase of one dyad.
type reach struct {
	entries  []EntryKey
	contents []string // of the entries, in every version
	folded   []string // what merged entries said that hold one of these; not looked for elsewhere
	marks    marked   // of the contents
	back     []Op     // what brings the other sources of those back
	promoted bool
	turns    []TurnRef
	texts    []string // of the turns
	sessions []string
	ids      int // of sessions and turns that hold what is to be erased
}

// left says what a purge doesn't reach in r.
func (r reach) left() []string {
	rest := r.marks.left()
	if r.ids > 0 {
		rest = append(rest, fmt.Sprintf("%d ids of sessions or turns hold what was erased, and were left: purge the whole dyad, or give ids that tell nothing", r.ids))
	}
	return rest
}

func (r reach) empty() bool { return len(r.entries)+len(r.turns)+len(r.sessions) == 0 }

func (r reach) erasure(t Target, by Hand) Erasure {
	out := Erasure{At: by.At, Actor: by.Actor, Reason: by.Reason, All: t.All, Entries: r.entries, Turns: r.turns, Texts: slices.Concat(r.contents, r.folded, r.texts), Words: slices.Concat(r.contents, r.folded)}
	if Normalize(t.Text) != "" {
		out.Words = append(out.Words, t.Text)
		out.Graves = append(out.Graves, BuryPart(t.Text, by.At))
	}
	for _, mark := range r.marks.taken {
		out.Words = append(out.Words, mark)
		out.Graves = append(out.Graves, BuryWord(mark, by.At))
	}
	if out.names(out.Reason) {
		out.Reason = ""
	}
	buried := make(map[string]bool)
	for _, text := range out.Texts {
		if key := Normalize(text); key != "" && !buried[key] {
			buried[key] = true
			out.Graves = append(out.Graves, Bury(text, by.At))
		}
	}
	return out
}

// reach finds what t names in d.
func (e Engine) reach(ctx context.Context, d Dyad, t Target) (r reach, err error) {
	records, err := e.Store.Records(ctx, d)
	if err != nil {
		return r, err
	}
	versions := make(map[EntryKey][]string)
	promoted := make(map[EntryKey]bool)
	for c, err := range e.Store.Changes(ctx, d) {
		if err != nil {
			return r, err
		}
		for _, op := range c.Ops {
			if op.Entry.Content != "" {
				versions[op.Entry.Key] = append(versions[op.Entry.Key], op.Entry.Content)
			}
			promoted[op.Entry.Key] = promoted[op.Entry.Key] || op.Action == Promote
		}
	}
	gone, sources := make(map[EntryKey]bool), make(map[EntryKey]int)
	for _, rec := range records {
		gone[rec.Key] = t.All || slices.Contains(t.Entries, rec.Key) || t.holds(string(rec.Key)) || slices.ContainsFunc(versions[rec.Key], t.holds)
		if rec.State == Invalid && rec.Why == WhyMerged {
			sources[rec.Successor]++
		}
	}
	folded := make(map[EntryKey]bool)
	for again := true; again; {
		e.reachRecords(records, gone, folded, sources)
		if again = !t.All; again {
			r.marks, again = e.markedBy(records, gone, folded, versions)
		}
	}
	for _, rec := range records {
		switch {
		case folded[rec.Key]:
			r.entries, r.folded = append(r.entries, rec.Key), append(r.folded, versions[rec.Key]...)
		case folded[rec.Successor] && !gone[rec.Key] && rec.State == Invalid && rec.Why == WhyMerged:
			r.back = append(r.back, Op{Action: Restore, Entry: Entry{Key: rec.Key}})
		}
	}
	evidence := make(map[TurnRef]bool)
	for _, rec := range records {
		if !gone[rec.Key] {
			continue
		}
		r.entries = append(r.entries, rec.Key)
		r.contents = append(r.contents, versions[rec.Key]...)
		r.promoted = r.promoted || promoted[rec.Key]
		for _, ref := range rec.Evidence {
			evidence[ref] = true
		}
	}
	return r, e.reachTurns(ctx, d, t, evidence, &r)
}

// reachRecords adds to gone and folded what goes with the gone records. What an
// erased entry took the place of is an earlier version of it, and what tells the
// same in other words is erased with it. What others were folded into goes once
// one of them does, and the others come back; sources counts them.
func (e Engine) reachRecords(records []Record, gone, folded map[EntryKey]bool, sources map[EntryKey]int) {
	for again := true; again; {
		again = false
		for _, rec := range records {
			if gone[rec.Key] || folded[rec.Key] {
				continue
			}
			from := func(o Record) bool {
				return gone[o.Key] && o.State == Invalid && o.Why == WhyMerged && o.Successor == rec.Key
			}
			switch {
			case sources[rec.Key] > 1 && (slices.ContainsFunc(records, from) || e.retells(rec, records, gone)):
				folded[rec.Key], again = true, true
			case gone[rec.Successor] && rec.State != Active || e.retells(rec, records, gone):
				gone[rec.Key], again = true, true
			}
		}
	}
}

// retells reports whether rec tells what one of the gone records tells.
func (e Engine) retells(rec Record, records []Record, gone map[EntryKey]bool) bool {
	return e.Echoes != nil && slices.ContainsFunc(records, func(o Record) bool { return gone[o.Key] && e.Echoes(o.Content, rec.Content) })
}

// holds reports whether text holds the text that t names.
func (t Target) holds(text string) bool {
	needle := Normalize(t.Text)
	return needle != "" && strings.Contains(Normalize(text), needle)
}

// reachTurns adds to r the turns that state what is to be erased: the evidence
// and the replies to it, what holds the text, and what echoes an entry.
func (e Engine) reachTurns(ctx context.Context, d Dyad, t Target, evidence map[TurnRef]bool, r *reach) error {
	heads, err := e.Store.Sessions(ctx, d)
	if err != nil {
		return err
	}
	for _, head := range heads {
		s, err := e.Store.Session(ctx, d, head.ID)
		if err != nil {
			return err
		}
		if !t.All {
			r.ids += t.telling(s.Session)
		}
		stating := e.stating(s.Session, t, evidence, r.contents, r.marks.taken)
		for _, turn := range s.Turns {
			if turn.Text != "" && slices.Contains(stating, turn.ID) {
				r.turns, r.texts = append(r.turns, turn.ID), append(r.texts, turn.Text)
			}
		}
		if t.All {
			r.sessions = append(r.sessions, s.ID)
		}
	}
	return nil
}

// telling counts the ids of s that hold the text that t names.
func (t Target) telling(s Session) (n int) {
	ids := []string{s.ID}
	for _, turn := range s.Turns {
		ids = append(ids, string(turn.ID))
	}
	for _, id := range ids {
		if t.holds(id) {
			n++
		}
	}
	return n
}

// stating returns the turns of s that state what t names or what contents say:
// the evidence and the replies to it, what holds the text or a mark, what echoes.
func (e Engine) stating(s Session, t Target, evidence map[TurnRef]bool, contents, marks []string) (turns []TurnRef) {
	reply := false
	for _, turn := range s.Turns {
		states := t.All || evidence[turn.ID] || t.holds(turn.Text) || e.echoed(contents, turn.Text) ||
			slices.ContainsFunc(marks, func(m string) bool { return holdsWord(turn.Text, m) })
		if turn.Speaker == User {
			reply = states
		}
		if states || reply {
			turns = append(turns, turn.ID)
		}
	}
	return turns
}

func (e Engine) echoed(contents []string, text string) bool {
	if text == "" {
		return false
	}
	return slices.ContainsFunc(contents, func(content string) bool {
		return e.Echoes != nil && e.Echoes(content, text) || strings.Contains(Normalize(text), Normalize(content))
	})
}

// purgeElsewhere erases what lies outside of the dyad.
func (e Engine) purgeElsewhere(ctx context.Context, d Dyad, r reach, by Hand, total *Receipt) error {
	if r.promoted && d.User != "" {
		n, err := e.purgeShared(ctx, Commons(d.Agent), r, by)
		if err != nil {
			return err
		}
		total.Commons += n
	}
	for _, s := range e.Scrubbers {
		n, err := s.Scrub(ctx, d, slices.Concat(r.contents, r.folded, r.texts, r.marks.taken), r.sessions)
		if err != nil {
			return err
		}
		total.Elsewhere += n
	}
	return nil
}

// purgeShared erases from the commons the copies of what r holds, with all that
// took their place there and what they took the place of.
func (e Engine) purgeShared(ctx context.Context, commons Dyad, r reach, by Hand) (int, error) {
	records, err := e.Store.Records(ctx, commons)
	if err != nil {
		return 0, err
	}
	copies := make(map[EntryKey]bool)
	for _, content := range r.contents {
		copies[KeyFor(content)] = true
	}
	found := reach{contents: r.contents}
	for again := true; again; {
		again = false
		for _, rec := range records {
			if copies[rec.Key] && rec.Successor != "" && !copies[rec.Successor] {
				copies[rec.Successor], again = true, true
			}
			if !copies[rec.Key] && copies[rec.Successor] {
				copies[rec.Key], again = true, true
			}
		}
	}
	for _, rec := range records {
		if copies[rec.Key] {
			found.entries, found.contents = append(found.entries, rec.Key), append(found.contents, rec.Content)
		}
	}
	receipt, err := e.Store.Erase(ctx, commons, found.erasure(Target{}, by))
	return receipt.Entries, err
}
