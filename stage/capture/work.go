package capture

import (
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// worked reports whether a sentence orders or bans how work of an agent's is
// done: its first verb is one of writing, answering, sending, listing,
// translating, nobody is named who does it, and it speaks of all of a kind
// ("Translate recipes into metric units", 发邮件不要写寒暄).
func worked(u *utterance) bool {
	if u.question {
		return false
	}
	if !u.cues.Han() {
		if m := craftEN.FindStringSubmatch(u.cues.Folded()); m != nil {
			return !oneEN.MatchString(m[1])
		}
		return craftWhenEN.MatchString(u.cues.Folded())
	}
	text := craftLeadZH.ReplaceAllString(lang.TrimOpening(u.text), "")
	words := lang.Words(text)
	return craftZH.MatchString(text) && len(words) > 0 && craftWordZH.MatchString(words[0].Text)
}

const (
	workVerbsEN = `write|answer|reply|respond|send|forward|list|translate|sign|draft|summari[sz]e|quote|cite|format|phrase|title|proofread|transcribe`
	workVerbsZH = `翻译|整理|总结|汇报|回复|回答|答复|起草|草拟|撰写|编写|转发|抄送|校对|润色|记录|引用|写|发|回|答|寄|列|译|拟`
)

var (
	craftEN     = gist.Compile(`^ (?:(?:and|also|but|so|please|always|never|do not|,) )*(?:` + workVerbsEN + `) (?:to )?((?:all|every|each|any) \w+ |(?:\w+ )?\w{2,}[^s\W]s )`)
	oneEN       = gist.Compile(`^(?:the|this|that|these|those|an?|my|our|your|his|her|its|their|me|us|him|them|it) `)
	craftWhenEN = gist.Compile(`^ (?:when|whenever|while|if) (?:you (?:` + workVerbsEN + `)|(?:writ|answer|reply|respond|send|forward|list|translat|sign|draft|summari[sz]|quot|cit|format)ing) .*, (?:please |always )?(?:do not|never|avoid|use|keep|leave|put|skip|add|start|begin|end|stick|no) `)
	craftZH     = gist.Compile(`^(?:` + workVerbsZH + `)[^，。！？；我他她]{0,10}?，?(?:不要|别|不许|不准|不得|不能|勿|莫|甭|一律|务必|必须|都要|都用|要先)[^，。！？；]`)
	craftWordZH = gist.Compile(`^(?:` + workVerbsZH + `)(?:邮件|电邮|信|信件|消息|短信|微信|周报|日报|月报|报告|纪要|总结|提纲|清单|表|稿|文章|文案|通知|公告|摘要|笔记|代码)?$`)
	craftLeadZH = gist.Compile(`^(?:以后|往后|今后|平时|凡是|请|你|您|，)+`)
)
