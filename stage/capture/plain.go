package capture

import (
	"strings"
	"unicode"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// plain reports whether a sentence states outright what somebody is, likes or
// cannot stand, what the agent shall not do, or what happens on a date, or is
// said to be kept, and nothing takes it back.
func plain(u *utterance) bool {
	if u.question || u.pasted || u.cues.Has(lang.Hypothesis, lang.Jest, lang.Vague, lang.Forget) || refuses(u) || u.cues.Has(lang.Chat) && !bids(u) || u.cues.Has(lang.Request) && !orderedNot(u) && !bids(u) || !u.enough() {
		return false
	}
	switch {
	case u.reminded, u.answers, retold(u):
		return true
	case u.cues.Has(lang.Ban, lang.Wish) && u.cues.Has(lang.Form, lang.Standing), orderedNot(u), permits(u), inManner(u), bids(u):
		return true
	case u.firstPerson() && u.cues.Has(lang.Taste), names(u), lasting(u):
		return true
	case len(u.dates) > 0 && u.cues.Has(lang.Plan, lang.Outcome):
		return true
	}
	return unprompted(u)
}

// enough reports whether a sentence says enough to be kept by itself: two words of
// content, or one that answers a question, tells what its speaker is or suffers from, or
// what is to be left out.
func (u *utterance) enough() bool {
	return u.content() >= 2 || u.answers || u.alone || u.avows() || u.content() == 1 && (u.bars() || bids(u) || permits(u) || owns(u) || ails(u) && u.firstPerson())
}

// owns reports whether a sentence tells in a word what its speaker has, does or can do, or
// is: "I don't have a car", "I smoke", "peanuts are fine", 我喝茶, 我不会游泳; or what came
// of a thing: 面试过了. What the moment does with one ("I have a
// question", 我没空) is none of it. It is kept where it is said out of the blue.
func owns(u *utterance) bool {
	if !unprompted(u) || passing(u) || u.cues.Has(lang.Vague, lang.Hypothesis, lang.Refuse, lang.Accept, lang.Chat, lang.Thanks) {
		return false
	}
	if u.cues.Han() {
		m := ownsZH.FindStringSubmatch(strings.TrimRight(lang.TrimOpening(u.text), "。！!～ "))
		return m != nil && !momentaryZH.MatchString(m[1]+m[2])
	}
	if turnedEN.MatchString(u.cues.Folded()) || allowedEN.MatchString(u.cues.Folded()) {
		return true
	}
	m := ownsEN.FindStringSubmatch(u.cues.Folded())
	return m != nil && !momentaryEN[m[1]] && !strings.HasSuffix(m[1], "ing") && (!narrates(u) || strings.Contains(m[0], " am "))
}

// bars reports whether a sentence wants a form or a thing left out for good: "no more
// emojis", "no footnotes please".
func (u *utterance) bars() bool {
	return !u.question && (u.without() || orderedNot(u) && (u.cues.Has(lang.Form) || u.cues.Han() && noMoreZH.MatchString(u.text)))
}

// names reports whether a sentence tells what something is called.
func names(u *utterance) bool {
	if u.cues.Han() {
		return u.named() && gist.ContainsAny(u.text, "叫“", "叫「", "叫做", "名叫", "名字是", "取名", "起名")
	}
	return gist.ContainsAny(u.cues.Folded(), " is called ", " are called ", " is named ", " are named ", " name is ", " i call ", " we call ")
}

// unprompted reports whether a statement is said out of the blue, with no turn
// of the agent's beside it that says anything: it is there to be kept. An order for
// the moment is no statement.
func unprompted(u *utterance) bool {
	if u.before != nil && !u.before.acknowledges() || u.after != nil && !u.after.acknowledges() || u.cues.Has(lang.Thanks) {
		return false
	}
	return !u.cues.Has(lang.Imperative) || u.numbers() > 0 || u.named() || habitual(u) || generic(u) || u.cues.Has(lang.Standing, lang.Ban)
}

// acknowledges reports whether a turn of the agent's only says that it has heard, and
// perhaps what more it may do, or is glad or sorry: "ok", "Got it, thanks for telling me",
// "Congratulations!", 好的, 收到, 辛苦了, 👍. Such
// a turn says no more of what was said than silence does.
func (r *reading) acknowledges() bool {
	if !strings.ContainsFunc(r.text, isLetter) {
		return true
	}
	if len(r.text) > longestHeard {
		return false
	}
	if r.cues.Han() {
		return heardZH.MatchString(strings.TrimSpace(r.text))
	}
	return heardEN.MatchString(r.cues.Folded())
}

// longestHeard is the most bytes of a turn that only says that it has heard.
const longestHeard = 200

var (
	heardEN = gist.Compile(`^ (?:(?:ok|okay|k|sure|sure thing|right|all right|alright|fine|yes|yep|yeah|good|great|perfect|lovely|nice|got it|got that|noted|duly noted|understood|will do|done|i see|i understand|of course|certainly|absolutely|no problem|very well|good to know|thanks|thank you|for telling me|for letting me know|for that|for the note|i will remember that|i will remember|i will keep that in mind|i have noted that|that is noted|anything else|what else can i do for you|how can i help|what can i do for you|is there anything else|congratulations|congrats|well done|good for you|how (?:nice|lovely|cute|sweet|sad|exciting|awful|terrible)|wonderful|fantastic|brilliant|excellent|awesome|amazing|wow|aww?|oh|oh no|oh dear|ouch|poor you|poor thing|hugs|(?:i am |so |very |really )*sorry(?: (?:to hear (?:that|it|this)|about that|for you))?|that is (?:great|good|wonderful|lovely|fantastic|sad|awful|terrible|a pity|a shame|tough|hard)(?: news| to hear)?|(?:great|good|wonderful|sad|bad) news|what a (?:pity|shame|relief)|good luck|best of luck|fingers crossed|enjoy(?: it)?|get well soon|take care|too bad|[,.!;:?-]) )+$`)
	heardZH = gist.Compile(`^(?:(?:好的|好嘞|好|嗯嗯|嗯|行|成|可以|对|是的|是|没问题|收到|明白了?|知道了?|了解了?|清楚了?|懂了|记下了?|记住了?|记好了?|已?记下|已记录|OK|ok|Ok|谢谢告知|谢谢|那|请问|还有什么|有什么|还|需要|要|能|可以|我|你|您|帮你|帮您|帮忙|帮上忙|做|的|吗|呢|啊|呀|哦|噢|哈|了)|恭喜|恭喜恭喜|祝贺|道喜|阿姨|叔叔|辛苦|抱抱|摸摸头|加油|太好|太棒|真好|真棒|不错|厉害|太可惜|真遗憾|可惜|遗憾|真糟糕|太糟糕|糟糕|别难过|别担心|别着急|没事的?|没关系|听到这个|抱歉|心疼|哇|哎呀|唉|天哪|(?:好|真|太)(?:可爱|羡慕|难过|气人|过分|不容易|幸福|开心|可怜|辛苦)|祝[^，。！]{2,10}|早日康复|保重|注意身体|好消息|[，。！、～~？ ])+$`)
)

// isLetter reports whether r is of a word in either script.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lasting reports whether a sentence states by its grammar alone what lasts: who holds a
// role, where a thing has its place, what its speaker has, likes or must not have, and
// what ails whom. It is kept whatever the agent answers.
func lasting(u *utterance) bool {
	if passing(u) || paints(u) || narrates(u) {
		return false
	}
	return holdsRole(u) || placed(u) || enjoys(u) || ails(u)
}

// holdsRole reports whether a sentence tells who somebody is to the speaker: "my
// dentist is Dr Moss", 我的牙医是莫医生.
func holdsRole(u *utterance) bool {
	if u.cues.Han() {
		return roleZH.MatchString(u.text)
	}
	return roleEN.MatchString(u.text)
}

// placed reports whether a sentence tells where something has its place or its
// speaker lives or works.
func placed(u *utterance) bool {
	if u.cues.Han() {
		return placedZH.MatchString(strings.TrimRight(u.text, "。！ "))
	}
	return placedEN.MatchString(u.cues.Folded())
}

// enjoys reports whether a sentence tells what somebody likes, cannot bear or does not
// take.
func enjoys(u *utterance) bool {
	return u.says(likesEN, likesZH)
}

// ails reports whether a sentence tells what somebody suffers from or reacts to.
func ails(u *utterance) bool {
	return u.says(ailsEN, ailsZH)
}

const (
	titleZH   = `医生|大夫|老师|师傅|教练|律师|经理|主任|阿姨|女士|先生|姐|哥|姨|叔|伯|婶|总|工`
	surnameZH = `[` + lang.Surnames + `肖韦付闫陶严覃莫向章]` // where a sentence tells who holds a role, less common ones are sure as well
	bodyZH    = `胃|肠胃|心脏|腰|背|膝盖|嗓子|眼睛|耳朵|肝|肾|颈椎|肺|皮肤|腿脚?|听力|视力|睡眠|身体|牙|关节|手腕|脊椎|气管`
	ailmentEN = `\w{3,}itis|\w{4,}osis|migraines?|asthma|diabetes|diabetic|epilepsy|eczema|psoriasis|gout|anaemia|anemia|hypertension|high blood pressure|low blood pressure|blood clots|vertigo|tinnitus|insomnia|hay fever|heartburn|acid reflux|ulcers?|ibs|coeliac|celiac|lupus|angina|sciatica|glaucoma|dyslexia|dyslexic|adhd|depression|panic attacks|seizures|nosebleeds|a bad (?:back|knee|hip|heart|shoulder)|a weak (?:heart|back|stomach)|(?:motion|travel|car|sea) ?sick(?:ness)?`
)

// momentaryEN and momentaryZH are what one has, does or is for a moment, or says to the hearer.
var (
	momentaryEN = gist.SetOf("question questions idea ideas point problem problems issue doubt doubts hunch feeling minute moment second time chance choice clue favour favor request suggestion thought thoughts meeting know understand think care mind see hear get follow remember believe hope guess suppose wonder agree disagree wait try help go come find decide say tell sorry back here there ready done finished fine good ok okay sure afraid glad happy sad tired hungry thirsty bored busy late early lost confused curious well right wrong in out home away off online serious all impressed aware convinced worried stuck unsure interested excited cold hot forgot")
	momentaryZH = gist.Compile(`^(?:没|没有|有|有点|有些|有个)(?:事儿?|空|时间|问题|疑问|办法|法|意见|关系|想法|想|兴趣|心情|胃口|主意|印象|把握|信心|数|底|错|用|点|些|话|请求|建议|看|听|懂|见|收到|找到|说|提)|^(?:不|没)(?:知道|知|懂|明白|清楚|确定|记得|信|管|敢|急|同意|想|要|用|行|好|是|对|太|介意|在乎|客气|能|会儿|说|看|听|该)$|^(?:不|没)(?:知道|明白|清楚|确定|记得|同意|想|要|介意|在乎|太|该)|^(?:会|能|是|在|要|想|觉得|看|听|说|懂|来|去|走|回|到|等|先|再|就|忙|累|饿|困|好|行)$|(?:高兴|开心|舒服|去|来)$|^(?:会|能)(?:的|去|来|试|努力|尽量|注意|考虑|处理|看)`)
)

var (
	ownsEN    = gist.Compile(`^ (?:(?:and|also|but|so|well|,) )*(?:i|we) (?:(?:do not|never|can not|can|only|also|still) )?(?:(?:have|own|keep|ride|drive|play|speak|eat|drink|wear|use|like|love|hate|run|teach|sing|collect|do|have got|am|are) )?(?:(?:not|no|a|an|any|one|two|three|four|five|some|my own) )*([a-z-]+) [.!]? ?$`)
	noMoreZH  = gist.Compile(`^(?:以后|你|您|请|就|也)*(?:别|不要|莫)(?:再|老是?|总是?)`)
	allowedEN = gist.Compile(`^ (?:(?:and|also|but|so|well|,) )*(?:[a-z-]+ )?[a-z-]{3,}s (?:are|is) (?:ok|okay|fine|allowed|off limits|out|forbidden|banned|welcome)(?: again| now| too)? [.!]* ?$`)
	turnedEN  = gist.Compile(`^ (?:(?:and|also|but|so|well|,) )*(?:i|we) (?:have )?(?:(?:just|recently|finally|already) )?(?:retired|divorced|separated|graduated|got (?:married|engaged|divorced|promoted|fired)|passed|failed) [.!]* ?$`)
	ownsZH    = gist.Compile(`^(?:我|我们|我家|我们家)(?:也|还|都|平时|一直|从来|从|只|现在|是)?((?:不|没有?|有|会|能|爱|养|上|值|倒|抽|喝|吃|开|骑|信|属|戴|练|弹|打|住|穿|用|离|结|单身|已婚|未婚|失业|近视|色盲|独居|怀孕|退休)[^，。了吗呢吧着过？]{0,8}|(?:已经|刚|刚刚)?(?:失业|离婚|结婚|退休|怀孕|毕业|分手|订婚|升职|辞职|离职)了)$|^((?:这|那|我的)?[^，。我你他她不没]{2,6}(?:过|挂|签|批|黄|定|卖|退|租出去|修好|治好|办好|批下来|签下来)了)$`)
)

var (
	roleEN   = gist.Compile(`(?:^|[,.] )(?:(?:[Aa]nd|[Aa]lso|[Ss]o|[Oo]h),? )*(?:[Mm]y|[Oo]ur|[Tt]he|[A-Z]\w+['’]s) (?:[\w-]+ ){0,3}[\w-]+(?: is|['’]s)(?: now)? (?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Sister|Father)\.? )?[A-Z][a-z]+|^[A-Z][a-z]+(?: [A-Z][a-z]+)? is (?:now )?(?:my|our) \w+`)
	roleZH   = gist.Compile(`^(?:我|我们|咱们?|新|现在的?|他|她)?[^，。？是叫姓有]{1,8}(?:是|叫|姓)(?:小|老|阿)?` + surnameZH + `(?:\p{Han}{0,2}|` + titleZH + `)(?:[，。！]|$)`)
	placedEN = gist.Compile(`^ (?:(?:and|also|so|but|the way|by|,) )*(?:the|my|our) (?:\w+ (?:'s )?){1,4}?(?:is|are|sits|sit|hangs|hang|stands|stand|lives|live|goes|stays|is kept|are kept|is parked) (?:\w+ )?(?:in|on|at|behind|under|above|below|beside|near|opposite|outside|inside|next to) (?:the|my|our|a) \w+|^ (?:(?:and|also|so|but|,) )*(?:i|we) (?:live|work|teach|study) (?:in|at|for|on|near|as) `)
	placedZH = gist.Compile(`^[^，。？在]{1,10}(?:在|停在|放在|挂在|摆在|藏在|存在|位于)[^，。？在]{1,10}(?:[里外上下边面楼层院门室旁侧处间房角区路街库厅口]|中心|隔壁|对面|后头|前头)$|^我(?:们|家)?(?:就|现在)?住在?[^，。？]{2,}$|^我在[^，。？]{2,14}(?:上班|工作|教书|读书|上学|当|做|带)`)
	likesEN  = gist.Compile(` (?:i|we|he|she|my \w+|our \w+) (?:really |simply |just |absolutely |also )?(?:can not (?:stand|bear|abide|eat|drink|tolerate|digest|stomach|touch|wear)|do not (?:like|eat|drink|take|touch|wear)|does not (?:like|eat|drink|take|touch|wear)|(?:dislike|loathe|detest|adore|hate|love|prefer)s?|(?:am|is|are) (?:fond of|keen on|scared of|afraid of|mad about)) \w+`)
	likesZH  = gist.Compile(`(?:^|[，。；])(?:我|他|她|我[妈爸]|我(?:老婆|老公|女儿|儿子|先生|太太|孩子|姐姐?|哥哥?|弟弟?|妹妹?|爷爷|奶奶|外婆|外公))?(?:也|很|最|特别|一直|从来|平时)?(?:爱吃|爱喝|爱听|爱看|爱穿|喜欢|讨厌|不吃|不喝|不碰|不能吃|不能喝|不能碰|吃不了|喝不了|吃不惯|喝不惯|受不了|闻不得|碰不得|忌口?)[^，。？了]{1,10}(?:[，。！]|$)`)
	ailsEN   = gist.Compile(` (?:allergic to|intolerant|(?:has|have|had|got|get|gets|getting|am|is|suffers? from|prone to|living with|lives with|diagnosed with|with|of) (?:bad |severe |mild |chronic |terrible |awful |type (?:1|2|one|two) )*(?:` + ailmentEN + `)) `)
	ailsZH   = gist.Compile(`过敏|不耐受|(?:` + bodyZH + `)(?:一直|都|有点|有些|不太|太|也)?(?:不好|不行|不适|不方便|不灵|有毛病|有问题|有病|差|疼|痛)|有[^，。]{0,4}(?:病|炎|症|癌|瘤)|糖尿病|[高低]血[压糖脂]|偏头痛|哮喘|痛风|癫痫|湿疹|荨麻疹|贫血|[晕恐][车船机高血]|怀孕|孕期`)
)
