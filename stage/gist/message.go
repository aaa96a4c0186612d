package gist

import (
	"github.com/dyadmem/dyadmem/lang"
)

// messageIn finds what a text that is asked for is to say, where the request
// itself tells it: "let her know that the van is late", 提醒他带伞, and puts it as
// the text says it: a reminder, a question, an invitation.
func messageIn(request string) (string, bool) {
	forms := messageFormsEN
	if lang.IsHan(request) {
		forms = messageFormsZH
	}
	for _, f := range forms {
		if m := f.asks.FindStringSubmatch(request); m != nil {
			if said := Closed(m[len(m)-1]); said != "" && !emptyMessage.MatchString(said) {
				return f.lead + said + f.tail, true
			}
		}
	}
	return "", false
}

// emptyMessage is no more than the beginning of what is to be said.
var emptyMessage = Compile(`^(?:[说讲聊]{0,2}(?:一下|一声|清楚|情况|话|这事|这个)?|back|so|it)$`)

// A messageForm is a way to ask for a text by its content, and how the text
// puts that.
type messageForm struct {
	asks       *Pattern // the content is the last group
	lead, tail string
}

// whomZH is to whom a text goes: by pronoun, or by a name or a role.
const whomZH = `(?:她们?|他们?|它|大家|对方|各位|人家|客户|客人|家长们?|同事们?|\p{Han}{1,4}(?:老师|经理|总|姐|哥|阿姨|叔叔?|医生|律师|师傅|主任|妈妈?|爸爸?|先生|女士|小姐|婆婆|公公|同学))`

var messageFormsZH = []messageForm{
	{Compile(`提醒` + whomZH + `(?:一下|一声)?[：，]?(?:要|记得|别忘了)?(.+)$`), "记得", ""},
	{Compile(`(?:告诉|通知|转告|告知|知会)` + whomZH + `(?:一下|一声)?[：，]?(.+)$`), "", ""},
	{Compile(`[跟和对向]` + whomZH + `(?:说|讲)(?:一下|一声|清楚)?[：，]?(.+)$`), "", ""},
	{Compile(`(?:^|[，。；])[就再]?问(?:一下|问)?` + whomZH + `(?:一下)?[：，]?(.+)$`), "想问一下，", "？"},
	{Compile(`(?:^|[，。；])约` + whomZH + `(.+)$`), "想约您", "，方便吗？"},
	{Compile(`(?:^|[，。；])(?:请|让|叫|催)` + whomZH + `(.+)$`), "请您", ""},
	{Compile(`(?:^|[，。；])谢谢?` + whomZH + `(.+)$`), "谢谢您", ""},
	{Compile(`(?:^|[，。；]|[信条句话])[就并再]?(?:说|讲|写明|写上)(?:一下|一声|明|清楚)?[：，]?(.+)$`), "", ""},
}

// whomEN is to whom a text goes.
const whomEN = `(?:him|her|them|the \w+|my [\w-]+|(?:Mr|Mrs|Ms|Dr)\.? [A-Z]\w+|[A-Z]\w+(?: [A-Z]\w+)?(?:'s \w+)?)`

var messageFormsEN = []messageForm{
	{Compile(`(?i:\bremind) ` + whomEN + ` to (.+)$`), "Please remember to ", ""},
	{Compile(`(?i:\bask) ` + whomEN + ` to (.+)$`), "Could you please ", "?"},
	{Compile(`(?i:\bask) ` + whomEN + ` (?:if|whether) (.+)$`), "Could you tell me whether ", "?"},
	{Compile(`(?i:\bask(?:ing)?) ` + whomEN + ` ((?:what|when|where|how|which|who)\b.+)$`), "Could you tell me ", "?"},
	{Compile(`(?i:\bask) ` + whomEN + ` for (.+)$`), "Could I have ", "?"},
	{Compile(`(?i:\bthank(?:ing)?) ` + whomEN + ` for (.+)$`), "Thank you for ", ""},
	{Compile(`(?i:\binvit(?:e|ing)) ` + whomEN + ` (?:to|for) (.+)$`), "You are invited to ", ""},
	{Compile(`(?i:\blet) ` + whomEN + ` know(?: that)? (.+)$`), "", ""},
	{Compile(`(?i:\b(?:text|tell|message|write(?: to)?|e-?mail|inform|warn|remind|answer|reply to|note to|line to|message to|letter to|text to|card to)) ` + whomEN + `(?: back)?,? that (.+)$`), "", ""},
	{Compile(`(?i:\b(?:tell|inform|warn)) ` + whomEN + ` ((?:I|I'm|I'll|we|we're|we'll|the|it|there|my|our|he|she|they)\b.+)$`), "", ""},
	{Compile(`(?i:\b(?:saying|to say|says|telling ` + whomEN + `|to tell ` + whomEN + `)) (?:that )?(.+)$`), "", ""},
}
