package capture

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// unreminded returns a sentence without what only asks to keep it: "don't forget
// that I am diabetic", 别忘了我对花生过敏, 提醒一下，…; and whether it asked so. What is
// to be done ("don't forget to call") keeps its words.
func unreminded(text string) (rest string, asked bool) {
	pattern := remindEN
	if lang.IsHan(text) {
		pattern = remindZH
	}
	m := pattern.FindStringIndex(text)
	if m == nil {
		return text, false
	}
	rest = strings.TrimLeft(text[m[1]:], " ,:，：")
	if rest == "" || strings.HasPrefix(rest, "to ") {
		return text, false
	}
	return rest, true
}

// untagged returns a sentence without the tag after it that only asks to keep it: …，别忘了.
func untagged(text string) string {
	if rest := keepTag.ReplaceAllString(text, ""); len(rest) > 0 {
		return rest
	}
	return text
}

var keepTag = gist.Compile(`(?i)[，,] *(?:(?:可|千万|你|请)*(?:别忘了?|不要忘了?|别忘记|记住了?|记得|记着|记好|记牢)[啊哦呀吧哈喔]?|do not forget|don['’]t forget|(?:please )?remember(?: that)?|mind(?: you)?)[。！.!]?$`)

var (
	remindEN = gist.Compile(`^(?i:(?:and|also|oh|please|so|just|,) )*(?i:(?:do not|don['’]t|never) forget(?: that|,|:)? |(?:please )?(?:remember|note|bear in mind|keep in mind|mind|make a note|for your notes|for the record)(?: that|,|:) |as a reminder,? |(?:just )?(?:a )?reminder:? )`)
	remindZH = gist.Compile(`^(?:还有|另外|对了|也|可|千万|请|你|您|再|，)*(?:别忘了?|不要忘了?|别忘记|不要忘记|记住|记一下|记好|记着|提醒一下|提醒你一?[下声]|再提醒一?[下次]|再说一[遍次]|跟你说过?的?(?:了的?)?[，,]|(?:之前|以前|上次|早就|我)*(?:跟你)?(?:说|讲)过的?[，,]|跟你说一?[下声]|告诉你一?[下声])[啊哦呀吧哈]?[，,：:]?`)
)

// bidden returns what a sentence asks to keep behind an order for the moment: "Ring the
// bell twice and keep in mind that the lodge closes at six"; "" if it does not.
func bidden(text string) string {
	pattern := biddenEN
	if lang.IsHan(text) {
		pattern = biddenZH
	}
	m := pattern.FindStringSubmatch(text)
	if m == nil || lang.CuesOf(m[1]).Has(lang.Standing, lang.Ban) || !lang.IsHan(text) && (predicateEN.MatchString(lang.Fold(m[1])) || subjectEN.MatchString(lang.Fold(m[1]))) {
		return ""
	}
	return m[2]
}

var (
	biddenEN = gist.Compile(`^([A-Za-z][^.;]*?),? and (?:please |also )*(?:keep in mind|bear in mind|remember|note|don['’]t forget|do not forget)(?: that|,|:) (.+)$`)
	biddenZH = gist.Compile(`^([^。；]*(?:一下|试试|帮我|给我|替我|看看)[^。；]*)[，,](?:请|也|顺便)?(?:记住了?|记好|记着|记一下|别忘了)[，,：:]?([^。；]+)`)
)

// corrected returns a sentence without the words that only own up to a slip: "I meant to
// say our wedding day is …", 刚才说错了，新教练姓…; and whether it had them.
func corrected(text string) (rest string, slipped bool) {
	pattern := slipEN
	if lang.IsHan(text) {
		pattern = slipZH
	}
	m := pattern.FindStringIndex(text)
	if m == nil || len(lang.Terms(text[m[1]:])) < 2 || leaningZH.MatchString(text[m[1]:]) {
		return text, false
	}
	return text[m[1]:], true
}

var (
	slipEN    = gist.Compile(`^(?i:(?:sorry|oh|oops|no|wait|hang on|actually|and|but|ah)[,.:!]? )*(?i:(?:what )?i (?:meant to say|meant to write|should have said|wanted to say)(?: (?:is|was))?(?: that)?,? |i misspoke(?: earlier| before| there)?[,.;:] |(?:that was )?my mistake[,.;:] )`)
	slipZH    = gist.Compile(`^(?:啊|哎呀?|哦|不好意思|抱歉|对不起|不对|等等|，|,)*(?:我)?(?:刚才|刚刚|之前|上次|前面|昨天)?(?:说错|讲错|记错|写错|弄错|搞错|口误)了?[，,：:。] *`)
	leaningZH = gist.Compile(`^(?:应该|其实|不)?是`)
)

