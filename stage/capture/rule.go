package capture

import (
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// rule writes a demand on how the agent works for this user. One that takes up a
// proposal of the agent's and orders steps is a procedure that the two settled on; what
// the user demands alone is how the agent is to be.
func (c *capture) rule(us unit) (dyadmem.Kind, string) {
	kind := dyadmem.AgentIdentity
	if r := us[0].before; us.has(lang.Procedure) && r != nil && r.cues.Has(lang.Propose) {
		kind = dyadmem.AgentMethod
	}
	parts := make([]string, len(us))
	for i, u := range us {
		parts[i] = c.about(u, c.demand(u.text))
	}
	return kind, us.joined(parts)
}

// demand writes a demand without what only carries it: "I want you to use
// metric" → "Use metric".
func (c *capture) demand(text string) string {
	if !lang.IsHan(text) {
		low := strings.ToLower(text)
		for _, lead := range demandLeads {
			if i := strings.Index(low, lead); i >= 0 && i < 24 {
				text = text[i+len(lead):]
				break
			}
		}
	}
	return c.rewrite(noMoreEN.ReplaceAllString(text, "${1}o "))
}

// "no more tables" is the rule "no tables" said to one who made them.
var noMoreEN = gist.Compile(`^((?:(?:and|so|but|also|oh|please|,) +)*[Nn])o more `)

var demandLeads = []string{"i want you to ", "i'd like you to ", "i would like you to ", "i need you to ", "can you please ", "could you please ", "make sure to ", "make sure you ", "you should ", "you must ", "you have to ", "you need to "}

// until returns when what a unit states ends: the last day of a date that
// bounds it or, for something that is to happen, the last day of its date.
// Zero if nothing bounds it, or if it tells of something that happened too, which
// stays true. A demand that hangs on a time named before ends with that,
// and one for this once with the day.
func (c *capture) until(us unit) time.Time {
	if end := us.ends(); (us.directive() || us.once()) && end.After(c.session.At) {
		return end
	}
	if happened(us) {
		return time.Time{}
	}
	end := c.lasts(us)
	if !us.has(lang.Bounded, lang.Plan) && end.IsZero() && !slices.ContainsFunc(us, func(u *utterance) bool { return u.occasion() || u.takes() }) {
		return time.Time{}
	}
	dates := us.endings()
	if !us.has(lang.Bounded) && slices.ContainsFunc(dates, func(w lang.When) bool { return !w.To.After(c.session.At) }) {
		return time.Time{}
	}
	return c.lastOf(end, dates)
}

// once reports whether a unit orders nothing but for this one time.
func (us unit) once() bool {
	return !slices.ContainsFunc(us, func(u *utterance) bool { return !u.once })
}
