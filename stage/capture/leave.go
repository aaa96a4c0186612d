package capture

import (
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// leave returns the rule that a short answer to a question of the agent's settles, where
// that asks how it shall work for good: "Shall I always cc Kim?" and "no, never" are
// "Don't cc Kim, never", 要我每次附上出处吗 and 要 are 每次附上出处. It is told in the third
// person, but for what the user adds. "" where one thing is asked for, or none is settled.
func (c *capture) leave(u *utterance, question string) string {
	if lang.IsHan(question) != u.cues.Han() || u.cues.Has(lang.Accept) && c.proposal(u.before.turn) != "" {
		return ""
	}
	if u.cues.Han() {
		return c.leaveZH(question, strings.TrimRight(u.text, "。！!～ "))
	}
	return c.leaveEN(u, strings.TrimSpace(question), strings.TrimRight(u.text, ".! "))
}

func (c *capture) leaveEN(u *utterance, question, answer string) string {
	order, rule := "", ""
	if m := mayIEN.FindStringSubmatch(question); m != nil {
		order = m[1]
	} else if m := soIEN.FindStringSubmatch(question); m != nil {
		rule = m[1]
	} else {
		return ""
	}
	if m := calledEN.FindStringSubmatch(answer); m != nil && callsEN.MatchString(lang.Fold(order)) && !yesEN.MatchString(m[1]) && !noEN.MatchString(m[1]) && !lang.CuesOf(m[1]).Has(lang.Thanks, lang.Accept, lang.Refuse) {
		return "Call the user " + m[1]
	}
	of := c.meantBy(u.before.turn, order)
	denied := noEN.MatchString(answer) && permitsEN.MatchString(question) && !onceEN.MatchString(lang.Fold(order))
	if of == "" && !denied && !lastsEN(order+rule, answer) {
		return ""
	}
	told := func(text string) string {
		text = gist.Upper(offered(text))
		if of != "" {
			return gist.Upper(of) + ": " + lowered(text)
		}
		return text
	}
	if m := yesEN.FindStringSubmatch(answer); m != nil && !noEN.MatchString(answer) {
		return withMore(told(order+rule), strings.Trim(m[1], " ,.;:!"), ", ")
	}
	if order == "" {
		return ""
	}
	if m := noEN.FindStringSubmatch(answer); m != nil {
		if m[1] == "" && !permitsEN.MatchString(question) && !foreverEN.MatchString(lang.Fold(answer)) && !strings.Contains(lang.Fold(answer), " do not ") {
			return "" // an offer that is turned down leaves all as it was
		}
		return withMore(told("don't "+order), strings.TrimLeft(strings.TrimLeft(m[1]+" ", " ,.;:!"), " "), ", ")
	}
	if m := eitherEN.FindStringSubmatch(order); m != nil && (strings.EqualFold(m[2], answer) || strings.EqualFold(m[3], answer)) {
		return told(m[1] + answer + m[4])
	}
	if onlyEN.MatchString(answer) {
		return told(order) + ": " + lowered(answer)
	}
	return ""
}

// lastsEN reports whether what is asked for, or the answer, is for good or for all of a kind.
func lastsEN(asked, answer string) bool {
	folded := lang.Fold(asked)
	if gist.ContainsAny(folded, " that ", " this ") || onceEN.MatchString(folded) && !strings.Contains(folded, " now on ") {
		return false
	}
	return foreverEN.MatchString(folded) || foreverEN.MatchString(lang.Fold(answer)) || kindsEN.MatchString(folded)
}

// meantBy returns the kind of text of the user's turn before turn i that "them" or "these" of
// an order means; "" if there is none.
func (c *capture) meantBy(i int, order string) string {
	if i == 0 || c.session.Turns[i-1].Speaker != dyadmem.User || !strings.Contains(lang.Fold(order), " them ") {
		return ""
	}
	nouns := nounsEN(c.session.Turns[i-1].Text)
	if n := len(nouns); n > 0 && nouns[n-1].plural && !nouns[n-1].one {
		return lang.ThirdPerson(nouns[n-1].text, "the user", "the agent")
	}
	return ""
}

func (c *capture) leaveZH(question, answer string) string {
	asked := leadsZH.ReplaceAllString(strings.TrimRight(lang.TrimOpening(question), "？? "), "")
	asked = pleaTailZH.ReplaceAllString(asked, "")
	if m := calledZH.FindStringSubmatch(answer); m != nil && callsZH.MatchString(asked) {
		return "叫用户" + m[1]
	}
	asked = mayIZH.ReplaceAllString(asked, "")
	before, what, found := strings.Cut(asked, "我")
	if !found {
		before, what = "", asked
	}
	order := before + what
	if !(foreverZH.MatchString(order) || everZH.MatchString(answer) || callsZH.MatchString(asked)) || momentZH.MatchString(order) {
		return ""
	}
	if a := yesZH.FindStringSubmatch(answer); a != nil {
		return withMore(offered(order), addedZH(order, a[1]), "，")
	}
	if a := noZH.FindStringSubmatch(answer); a != nil && (a[1] != "" || strings.HasPrefix(answer, "别") || permitsZH.MatchString(question)) && !strings.HasPrefix(what, "不") && !strings.HasPrefix(what, "别") {
		return withMore(offered(before+deniedZH(what)), strings.TrimLeft(a[1], "，, 了啦"), "，")
	}
	return ""
}

// deniedZH writes a Chinese order as a ban: what it is for stays before 不要.
func deniedZH(order string) string {
	i := max(strings.Index(order, "都"), 0)
	if m := henceWordZH.FindStringIndex(order); i == 0 && m != nil {
		i = m[1]
	}
	return order[:i] + "不要" + order[i:]
}

var henceWordZH = gist.Compile(`^(?:以后|往后|今后)`)

// addedZH returns what an answer adds to the order that it says yes to: nothing where its
// words stand in that.
func addedZH(order, more string) string {
	more = strings.TrimLeft(more, "，,。 的啊呀吧")
	if lang.CuesOf(more).Has(lang.Accept) {
		return ""
	}
	for _, t := range lang.Terms(more) {
		if !strings.Contains(order, t) && !lang.Light(t) && !lang.CuesOf(t).Has(lang.Standing) {
			return more
		}
	}
	return ""
}

// withMore puts what the user adds behind a rule.
func withMore(rule, more, sep string) string {
	if more == "" {
		return rule
	}
	return rule + sep + more
}

const leadEN = `(?i:(?:and|so|then|or|ok|okay|right|alright|got it|understood)[,:.]? +)*`

var (
	mayIEN    = gist.Compile(`^` + leadEN + `(?i:(?:shall|should|may|can|could|might|must|do) i (?:also |just |then |perhaps |maybe |have to |need to )?|(?:do you want|would you like|would you prefer|do you need|would you rather) (?:me to|that i) |(?:is it |would it be )?(?:ok|okay|fine|alright|all right) (?:to|if i) )([^?]{4,90}?)(?:,? (?:then|instead|or not))?\?$`)
	soIEN     = gist.Compile(`^` + leadEN + `(?i:so,? |do |you (?:mean|want)(?: me to| that) )?((?i:i (?:always|never|will|'ll|should)|from now on|no |always |never |you want |you would like )[^?]{4,90}?)(?:, (?i:right|correct|yes|is that right|is that it|ok|okay|yeah|agreed))?\?$`)
	yesEN     = gist.Compile(`^(?i:yes|yep|yeah|yup|sure|ok|okay|exactly|right|correct|absolutely|of course|definitely|indeed|true|agreed|by all means|do that|do it|go ahead|fine|perfect|please do|please|that's right|spot on)(?:$|[ ,.;!-]+(?i:(?:please|pls|plz|thanks|thank you|do|do that|do it|exactly|indeed|that's right|sounds good|go ahead|always|absolutely|perfect)\b[ ,.;!]*)*(.*)$)`)
	noEN      = gist.Compile(`^(?i:no way|no|nope|nah|never|rather not|better not|please don't|don't)(?:$|[ ,.;!-]+(?i:(?:please|thanks|thank you|don't|that's fine|no need)[ ,.;!]*)*(.*)$)`)
	callsEN   = gist.Compile(` (?:call you|address you|your (?:first |last |full |sur)?name|greet you as) `)
	calledEN  = gist.Compile(`^(?:(?i:no|nah|nope|yes|rather|better|please)[,.]? )*(?:(?i:just|make it|it's) )?((?:(?:Mr|Mrs|Ms|Dr|Miss|Prof)\.? )?[A-Z]\w+)(?i: is fine| will do| please| is better| works| is ok| is okay| would be nice)?$`)
	permitsEN = gist.Compile(`^` + leadEN + `(?i:(?:may|can|could|might) i |(?:is it |would it be )?(?:ok|okay|fine|alright|all right) (?:to|if i) )`)
	onlyEN    = gist.Compile(`^(?i:only|just|but only|except|unless|if) (?:on|in|for|to|with|when|if|at|after|before|i|it|you|they)\b`)
	// eitherEN offers two: "write in English or Dutch".
	eitherEN  = gist.Compile(`^(.*? )?([\w-]+) or ([\w-]+)( .*)?$`)
	foreverEN = gist.Compile(` (?:always|never|ever|every|each|all|everything|everywhere|from now on|in future|going forward|by default|any more|anymore|weekly|daily|monthly|first name|call you|address you|sign your) `)
	kindsEN   = gist.Compile(` (?:your |the |my |all |with |in |no )?(?:emails|mails|messages|letters|posts|captions|reports|summaries|notes|replies|answers|invoices|recipes|translations|explanations|abbreviations|emojis|jokes|bullet points|exclamation marks|decimals|footnotes|greetings|nicknames|sources|units|calls) `)
	leadsZH   = gist.Compile(`^(?:那么?|所以|请问|好的?|明白了?|您的意思是|你的意思是|也就是说|就是说|意思是|，|,)+`)
	mayIZH    = gist.Compile(`^(?:是不是|是否)?(?:要不要|需不需要|用不用|需要|可以|能不能|能|要|该)(?:让)?我?`)
	callsZH   = gist.Compile(`叫[您你]|称呼[您你]|喊[您你]`)
	calledZH  = gist.Compile(`^(?:不|别|不要|不用)?[，, ]*(?:就|还是)?(?:叫|称呼|喊)我?(\p{Han}{1,6}?|\w+)(?:就行|就好|吧|好了|就可以)?$`)
	foreverZH = gist.Compile(`以后|往后|今后|每次|每回|每[天周月年晚封条份篇]|一律|都|总是|始终|永远|默认|定期|不再|邮件|周报|日报|报告|回答|回复|消息|总结|金额|表格|语音|表情|电话|提醒`)
	everZH    = gist.Compile(`以后|往后|今后|每次|每回|每[天周月年晚封条份篇]|一律|一直|总是|始终|永远|都(?:别|不|要|用|附|写|先)`)
	permitsZH = gist.Compile(`(?:可以|能|能不能)[^，]{0,12}吗|(?:可以|行|能)(?:吗|不)`)
	momentZH  = gist.Compile(`现在|今天|今晚|明天|这[个封篇份条次]|那[个封篇份条次]|马上|号`)
	yesZH     = gist.Compile(`^(?:要的?|好的?|行的?|可以的?|对的?|是的?|没错|嗯+|成|当然|没问题|同意|正是|就是)((?:[，,。！ ].*)?)$`)
	noZH      = gist.Compile(`^(?:不要|不用|不必|别|不行|不可以|不|不需要)(?:了|啦)?((?:[，,。！ ].*)?)$`)
)
