package gist

import (
	"strings"
	"unicode"

	"github.com/dyadmem/dyadmem/lang"
)

// A Brief is a question that puts a case to the agent, taken apart.
type Brief struct {
	Request string   // what is to be done
	Told    []string // what is told of the case, sentence by sentence
	Quotes  []string // what somebody says in it
	text    bool     // the request is for a text, and tells what it is to say
}

// BriefOf takes a question apart: its questions and demands are the request,
// what stands after a colon or beside them is told, and quoted speech is what
// somebody says.
func BriefOf(question string) Brief {
	var b Brief
	for _, q := range Quoted(question) {
		if strings.TrimSpace(q) != "" {
			b.Quotes = append(b.Quotes, strings.TrimSpace(q))
		}
	}
	for _, s := range lang.Sentences(Unquoted(question)) {
		text := strings.TrimSpace(s.Text)
		head, rest := AfterColon(text)
		switch {
		case strings.IndexFunc(strings.Trim(text, "…"), unicode.IsLetter) < 0:
		case wishes.MatchString(head):
			b.Request += " " + head
			if rest != "" {
				b.Told = append(b.Told, Closed(rest))
			}
		case rest != "" && !s.Question && !Demands(rest):
			b.Told = append(b.Told, Closed(rest))
			if Demands(head) {
				b.Request += " " + head
			}
		case rest != "" && Demands(rest): // a demand behind what somebody says
			told, request := lastClause(Closed(rest))
			b.Request += " " + request
			if told != "" {
				b.Told = append(b.Told, Closed(told))
			}
		case s.Question || Demands(text):
			if said, ok := messageIn(text); ok && !strings.HasSuffix(text, "吗？") && (b.asksText(text) || Demands(text)) {
				b.text = true
				b.Request += " " + text
				b.Told = append(b.Told, said)
				continue
			}
			told, request := lastClause(text)
			if told == "" {
				told, request = laterClause(text)
			}
			b.Request += " " + request
			if told != "" {
				b.Told = append(b.Told, Closed(told))
			}
		default:
			b.Told = append(b.Told, Closed(text))
		}
	}
	b.Request = strings.TrimSpace(b.Request)
	return b
}

// AskOf reads a question: what it asks for, and what it tells. That the agent is to act it may say or show.
func AskOf(question string) (lang.Ask, Brief) {
	ask, b := lang.Asks(question), BriefOf(question)
	ask.Act = ask.Act || b.AsksToAct(question)
	return ask, b
}

// TellsCase reports whether the question quotes or tells something for the agent to deal with.
func (b *Brief) TellsCase() bool { return len(b.Quotes)+len(b.Told) > 0 }

// AsksToAct reports whether a question that does not say so asks the agent to
// act: it wants a text, the user tells a case of his own and then asks, nothing is
// asked at all ("Start the warm-up"), or how to deal with the user is.
func (b *Brief) AsksToAct(question string) bool {
	switch {
	case b.Writes() && Demands(b.Request), len(b.Told) > 0 && b.Request != "":
		return true
	case !strings.ContainsAny(question, "?？") && !asking(question):
		return true
	}
	return dealing.MatchString(question)
}

// dealing is a question of how something is done for the user, or how the user
// wants it.
var dealing = Compile(`(?:怎样|怎么|如何)(?:给|替|跟|对|帮|向|称呼)(?:用户|他|她|我)|(?i:\b(?:how|in (?:what|which) (?:form|order|tone|language|way))\b.*\b(?:does|would) (?:the user|he|she) (?:want|like|prefer)\b)`)

// Unquoted leaves out what stands in quotation marks, names and single words
// apart.
func Unquoted(text string) string {
	for _, q := range Quoted(text) {
		if len(lang.Words(q)) > 2 {
			text = strings.Replace(text, q, "", 1)
		}
	}
	return text
}

// AfterColon parts a sentence at a colon that no digit follows, or at "saying
// that".
func AfterColon(s string) (head, rest string) {
	for _, mark := range [...]string{"：", ": "} {
		if i := strings.Index(s, mark); i > 0 {
			return s[:i], strings.Trim(s[i+len(mark):], " \"“”'")
		}
	}
	if m := toSay.FindStringIndex(s); m != nil && demandEN.MatchString(s) && writeEN.MatchString(s[:m[0]]) {
		return s[:m[0]], s[m[1]:]
	}
	return s, ""
}

// toSay opens what a text that is asked for is to say.
var toSay = Compile(`(?i)\b(?:saying|to say|telling (?:her|him|them|the user)|to tell (?:her|him|them|the user)) (?:that )?`)

// lastClause parts a Chinese sentence that tells the case and asks at its end:
// 今天采了三斤，请报账.
func lastClause(s string) (told, request string) {
	if !lang.IsHan(s) {
		return "", s
	}
	i := strings.LastIndex(s, "，")
	if i < 0 || demandZH.MatchString(s[:i]) || strings.ContainsAny(s[:i], "吗谁") || asksZH.MatchString(s[:i]) {
		return "", s
	}
	if rest := s[i+len("，"):]; demandZH.MatchString(rest) {
		return s[:i], rest
	}
	return "", s
}

