package capture

import (
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// acceptance captures a way of working that the agent proposed and that the
// user takes up in this sentence, in the next turn or one later. It reports
// whether the sentence did no more than that.
func (c *capture) acceptance(u *utterance) bool {
	if u.pasted || u.question || !u.cues.Has(lang.Accept) || refuses(u) || u.content() > 8 {
		return false
	}
	r := u.before
	if r == nil || c.taken[r.turn] {
		return false
	}
	text, turns := c.agreed(r.turn)
	if text == "" {
		return false
	}
	if c.taken == nil {
		c.taken = make(map[int]bool)
	}
	for _, t := range turns {
		c.taken[t] = true
	}
	c.add(dyadmem.AgentMethod, text, time.Time{}, append(turns, u.turn)...)
	return u.content() <= 2
}

// agreed returns what the two settle on where the user takes up turn i of the agent's: the
// way of working that it proposes, with the turns of an earlier proposal that it
// mends; or that proposal and what the agent grants of the user's amendment. Nothing if
// neither proposes a way of working.
func (c *capture) agreed(i int) (text string, turns []int) {
	text = c.proposal(i)
	first := c.amended(i)
	switch {
	case text == "" && first < 0:
		return "", nil
	case text == "":
		text = c.proposal(first)
		if granted := lang.Sentences(c.session.Turns[i].Text)[0].Text; lang.CuesOf(granted).Has(lang.Accept) {
			sep := ". "
			if lang.IsHan(text) {
				sep = "；"
			}
			text += sep + c.offer(granted)
		}
	case first < 0:
		return text, []int{i}
	}
	return text, []int{first, first + 1, i}
}

// amended returns the turn in which the agent first proposed what turn i of it takes up
// again after one turn of the user's, with two words in common; -1 if there is none.
func (c *capture) amended(i int) int {
	first := i - 2
	if first < 0 || c.taken[first] || c.session.Turns[first].Speaker != dyadmem.Agent || c.session.Turns[first+1].Speaker != dyadmem.User || c.proposal(first) == "" {
		return -1
	}
	if answer := lang.CuesOf(c.session.Turns[first+1].Text); answer.Has(lang.Refuse) {
		return -1
	}
	said, shared := c.ownWords(first), 0
	for _, t := range lang.Terms(c.session.Turns[i].Text) {
		if said.Terms[t] && !lang.Light(t) {
			shared++
		}
	}
	if granted := lang.Sentences(c.session.Turns[i].Text)[0].Text; shared < 2 && !(lang.CuesOf(granted).Has(lang.Accept) && len(lang.Terms(granted)) > 2) {
		return -1
	}
	return first
}

// proposal returns what turn i of the agent's proposes, as a statement, or ""
// if it proposes no way of working.
func (c *capture) proposal(i int) string {
	if !lang.CuesOf(c.session.Turns[i].Text).Has(lang.Propose) {
		return ""
	}
	best := ""
	for _, s := range lang.Sentences(c.session.Turns[i].Text) {
		cues := lang.CuesOf(s.Text)
		if !cues.Has(lang.Propose) || !cues.Has(lang.Standing, lang.Procedure, lang.Form, lang.Bounded) || len(lang.Terms(s.Text)) < 4 {
			continue
		}
		if best == "" || cues.Has(lang.Standing) && !lang.CuesOf(best).Has(lang.Standing) {
			best = s.Text
		}
	}
	if best == "" {
		return ""
	}
	return c.offer(best)
}

// offer rewrites the agent's own words: there "I" is the agent.
func (c *capture) offer(text string) string { return offered(lang.Absolute(text, c.session.At)) }

func offered(text string) string {
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

// answered reports whether the user's next turn after one of the agent's takes
// it up, by agrees.
func (c *capture) answered(agent int, agrees func(reply string) bool) bool {
	for _, t := range c.session.Turns[agent+1:] {
		switch t.Speaker {
		case dyadmem.Agent:
			return false
		case dyadmem.User:
			return agrees(t.Text)
		}
	}
	return false
}

// accepted reports whether the user's next turn after one of the agent's takes
// up what the agent said it would do.
func (c *capture) accepted(agent int) bool {
	does, ok := c.granted[agent]
	if !ok {
		does = c.answered(agent, Accepts)
		if c.granted == nil {
			c.granted = make(map[int]bool)
		}
		c.granted[agent] = does
	}
	return does
}

// vouched returns what of a sentence in which the agent settles something the
// user stands behind: all of it where the user's next turn accepts it; else the
// clauses that say again what the user says in the turn before, whose words and
// values they hold. What the agent adds by itself is nobody's rule.
func (c *capture) vouched(sentence string, turn, agent int) string {
	if c.accepted(agent) {
		return sentence
	}
	said := c.ownWords(turn)
	var kept []string
	for _, clause := range coordinated(sentence) {
		if said.Covers(gist.WordingOf(lang.TrimOpening(clause))) {
			kept = append(kept, clause)
		}
	}
	if lang.IsHan(sentence) {
		return strings.Join(kept, "，")
	}
	return strings.Join(kept, ", ")
}

// ownWords returns what turn i says in its speaker's own words, read once.
func (c *capture) ownWords(i int) *gist.Wording {
	g, ok := c.said[i]
	if !ok {
		own, _ := c.sitting.Parted(i)
		g = gist.WordingOf(own)
		if c.said == nil {
			c.said = make(map[int]*gist.Wording)
		}
		c.said[i] = g
	}
	return g
}

// coordinated returns the parts of a sentence that could each be true alone: its
// clauses, and what "and" or 并 joins.
func coordinated(sentence string) (out []string) {
	for _, c := range lang.Clauses(sentence) {
		if lang.IsHan(c) {
			out = append(out, strings.FieldsFunc(strings.NewReplacer("并且", "，", "而且", "，", "同时", "，", "还会", "，").Replace(c), func(r rune) bool { return r == '，' || r == ',' })...)
			continue
		}
		for _, part := range strings.FieldsFunc(c, func(r rune) bool { return r == ',' || r == ':' || r == ';' }) {
			for _, p := range strings.Split(part, " and ") {
				if p = strings.TrimSpace(p); p != "" {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// Accepts reports whether a reply takes up what the agent said it would do.
func Accepts(reply string) bool {
	c := lang.CuesOf(reply)
	return c.Has(lang.Accept) && !c.Has(lang.Refuse)
}
