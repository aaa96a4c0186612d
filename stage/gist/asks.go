package gist

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// AsksToForget reports whether a sentence asks the agent to forget what it was
// told. Its object has to be something said or kept, or of the user: one deletes
// a file and forgets the nuts in a recipe without a memory being meant. That
// the user forgets something, or that something is not to be forgotten or need
// not be noted, is no such request.
func AsksToForget(sentence string) bool {
	cues := lang.CuesOf(sentence)
	if !cues.Has(lang.Forget) { // most sentences
		return false
	}
	cues = lang.CuesOf(NotAsked.Replace(cues.Folded()))
	if !cues.Has(lang.Forget) || cues.Has(lang.Hypothesis, lang.Jest) {
		return false
	}
	text := cues.Folded()
	if cues.Han() {
		if strings.Contains(text, "忘") && !forgetZH.MatchString(text) && !lang.CuesOf(forgotZH.ReplaceAllString(text, "…")).Has(lang.Forget) {
			return false // who forgets is the user
		}
		return RememberedZH.MatchString(text) || !ThingZH.MatchString(text) && !PlaceZH.MatchString(text)
	}
	if RememberedEN.MatchString(text) {
		return true
	}
	if ThingEN.MatchString(text) {
		return false
	}
	switch {
	case ErasesEN.MatchString(text):
		return !PlaceEN.MatchString(text) || PointsEN.MatchString(text)
	case forgetsEN.MatchString(text):
		return politeEN.MatchString(text) || PointsEN.MatchString(text)
	}
	return true
}

// NotAsked takes out what has a verb of forgetting and asks for none.
var NotAsked = strings.NewReplacer(" i forget ", " i … ", " i always forget ", " i … ", " i keep forgetting ", " i … ",
	"忘在", "…", "我忘", "我…", "老忘", "…", "不用记", "…", "别忘", "…", "不要忘", "…", " do not forget ", " … ", " never forget ", " … ",
	" forget it , never mind ", " … ", " never mind , forget it ", " … ", " on file ", " on record ")

// What the sentences hold, in folded form.
var (
	// what was said or is kept, or the complement of forgetting: "what I told you", "that I …", "where the key is"
	RememberedEN = Compile(` (?:i|we) (?:\w+ ){0,2}?(?:said|told|say|tell|mentioned|shared|wrote|gave|repeated|let slip)\b| (?:told|given|mentioned|said) (?:to )?you | (?:you|your) (?:\w+ ){0,2}?(?:know|knew|remember|remembered|heard|have on me|keep|kept|hold|store|stored|noted|recorded) | your (?:\w+ )?(?:memory|memories|notes?|records?|head|mind|books?) | (?:memory|memories|off the record|unremember|pretend) | forget (?:please )?(?:that|what|where|who|when|how|why|which|whose|everything|anything|all) (?:i|we|my|our|he|she|they|it|you|the|a|about|\w+ (?:is|are|was|were|has|had|does|did|lives?|works?)) | forget (?:i|we|you|it) (?:ever|said|told|mentioned) `)
	RememberedZH = Compile(`[说讲提谈聊]过?的?|告诉|透露|记的|记着|记下|记忆|记录|备忘|知道的|当没|别记|不要记|别留|不要留|别存`)

	// things that can be deleted without a memory being meant
	ThingEN = Compile(` (?:files?|folders?|documents?|docs?|drafts?|photos?|pictures?|images?|screenshots?|attachments?|e-?mails?|mails?|lines?|sentences?|paragraphs?|commas?|pages?|slides?|sections?|chapters?|headings?|titles?|footnotes?|rows?|columns?|cells?|sheets?|tables?|charts?|spreadsheets?|functions?|class|classes|variables?|comments?|branch|branches|repo|database|scripts?|apps?|events?|tabs?|bookmarks?|downloads?|videos?|songs?|tracks?|playlists?|recipes?|cakes?|salads?|soups?|sauces?|dish|ingredients?|shopping|carts?|basket|orders?|lists?|menus?|calendars?|schedules?|agendas?|invitations?|rota|tablecloth|logos?|fonts?|emojis?|stains?) `)
	ThingZH = Compile(`文件|文档|文稿|草稿|初稿|照片|图片|截图|附件|邮件|短信|段落|这一?段|第.{1,3}[段行页句列]|这一?行|这一?句|幻灯|页面|标题|表格|单元格|代码|函数|变量|注释|分支|数据库|脚本|应用|软件|账号|账户|日程|书签|视频|歌单|菜谱|食谱|配料|蛋糕|汤里|菜里|购物车|订单|名单|清单|菜单|列表|日历|行程表|排班表|污渍|表情|标点|逗号`)

	// where things are deleted from
	PlaceEN = Compile(` (?:from|in|inside|out of|off) (?:the|this|my|our|a|an) (?:\w+ ){1,2}`)
	PlaceZH = Compile(`往.{1,8}[里中上]|从.{1,10}[里中上]|把.{1,8}里的`)

	// 忘 as it is asked of somebody; it is told of oneself otherwise
	forgetZH = Compile(`(?:你|请|把|给我|帮我|[都就也]|麻烦)[^，。]{0,14}忘|忘(?:了|掉|记)?(?:吧|它|他|她|这|那)|^ ?忘掉`)
	forgotZH = Compile(`忘[了掉记去光]?`)

	forgetsEN = Compile(` forget `)
	ErasesEN  = Compile(` (?:delete|erase|remove|wipe|scrub|purge|bin|strike|throw|chuck|take|rub|cross|clear|get rid) `)
	politeEN  = Compile(` (?:please|kindly) (?:\w+ )?forget | forget (?:\w+ ){1,6}?please `)
	// words that point back at what was said, and what is the user's own
	PointsEN = Compile(` forget (?:about )?(?:my|our|me|us|this|that|those|these|it)\b| (?:thing|stuff|bits?|part|lot|business|matter|story|news|fact|facts|details?|topic|subject|conversation|everything|anything|number|figure) `)
)
