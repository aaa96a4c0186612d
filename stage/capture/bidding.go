package capture

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// bids reports whether a sentence is by its grammar a demand on how the agent works for
// good, though it has no main verb, tells a wish or taste of the user's about what the agent
// does, or puts its verb behind a case or a label.
func bids(u *utterance) bool {
	if !u.heard {
		u.heard, u.bid = true, bidding(u)
	}
	return u.bid
}

func bidding(u *utterance) bool {
	if u.question || u.pasted || u.cues.Has(lang.Jest, lang.Forget, lang.Reported) || !u.cues.Has(lang.Standing) && (passing(u) || len(u.dates) > 0) {
		return false
	}
	if u.cues.Han() {
		return continues(u) || bidsZH(strings.TrimRight(lang.TrimOpening(u.text), "。！!. "))
	}
	folded := u.cues.Folded()
	return wishes(folded) || wantedEN.MatchString(folded) || inCase(folded) || labels(u.text) || mannerEN.MatchString(folded) || ordersAll(folded) || continues(u)
}

// wishes reports whether somebody likes, hates or wishes what the hearer does: "I'd rather
// you asked first", "I hate it when you shout".
func wishes(folded string) bool {
	m := wishEN.FindStringSubmatch(folded)
	return m != nil && !afterYou[m[1]+m[2]+m[3]]
}

// inCase reports whether an order stands behind the case that it is for: "if the guest is
// French, write in French", "for mails to Bob be casual".
func inCase(folded string) bool {
	m := caseOrderEN.FindStringSubmatch(folded)
	return m != nil && !endedCaseEN.MatchString(m[1]) && !strings.Contains(folded, " never mind ")
}

// labels reports whether what stands before a colon is a kind of text or a case, and what
// stands behind it its form or its steps: "status reports: risks first".
func labels(text string) bool {
	label, rest, ok := strings.Cut(strings.ReplaceAll(text, "：", ":"), ":")
	if !ok || strings.TrimSpace(rest) == "" {
		return false
	}
	if !lang.IsHan(text) {
		folded := lang.Fold(label)
		if caseLabelEN.MatchString(folded) && !ownEN.MatchString(folded) && !gist.PastEN.MatchString(folded) {
			return true
		}
	}
	return gist.Styles(label, rest)
}

// continues reports whether a sentence without a verb goes on with what a label began:
// "Replies: British English. Metric units."
func continues(u *utterance) bool {
	lead := u.lead
	if lead == nil || !fragment(u) || u.content() > 4 || u.firstPerson() || len(u.dates) > 0 || u.named() {
		return false
	}
	return labels(lead.text) && bids(lead) || continues(lead) && bids(lead)
}

// ordersAll reports whether a sentence begins with a verb of what an assistant does, and
// orders it for good for all of a kind or in a
// language or style; or tells what to call the user.
func ordersAll(folded string) bool {
	if m := callEN.FindStringSubmatch(folded); m != nil && !afterCall[m[1]] {
		return true
	}
	return orderAllEN.MatchString(folded) && lastingEN.MatchString(folded) || henceEN.MatchString(folded) || orderFormEN.MatchString(folded)
}

// bidsZH reports the same of a Chinese sentence without what opens and closes it.
func bidsZH(text string) bool {
	if wishZH.MatchString(text) || mannerZH.MatchString(text) || eachZH.MatchString(text) || mereZH.MatchString(text) || beforeZH.MatchString(text) || caseOrderZH.MatchString(text) {
		return true
	}
	if m := henceZH.FindString(text); m != "" && !strings.HasPrefix(text[len(m):], "时") {
		return true
	}
	return labels(text)
}

// ordersEN are verbs of what an assistant does, in the form of an order.
const ordersEN = workVerbsEN + `|add|address|adjust|apologi[sz]e|append|ask|attach|avoid|be|begin|bold|book|break|call|capitali[sz]e|challenge|check|compare|confirm|convert|copy|count|cut|describe|do|drop|end|explain|express|flag|follow|give|go|group|highlight|include|indent|keep|label|lead|leave|limit|link|make|mark|mention|name|number|offer|omit|open|order|pick|print|put|rank|remind|remove|rename|repeat|report|round|save|scale|set|shorten|show|skip|sort|speak|spell|split|stick|stay|start|stop|suggest|switch|take|talk|tell|treat|turn|use|warn|wait`

