package gist

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// SplitPasted parts what the user says from what the user quotes, pastes or has
// written: neither states anything of the user, nor orders anything. Foreign
// are lines that open with ">", fenced blocks, marked-up elements, what follows
// the announcement of a text ("here is a mail I got:", 下面是…原文), what is to be
// worked on ("summarise the following"), what a text to be written shall say
// ("draft a mail to Tom: …", 帮我写一段台词：…), and a long quotation. After it a
// last line that asks what to do with it is the user's own again.
func SplitPasted(text string) (own, pasted string) {
	var mine, foreign strings.Builder
	keep := func(b *strings.Builder, s string) {
		if strings.TrimSpace(s) == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(s)
	}
	rest := text
	for _, block := range []*Pattern{fenced, marked} {
		for _, m := range block.FindAllString(rest, -1) {
			keep(&foreign, m)
		}
		rest = block.ReplaceAllString(rest, "\n")
	}
	if at, end := element(rest); at >= 0 {
		keep(&foreign, rest[at:end])
		rest = rest[:at] + "\n" + rest[end:]
	}
	said := opensForeign(rest)
	if said < 0 {
		keep(&mine, rest)
		return mine.String(), foreign.String()
	}
	keep(&mine, strings.TrimRight(rest[:said], " \n:："))
	body := strings.TrimLeft(rest[said:], " \n")
	if j := strings.LastIndexByte(strings.TrimRight(body, " \n"), '\n'); j > 0 && !strings.Contains(body[j:], "\"") && worksOn(body[j:]) {
		keep(&mine, body[j:])
		body = body[:j]
	}
	body, after := closedQuote(body)
	keep(&foreign, body)
	keep(&mine, after)
	return mine.String(), foreign.String()
}

// closedQuote parts a text that opens with a quotation mark from what follows on
// the line where that closes: there the one who quotes speaks again. Nothing is
// parted off where a further quotation follows.
func closedQuote(body string) (quote, after string) {
	for _, marks := range [...][2]string{{"\"", "\""}, {"“", "”"}, {"「", "」"}} {
		rest, ok := strings.CutPrefix(body, marks[0])
		if !ok {
			continue
		}
		i := strings.Index(rest, marks[1])
		if i < 0 {
			break
		}
		end := len(marks[0]) + i + len(marks[1])
		after := body[end:]
		if strings.HasPrefix(strings.TrimLeft(after, " "), "\n") || strings.ContainsAny(after, "\"“「【") || len(lang.Terms(after)) < 2 {
			break
		}
		return body[:end], strings.TrimLeft(after, " ,，.。;；")
	}
	return body, ""
}

var (
	fenced = Compile("(?s)```.*?(```|$)")
	marked = Compile(`(?m)^[ \t]*[>＞].*$`)
	tag    = Compile(`<([A-Za-z][\w-]*)(\s[^<>]*)?>`)
)

// element returns where the first marked-up element of text stands, to the end
// of the last one: what lies between tags was made by no one who speaks here.
func element(text string) (at, end int) {
	m := tag.FindStringSubmatchIndex(text)
	if m == nil {
		return -1, -1
	}
	name := text[m[2]:m[3]]
	if j := strings.LastIndex(text, "</"+name+">"); j >= m[1] {
		return m[0], j + len(name) + 3
	}
	return m[0], len(text)
}

// opensForeign returns the byte from which on text is not the user's own
// words, -1 if all of it is.
func opensForeign(text string) int {
	trimmed := strings.TrimLeft(text, " \n\t")
	if strings.HasPrefix(trimmed, "【") {
		return len(text) - len(trimmed)
	}
	start := 0 // of the sentence
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == ':' || r == '：':
			rest := strings.TrimLeft(text[end:], " \t\n")
			if strings.Trim(rest, ":： \n.!?。！？\"") == "" || r == ':' && !strings.ContainsAny(text[end:end+1], " \n\"“【") {
				continue
			}
			newline := strings.HasPrefix(strings.TrimLeft(text[end:], " \t"), "\n")
			switch lead := text[start:i]; {
			case writes(lead) || (newline || !Styles(lead, rest)) && (announces(lead) || speaks(lead) && firstPerson(lang.Sentences(rest)[0].Text)):
				return end
			case opensQuote(rest) && len(rest) >= 90, newline && len(rest) > 120:
				return end
			}
		case r == '\n' || strings.ContainsRune(".!?。！？", r):
			lead := strings.TrimSpace(text[start:i])
			rest := strings.TrimLeft(text[end:], " \t\n")
			if rest != "" && (r == '\n' || strings.HasPrefix(text[end:], " ") || r > utf8.RuneSelf) {
				newline := r == '\n' || strings.HasPrefix(strings.TrimLeft(text[end:], " \t"), "\n")
				if worksOnNext(lead, newline) || newline && announces(lead) || r == '\n' && opensQuote(rest) && len(rest) >= 90 {
					return end
				}
				start = end
			}
		}
	}
	return -1
}

