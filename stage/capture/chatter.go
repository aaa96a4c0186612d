package capture

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// unhailed returns a sentence without what only hails the hearer or asks to listen before
// it says anything: "Sorry to bother you, but …", "hey mate, …", 姐妹我跟你说…, 冒昧打扰，….
func unhailed(text string) string {
	if lang.IsHan(text) {
		rest := hailZH.ReplaceAllString(text, "")
		if m := tellZH.FindStringIndex(rest); m != nil {
			rest = rest[m[1]:]
		}
		if len(lang.Terms(rest)) > 0 {
			return rest
		}
		return text
	}
	if first, _, _ := strings.Cut(text, " "); !hailsEN[strings.ToLower(strings.TrimRight(first, ",.!:"))] {
		return text
	}
	rest := hailEN.ReplaceAllString(text, "")
	if rest == text || len(lang.Terms(rest)) == 0 {
		return text
	}
	return gist.Upper(rest)
}

var (
	hailsEN = gist.SetOf("hey heyy heyyy heya hi hii hiya yo howdy g'day hello oh so ok okay listen look right mate buddy pal folks guys dude bro friend my i'm im sorry excuse pardon forgive guess you hear quick just heads-up heads not if")
	hailEN  = gist.Compile(`^(?i:(?:(?:he+y+a?|hi+(?:ya)?|yo|howdy|g'day)[!.]* +|(?:(?:hey|hi|hello|oh|so|ok|okay|listen|look|right),? +)*(?:mate|buddy|pal|folks|guys|dude|bro|friend|my friend)[,!]|(?:(?:i'm |so )?sorry (?:to (?:bother|disturb|interrupt|trouble) you(?: again)?|for (?:the|another) (?:interruption|trouble|bother))|excuse me|pardon me|forgive me)(?:,? but|[,.:;])|(?:guess what|you know what|listen (?:up|here)|hear this|listen to this|quick (?:note|one|thing)|just a (?:quick )?(?:note|heads-up)|heads[- ]up|not to be rude|if you don't mind)[,!:.;]) *)+`)
	hailZH  = gist.Compile(`^(?:(?:姐妹们?|老铁们?|兄弟们?|哥们儿?|亲|宝子们?|家人们|朋友们?|大神|老师|小助手|助手|不好意思|抱歉|对不起|打扰(?:一下|您|你)?了?|冒昧(?:打扰|问)?(?:一下|您|你)?了?|听好(?:了|啦)?|听着|注意了?|(?:我)?(?:麻烦|请|想)?问一?下|麻烦一下|说真的|说实话|讲真|实话实说|(?:哎呀|哎哟|唉|天哪)?[，,]?(?:真是)?(?:烦|气|急|愁|累|忙)死(?:我|人)?了|真烦|气人|天哪|话说|是这样的?|你好|您好)[，,！!。 ]+)+`)
	tellZH  = gist.Compile(`^(?:姐妹|老铁|兄弟|哥们|亲|宝子|家人们|你)?(?:(?:我)(?:跟|和|同)[你您](?:说|讲)|听我(?:说|讲))(?:一?个事|一声|一下|一?件事|一个|个)?(?:[，,：:]|啊|哈)*`)
)

// chatters reports whether a sentence says nothing that lasts: praise and thanks, that the
// day was long, that there is nothing to tell or to worry about, or that a text follows.
func chatters(u *utterance) bool {
	if u.pasted || u.answers || u.reminded || u.content() > mostChat || u.cues.Has(lang.Standing) {
		return false
	}
	text := strings.TrimSpace(lang.TrimOpening(u.text))
	if gist.OnlyWorks(text) {
		return true
	}
	if u.cues.Han() {
		text = strings.TrimRight(text, "。！!～~.…， ")
		return praiseZH.MatchString(text) || nothingZH.MatchString(text) || calmsZH.MatchString(text) || followsZH.MatchString(text)
	}
	folded := strings.TrimRight(lang.Fold(text), " .!:;,") + " "
	return praiseEN.MatchString(folded) || nothingEN.MatchString(folded) || calmsEN.MatchString(folded) || followsEN.MatchString(folded)
}

// mostChat is the most words of content that small talk has.
const mostChat = 7

const (
	goodEN = `great|good|nice|lovely|excellent|amazing|brilliant|perfect|wonderful|fantastic|awesome|superb|beautiful|quick|fast|helpful|useful|impressive|spot on|right|exactly (?:what|how) [\w ]{3,30}|just (?:what|right|perfect)[\w ]{0,30}`
	workEN = `job|work|one|stuff|thinking|idea|catch|effort|letter|mail|e-?mail|text|draft|summary|list|poem|translation|answer|reply|report|plan`
)