// laterClause parts a Chinese request for a text that tells after it what the
// text is about: 写个请假条，明天去医院. In English that is what stands after
// "about".
func laterClause(s string) (told, request string) {
	if !lang.IsHan(s) {
		if m := aboutEN.FindStringSubmatchIndex(s); m != nil {
			return s[m[2]:m[3]], s[:m[2]]
		}
		return "", s
	}
	i := strings.Index(s, "，")
	if i < 0 || !writeZH.MatchString(s[:i]) || asksZH.MatchString(s) || strings.ContainsAny(s, "吗谁？") {
		return "", s
	}
	rest := s[i+len("，"):]
	if demandZH.MatchString(rest) || formZH.MatchString(rest) {
		return "", s
	}
	return rest, s[:i]
}

var (
	aboutEN = Compile(`(?i)^(?:please )?(?:draft|write|post|compose|prepare|send|text|e-?mail)\b.*?\b(?:about|announcing|(?:invite|invitation|notice|sign|poster|advert|listing|blurb|card) (?:for|to)) ((?:the |our |my |his |her |an? )?[^.?]{6,})`)
	formZH  = Compile(`^(?:带|用|先|只|要|别|不|按|直接|一句|两句|\p{Han}{0,2}字|落款|称呼)`)
)

var asksZH = Compile(`什么|怎么|哪|几|多少|如何|为何`)

// Closed returns s without what punctuation stands at its ends.
func Closed(s string) string { return strings.Trim(s, " .。！!；;，,:：\"“”'") }

// Demands reports whether a sentence asks the agent to do something.
func Demands(s string) bool {
	if lang.IsHan(s) {
		return demandZH.MatchString(s)
	}
	return demandEN.MatchString(s)
}

// Writes reports whether the request is for a text.
func (b *Brief) Writes() bool { return b.text || b.asksText(b.Request) }

func (b *Brief) asksText(request string) bool {
	if lang.IsHan(request) {
		return writeZH.MatchString(request)
	}
	return writeEN.MatchString(request)
}

var (
	demandEN = Compile(`(?i)^(?:please )?(?:now )?(?:draft|write|give|list|reply|answer|send|text|message|mail|e-?mail|prepare|suggest|recommend|compose|summari[sz]e|set|plan|make|show|put|format|tell|report|propose|respond|open|phrase|fix|correct|log|record|note|read|explain|offer|introduce|quote|book|order|add|enter|fill|sort|pick|choose|name|say|work|round|convert|remind|introduce|describe|check|schedule|arrange|let|ask|thank|inform|warn|invite|tidy|rewrite|turn|shorten|translate|proofread|edit)\b|\byou(?:r)? (?:reply|answer|draft|text|message|note|plan)\b`)
	demandZH = Compile(`^(?:请|麻烦|帮|替|给|把|照|按|回|发给|发条|记一|记上|记下|列一)|^用[^户]|，(?:请|麻烦|替|帮)|请你|请用|请直接|请回|请给|你怎么|你该|你会|你要|你来|拟[一个份条]|写[一个封张条份段句两三成出]|起[个一份]|编[个一条]|列出|列个|起草|记进|登记|怎么(?:写|回|答|填|说|办|排|报|标|记|发|安排)`)
	wishes   = Compile(`(?i)^[\w' ]* wants .* (?:drafted|written|sent|answered)$|^the user (?:wants|needs|asks|would like|is after)(?: you)? (?:for|a|an|the|her|his|to know|to have|where|what|how|if|whether)\b|^用户(?:要|想要?|让你|叫你|请你)(?:你|给|一|报|写|拟)`)
	writeEN  = Compile(`(?i)\b(?:draft|respond|write|text|message|mail|e-?mail|compose|log|record|note|enter|report|offer|list|put down|phrase|letter|reply|line|card|notice|announce|answer|let (?:him|her|them|[A-Z]\w+|my \w+) know|tell (?:him|her|them|my \w+|[A-Z]\w+)|remind|invite|thank|blurb)\b`)
	writeZH  = Compile(`拟|回应|回一句|请回|写|起草|起个|起一|编[个一条]|留[个一]?言|留[个一]?条|开[个一张](?:单|条)|提醒[她他大]|告诉|转告|催一下|回[她他]|回个|回一[下声条]|请假条|假条|婉拒|回绝|草稿|通知|记进|登记|记下|回复|答复|怎么回|怎么记|怎么报|请记|请报|报账|报一|报数|列|报价|消息怎么|(?:给|替|帮|拟|写|回)\p{Han}{0,8}消息|记一|填|报告|发一|发条|发给`)
)