func opensQuote(s string) bool {
	return strings.HasPrefix(s, "\"") || strings.HasPrefix(s, "“") || strings.HasPrefix(s, "【")
}

// A kindOfText is a word for a text that somebody wrote or is to write.
const (
	kindEN  = `(e-?mails?|mails?|messages?|letters?|pages?|articles?|posts?|texts?|documents?|docs?|transcripts?|logs?|chats?|notices?|threads?|web ?sites?|sms|newsletters?|flyers?|leaflets?|reviews?|comments?|memos?|quotes?|excerpts?|passages?|paragraphs?|poems?|stor(?:y|ies)|speech|speeches|lines?|scenes?|scripts?|songs?|lyrics|dialogues?|dialogs?|monologues?|novels?|essays?|blogs?|tweets?|captions?|adverts?|ads?|press releases?|toasts?|replies|reply|drafts?|templates?|cover letters?|invitations?|cards?|readme|code|snippets?|prompts?)`
	kindZH  = `(邮件|来信|信件|信|消息|短信|微信|公告|通知|文章|网页|页面|原文|文档|文字|文本|内容|聊天记录|记录|帖子|评论|新闻|来函|函|附件|台词|故事|小说|剧本|对白|独白|歌词|诗|稿子|稿|演讲|发言|文案|段子|朋友圈|广告|代码|话术|回复|留言)`
	workEN  = `(summari[sz]e|sum up|translate|proofread|proof-read|rewrite|rephrase|paraphrase|edit|correct|shorten|analy[sz]e|review|check|explain|polish|reply to|answer|respond to|read|classify|extract|look at|have a look at|what do you (?:think|make) of|tl;?dr)`
	workZH  = `(总结|概括|翻译|润色|改写|校对|修改|分析|解释|回复|归纳|提炼|看看|看一下|看下|读一下|检查|缩写|翻成|译成|摘要)`
	askedEN = `^(?:(?:please|can you|could you|would you|will you|now|ok|okay|hey|hi|so|and|then|kindly|help me(?: to)?|i need you to|i want you to|i'd like you to|let's) ?,? ?)*`
)

var (
	announcedEN = Compile(`(?i)(?:\b(?:here(?:'s| is| are| comes)|this is|these are|below|below is|following|as follows|i (?:just )?(?:got|received|found)|(?:he|she|they|\w+) (?:just )?(?:sent|wrote|forwarded|mailed|emailed|texted|posted)|sent (?:me|us)|came in|forwarded|pasted?|quoted?|copy of|from)\b.*\b` + kindEN + `|\b` + kindEN + `\b.*\b(?:i (?:just )?(?:got|received|found)|sent|wrote|came|from|says|said|reads|below|follows)\b.*|^(?:the |a |an |web ?)?` + kindEN + `(?: (?:text|body|content|contents))?|\b(?:text|body|content|contents|excerpt)|\b(?:i (?:just )?(?:got|received)|(?:sent|forwarded|wrote|texted|emailed|mailed) (?:me|us|this)(?: this)?|says this))$`)
	AnnouncedZH = Compile(`(?:下面|以下|如下|这是|这里是|转发|转|收到|发来|发给我|发我|来自|原话|贴|复制|附上).*` + kindZH + `|` + kindZH + `.*(?:如下|下面|发来|发我|转来)|^` + kindZH + `$|(?:原文|全文|正文|内容)(?:如下|是)?$`)
	WorkingEN   = Compile(`(?i)` + askedEN + workEN + `\b`)
	bareWorkEN  = Compile(`(?i)` + askedEN + workEN + `(?: (?:in)?to \w+)?(?: for me)?(?:,? please)?$`)
	bareWorkZH  = Compile(`^(?:请|帮我|给我|替我|麻烦你?|你|把)*` + workZH + `(?:一下)?(?:成?\p{Han}{1,2}[文语])?$`)
	NextEN      = Compile(`(?i)\b(?:the following|following|below|underneath)\b`)
	ThisEN      = Compile(`(?i)\b(?:this|these|attached|my|the) (?:\w+ ){0,2}?` + kindEN + `\b|\bthis(?: for me| please)?$`)
	NextZH      = Compile(`下面|以下|下文|如下|这(?:封|篇|段|条|份|则|个)`)
	writingEN   = Compile(`(?i)` + askedEN + `(?:write|draft|compose|pen|invent|make up|create|prepare|send|do|give|type)\b(?: me| us| him| her| out| down| up)?,? (?:an?|the|some|this|my|short|another|one|two|three|\d+)\b.*\b` + kindEN + `\b`)
	writingZH   = Compile(`(?:帮我|给我|替我|请|麻烦你?|你)?(?:写|编|拟|起草|草拟|创作|写作)(?:一|个|几|封|篇|段|首|条|份|下|两|三|出|点|句|则)[^，。！？]*`)
	rulesEN     = Compile(`(?i)\b(?:like this|this way|as follows for|always|every|each|from now on|in future|whenever|never|(?:when|if|once) (?:i|you|we))\b`)
	speakingEN  = Compile(`(?i)\b(?:says?|said|tells?|told (?:me|us)|writes|wrote|goes|texted(?: me)?|replied|shouts?|answers|answered|asked(?: me)?|whispers?|thinks)$`)
	speakingZH  = Compile(`(?:说|讲|道|写道|回复|告诉我|回我|问我|喊|念叨|答)$`)
	ownSpeech   = Compile(`(?i)\b(?:i|we)(?: have|'ve| just)? (?:say|said|told (?:you|him|her|them)|wrote|decided|mean|repeat)$|我(?:们)?(?:跟你|就|再|刚|刚才|已经)?(?:说|讲)$`)
	firstEN     = Compile(`(?i)\b(?:i|i'm|i've|i'll|i'd|my|me|we|our)\b`)
)

