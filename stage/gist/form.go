package gist

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// Styles reports whether what stands behind a label sets how all texts of a kind are
// done, or what is so from now on: "replies: British English", 周报：先数字后文字. Both
// stand without the colon between them.
func Styles(label, rest string) bool {
	if lang.IsHan(label) {
		return labelZH.MatchString(label) && !planLabel[label] && styleZH.MatchString(rest) && !strings.ContainsAny(rest, "我了")
	}
	label, rest = lang.Fold(label), lang.Fold(rest)
	return labelEN.MatchString(label) && styleEN.MatchString(rest) && !planLabel[strings.TrimSpace(label)] && !ownLabelEN.MatchString(label) && (!myLabelEN.MatchString(label) || shapeEN.MatchString(rest)) && !saysEN.MatchString(rest)
}

const (
	// TextsEN and TextsZH are kinds of text, FormsEN also parts of texts and what else an assistant makes.
	TextsEN = `e-?mails?|mails?|messages?|texts|letters?|posts?|captions?|reports?|summary|summaries|notes?|repl(?:y|ies)|answers?|quotes?|invoices?|orders?|recipes?|plans?|lists?|schedules?|itinerar(?:y|ies)|articles?|tweets?|newsletters?|updates?|reminders?|prices?|reviews?|memos?|minutes|drafts?|scripts?|speech(?:es)?|proposals?|applications?|worksheets?|exercises|descriptions?|listings?|labels?|menus?|headlines?|titles?|flyers?|translations?|explanations?|estimates?|briefs|cards?|statements?|suggestions`
	TextsZH = `文案|邮件|电邮|消息|信息|短信|微信|信|报告|周报|日报|月报|纪要|通知|公告|回复|回答|答案|总结|摘要|清单|菜谱|食谱|标题|计划|方案|教案|评语|简历|稿子|稿|帖子|推文|朋友圈|笔记|报价|报价单|合同|表格|日程|行程|行程单|提醒|账单|简介|介绍|海报|说明|题目|练习|译文|贺卡|请柬`
	FormsEN = TextsEN + `|code|charts?|figures|screenshots?|slides|photos?|documents?|docs|links?|sources|subject lines?|dates|numbers|sums|amounts|tables|examples|comments?|results|receipts?`
	// TonguesZH are languages and ways of speech.
	TonguesZH = `(?:中文|英文|英语|法文|法语|日文|日语|德文|德语|俄文|俄语|韩文|韩语|西班牙[文语]|粤语|普通话|白话|文言|书面语|口语|敬语|繁体字?|简体字?)`
	// stylesEN tell the form of a text, or what comes first in it.
	stylesEN = `first|last|then|only|always|never|no|not|without|max|maximum|min|minimum|at most|at least|tops|under|up to|top|bottom|below|above|beginning|short|shorter|brief|plain|simple|formal|informal|casual|friendly|polite|literal|rhyme|bold|italics|upper case|lower case|capitals|landscape|portrait|metric|imperial|british|american|english|german|french|spanish|italian|dutch|japanese|chinese|24h|by date|alphabetical|alphabetically|one per|each on`
)

// planLabel are labels behind which stands a plan of the user's rather than a form.
var planLabel = SetOf("plan schedule itinerary list order quote note 计划 行程 日程 清单 方案 安排")

var (
	labelEN    = Compile(`^ (?:(?:and|also|so|but|oh|for|in|with|all|any|the|your|my|our|every|each|,) )*(?:[\w-]+ ){0,2}(?:` + FormsEN + `)(?: (?:to|for|about|from|of) (?:[\w-]+ ){1,3})? ?$|^ (?:from (?:now|here) on|from today|in future|going forward) $`)
	ownLabelEN = Compile(`^ (?:(?:and|also|so|but|well|oh|,) )*(?:his|her|their|shopping|to-do|todo|packing|guest) | (?:this|that) `)
	// the user's own texts have a form only where it is an order's: "my newsletter: short, no emojis"
	myLabelEN = Compile(`^ (?:(?:and|also|so|but|well|oh|,) )*(?:my|our) `)
	shapeEN   = Compile(` (?:no|only|never|always|without|max|at most|short|shorter|brief|plain|please) `)
	styleEN   = Compile(` (?:` + stylesEN + `|\d+ (?:lines?|words?|sentences?|bullets?|points?|pages?)|(?:one|two|three|four|five|ten) (?:lines?|words?|sentences?|bullets?|points?|pages?)) `)
	saysEN    = Compile(`^ (?:(?:and|but|so|well|oh|also) )*(?:i|we|my|our|he|she|it|they|the|this|that|there) `)
	labelZH   = Compile(`(?:` + TextsZH + `|代码|PPT|ppt|截图|图表?|幻灯片|照片|链接|金额|日期|数字|来源|注释)$|(?:的时候|的话|时)$|^(?:以后|今后|往后|从今天起|从现在起)$`)
	styleZH   = Compile(`先|后|只|别|不要|不用|放|置|以内|不超过|最多|至少|一律|统一|随意|正式|简短|简洁|简体|繁体|` + TonguesZH + `|公制|英制|小时制|深色|浅色|加粗|横排|竖排|[一二两三四五六七八十\d]+(?:句|行|条|段|个?字|点)|押韵|大白话|口语`)
)
