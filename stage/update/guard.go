package update

import (
	"slices"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Witness is the Witness of a dyadmem.Guard by rules, for English and
// Chinese. It has a delete carried out on three grounds alone: the user asks to
// forget just that; the user states another value of the same thing; another
// entry says the same. The zero value is ready to use.
type Witness struct{}

// Hear reads a session against the bank from before it.
func (Witness) Hear(prior dyadmem.Bank, s dyadmem.Session, stated []dyadmem.Entry) dyadmem.Testimony {
	m := new(gist.Memo) // of this session: what is read twice below is read once
	t := &testimony{update: update{scene: scene{m.Sitting(s)}, old: m.Entries(prior.Entries), fresh: m.Entries(stated)}, memo: m, rivals: make(map[dyadmem.EntryKey]rival), moved: make(map[string]dyadmem.TurnRef)}
	t.count()
	t.asked = forget.AskedIn(t.scene.Sitting, t.old, t.fresh, t.rarity)
	for _, f := range t.fresh {
		if t.known(f.Entry.Key) || f.Entry.Kind == dyadmem.Episodic {
			continue
		}
		for _, p := range t.pairs(f) {
			k := p.old.Entry.Key
			if r, ok := t.rivals[k]; !excused(&p) && (!ok || p.conflict() > r.score) && !t.scene.passing(&p) && !t.scene.adding(&p) {
				t.rivals[k] = rival{f.Entry, p.conflict(), p.need()}
			}
		}
	}
	put := func(o *gist.Gloss, text string, turn dyadmem.TurnRef) {
		e := dyadmem.Entry{Key: dyadmem.KeyFor(text), Kind: o.Entry.Kind, Content: text, Evidence: []dyadmem.TurnRef{turn}, At: s.At}
		t.rivals[o.Entry.Key] = rival{entry: e, score: rivalValue}
	}
	t.swaps(put)
	t.moves(func(o *gist.Gloss, text string, turn dyadmem.TurnRef) {
		put(o, text, turn)
		t.moved[text] = turn
	})
	return t
}

// A testimony is what rules find in one session.
type testimony struct {
	update
	memo   *gist.Memo
	asked  *forget.Asked
	rivals map[dyadmem.EntryKey]rival // by the entry that they would replace
	moved  map[string]dyadmem.TurnRef // what entries say of a day that a turn moves, and the turn
}

// A rival is the stated entry that most nearly takes the place of another.
type rival struct {
	entry dyadmem.Entry
	score float64
	need  float64 // what it has to score
}

// What a rival has to score: where a value differs, where a rule for the agent is
// another, and where words alone speak for a change; and how much more where the
// user tells of no change, where two facts are not of the same person or thing,
// and where the new one holds little of the old one and takes its place in no
// other way. All are above what the rules ask of themselves. That a proposal cites
// the turns which state the rival is no evidence: a liar cites them too.
const (
	rivalValue  = 0.9
	rivalRule   = 1.0
	rivalWords  = 2.2
	rivalUntold = 1.0
	rivalOther  = 1.0
	rivalFar    = 1.0
	rivalHeld   = 0.5 // how much of the old entry the new one holds that is not far from it
)

// need returns what the new entry of a pair has to score to take the place of the
// old one: as little as another value where it shows by more than the words in common.
func (p *pair) need() float64 {
	if p.displaces() {
		return rivalValue
	}
	need := rivalWords
	switch {
	case p.values.rival():
		need = rivalValue
	case p.bothRules():
		need = rivalRule
	}
	if !p.told() || p.turns.Han() && !toldZH.MatchString(p.turns.Folded()) && !p.values.rival() {
		need += rivalUntold
	}
	if !p.bothRules() && p.fresh.Stated().Subject != p.old.Stated().Subject {
		need += rivalOther
	}
	if p.ofOld < rivalHeld {
		need += rivalFar
	}
	return need
}

// displaces reports whether the new entry of a pair takes the place of the old one
// in a way that shows by more than the words that they share.
func (p *pair) displaces() bool {
	return p.retakes || p.revalued() || p.refills() || p.flips() || p.disposes() || p.fulfils() || p.turnsTaste() || p.waives() || p.stops() || p.succeeds() || p.shifts() || p.givesUp() || p.renews()
}

// toldZH are the words by which Chinese tells of a change for sure; 了 and 从 tell
// of much else.
var toldZH = gist.Compile(`改|换|变|搬|调[到去成]|涨|降|加到|减到|升|取消|推迟|提前|延|挪|现在|如今|而家|不再|不用了|不是|更正|说错|记错|记差|弄错|停了|退了|卖|没了|不了`)

// told reports whether the user's words tell of a change.
func (p *pair) told() bool {
	return p.turns.Has(lang.Change, lang.Ended, lang.Repair) || p.fresh.Cues.Has(lang.Change, lang.Ended)
}

// Asks returns the turns that ask to forget e, where a proposal to do so cites turns.
func (t *testimony) Asks(e dyadmem.Entry, cited []dyadmem.TurnRef) []dyadmem.TurnRef {
	i := slices.IndexFunc(t.old, func(g *gist.Gloss) bool { return g.Entry.Key == e.Key })
	if i < 0 {
		return nil
	}
	return t.asked.Cited(i, cited)
}

// Contradicts returns the entry that takes the place of e.
func (t *testimony) Contradicts(e dyadmem.Entry, _ []dyadmem.TurnRef) (dyadmem.Entry, bool) {
	r, ok := t.rivals[e.Key]
	return r.entry, ok && r.score > r.need
}

// excused reports whether the new entry of a pair leaves the old one standing
// whatever they have in common: they are of two things, it makes an exception to it, or is for a case, it is no more than
// a thought, a supposition or a joke, it holds for a while and the old one for
// good, it tells of the user what the old one does not, the old one is a
// measurement of its day, or nothing shows that a value changed.
func excused(p *pair) bool {
	fresh, old := p.fresh.Stated(), p.old.Stated()
	return fresh.Except || p.apart() || p.ofACase() || p.fresh.Terms["unlik"] || fresh.Mood == lang.Tentative || p.turns.Has(lang.Hypothesis, lang.Jest) || p.history() || p.ofADay() ||
		!p.fresh.Entry.Until.IsZero() && p.old.Entry.Until.IsZero() && !p.shifts() ||
		!p.bothRules() && !p.succeeds() && !p.shifts() && (fresh.Subject == lang.UserSubject && old.Subject != lang.UserSubject || !p.changed() || p.beside())
}

// ofADay reports whether the new entry tells only what happened on the day of the session or the one before, and the old one
// how things stand on any day: "Tom left early today" ends nothing of what Tom does.
func (p *pair) ofADay() bool {
	at := p.fresh.Entry.At
	if at.IsZero() || p.values.rival() || p.displaces() && !p.flips() || len(p.old.Said(p.old.Entry.At)) > 0 {
		return false
	}
	return slices.ContainsFunc(p.fresh.Said(at), func(w lang.When) bool {
		return w.Grain == lang.Day && !w.From.After(at) && at.Sub(w.From) < 48*time.Hour
	})
}

// beside reports whether the two entries of a pair can hold together though their
// values differ: one is a limit and the other how things stand, the new one is
// for certain days of the week and the old one for all, they are of two people,
// of two things, the new one tells of a time before the old one was stated, or they tell of two things that happened (看过两处房子).
func (p *pair) beside() bool {
	of := func(g *gist.Gloss, has func(lang.Value) bool) bool { return slices.ContainsFunc(g.Values, has) }
	weekday := func(v lang.Value) bool { return v.Kind == lang.Weekday }
	date := func(v lang.Value) bool { return v.Kind == lang.Date } // "since Monday 9 March" is no day of every week
	return p.values.rivalAmount && p.fresh.Capped() != p.old.Capped() && !(p.refills() && limitNoun.MatchString(p.begin())) ||
		of(p.fresh, weekday) && !of(p.old, weekday) && !of(p.fresh, date) ||
		strangers(p.fresh.Stated().Persons, p.old.Stated().Persons) ||
		p.another() || happenedZH.MatchString(p.fresh.Entry.Content) && happenedZH.MatchString(p.old.Entry.Content) ||
		p.earlier()
}

// another reports whether the two entries are of two things or times: an amount
// differs and so does the name or the date that it goes with, and no word of the
// user's tells of a change.
func (p *pair) another() bool {
	return p.values.rivalAmount && (p.values.rivalName || p.values.rivalDate) && !p.values.sameName && !p.told()
}

// earlier reports whether the new entry tells of days that had passed when the
// old one was stated, which has no date that it could set right.
func (p *pair) earlier() bool {
	dated := func(g *gist.Gloss) []lang.When { return g.Said(g.Entry.At) }
	when := dated(p.fresh)
	return len(when) > 0 && len(dated(p.old)) == 0 && !slices.ContainsFunc(when, func(w lang.When) bool { return w.To.After(p.old.Entry.At) })
}

// strangers reports whether two entries speak of people, and of none in common.
func strangers(a, b []lang.Person) bool {
	return len(a) > 0 && len(b) > 0 && !slices.ContainsFunc(a, func(x lang.Person) bool {
		return slices.ContainsFunc(b, func(y lang.Person) bool {
			return x.Role == y.Role && (x.Name == y.Name || x.Name == "" || y.Name == "")
		})
	})
}

// limitNoun is what a limit is called: the figure beside it is its own, whether
// "at most" stands there or not.
var limitNoun = gist.Compile(`预算|上限|限额|额度| budget | limit | cap | allowance `)

// happenedZH is a verb with the particle of what one has done once.
var happenedZH = gist.Compile(`[看去吃试用见听住读学逛尝坐访]过`)

// changed reports whether a value of the old entry is another in the new one,
// or the user's words say that something is other than before.
func (p *pair) changed() bool {
	return p.values.rival() || p.told() || p.displaces()
}

// rival reports whether something that both texts give is not the same.
func (c comparison) rival() bool { return c.rivalAmount || c.rivalDate || c.rivalName }

// Restates reports whether a says all that b says: the words of weight, the
// values and the polarity are the same.
func (t *testimony) Restates(a, b dyadmem.Entry) bool {
	x, y := t.memo.Entry(a), t.memo.Entry(b)
	if turn, ok := t.moved[a.Content]; ok && movedBy(y, turn) {
		return true
	}
	return dyadmem.Normalize(a.Content) == dyadmem.Normalize(b.Content) || !turned(a.Content, b.Content) && (t.same(x, y) || t.same(y, x))
}
