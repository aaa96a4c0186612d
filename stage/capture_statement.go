package stage

import (
	"regexp"
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
	if !u.cues.Han() || strings.Contains(content, "用户") || u.cues.Has(lang.Kin) || !omitsSubject(content) {
		return content
	}
	return "用户" + content
}

// omitsSubject reports whether a Chinese clause begins with its verb, or with the
// time, the adverb or the preposition before it. A topic that has a verb in it
// (停车月卡, 写给她的信要…) and what there is (有个客人要来) are no verbs.
func omitsSubject(clause string) bool {
	if headedZH.MatchString(clause) || existsZH.MatchString(clause) {
		return false
	}
	words := lang.Words(clause)
	for i, w := range words {
		switch {
		case w.Script == lang.Letters:
			return false
		case w.Script == lang.Digits || w.Tag == "t" || w.Tag == "d" || w.Tag == "f" || w.Tag == "p" || dateUnitZH[w.Text]:
			if w.Tag == "p" {
				return true
			}
		case w.Tag == "v":
			return !compound(words[i+1:])
		default:
			return false
		}
	}
	return false
}

// compound reports whether what follows a Chinese verb makes a noun of it: an amount, or
// a noun and then an amount (停车卡每月三百).
func compound(next []lang.Word) bool {
	amount := func(w lang.Word) bool {
		return w.Break == 0 && (w.Tag == "m" || w.Script == lang.Digits || strings.HasPrefix(w.Text, "每"))
	}
	return len(next) > 0 && amount(next[0]) || len(next) > 1 && next[0].Break == 0 && strings.HasPrefix(next[0].Tag, "n") && amount(next[1])
}

var dateUnitZH = setOf("年 月 日 号 点 点半")

var (
	headedZH = regexp.MustCompile(`^[^，。；]{1,12}的[^，。；]{0,4}(?:是|要|得|都|在|改|放|用|归|不)`)
	existsZH = regexp.MustCompile(`^有(?:一?[个位家条只人]|人|客人|同事|朋友|时候?)`)
)
