package capture

import (
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// digests captures what the agent reports of a text that the user pasted or a
// tool returned. Such a text states nothing by itself: it says much, and wants
// things. What the agent takes out of it as it stands there, a date or an amount
// with what it is of, is told to the user, and counts unless the user finds
// fault with it.
func (c *capture) digests() {
	for i, t := range c.session.Turns {
		if t.Speaker != dyadmem.Agent || i == 0 {
			continue
		}
		from, source := c.foreign(i)
		held := gist.StrongValues(source)
		if len(held) == 0 || c.faulted(i) {
			continue
		}
		for _, s := range lang.Sentences(lang.MaskQuotes(t.Text)) {
			for _, bit := range c.reported(s) {
				if reports(bit, held) {
					c.add(dyadmem.Fact, c.offer(bit), time.Time{}, from, i)
				}
			}
		}
	}
}

// foreign returns the words before a turn of the agent's that are neither the
// user's nor its own, and the turn that they stand in: the one before, or one
// that the user only adds a word to.
func (c *capture) foreign(agent int) (turn int, text string) {
	for turn = agent - 1; turn >= 0 && turn >= agent-2; turn-- {
		switch t := c.session.Turns[turn]; t.Speaker {
		case dyadmem.Tool:
			return turn, t.Text
		case dyadmem.User:
			if _, pasted := c.sitting.Parted(turn); pasted != "" {
				return turn, pasted
			}
		case dyadmem.Agent:
			return 0, ""
		}
	}
	return 0, ""
}

// faulted reports whether the user's next turn turns down what the agent says.
func (c *capture) faulted(agent int) bool {
	return c.answered(agent, func(reply string) bool { return lang.CuesOf(reply).Has(lang.Refuse, lang.Complaint, lang.Repair) })
}

// reported cuts a sentence of the agent's into what it reports, without the words
// that announce a report: "In short: a, b; c".
func (c *capture) reported(s lang.Sentence) []string {
	if s.Question {
		return nil
	}
	text := s.Text
	for _, mark := range [...]string{": ", "："} {
		if head, rest, ok := strings.Cut(text, mark); ok && announcesReport(head) {
			text = rest
		}
	}
	var out []string
	for bit := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '；' || r == '。' }) {
		out = append(out, standing(lang.Clauses(strings.TrimSpace(bit)), c.session.At)...)
	}
	return out
}

// announcesReport reports whether the words before a colon only lead up to what
// stands behind it.
func announcesReport(head string) bool {
	return len(lang.Terms(head)) <= 4 && !slices.ContainsFunc(gist.StrongValues(head), func(v lang.Value) bool { return v.Kind != lang.Number })
}

// reports reports whether a text tells a value of what it reports of, and speaks
// neither of the agent nor of this moment.
func reports(text string, held []lang.Value) bool {
	u := utterance{text: text, cues: lang.CuesOf(text), words: lang.Words(text)}
	if u.firstPerson() || passing(&u) || u.content() < 3 || u.cues.Has(lang.Hypothesis, lang.Vague, lang.Jest, lang.Forget, lang.Propose, lang.Thanks) || draftLead.MatchString(text) {
		return false
	}
	return slices.ContainsFunc(gist.StrongValues(text), func(v lang.Value) bool { return v.In(held) })
}
