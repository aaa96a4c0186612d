package capture

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Rules are the Capturer of the system `rules`. It reads the user's
// turns sentence by sentence and keeps those that state something: standing
// demands, agreed procedures, facts, traits, plans. What is asked, supposed,
// joked, left open, quoted, pasted or asked to be forgotten stays out, and so
// does everything that the agent or a tool says by itself; what the agent
// proposed and the user took up comes in, with both turns as evidence. Entries
// are statements in the third person, in the language of the dialogue, with
// relative dates written out. The zero value is ready to use.
type Rules struct{ Memo *gist.Memo }

// A unit is captured where one of its sentences has at least the salience worth
// keeping. A sentence below worthReading takes part in none.
const (
	worthKeeping = -0.9
	worthReading = -1.3
)

// Capture returns the entries that s states, in the order of their turns.
func (r Rules) Capture(ctx context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sat := r.Memo.Sitting(s)
	return slices.Clone(gist.FoundIn(sat, "captured", func() []dyadmem.Entry { return captureOf(sat) })), nil
}

// captureOf returns the entries that a session states.
func captureOf(sat *gist.Sitting) []dyadmem.Entry {
	s := sat.Session
	c := capture{sitting: sat, session: s}
	var kept []*utterance
	sentences := read(sat)
	c.answer(sentences)
	point(sentences, s.At)
	refer(sentences, s.At)
	sentences = mended(sentences, s.At)
	all := split(meant(sentences), s.At)
	for i := range all {
		u := &all[i]
		if c.acceptance(u) || u.idle() || meaning(u.text, false) {
			continue
		}
		if sign, _ := c.reassured(u); sign == "" && salience(u) < worthReading {
			continue
		}
		kept = append(kept, u)
	}
	c.knowledge()
	c.digests()
	c.settled = c.settlements(sentences)
	for _, unit := range units(kept) {
		c.unit(unit)
	}
	for turn := range s.Turns {
		for _, st := range c.settled[turn] {
			c.settle(turn, st)
		}
	}
	c.episode(kept)
	return c.entries
}

// A capture is the work on one session.
type capture struct {
	said    map[int]*gist.Wording // by turn: its own words, once asked for
	granted map[int]bool          // by turn of the agent: the user took up what it said
	sitting *gist.Sitting
	session dyadmem.Session
	entries []dyadmem.Entry
	seen    map[string]bool
	settled map[int][]*settlement // by the turn of the user's before
	taken   map[int]bool          // turns of the agent whose proposal was taken up
	voiced  map[int]bool          // turns of the user's that answer what the agent says it has learnt
}

// unit captures what a group of sentences states.
func (c *capture) unit(us unit) {
	sign, signed := c.reassured(us[0])
	if us.salience() < worthKeeping && sign == "" || us.content() <= 1 && us.numbers() == 0 && !us[0].enough() {
		return
	}
	parts := us.apart()
	if slices.ContainsFunc(parts, func(p unit) bool { return !whole(c.worded(p)) }) {
		parts = []unit{us}
	}
	for _, part := range parts {
		c.state(part, sign, signed)
	}
}

// worded returns what a unit states, as it would be written.
func (c *capture) worded(us unit) string {
	_, content := c.statement(us)
	return content
}

// state captures what a unit states that has one end; sign is the phrase of reassurance in
// it, of turn signed.
func (c *capture) state(us unit, sign string, signed int) {
	kind, content := c.statement(us)
	if us.directive() {
		kind, content = c.rule(us)
		if st := settled(us, c.settled[us[0].turn]); st != nil {
			c.settleFor(us, st, kind, content)
			return
		}
	}
	content = c.replied(us, content)
	if sign != "" {
		c.add(kind, afterSign(content, sign), c.until(us), signed, us[0].turn)
		return
	}
	c.add(kind, content, c.until(us), us.turns()...)
}

// add appends an entry unless the session has stated the same before.
func (c *capture) add(kind dyadmem.Kind, content string, until time.Time, turns ...int) {
	content = strings.TrimSpace(content)
	key := dyadmem.Normalize(content)
	if key == "" || c.seen[key] {
		return
	}
	if c.seen == nil {
		c.seen = make(map[string]bool)
	}
	c.seen[key] = true
	e := dyadmem.Entry{Kind: kind, Content: content, At: c.session.At, Until: until}
	for _, t := range turns {
		e.Evidence = append(e.Evidence, c.session.Turns[t].ID)
	}
	c.entries = append(c.entries, e)
}

// meansOne puts in the place of "one" the noun of the same sentence that it stands
// for: "not the blue form, use the plain one".
func meansOne(clause string) string {
	if !strings.Contains(clause, " one") {
		return clause
	}
	m := oneForEN.FindStringSubmatchIndex(clause)
	if m == nil || strings.EqualFold(clause[m[4]:m[5]], "one") {
		return clause
	}
	return clause[:m[6]] + clause[m[4]:m[5]] + clause[m[7]:]
}

var oneForEN = gist.Compile(`\b(?:[Nn]ot|[Nn]o longer|[Ii]nstead of|[Rr]ather than) (?:the|a|an|my|this|that) ([\w-]+) (\w+)\b[^.]*\b(?:the|a|an) [\w-]+ (one)\b`)

// rewrite turns a clause of the user's into a statement about the dyad.
func (c *capture) rewrite(clause string) string {
	if !monthly(clause) && !everyYear(clause) {
		clause = lang.Absolute(clause, c.session.At)
	}
	clause = meansOne(clause)
	if lang.IsHan(clause) {
		return lang.ThirdPerson(clause, "用户", "助手")
	}
	return lang.ThirdPerson(clause, "the user", "the agent")
}
