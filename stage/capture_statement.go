package stage

import (
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// statement captures what a sentence says of the user's world, one entry for
// each clause that can stand by itself.
func (c *capture) statement(u *utterance) {
	for _, clause := range c.clauses(u) {
		c.add(statementKind(u), c.subject(u, c.rewrite(clause)), c.until(u), u.turn)
	}
}

// clauses parts a sentence where each part has words enough to be a memory.
// Parts too short for that go with the one before.
func (c *capture) clauses(u *utterance) []string {
	parts := lang.Clauses(u.text)
	var out []string
	sep := ", "
	if u.cues.Han() {
		sep = "，"
	}
	for _, p := range parts {
		if len(out) > 0 && (!stands(p) || !stands(out[len(out)-1])) {
			out[len(out)-1] += sep + p
			continue
		}
		out = append(out, p)
	}
	return out
}

// stands reports whether a clause has content enough to be an entry.
func stands(clause string) bool {
	n := 0
	for _, w := range lang.Words(clause) {
		if !w.Stop {
			n++
		}
	}
	return n >= 3
}

// statementKind tells what somebody is and likes from what is true in their
// world.
func statementKind(u *utterance) dyadmem.Kind {
	if u.cues.Has(lang.Trait) && u.firstPerson() && !u.cues.Has(lang.Kin) && len(u.dates) == 0 && u.numbers() == 0 {
		return dyadmem.UserProfile
	}
	return dyadmem.Fact
}

// subject puts the user at the head of a Chinese statement that names nobody:
// Chinese leaves out the speaker.
func (c *capture) subject(u *utterance, content string) string {
	if !u.cues.Han() || strings.Contains(content, "用户") || u.named() || u.cues.Has(lang.Kin) {
		return content
	}
	words := lang.Words(content)
	if len(words) == 0 || strings.HasPrefix(words[0].Tag, "n") || words[0].Tag == "r" || words[0].Tag == "t" || words[0].Tag == "m" {
		return content
	}
	return "用户" + content
}
