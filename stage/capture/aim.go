package capture

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// agentSigns weighs whether a sentence that states something is about how the
// agent is to work (positive) or about the user's world. The weights are those of a
// regression over sentences that gold entries stand on, of the development half of
// mini and of short dialogues by other hands, drawn towards weights set by hand.
var agentSigns = []sign{
	{"standing", 1.3, cue(lang.Standing)},
	{"procedure", 0.5, cue(lang.Procedure)},
	{"form", 1.7, cue(lang.Form)},
	{"agent proposed", 0.6, func(u *utterance) bool { return u.before != nil && u.before.cues.Has(lang.Propose) }},
	{"agent drafted", 0.8, func(u *utterance) bool { return u.before != nil && strings.ContainsAny(u.before.text, "\"“") }},
	{"agent asked", -0.4, func(u *utterance) bool { return u.before != nil && u.before.asks }},
	{"agent limits", 0.7, func(u *utterance) bool { return u.after != nil && limits(u.after.cues) }},
	{"agent settles", 0.9, func(u *utterance) bool { return u.after != nil && u.after.cues.Has(lang.Standing) }},
	{"ban", 0.9, cue(lang.Ban)},
	{"ordered not", 1, orderedNot},
	{"ordered", 0.8, ordered},
	{"worked", 1.2, worked},
	{"conditional", 1, conditional},
	{"bound", 0.6, obliges},
	{"handled", 0.4, handled},
	{"handled by nobody", 0.9, func(u *utterance) bool { return handled(u) && !u.firstPerson() && !u.actedZH() }},
	{"forbidden", 0.5, forbidden},
	{"permits", 2.4, permits},
	{"manner", 2.8, inManner},
	{"bids", 4, bids},
	{"once", 2, func(u *utterance) bool { return u.once }},
	{"imperative", 0.9, func(u *utterance) bool { return u.cues.Has(lang.Imperative) || chosenEN.MatchString(u.text) }},
	{"wish", 0.5, cue(lang.Wish)},
	{"request", 0.3, cue(lang.Request)},
	{"second person", 0.9, (*utterance).secondPerson},
	{"own subject", -0.8, func(u *utterance) bool { return !u.cues.Han() && u.firstPersonSubject() }},
	{"narrates", -0.5, narrates},
	{"number", -0.5, (*utterance).digits},
	{"date", -1.4, func(u *utterance) bool { return len(u.dates) > 0 }},
	{"plan", -0.9, cue(lang.Plan)},
	{"name", -0.8, (*utterance).named},
	{"work", -0.3, cue(lang.Work)},
	{"outcome", -0.5, cue(lang.Outcome)},
	{"trait", -0.5, cue(lang.Trait)},
	{"reported", -0.5, cue(lang.Reported)},
	{"kin", -0.7, cue(lang.Kin)},
	{"Chinese", -0.2, func(u *utterance) bool { return u.cues.Han() }},
}

const agentBase = -1.4

// directiveness weighs whether a sentence that states something tells the
// agent how to work: positive if so.
func directiveness(u *utterance) float64 {
	if !u.aimed {
		u.aimed, u.aim = true, agentBase
		for _, s := range agentSigns {
			if s.holds(u) {
				u.aim += s.weight
			}
		}
	}
	return u.aim
}

func directive(u *utterance) bool { return directiveness(u) > 0 }

// conditional reports whether a sentence says in which case something is to hold:
// "when I ask …", "for my aunts …", …的时候, 我问…你….
func conditional(u *utterance) bool {
	return u.says(caseEN, caseZH)
}

// obliges reports whether a sentence sets what must be, and no more than that.
func obliges(u *utterance) bool {
	return u.says(boundEN, boundZH)
}

// handled reports whether a Chinese sentence speaks of what an assistant does:
// writing, answering, listing, naming.
func handled(u *utterance) bool {
	return u.cues.Han() && slices.ContainsFunc(u.words, func(w lang.Word) bool { return handlesZH[w.Text] })
}

// actedZH reports whether a Chinese sentence names who does what an assistant could
// do: a noun right before the verb (公司发通知).
func (u *utterance) actedZH() bool {
	for i := 1; i < len(u.words); i++ {
		if handlesZH[u.words[i].Text] && strings.HasPrefix(u.words[i-1].Tag, "n") && u.words[i].Break == 0 && i == 1 {
			return true
		}
	}
	return false
}

// forbidden reports whether a Chinese sentence has the 别 of "don't", and not that of
// 别的, 特别 or 分别.
func forbidden(u *utterance) bool {
	return u.cues.Han() && strings.Contains(apartZH.Replace(u.text), "别")
}

var (
	// chosenEN is an order that says first what is not to be done.
	chosenEN  = gist.Compile(`^(?i:(?:and|but|so|no|please|,) )*(?i:not|instead of|rather than) (?:the|a|an|my|this|that) [\w -]+, (?:use|send|write|give|put|take|make|keep|show|choose|pick|go with) `)
	caseEN    = gist.Compile(`(?:^|[,.;]) (?:and |but |so |also )*(?:when|whenever|if|for|in|on|with|before|after|unless|every time|any time) | (?:when|whenever|if|once|any time) (?:i|we) (?:ask|say|write|send|tell|message|paste|name|call|mention|want|give) `)
	caseZH    = gist.Compile(`我(?:一|再|要是|如果)?(?:问|说|发|念|提|讲|给你|叫你|让你|想).{0,14}[，,]?(?:你|就|直接|先)|(?:要是|如果|只要|凡是).{0,12}(?:问|说|提|讲|打听|来)|的时候|的话`)
	boundEN   = gist.Compile(` (?:must|should|has to|have to|need to|always|never|only|at most|no) `)
	boundZH   = gist.Compile(`一律|统一|必须|务必|都得|都要|只|最多|以内`)
	handlesZH = gist.SetOf("写 写成 写给 写明 回 回答 回复 答 答复 说 说成 讲 叫 称 称呼 报 报价 列 列出 发 发给 提 提到 提醒 拟 拟话 念 附 附上 标 标出 注明 用 推荐 起草 翻译 总结 落款 署名")
	apartZH   = strings.NewReplacer("别的", "", "特别", "", "分别", "", "级别", "", "区别", "", "别人", "", "别扭", "", "性别", "")
)
