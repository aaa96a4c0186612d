package capture

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// answer writes out the short answers of a session together with the questions that they
// answer, as far as grammar goes.
func (c *capture) answer(sentences []utterance) {
	for i := range sentences {
		u := &sentences[i]
		q := c.asked(u)
		if q == "" || u.content() > answerWords {
			continue
		}
		if rule := c.leave(u, q); rule != "" {
			*u = u.reworded(rule, c.session.At)
			u.answers, u.aimed, u.aim = true, true, 1
			continue
		}
		if asksLeave(q) || !fragment(u) && !echoes(u, q) {
			continue
		}
		if said := lang.Answered(q, u.text); said != "" {
			*u = u.reworded(said, c.session.At)
			u.answers = true
			if named := strings.HasPrefix(said, "Call me ") || strings.HasPrefix(said, "叫我"); named {
				u.aimed, u.aim = true, 1
			}
		}
	}
}

// echoes reports whether an answer begins with a yes or no that has a verb: "yes, I do", or
// that of the question: 签了, 没签.
func echoes(u *utterance, q string) bool {
	if !u.cues.Han() {
		return echoEN.MatchString(u.cues.Folded())
	}
	first, _, _ := strings.Cut(strings.TrimRight(u.text, "。！"), "，")
	return utf8.RuneCountInString(first) <= 4 && (strings.Contains(q, first) || strings.HasPrefix(first, "不") || strings.HasPrefix(first, "没") || strings.HasPrefix(first, "还没"))
}

var echoEN = gist.Compile(`^ (?:yes|yeah|yep|no|nope) (?:, )?(?:i|we|it|she|he|they) (?:am|do|is|are|have|has|can|did) (?:not )?[.!]? ?$`)

// answerWords is the most words of content that a short answer has.
const answerWords = 5

// asked returns the question of the agent's that a sentence answers first, "" if none.
func (c *capture) asked(u *utterance) string {
	if u.before == nil || !u.before.asks || u.pasted || u.question || !c.opens(u) {
		return ""
	}
	sentences := lang.Sentences(u.before.text)
	q := sentences[len(sentences)-1]
	if !q.Question || utf8.RuneCountInString(q.Text) > questionRunes {
		return ""
	}
	return q.Text
}

// asksLeave reports whether a question of the agent's is about what it shall do: the
// answer to it is a yes or no to that, and states nothing of the user's.
func asksLeave(q string) bool {
	if lang.IsHan(q) {
		return leaveZH.MatchString(q) && !whZH.MatchString(q) || agreeZH.MatchString(q)
	}
	return leaveEN.MatchString(lang.Fold(q)) && auxEN.MatchString(q)
}

var (
	leaveEN = gist.Compile(` (?:i|we|me|us|that|this|it|anything|something) `)
	whZH    = gist.Compile(`[哪几谁]|什么|多[少大久高重长]|怎么称呼`)
	agreeZH = gist.Compile(`(?:行|好|可以|对|是|成)(?:吗|不[行好是对成])?[？?]?$`)
	leaveZH = gist.Compile(`[我这那它]|要不要|需不需要|需要|行吗|好吗|可以吗|对吗|是吗|吧`)
)

// replied returns what a unit says after the question of the agent's that it answers, where
// grammar alone does not join the two: "How is she: so-so"; part by part where the question
// has as many as the answer. One that only offers help is no part of what is said.
func (c *capture) replied(us unit, content string) string {
	u := us[0]
	if u.answers || us.content() > answerWords || us.directive() || !fragment(u) {
		return content
	}
	q := c.asked(u)
	if q == "" || auxEN.MatchString(q) || offersHelp(q) {
		return content
	}
	if asked, said := gist.Askings(q), replies(content); len(asked) > 1 && len(asked) == len(said) {
		for i := range asked {
			own := asked[i]
			if i > 0 {
				own = strings.TrimPrefix(own, asked[i-1]+" ") // a short part is put with the one before
			}
			said[i] = c.underQuestion(own, said[i])
		}
		return us.joined(said)
	}
	return c.underQuestion(q, content)
}

// replies parts an answer at its commas.
func replies(content string) []string {
	return strings.Split(strings.NewReplacer("; ", ", ", "，", ", ", "；", ", ").Replace(content), ", ")
}

// underQuestion writes an answer behind the question that it answers, told in the third person.
func (c *capture) underQuestion(question, answer string) string {
	text, answer := lang.Absolute(strings.TrimSpace(question), c.session.At), strings.TrimSpace(answer)
	if lang.IsHan(text) {
		return strings.TrimRight(lang.ThirdPerson(text, "助手", "用户"), "？?，,呢啊呀 ") + "：" + answer
	}
	return gist.Upper(strings.TrimRight(lang.ThirdPerson(text, "the agent", "the user"), "?, ")) + ": " + answer
}

const questionRunes = 130

// offersHelp reports whether a question of the agent's only asks what it can do.
func offersHelp(q string) bool {
	if lang.IsHan(q) {
		return helpZH.MatchString(q)
	}
	return helpEN.MatchString(lang.Fold(q))
}

var (
	helpEN = gist.Compile(` (?:how|what) (?:can|may|could|shall|should|do) (?:i|we) (?:help|assist|do|be of)| (?:what|anything) (?:is up|else|is new|do you need|brings you)| how are (?:you|things) `)
	helpZH = gist.Compile(`(?:有|需要)(?:什么|啥)[^，。]{0,6}(?:帮|吗|做)|(?:怎么|能)帮[您你]|(?:想|要)(?:聊|做|问)(?:什么|点什么|些什么)|(?:最近|今天)(?:好吗|如何|怎么样)`)
)

// auxEN begins an English question that yes or no answers: what else is said stands by
// itself.
var auxEN = gist.Compile(`(?i)^(?:(?:and|so|then|but),? )*(?:do|does|did|is|are|was|were|can|could|will|would|shall|should|has|have|had|may|might) `)

// opens reports whether a sentence is the first of its turn.
func (c *capture) opens(u *utterance) bool {
	text := c.session.Turns[u.turn].Text
	at := strings.Index(text, u.text)
	return at < 0 || len(lang.Sentences(text[:at])) == 0 || len(lang.Terms(text[:at])) == 0
}

// fragment reports whether a sentence lacks a verb of its own.
func fragment(u *utterance) bool {
	if u.cues.Han() {
		first := u.words
		if i := slices.IndexFunc(u.words[min(1, len(u.words)):], func(w lang.Word) bool { return w.Break != 0 }); i >= 0 {
			first = u.words[:i+1]
		}
		return !slices.ContainsFunc(first, func(w lang.Word) bool { return w.Tag == "v" && w.Text != "是" })
	}
	return !predicateEN.MatchString(strings.ReplaceAll(u.cues.Folded(), " of may ", " ")) // the 4th of May
}

var predicateEN = gist.Compile(` (?:i|we|he|she|they|it|you|is|are|was|were|am|has|have|had|will|would|can|could|does|do|did|should|must|might|may|let|got|went|came|said|put|keep|make|give|tell|ask|leave) | \w{3,}ed `)