// introduced returns a sentence in which its speaker gives the name as one does on the
// telephone ("Wanda here, I'm a baker") with the name told: "I'm Wanda, a baker".
func introduced(text string) string {
	m := hereEN.FindStringSubmatch(text)
	switch {
	case m == nil || len(lang.Terms(m[1])) == 0:
		return text
	case m[2] == "":
		return "I'm " + m[1]
	}
	return "I'm " + m[1] + ", " + m[2]
}

var hereEN = gist.Compile(`^(?:(?:Hi|Hello|Hey|Morning|Good morning|Good evening|Evening)[,.!]? )?([A-Z][a-z]+) here(?:[.!]?$|[,.;:]? (?:and )?(?:I['’]m|I am) ((?:an?|the) .+)$)`)

// unannounced returns a sentence without what only announces a change or a rule: "I
// changed my mind: …", "new system: …", 立个规矩，….
func unannounced(text string) string {
	pattern := announceEN
	if lang.IsHan(text) {
		pattern = announceZH
	}
	rest := text[len(pattern.FindString(text)):]
	if rest == "" {
		return text
	}
	return rest
}

var (
	announceEN = gist.Compile(`^(?i:(?:and|also|oh|so|but|ok|okay|right|hm|no|,) )*(?i:(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?|(?:i|we)(?:['’]ve| have)? (?:reconsidered|thought (?:it over|again|about it))|on reflection|thinking about it|on second thoughts?|change of plans?|a? ?(?:new|one more|another) (?:rule|system|thing)|correction)[:,.;] *`)
	announceZH = gist.Compile(`^(?:还有|另外|对了|那|嗯|，)*(?:我)?(?:改(?:了)?主意了?|(?:又|再|后来)?想了想|想过了|考虑了一下|变卦了?|(?:再|咱|我)*[立定](?:个|一个|条|一条)(?:新)?规矩|新规矩|改一下|改个规矩)[：:，,。] *`)
)

// tasked reports whether a sentence does no more than order one thing ("write me
// a poem") or give a text to work on ("summarise the mail below",
// 下面是客户发来的邮件，总结一下).
func tasked(u *utterance) bool {
	if u.cues.Has(lang.Standing, lang.Procedure, lang.Ban) || habitual(u) {
		return false
	}
	text := strings.TrimSpace(u.text)
	if singleEN.MatchString(u.cues.Folded()) && !generic(u) || singleZH.MatchString(lang.TrimOpening(text)) || thisZH.MatchString(lang.TrimOpening(text)) {
		return true
	}
	if u.cues.Han() {
		clauses := lang.Clauses(text)
		last := clauses[len(clauses)-1]
		return gist.WorkingZH(last) && (gist.NextZH.MatchString(text) || gist.AnnouncedZH.MatchString(clauses[0])) && !u.firstPerson()
	}
	return gist.WorkingEN.MatchString(text) && (gist.NextEN.MatchString(text) || gist.ThisEN.MatchString(strings.TrimRight(text, ".!? ")) || demonstrated.MatchString(u.cues.Folded()))
}

// What is ordered once: a text, a picture, a sum, something to look up.
var (
	singleEN = gist.Compile(`^ (?:(?:ok|okay|and|so|now|please|then|,) )*(?:write|draft|compose|make|create|generate|translate|find|look up|show|tell|give|suggest|recommend|explain|calculate|work out|count|convert) (?:me |us |him |her |up )?(?:an?|some|the|one|two|three) `)
	singleZH = gist.Compile(`^(?:请|帮我|给我|替我|麻烦你?|你|再|先)*(?:写|画|编|做|拟|翻译|查|找|列|算|推荐|介绍|讲|说|起草|整理)(?:一|个|几|首|篇|份|下|两)`)
)

// thisZH orders work on the one text that is at hand: 把这段话改短一点, 总结一下那封信.
var thisZH = gist.Compile(`^(?:请|麻烦你?|你|再|先|那|，)*(?:帮我|给我|替我)?(?:` + craftsZH + `(?:一?下)?(?:这|那)(?:一)?` + piecesZH + `|[把将](?:这|那)(?:一)?` + piecesZH + `[^，。]{0,10}?` + craftsZH + `)`)

const (
	craftsZH = `(?:总结|概括|翻译|译成|译|润色|修改|改写|改|压缩|缩短|扩写|校对|整理|检查|看看|看|读|念|解释|排版|优化|精简|重写|写|归纳|提炼|分析)`
	piecesZH = `(?:封|段|篇|句|张|份|条|首|道|页|则|些|几|两|个(?:文件|邮件|表格?|标题|句子|段落|文案|稿子?|通知))`
)

var demonstrated = gist.Compile(` (?:this|these|that|it) `)
