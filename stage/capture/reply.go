package capture

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// replied returns what a unit says together with the question of the agent's that it
// answers: "How many seats?" and "Six" are "how many seats: six", 几点出发 and 七点 are
// 七点出发. What can be understood by itself stays as it is.
func (c *capture) replied(us unit, content string) string {
	u := us[0]
	if u.before == nil || !u.before.asks || us.content() > 5 || us.directive() || !fragment(u) || !c.opens(u) {
		return content
	}
	sentences := lang.Sentences(u.before.text)
	q := sentences[len(sentences)-1]
	if !q.Question || auxEN.MatchString(q.Text) || utf8.RuneCountInString(q.Text) > questionRunes {
		return content
	}
	text := lang.Absolute(q.Text, c.session.At)
	if lang.IsHan(text) {
		return repliedZH(strings.TrimRight(lang.ThirdPerson(text, "助手", "用户"), "？?"), content)
	}
	return repliedEN(strings.TrimRight(lang.ThirdPerson(text, "the agent", "the user"), "?"), content)
}

const questionRunes = 130

// auxEN begins an English question that yes or no answers: what else is said stands by
// itself.
var auxEN = regexp.MustCompile(`(?i)^(?:(?:and|so|then|but),? )*(?:do|does|did|is|are|was|were|can|could|will|would|shall|should|has|have|had|may|might) `)

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
	return !predicateEN.MatchString(u.cues.Folded())
}

var predicateEN = regexp.MustCompile(` (?:i|we|he|she|they|it|you|is|are|was|were|am|has|have|had|will|would|can|could|does|do|did|should|must|might|may|let|got|went|came|said|put|keep|make|give|tell|ask|leave) | \w{3,}ed `)

// repliedZH puts an answer in the place of the word that asks for it, which in Chinese
// stands where the answer would.
func repliedZH(question, answer string) string {
	first, rest, more := strings.Cut(answer, "，")
	at := whZH.FindAllStringIndex(question, -1)
	if len(at) == 1 && utf8.RuneCountInString(first) <= 14 {
		first, after := strings.TrimPrefix(first, "用户"), question[at[0][1]:]
		if _, n := utf8.DecodeRuneInString(after); n > 0 && strings.HasSuffix(first, after[:n]) {
			after = after[n:] // 多少斤 and 六十斤 have one unit
		}
		said := strings.TrimRight(question[:at[0][0]]+first+after, "呢啊呀吗")
		if more {
			said += "，" + rest
		}
		return said
	}
	return strings.TrimRight(question, "呢啊呀") + "：" + answer
}

var whZH = regexp.MustCompile(`哪儿|哪里|哪个地方|什么地方|几点钟?|几号|什么时候|哪天|哪一天|大概多少|多少钱|多少|几(?:个人|位|个|次|天|周|年|口人|块|分)|哪位|哪家|哪边|谁`)

// repliedEN says what was asked about and then the answer.
func repliedEN(question, answer string) string {
	if m := whatIsEN.FindStringSubmatch(question); m != nil {
		return gist.Upper(m[2]) + " " + cmp.Or(strings.ToLower(m[1]), "is") + " " + answer
	}
	return question + ": " + answer
}

// "what is his name", "when's the visit": what is asked about is named whole.
var whatIsEN = regexp.MustCompile(`(?i)^(?:and |so )?(?:what|when|where|who|how much|how old|how long|how big|how many)(?:['’]s| (is|are|was|were)) ((?:the |an? |his |her |their |its |the user's )?(?:[\w'-]+ ?){1,4})$`)
