package stage

import (
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// statement writes what a unit says of the user's world.
func (c *capture) statement(us unit) (dyadmem.Kind, string) {
	parts := make([]string, len(us))
	for i, u := range us {
		parts[i] = c.rewrite(u.text)
	}
	return us.statementKind(), withSubject(us, strings.Join(parts, us.separator()))
}

// statementKind tells what somebody is and likes from what is true in their
// world.
func (us unit) statementKind() dyadmem.Kind {
	for _, u := range us {
		if u.cues.Has(lang.Kin) || len(u.dates) > 0 || u.numbers() > 0 {
			return dyadmem.Fact
		}
	}
	if us.has(lang.Trait) && us[0].firstPerson() {
		return dyadmem.UserProfile
	}
	return dyadmem.Fact
}

// withSubject puts the user at the head of a Chinese statement that names nobody:
// Chinese leaves out the speaker.
func withSubject(us unit, content string) string {
	u := us[0]
	if !u.cues.Han() || strings.Contains(content, "用户") || u.named() || u.cues.Has(lang.Kin) {
		return content
	}
	words := lang.Words(content)
	if len(words) == 0 || strings.HasPrefix(words[0].Tag, "n") || words[0].Tag == "r" || words[0].Tag == "t" || words[0].Tag == "m" {
		return content
	}
	return "用户" + content
}
