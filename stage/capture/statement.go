package capture

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// statement writes what a unit says of the user's world.
func (c *capture) statement(us unit) (dyadmem.Kind, string) {
	parts := make([]string, len(us))
	for i, u := range us {
		parts[i] = c.rewrite(unasked(u))
	}
	return us.statementKind(), withSubject(us, us.joined(parts))
}

// unasked returns a Chinese statement without the clauses that ask the hearer to do
// something with it: 我要搬家，帮我排一下.
func unasked(u *utterance) string {
	if !u.cues.Han() {
		return u.text
	}
	clauses := lang.Clauses(u.text)
	kept := slices.DeleteFunc(slices.Clone(clauses), askingZH.MatchString)
	if len(kept) == 0 || len(kept) == len(clauses) {
		return u.text
	}
	return strings.Join(kept, "，")
}

// statementKind tells what somebody is and likes from what is true in their
// world.
func (us unit) statementKind() dyadmem.Kind {
	for _, u := range us {
		if u.cues.Has(lang.Kin) || len(u.dates) > 0 || u.numbers() > 0 {
			return dyadmem.Fact
		}
	}
	if us.has(lang.Trait) && us[0].firstPerson() && !us[0].befell() && !us[0].ofAnother() {
		return dyadmem.UserProfile
	}
	return dyadmem.Fact
}

// befell reports whether a sentence tells what the user did or what came about, and
// nothing of what the user is or likes.
func (u *utterance) befell() bool { return narrates(u) && !u.cues.Has(lang.Taste) }

// ofAnother reports whether a sentence tells of somebody else: it says what somebody who
// is not the user is called, or its subject is another.
func (u *utterance) ofAnother() bool {
	return u.says(anotherEN, anotherZH)
}

var (
	anotherEN = gist.Compile(`^ (?:(?:and|but|so|also|,) )*(?:he|she|they|somebody|someone) |, (?:he|she|they) (?:is|are|has|have|works?|lives?|does|do|runs?|comes?|teaches) `)
	anotherZH = gist.Compile(`[个位名只条][^，。我咱]{0,8}[，]?(?:名叫|叫|姓)[^我咱]|(?:^|，)[他她](?:们)?[^，。]`)
)

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
// (停车月卡, 写给她的信要…, 纪要加一项) and what there is (有个客人要来) are no verbs.
func omitsSubject(clause string) bool {
	if headedZH.MatchString(clause) || existsZH.MatchString(clause) || textLedZH.MatchString(clause) {
		return false
	}
	words := lang.Words(weekOfZH.ReplaceAllString(clause, ""))
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
	i := 0
	for i < len(next) && next[i].Break == 0 && strings.HasPrefix(next[i].Tag, "n") {
		i++
	}
	return i < len(next) && amount(next[i])
}

var dateUnitZH = gist.SetOf("年 月 日 号 点 点半")

var (
	askingZH  = gist.Compile(`^(?:你|请|麻烦你?|那)?(?:帮我|替我|给我)(?:把)?[^，。]{0,12}(?:理|查|看|睇|算|排|改|拟|找|列|翻|比|约|准备|记)[^，。]{0,6}[。！]?$|^你(?:看看?|说说?|猜|瞧)[^，。]{0,12}[。！]?$`)
	weekOfZH  = gist.Compile(`^[0-9]+年[0-9]+月(?:[0-9]+日)?(?:那一?周|那个?周末)`)
	headedZH  = gist.Compile(`^[^，。；]{1,12}的[^，。；]{0,4}(?:是|要|得|都|在|改|放|用|归|不)`)
	textLedZH = gist.Compile(`^(?:` + gist.TextsZH + `)(?:[里中上]面?)?(?:加|改|要|放|标|附|带|按|先|别|不|都|得|删|多|少)`)
	existsZH  = gist.Compile(`^有(?:一?[个位家条只人]|人|客人|同事|朋友|时候?)`)
)