// announces reports whether what comes after lead is a text that somebody else
// wrote.
func announces(lead string) bool {
	lead = strings.TrimSpace(lead)
	if lang.IsHan(lead) {
		return (AnnouncedZH.MatchString(lead) || OnlyWorks(lead)) && !ruling(lead)
	}
	return (announcedEN.MatchString(lead) || OnlyWorks(lead) || WorkingEN.MatchString(lead) && (NextEN.MatchString(lead) || ThisEN.MatchString(lead))) && !ruling(lead)
}

// OnlyWorks reports whether a lead asks for work on a text and says no more: "translate
// into Danish", 润色一下.
func OnlyWorks(lead string) bool {
	lead = strings.TrimRight(lead, " .。!！:：")
	if lang.IsHan(lead) {
		return bareWorkZH.MatchString(lead)
	}
	return bareWorkEN.MatchString(lead)
}

// writes reports whether lead asks for a text to be written, so that what comes
// after it belongs into that text.
func writes(lead string) bool {
	lead = strings.TrimSpace(lead)
	if lang.IsHan(lead) {
		return (writingZH.MatchString(lead) || WorkingZH(lead) && NextZH.MatchString(lead)) && !ruling(lead)
	}
	return writingEN.MatchString(lead) && !ruling(lead)
}

// ruling reports whether lead settles how something is done from now on.
func ruling(lead string) bool {
	if lang.IsHan(lead) {
		return lang.CuesOf(lead).Has(lang.Standing)
	}
	return rulesEN.MatchString(lead)
}

// worksOnNext reports whether lead asks to work on the text that follows it.
func worksOnNext(lead string, newline bool) bool {
	if lang.IsHan(lead) {
		return newline && WorkingZH(lead) && NextZH.MatchString(lead) && !ruling(lead)
	}
	return WorkingEN.MatchString(lead) && (NextEN.MatchString(lead) || newline && ThisEN.MatchString(lead)) && !ruling(lead)
}

// worksOn reports whether a line only asks what to do with the text before it.
func worksOn(line string) bool {
	line = strings.TrimSpace(line)
	cues := lang.CuesOf(line)
	if cues.Has(lang.Forget, lang.Standing) || utf8.RuneCountInString(line) > 100 {
		return false
	}
	if lang.IsHan(line) {
		return WorkingZH(line) || strings.HasSuffix(line, "？")
	}
	return WorkingEN.MatchString(line) || strings.HasSuffix(line, "?")
}

// WorkingZH reports whether a Chinese lead asks for work on a text.
func WorkingZH(lead string) bool { return workZHPattern.MatchString(lead) }

var workZHPattern = Compile(workZH)

// speaks reports whether lead gives the word to somebody else: "my friend told
// me", 他说.
func speaks(lead string) bool {
	lead = strings.TrimSpace(lead)
	if ownSpeech.MatchString(lead) {
		return false
	}
	return speakingEN.MatchString(lead) || speakingZH.MatchString(lead)
}

func firstPerson(text string) bool {
	return firstEN.MatchString(text) || strings.ContainsAny(text, "我咱俺")
}
