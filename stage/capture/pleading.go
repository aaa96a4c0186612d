package capture

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// pleaded returns the demand for good that a question asks politely: "could you always add
// the source?" → "Always add the source", 能不能以后回我短一点？ → 以后回我短一点; "" if it
// asks something else, or for one thing.
func pleaded(question string) string {
	if lang.IsHan(question) {
		return pleadedZH(question)
	}
	m := pleaEN.FindStringSubmatch(question)
	if m == nil {
		return ""
	}
	who, rest := strings.ToLower(m[1]+m[2]), m[3]
	folded := lang.Fold(rest)
	if !enduringEN.MatchString(folded) || who == "we" && bothEN.MatchString(folded) || inquiryEN.MatchString(folded) {
		return ""
	}
	switch what, not := strings.CutPrefix(rest, "not "); {
	case who == "i":
		return "I want " + rest
	case not && gerundEN.MatchString(what):
		return "Avoid " + what
	case not:
		return "Don't " + what
	}
	return gist.Upper(rest)
}

// pleadedZH does the same for Chinese. What asks may stand anywhere before the verb, or behind
// it all: 以后能不能别用感叹号, 以后都用表格好吗.
func pleadedZH(question string) string {
	text := strings.TrimRight(lang.TrimOpening(question), "？?。！ ")
	if utf8.RuneCountInString(text) > longestPleaZH || inquiryZH.MatchString(text) {
		return ""
	}
	tailed := pleaTailZH.ReplaceAllString(text, "")
	if m := pleaZH.FindStringSubmatch(tailed); m != nil {
		lead, rest := m[1], m[2]
		if enduringZH.MatchString(lead+rest) && agentsZH.MatchString(m[0]) {
			return strings.TrimRight(lead, "，") + rest
		}
		return ""
	}
	if askedTailZH.MatchString(text) && hencePleaZH.MatchString(tailed) {
		return carrierZH.ReplaceAllString(tailed, "")
	}
	return ""
}

const longestPleaZH = 40

var (
	pleaEN     = gist.Compile(`^(?i:(?:and|also|so|but|oh|ok|okay|hey|please|by the way|btw)[, ]+)*(?i:(?:would|do) you mind(?: please)?|(?:can|could|will) (?:you|u|ya|(we))(?: please| maybe| perhaps| possibly| kindly| just| also)*|would you(?: please| kindly)+|any chance (?:that )?you (?:can|could|would)|(?:is it|would it be) (?:possible|ok|okay|alright) (?:if|for) you (?:to)?|(?:is it|would it be) possible to|(?:can|could|may) i ask you(?: to)?|(?:can|could|may) (i) (?:please )?(?:get|have|see)) (.+?)[?!. ]*$`)
	bothEN     = gist.Compile(`^ (?:always|never) `) // "can we always …?" asks what both may
	gerundEN   = gist.Compile(`^\w+ing `)
	enduringEN = gist.Compile(` (?:from now on|from here on|in future|in the future|going forward|by default|(?:every|each|any) time (?:i|you|we)|whenever (?:i|you|we)) |^ (?:please )?(?:always|never|stop \w+ing|not (?:to )?(?:use|using|call|calling|say|saying|add|adding|start|starting|end|ending|put|putting|write|writing|send|sending)) | (?:in|to|of|for|with|after|before) (?:every|each|all) (?:\w+ )?(?:` + gist.FormsEN + `) `)
	inquiryEN  = gist.Compile(`^ (?:please )?(?:explain|tell|say|see|find|think|help|check|look|imagine|guess|remember|recall|summari[sz]e|show|describe) (?:me )?(?:why|how|what|when|where|who|whether|if|which)? ?`)
	pleaZH     = gist.Compile(`^([^？。；]{0,12}?)(?:请问)?(?:是不?是否?可以|是否可以|能不能|可不可以|能否|可否|可以|能|好不好)(?:劳烦|麻烦)?(?:请)?(?:你|您)?([^？。；]{2,})$`)
	pleaTailZH = gist.Compile(`[，,]?(?:好吗|好不好|行吗|行不行|可以吗|可不可以|成吗|成不成|吗|呢|呀|啊|嘛)+$`)
	// enduringZH asks for more than once; agentsZH tells that the hearer is asked, or for what an assistant does.
	enduringZH  = gist.Compile(`以后|往后|今后|从现在起|从今天起|每次|每回|每[封条篇份天周]|一律|别再|不要再|下次|平时|永远|总是|始终|^(?:你|您)?(?:写|回|说|发|答|讲)[^，。]{0,6}[^，。]{1,12}[点些]$`)
	agentsZH    = gist.Compile(`你|您|麻烦|劳烦|(?:能不能|可不可以|能否|可否|可以)(?:以后|往后|今后|每次|都|就)*(?:别|不要|不用|少|多|短|简|给我|回我|叫我|喊我|跟我|对我|帮我|先|用|写|说|发|附|标|列|加|带|回复|回答|翻译)`)
	inquiryZH   = gist.Compile(`[我他她它咱](?:们)?(?:以后|往后|今后|每次|还|也|都)*(?:能不能|可不可以|能否|可否|可以|能)|什么|怎么|为什么|哪|几[点个号]|多少`)
	askedTailZH = gist.Compile(`(?:好吗|好不好|行吗|行不行|可以吗|可不可以|成吗|成不成)[呀啊嘛呢]?$`)
	carrierZH   = gist.Compile(`^(?:麻烦|劳烦|请)(?:你|您)?`)
	hencePleaZH = gist.Compile(`^(?:你|您|麻烦|请)*(?:以后|往后|今后|每次|每回|从现在起|从今天起)[^我他她它]{0,4}(?:都|就|请|你|您|先|别|不要|用|按|照|给|写|回|发|说|叫|附|标)`)
)
