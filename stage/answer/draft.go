package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// drafted writes a text that the question asks for out of what it tells: in
// the user's own person, to whom it goes, and without what a rule leaves out.
func (a *answer) drafted() string {
	told := a.brief.Told
	if len(told) == 0 && toUser.MatchString(a.brief.Request) {
		told = a.figures()
	}
	if len(told) == 0 && passesOn.MatchString(a.brief.Request) {
		told = a.brief.Quotes
	}
	if !a.brief.Writes() || len(told) == 0 || a.bansDraft() {
		return ""
	}
	var parts []string
	for _, t := range told {
		if a.han {
			parts = append(parts, lang.Clauses(t)...)
		} else {
			parts = append(parts, andThe.Split(t, -1)...)
		}
	}
	said := strings.Join(parts, "\n")
	parts = a.permitted(parts)
	if len(parts) == 0 {
		return ""
	}
	a.wrote = !strings.ContainsAny(a.brief.Request, "?？")
	if !a.wrote && !a.made && strings.Join(parts, "\n") == said {
		return "" // what a text may be like is asked, not the text
	}
	text := ""
	switch {
	case a.han:
		text = a.messageZH(parts)
	case toUser.MatchString(a.brief.Request):
		text = a.reply(parts)
	default:
		text = a.letter(parts)
	}
	for _, f := range a.rules() {
		text = inStyle(text, f.Entry.Content)
	}
	return text
}

// passesOn is a request to tell others what somebody says.
var passesOn = regexp.MustCompile(`(?i)转告|转给|转发|传话|传达|\bpass (?:it|this|that) on\b|\bforward\b|\brelay\b|\blet (?:them|everyone|the \w+) know\b`)

// figures are the parts of what somebody says that state a number: an answer
// to them takes these up.
func (a *answer) figures() []string {
	var out []string
	for _, q := range a.brief.Quotes {
		for _, p := range phrases(gist.Closed(q)) {
			if len(gist.StrongValues(p)) == 0 {
				continue
			}
			if a.han {
				p = strings.ReplaceAll(p, "我", "你")
			}
			out = append(out, p)
		}
	}
	return out
}

// bansDraft reports whether a rule forbids the text that is asked for.
func (a *answer) bansDraft() bool {
	return slices.ContainsFunc(a.rules(), func(f *found) bool {
		return noDraft.MatchString(f.Entry.Content) && sharesName(f.Values, a.question.Values)
	})
}

var noDraft = regexp.MustCompile(`(?i)^(?:do not|don't|never) (?:draft|write|answer|reply|send)|^(?:不要|不|别)(?:替用户|给用户)?(?:拟|写|回|答)`)

func sharesName(a, b []lang.Value) bool {
	return slices.ContainsFunc(a, func(v lang.Value) bool { return v.Kind == lang.Name && v.In(b) })
}

// andThe stands between two statements of one sentence.
var andThe = regexp.MustCompile(`,? and (?:then )?the `)

// toUser is a request for an answer to the user, or for a note, rather than
// for a text in the user's name.
var toUser = regexp.MustCompile(`回应|回一句|怎么回|请回|(?i:^(?:please )?(?:reply|respond|answer (?:her|him|them|the user)|log|note|record|list|report)\b)`)

// reply repeats what is told to the user: without who says it, and the user as
// "you".
func (a *answer) reply(parts []string) string {
	user := pronounAfter(a.query.Text)
	var out []string
	for _, p := range parts {
		p = sayer.ReplaceAllString(p, "")
		var words []string
		for _, w := range strings.Fields(strings.ReplaceAll(p, "the user's", "your")) {
			bare := strings.ToLower(strings.Trim(w, ",.;:!?"))
			switch bare {
			case user:
				w = "you" + w[len(bare):]
			case "his":
				w = "your" + w[len(bare):]
			}
			words = append(words, w)
		}
		out = append(out, gist.Upper(strings.Join(words, " ")))
	}
	return strings.Join(out, ". ")
}

var sayer = regexp.MustCompile(`(?i)^the user (?:says|said|writes|tells you|reports|mentions)(?: that)? |^the user `)

// permitted leaves out what a rule forbids: a part that shares a word of
// content with what the rule says no to.
func (a *answer) permitted(parts []string) []string {
	return slices.DeleteFunc(parts, func(p string) bool {
		for _, f := range a.rules() {
			for _, rule := range phrases(f.Entry.Content) {
				if m := banOf.FindStringSubmatch(rule); m != nil && banned(p, m[1]) {
					return true
				}
			}
		}
		return false
	})
}

// banOf takes what is forbidden out of a ban.
var banOf = regexp.MustCompile(`(?i)(?:不要|不用|不得|不许|不写|不报|不说|不提|不|别|勿|\bno\b|\bnever\b|\bwithout\b|\bdo not\b|\bdon't\b|\bleave out\b|\bomit\b)\s*(.+)`)

// banned reports whether a part holds what is forbidden: most of its words, or
// one that means the same or is of the same head (打分, 得分).
func banned(part, what string) bool {
	own, named := gist.ReadText(part), gist.ReadText(what)
	if len(named.Terms) == 0 {
		return false
	}
	n := 0
	for i := range named.Senses {
		for j := range own.Senses {
			x, y := &named.Senses[i], &own.Senses[j]
			if x.Text == y.Text || x.Same(y) || x.SharesHead(y) {
				n++
				break
			}
		}
	}
	return n > 0 && 2*n >= len(named.Senses)
}

// messageZH writes told clauses as a Chinese message: in the user's person, to
// whom it goes.
func (a *answer) messageZH(parts []string) string {
	text := strings.Join(parts, "，")
	if !userSelf.MatchString(a.query.Text) {
		text = asSelf.ReplaceAllString(text, "${1}我")
	}
	if m := goesToZH.FindStringSubmatch(a.query.Text); m != nil && !toUser.MatchString(a.brief.Request) {
		if to := m[1] + m[2]; !pronounZH.MatchString(to) && !strings.HasPrefix(text, to) {
			text = to + "，" + text
		}
	}
	return text
}

// asSelf is where a text speaks of the user as one of the two, rather than of
// users at large.
var asSelf = regexp.MustCompile(`(^|[，。；：！？]|替|和|跟|给|让|请|叫|把|对|向)用户`)

var (
	userSelf  = regexp.MustCompile(`(?:给|跟|向|对|回|提醒|告诉)用户`)
	goesToZH  = regexp.MustCompile(`(?:给|发给|写给|回复?|告诉|转告|提醒|通知)(\p{Han}{2,4}?)(?:发|写|回|留|拟|起|带|编|说|一[句条封声]|，|,|：|。)|(?:提醒|告诉|转告|通知)(\p{Han}{2,3}?)(?:，|：|今|明|后|周|下|要|把|别|记得)`)
	pronounZH = regexp.MustCompile(`^(?:一|个|她|他|它|用户|我|你|您|对方|这|那|大家|人家)|的$|用户`)
)
