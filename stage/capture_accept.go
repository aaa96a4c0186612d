package stage

import (
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// acceptance captures a way of working that the agent proposed and that the
// user takes up in this sentence, in the next turn or one later. It reports
// whether the sentence did no more than that.
func (c *capture) acceptance(u *utterance) bool {
	if u.pasted || u.question || !u.cues.Has(lang.Accept) || u.cues.Has(lang.Refuse) || u.content() > 8 {
		return false
	}
	r := u.before
	if r == nil || c.taken[r.turn] || !r.cues.Has(lang.Propose) {
		return false
	}
	proposal := c.proposal(r)
	if proposal == "" {
		return false
	}
	if c.taken == nil {
		c.taken = make(map[int]bool)
	}
	c.taken[r.turn] = true
	c.add(dyadmem.AgentMethod, proposal, time.Time{}, r.turn, u.turn)
	return u.content() <= 2
}

// proposal returns what a turn of the agent's proposes, as a statement, or ""
// if it proposes no way of working.
func (c *capture) proposal(r *reading) string {
	for _, s := range lang.Sentences(r.text) {
		cues := lang.CuesOf(s.Text)
		if !cues.Has(lang.Propose) || !cues.Has(lang.Standing, lang.Procedure, lang.Form, lang.Bounded) {
			continue
		}
		if len(lang.Terms(s.Text)) < 4 {
			continue
		}
		return c.offer(s.Text)
	}
	return ""
}

// offer rewrites the agent's own words: there "I" is the agent.
func (c *capture) offer(text string) string {
	text = lang.Absolute(text, c.session.At)
	if lang.IsHan(text) {
		text = strings.TrimRight(text, "？?")
		for _, tail := range []string{"行吗", "行不行", "好吗", "可以吗", "好不好", "怎么样", "您看行不行", "您看"} {
			text = strings.TrimRight(strings.TrimSuffix(text, tail), "，, ")
		}
		return lang.ThirdPerson(text, "助手", "用户")
	}
	low := strings.ToLower(text)
	for _, lead := range []string{"shall i ", "should i ", "i could ", "i can ", "i'd suggest ", "i suggest ", "i'd suggest: ", "may i suggest ", "how about ", "what if ", "then: ", "so: ", "would you like me to ", "do you want me to "} {
		if i := strings.Index(low, lead); i >= 0 && i < 20 {
			text = text[i+len(lead):]
			break
		}
	}
	return lang.ThirdPerson(strings.TrimRight(text, "?"), "the agent", "the user")
}