// wantedEN is the wish to have all texts of a kind in a form ("I want replies in German",
// "I'd like the costs in every summary"); mannerEN and mannerZH find fault with the agent's manner or ask for
// another in a word or two ("you're too wordy", "shorter, please", 短一点).
var (
	wishEN      = gist.Compile(` (?:i|we) (?:\w+ )?(?:(?:hate|love|like|dislike|enjoy|prefer|appreciate|can not stand|can not bear|do not like) it (?:very much |so much )?(?:when|if|that)|would (?:\w+ )?(?:rather|prefer(?: it)?(?: if| that)?|appreciate it if|be (?:grateful|glad|happy|happier|obliged) if|like it if|love it if|hate it if)|wish) you (\w+) | (?:i|we) would (?:like|love|prefer) you to (be|always|never|stay|keep|use|write|speak|talk|sound) | it (?:\w+ly )?(?:would (?:\w+ )?(?:be (?:\w+ ){1,3}|help(?: me)? )if|(?:bothers|annoys|irritates|bugs|upsets|confuses|helps|pleases|drives) me (?:\w+ )?when) you (\w+) `)
	afterYou    = gist.SetOf("a an the all very so too")
	wantedEN    = gist.Compile(` (?:i|we) (?:would (?:\w+ )?like|want|only want|just want)(?: to (?:see|have|get|find))? (?:(?:\w+ ){1,6}(?:in|at the (?:top|end|bottom|start) of|with|on|under|after|before) (?:every|each|all) (?:\w+ )?(?:` + gist.FormsEN + `)|(?:all |my |your |the )*(?:\w+ )?(?:emails|mails|messages|letters|posts|captions|reports|summaries|notes|replies|answers|invoices|recipes|plans|lists|translations|explanations|minutes|slides|tables|dates|numbers|amounts) (?:in|without|to be|as|at most|under|short|shorter|brief|no longer)) | (?:i|we) (?:really |much )?(?:prefer|do not need|do not want|find) (?:any |all |your |the )?(?:[\w-]+ )?(?:answers|replies|responses|explanations|summaries) `)
	caseOrderEN = gist.Compile(`^ (?:(?:and|also|so|but|then|oh|,) )*((?:when|whenever|if|unless|once|any time|every time|each time|before|after) [^;:!?]{2,70}? , |(?:when|whenever|if|any time|every time|each time) (?:i|you|we) (?:ask|say|write|send|paste|share|mention|quote|type|order|want|need)(?: [^;:!?]{0,50}?)? (?:just|please|always|never|only|do not) |(?:for|in|with|on) (?:all |any |every |my |your |our |the )*(?:[\w-]+ )?(?:` + gist.FormsEN + `)(?: (?:to|for|about|of|from) [\w ]{2,30}?)? (?:, )?)(?:(?:then |please |just |always |only |do not |never )*(?:` + ordersEN + `)|(?:then |please )*(?:always|never|do not) [a-z]+) `)
	endedCaseEN = gist.Compile(` (?:ready|done|finished|possible|available|time|a moment|bored|wrong) `)
	ownEN       = gist.Compile(`^ (?:(?:and|also|so|but|well|oh|,) )*(?:my|our|his|her|their|shopping|to-do|todo|packing|guest) | (?:this|that) `)
	caseLabelEN = gist.Compile(`^ (?:(?:and|also|so|but|oh|,) )*(?:when|whenever|if|before|after|every time|any time|each time|once) (?:i|you|we) [^.;!?]{2,60} $`)
	mannerEN    = gist.Compile(`^ (?:you are|u r|ur|your (?:replies|answers|messages|mails|texts|explanations) are|that is|this is)? ?(?:way |far |much |a bit |still )?too (?:wordy|long-winded|verbose|chatty|formal|informal|stiff|curt|blunt|polite|technical|vague) |^ (?:(?:and|but|so|a bit|a little|much|way|,) )*(?:shorter|longer|simpler|plainer|briefer|(?:more|less|fewer) (?:casual|formal|concise|direct|detailed|technical|polite|friendly|jargon|fluff|chatty|detail|emoji|emojis|bullet points))(?: (?:answers|replies|messages|texts|sentences))? ?(?:, )?(?:please|pls|plz|thanks|from now on) |^ (?:your|the) (?:replies|answers|messages|mails|explanations|summaries) (?:could|should|can|must|may) be (?:a bit |a little |much )?(?:\w+er|(?:more|less) \w+) `)
	callEN      = gist.Compile(`^ (?:(?:and|also|so|but|just|please|oh|always|you can|you may|,) )*(?:call|address) me (?:as )?(?:by my )?([\w-]+) `)
	afterCall   = gist.SetOf("at on in when if once after before back again tomorrow today tonight later now soon if a any anytime every about to with via from by and or for names crazy")
	orderAllEN  = gist.Compile(`^ (?:(?:and|also|so|but|please|just|oh|always|ok|okay|,) )*(?:` + ordersEN + `) (?:[\w-]+ )`)
	lastingEN   = gist.Compile(` (?:from now on|from here on|in future|in the future|going forward|by default|(?:every|each|all) (?:\w+ )?(?:` + gist.FormsEN + `)) `)
	henceEN     = gist.Compile(`^ (?:(?:and|also|so|but|ok|okay|,) )*(?:from (?:now|here) on|from today(?: on)?|as of today|in future|going forward) (?:, )?(?:please |just |always |only )*(?:` + ordersEN + `|do not) `)
	orderFormEN = gist.Compile(`^ (?:(?:and|also|so|but|please|just|oh|always|,) )*(?:write|answer|reply|respond|speak|talk|explain|use|keep to|stick to) (?:to me |with me )?(?:in |with |only )?(?:\w+ ){0,3}?(?:sentences|words|paragraphs|language|\w+(?:ish|ese|ian|ean)|british|american|english|german|french|spanish|italian|dutch|japanese|chinese|tone|style|bullet points|bullets|capitals|metric|imperial|units) |^ (?:(?:and|also|so|but|please|just|oh|always|,) )*(?:cite|quote|format|sign|spell|number|label|round) (?:[a-z]+ )?(?:with|in|as|by|using|to) \w+ |^ (?:(?:and|also|so|but|please|just|always|,) )*keep (?:it|things|your (?:answers|replies|messages)) (?:\w+ )?(?:short|shorter|brief|simple|concise|plain|formal|informal|casual|polite|light) |^ (?:(?:and|please|just|always|,) )*be (?:\w+ )?\w+ when you (?:write|talk|speak|answer|reply|explain) `)
	wishZH      = gist.Compile(`^(?:我|我们)?(?:真|很|特别|最|就|也)?(?:希望|宁愿|宁可|巴不得|讨厌|不喜欢|喜欢|受不了|最烦|不想|不想要)(?:你|您)(?:能|每次|以后|一直|老是?|总是?|动不动就?|别|不要|不|在|用|把|先|都|叫|喊|写|说|发|给|订|买|回|帮|直接|多|少)[^，。？]|^(?:要是|如果)(?:你|您)?(?:能|可以|肯)?[^，。？]{2,16}就(?:更|最)?(?:好|完美|方便)了$|^(?:你|您)(?:老是?|总是?|动不动就?|怎么(?:又|老|总))[^，。？]{2,}|^我[^，。？]{2,10}，?你就(?:用|先|给|别|说|回|答)[^，。？]+$`)
	mannerZH    = gist.Compile(`^(?:你|您)?(?:说得?|写得?|讲得?|回得?|回答得?)?(?:太|有点太?|过于)(?:啰嗦|罗嗦|长篇大论|正式|客气|生硬|随便|官方|书面|肉麻|专业|笼统|油腻)(?:了|啦)?(?:$|[，。！])|^(?:[给写]\p{Han}{1,6}的)?(?:` + gist.TextsZH + `|语气|口气)[^，。了？]{0,6}(?:一点儿?|点儿?|一些|些)$|^[^，。我他她]{0,6}(?:简短|简洁|正式|随意|客气|随便|轻松|口语化|书面|具体|详细|委婉|直白)(?:一点儿?|点儿?|一些|些)$|^(?:多|少)(?:举|说|用|给|写|讲|提|列|讲些|说些)\p{Han}{2,8}$`)
	eachZH      = gist.Compile(`^(?:以后|今后|往后|请|麻烦)*每(?:一)?[封条篇份次回][^，。我他她]{0,10}(?:加|写|放|附|带|标|注明|署|结尾|开头|末尾|别|不要|先|用)[^，。？了]+$|^给[^，。]{1,8}看的[^，。]{0,4}(?:用|要|都|别|不要)[^，。？了]+$|^(?:` + gist.TextsZH + `|草稿|文件)(?:都|一律)?用[A-Za-z]+(?:格式)?(?:来)?(?:发|写|做|给)`)
	// beforeZH asks to be asked, or to check, before something is done: 订票之前先问我.
	beforeZH    = gist.Compile(`^(?:以后|每次|凡是)*[^，。我他她]{2,10}(?:之前|以前|前)(?:都|请|你|您|要|得|，)*先(?:问|跟|给|查|核对|核实|确认|看|让)`)
	mereZH      = gist.Compile(`^(?:给我)?(?:[一二两三四五六七八十\d]+)(?:个)?(?:方案|选项|例子|句话?|行|条|段|点|句|个字|字)(?:以内|之内)?(?:就够了?|就行了?|就好了?|就可以了?|足够了?|足矣)$`)
	henceZH     = gist.Compile(`^(?:以后|往后|今后|从今以后|从现在起|从今天起|从此)[，都就请你您一律统全]*(?:按照?|依照|照着?|用|给|先|别|不要|写|回|发|答|列|标|附|注明|翻译|称呼|叫)`)
	caseOrderZH = gist.Compile(`^(?:(?:要是|如果|若|遇到|碰到|凡是)[^，。我]{1,16}[，]|[^，。我]{1,10}(?:客户|客人|读者|对方|收件人|学生|家长)(?:如果|要是)?是[^，。我]{1,8}|(?:客户|客人|读者|对方|收件人|学生|家长)(?:如果|要是)?是[^，。我]{1,8})(?:你|您)?(?:就|请|则|要)(?:用|写|先|别|不要|给|说|发|回|叫|称)`)
)