var (
	praiseEN  = gist.Compile(`^ (?:(?:wow|oh|ah|yes|ok|okay|haha|thanks|thank you|,|!|\.) )*(?:(?:(?:very|really|so|such a|what a|a) )*(?:` + goodEN + `) (?:` + workEN + `)(?: (?:on|with|there|as ever|as always|again|today)(?: [\w ]{1,20})?)?|(?:that|this|it|the (?:` + workEN + `)) (?:was|is|looks|sounds|reads|works|turned out|came out) (?:(?:very|really|so|absolutely|just|simply|pretty) )?(?:` + goodEN + `|beautifully|well|great)|you are (?:really |just |simply )?(?:a (?:star|gem|legend|genius|lifesaver|treasure|marvel|wizard|darling|dear)|the best|amazing|brilliant|wonderful|great|incredible|fantastic|(?:so|too|very) (?:good|kind|helpful|quick|fast|clever|sweet|right))(?: (?:as always|again|today|to me))?|you (?:nailed|smashed|aced) it|(?:i )?(?:love|like|loved|liked) it|(?:i am )?(?:very |really |so )?(?:impressed|delighted|thrilled|pleased)(?: with (?:that|this|it|the (?:` + workEN + `)))?) $`)
	nothingEN = gist.Compile(`^ (?:(?:well|oh|ok|phew|,) )*(?:(?:nothing|not much|no news|not a lot)(?: (?:new|much|special|exciting|else|to report|to tell|going on|happening|here|today|really|from me|on my side))*|(?:the )?same (?:old|as (?:ever|always|usual))(?: same old)?|all (?:quiet|well|good|fine)(?: here)?|(?:(?:a|an|what a|such a|quite a|it was a|it has been a|another) )?(?:(?:very|really|pretty|so) )?(?:busy|quiet|long|slow|hectic|boring|tough|hard|rough|crazy|mad|nice|lovely|bad|tiring|stressful) (?:day|week|morning|afternoon|evening|night|shift|weekend|month)(?: (?:today|here|so far|again|(?:at|in) (?:the )?\w+))*)(?: , (?:same old|nothing new|as usual|as ever|all good))? $`)
	calmsEN   = gist.Compile(`^ (?:please |so |and |but |oh )*(?:do not|no need to|you need not|never) (?:worry|fuss|bother|panic|stress|fret|mind)(?: about [^.;:]*| yourself)?(?: , (?:it is|that is|all is|i am|we are|everything is) (?:all )?(?:fine|ok|okay|good|sorted|well|handled|under control))? $`)
	followsEN = gist.Compile(`^ (?:here is|here are|this is|below is|attached is|see below) (?:the|a|an|my|his|her|their) (?:\w+ ){0,2}?(?:` + gist.TextsEN + `|page|article|document|poem|story|code|transcript|chat)(?: (?:that )?(?:i|he|she|they|we|my \w+|the \w+) (?:just |have |has )?(?:got|received|wrote|sent|found|forwarded)(?: me| us)?)?(?: (?:from|of) [\w ]{2,20})?(?: (?:today|yesterday|this morning|just now))? $`)
	praiseZH  = gist.Compile(`^(?:哇|嗯|哈哈|谢谢|[，,！!])*(?:(?:这|你|您)?(?:也|可)?(?:真|太|好|挺|很|超|最)(?:棒|好|快|厉害|赞|牛|强|贴心|周到|专业|及时|漂亮|到位|细心|能干)(?:了|啊|呀|啦|的)?|这么快|干得(?:好|漂亮)|做得(?:好|不错)|正是我(?:要|想要)的|(?:信|稿|文案|邮件|总结|翻译|报告|诗|方案)?(?:写|做|翻|改|说|讲|干)得(?:真|很|太|挺|非常)?(?:好|棒|不错|漂亮|到位|快)(?:了|啊|呀)?|辛苦(?:你|您)?(?:了|啦)|(?:你|您)?(?:帮|解决)了?(?:我)?大忙(?:了|啦)?)(?:[，,！!](?:谢谢|多谢|辛苦了|正是我(?:要|想要)的|太好了|真好))*$`)
	nothingZH = gist.Compile(`^(?:(?:今天|今日|最近|这边|这里|家里|店里|一切|都|还是|也|就|这(?:一)?周)*(?:没(?:有|什么|啥)(?:什么)?(?:事|新鲜事|新闻|特别的|大事|可说的|变化)|老样子|照旧|一切正常|都挺好|(?:好|真|太|很|挺)(?:忙|累|闲|热闹|清静|无聊|充实)(?:的一[天周]|啊|呀|了)?|(?:忙|累|困)(?:死|坏|疯|晕)(?:我|人)?了)[，,]?(?:这一?[天周]|今天|最近)?)+$`)
	calmsZH   = gist.Compile(`^(?:你|您)?(?:别|不用|不必|请别)(?:担心|着急|操心|在意|客气|介意|放在心上|往心里去|见怪)[^，。；]{0,10}(?:，(?:都|一切|我|这边)?(?:好|没事|没问题|行)[^，]{0,3})?$`)
	followsZH = gist.Compile(`^(?:下面|以下|这|这里|附件)(?:就)?是[^，。]{0,14}(?:发来的?|收到的?|写的?|转来的?|的)?(?:` + gist.TextsZH + `|原文|聊天记录|文章|附件|台词|内容|来信)$`)
)
