package forget

import (
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What the turns of a request hold, in folded form.
var (
	// a word of erasing, of whatever
	erasingEN = gist.Compile(` (?:lose|bin|drop|ditch|strike|scratch|cut|clear|shred|bury|dump|chuck|toss|out|gone|go|goes|off|rid|leave|take|took|wipe|undo|burn|sink|kill|vanish|disappear|never (?:heard|knew|told|said|got|met|saw|read|to have been|been|happened)|(?:(?:were|was) not|wasnt|werent) (?:in|there|here|on|known)|did not (?:know|have|ask)|unlearn|unknow|unhear|unsay|un|forgot|existing|exist|written (?:down )?anywhere|lying (?:about|around)|(?:not|never) (?:\w+ ){0,3}(?:in|on|with|here|there|written|kept|had|have it|said|told|mentioned|happened|existed|been)|(?:no|nobody|nothing|none) (?:\w+ ){0,3}(?:in here|here|left|anywhere|written|ash|trace|mention|record)|let (?:it|that|them|him|her) go|see to it|take care of (?:it|that)|quit|stop (?:knowing|keeping|having)|clear out|spared|end of it|pull|peel|lift|close|shut|release|part with|do without) `)
	erasingZH = gist.Compile(`[删抹划销撤勾]|[忘擦清洗涂](?:掉|去|除|了吧|了它)|[去拿收](?:掉|走|了|回)|(?:不|别|莫|甭)[^，。,.]{0,4}[留存记写放提占]|翻篇|放下|[摘剔剜抠拔扔丢撂吹扬撕烧埋废摆卸清抽撇挪]掉?了?|打住|消失|没发生|(?:不|别|莫|甭|不消|不许|通通|统统|全|一并|一起)[^，。,.]{0,4}[搁攥有要在剩走去下清]|下架|烂在|连根|勾了`)

	// that it was told, or is private, or that all of it is meant
	partEN    = gist.Compile(` (?:that|this|those|these|the) (?:parts?|bits?|things?|stuff|story|matter|business|one|lot) `)
	partZH    = gist.Compile(`[那这](?:一?段|一?部分|件?事|条|些|番话|几?句)`)
	privateEN = gist.Compile(` (?:in confidence|confidential|private|personal|secret|between us|nobody 's business|none of (?:your|anyone 's) business|should not (?:be|have) (?:been )?(?:typing|told|said|written|typed|typing)|for anyone else 's ears|embarrassing|ashamed) `)
	privateZH = gist.Compile(`不该|隐私|保密|丢人|难为情|不好意思|多嘴|面红|惭愧|私事|怕[^，。]{0,6}(?:看|知|晓)|[看瞧]见`)
	wholeEN   = gist.Compile(` (?:everything|anything|all|the lot|whole|entire|any of|every bit) `)
	wholeZH   = gist.Compile(`全|都|整|干净|统统|一点别|一点也?不|一个不|从头到尾|一个字`)

	// where the place of what one has is the memory
	memoryEN = gist.Compile(` (?:(?:your|my) (?:notes?|records?|files?|books?|head|mind)|memory|memories|on file|forget|forgotten|(?:never|not) (?:said|told|heard|mentioned|happened)|unsaid|unheard|unlearned|know|knew|remember) `)
	memoryZH = gist.Compile(`忘|不记|不留|不存|没听|没说|[我你您]这|[你您]那|这边|这里|[这那]条|的事|不再提|再提`)

	// somebody else says or wants it
	saysZH = gist.Compile(`^ ?[^我你您，。]{1,8}(?:说|讲|劝|叫|嫌|喊|非要|非让|让)(?:我|你|，|,| )`)

	// the agent asks back what is meant
	meansEN   = gist.Compile(` (?:you mean|which|what about|taken|deleted|removed|erased|wiped|forgotten|go|goes|gone|out|drop|dropped|delete|remove|erase|wipe|forget|strike|stay|stays|keep) `)
	meansZH   = gist.Compile(`您?你?[指是]的?|哪|去掉|[删抹擦划拿去撤清](?:掉|去|了)|不留|留|都算|怎么处理|忘`)
	youMean   = gist.Compile(` (?:do|did) you mean |^ you mean |[您你]指|[您你]是[指说]|说的是`)
	offersEN  = gist.Compile(` (?:forget|delete|deleted|erase|erased|remove|removed|wipe|wiped|scrub|drop|strike|(?:take|taken) (?:\w+ )?out) `)
	offersZH  = gist.Compile(`[忘抹删擦清划去][掉除去了]|[抹删擦]吗`)
	yesWordEN = gist.Compile(`^ (?:yes|yeah|yep|aye|yup|both|all|right|exactly|correct|that is it|you got it|the lot)\b| but yes `)
	yesWordZH = gist.Compile(`^ ?(?:嗯|对|是|好|行|成|都)`)

	// it tells that something is gone
	goneEN = gist.Compile(` (?:wiped|erased|deleted|removed|gone|forgotten|scrubbed|struck|purged|cleared|dropped|binned|lost|shredded|buried|withdrawn|retracted|scrapped|ditched|blanked|unsaid|vanished) | (?:taken|thrown|crossed|rubbed|struck|scratched|cut) (?:[\w']+ ){0,3}(?:out|off) | un(?:heard|said|known|seen|learned|learnt|told) | (?:both|all|all three|it is|that is|they are|both are|all are|notes? (?:is|are)|entries are) out | (?:is|are) (?:not|no longer) (?:in|there|on|kept|stored) | never (?:said|told|heard|mentioned) | no longer (?:have|hold|keep|know|remember|on|in) | (?:off|out of) (?:my|the) (?:notes?|records?|files?|books?|memory) | as if (?:you|i|it) (?:had )?never | (?:no|not|nothing) (?:\w+ )?(?:record|trace|left) | (?:i )?(?:do not|did not) have (?:it|that|them|one|any) | (?:is|are|it|that) (?:not|nowhere|no longer) (?:here|in here|with me) | (?:leaves?|released|off|cleared|cancelled|closed|dissolved|evaporated|let (?:it|that|them|him|her|the \w+) go|letting (?:it|that|them) go|spirited|emptied|blank|swept|cleaned|evicted|shed|rid) | (?:nothing|none|no (?:\w+ )?(?:trace|word|note|mention|line|record|memory)) (?:[\w']+ ){0,4}(?:left|remains?|here|with me|anywhere|on me|survives?|is) | (?:know|knows|knew|have|hold|holds|keep|carry|recall|remember) (?:no|nothing|none|neither|not) | no longer | not any ?more | never (?:did|was|were|had|happened|existed|knew|met) | (?:could|can) not (?:quote|tell|say|name|recall) (?:[\w']+ ){0,4}now `)
	goneZH = gist.Compile(`[忘抹删擦清](?:掉|除|去|干净)?[了咗]|[划去拿撤](?:掉|除|走)[了咗]|[划撤][了咗]|(?:已经?|都)(?:[忘抹删擦清划撤]|[去拿]掉)|洗咗|翻篇|收回|不再?[提留记存]了?|不再?写了|不会再|没听过|没说过|撤回|不提了|不再有|(?:都|全|整件|条|件|里|边)没有?了|没听[过见到]|没这回事|[删抹清移剔]除|[去删抹划拿清]掉|勾销|[没冇][有得]?了|不剩|不在了|清空|没发生过|没有这|[摘剔剜抠拔扔丢撂吹扬勾废卸放下]掉?了`)
	// one who has gone somewhere or through something
	goneOn = gist.Compile(` gone (?:through|to|over|into|back|for|home|up|down|on (?:to|with|holiday|leave|a|about|for)) `)
	doneEN = gist.Compile(` done `)
	doneZH = gist.Compile(`^ ?(?:好|嗯|行)?[，,]?(?:已经?|都)?(?:处理|办)?(?:好|妥|完)了`)

	// that something stays
	keepsEN   = gist.Compile(` (?:keep|keeping|kept|leave|leaving|stay|stays|remains?|still|retain|hang on to|hold on to|hold onto|(?:you|they) (?:can|may) have|(?:is|are) (?:fine|no secret|common knowledge|public)|every(?:body|one) knows|do not touch|let (?:[\w']+ ){1,4}stand|unchanged|untouched|intact|as (?:it|they) (?:is|are|was|were)) `)
	staysEN   = gist.Compile(` (?:still|keep|keeping|kept|stays?|remains?|leave|leaving|only|know (?:him|her|them) as|as (?:it|they|before)|stands?|unchanged) `)
	staysZH   = gist.Compile(`只留|保留|还在|还留|照旧|仍|留着|不动|没动|只剩|[^不]在$`)
	unkeptEN  = gist.Compile(` (?:not|never|stop|nor|rather) (?:[\w']+ ){0,3}(?:keep|keeping|kept|hang|hold|retain|stay) | leave (?:[\w']+ ){1,4}out | still (?:have|has|know|remember|there|in) `)
	keepsZH   = gist.Compile(`留着|保留|[别甭莫][删抹擦忘动丢]|不[用要必能][删抹擦动忘丢]|不动|没动|照旧|照常|照记|不变|仍|还[在是]|还留|只留|只剩|可以留|留下|谁都知道|都晓得|都知道`)
	unkeepsZH = gist.Compile(`(?:别|不|莫|甭|不要|不用|不必)[^，。]{0,3}(?:留着|保留|留下)`)
	exceptEN  = gist.Compile(`(?i)\b(?:except(?: for)?|but for|apart from|other than|but not|save for|all but|bar)\s|^\s*not\s+(?:the|that|for|her|his|my|their)\s`)

	// a rule to keep quiet
	hushEN   = gist.Compile(` (?:mention|mentioned|tell|told|say|said|write|written|put|refer|referred|raise|raised|bring|brought|name|named|share|shared|pass|passed|speak|spoken|talk|talked|appear|appears|goes|go|kept|keep|leave|left|disclose|disclosed) `)
	secretEN = gist.Compile(` (?:keep|keeps|leave|leaves|stay|stays) (?:[\w'-]+ ){1,12}?(?:out of|off|to (?:it|your|them|her|him)self|private|quiet|secret|between) | (?:confidential|secret) `)
	secretZH = gist.Compile(`保密|瞒着|守口|绝口`)
	hushZH   = gist.Compile(`[提写说讲谈透漏传]|告诉|出现`)

	// a request or the agent's word for what goes speaks of such a rule
	hushAskEN = gist.Compile(` (?:hush|rule|secret|secrecy|quiet|promise|promised|not (?:to )?(?:tell|mention|say|bring)) `)
	hushAskZH = gist.Compile(`[不别莫](?:说|提|写|讲|往外|跟|告诉|透露|外传|往)[^，。]{0,8}[那这][条个句话]|保密|[瞒绕][^，。]{0,6}[那这]?[条话的事茬]|障眼|说辞|约定|规矩`)

	// when it was told
	firstDayEN = gist.Compile(` (?:first|very first) (?:day|time|session|week|chat|talk|evening|morning) | day one | (?:at|from|in) the (?:very )?(?:start|beginning) `)
	firstDayZH = gist.Compile(`[第头]一[天次回]|刚认识|一开始|最开始`)

	// how many things
	countEN = gist.Compile(` (both|all (?:of )?(?:the )?two|all three|all four|all five) | (two|three|four|five) (?:\w+ )?(?:notes?|things|entries|items|facts|points|bits|lines|records) `)
	countZH = gist.Compile(`([两二三四五])[条件项处样桩]事?(?:都|全|也|一起|一并|已)`)

	// the same, where one sentence has to settle it and no other sign is weighed: each holds
	// only what is hardly said of anything else
	surelyErasingZH = gist.Compile(`[删抹划销撤勾]|[忘擦清洗涂](?:掉|去|除|了吧|了它)|[去拿收](?:掉|走|了|回)|(?:不|别|莫|甭)[^，。,.]{0,4}[留存记写放提占]|翻篇|放下`)
	surelyAllZH     = gist.Compile(`全|都|整|干净|统统|一点别|一点也?不`)
	surelyGoneEN    = gist.Compile(` (?:wiped|erased|deleted|removed|gone|forgotten|scrubbed|struck|purged|cleared|dropped|binned|lost|shredded|buried|withdrawn|retracted|scrapped|ditched|blanked|unsaid|vanished) | (?:taken|thrown|crossed|rubbed|struck|scratched|cut) (?:[\w']+ ){0,3}(?:out|off) | un(?:heard|said|known|seen|learned|learnt|told) | (?:both|all|all three|it is|that is|they are|both are|all are|notes? (?:is|are)|entries are) out | (?:is|are) (?:not|no longer) (?:in|there|on|kept|stored) | never (?:said|told|heard|mentioned) `)
	surelyGoneZH    = gist.Compile(`[忘抹删擦清](?:掉|除|去|干净)?[了咗]|[划去拿撤](?:掉|除|走)[了咗]|[划撤][了咗]|(?:已经?|都)(?:[忘抹删擦清划撤]|[去拿]掉)|洗咗|翻篇|收回|不再?[提留记存]了?|不再?写了|不会再|没听过|没说过`)

	// the agent tells that it no longer has something, which is said of the world too
	offEN = gist.Compile(` no longer (?:have|hold|keep|know|remember|on|in) | (?:off|out of) (?:my|the) (?:notes?|records?|files?|books?|memory) | as if (?:you|i|it) (?:had )?never | (?:no|not) (?:record|trace) `)
	offZH = gist.Compile(`撤回|不提了|不再有|(?:都|全|整件|条|件|里|边)没有?了|没听[过见到]|没这回事|[删抹清移剔]除|[去删抹划拿清]掉|勾销`)

	ownEN = gist.Compile(` (?:my|our) `)
)

var smallNumbers = map[string]int{"both": 2, "all two": 2, "all of the two": 2, "all the two": 2, "all of two": 2, "all three": 3, "all four": 4, "all five": 5, "two": 2, "three": 3, "four": 4, "five": 5, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5}

// Light are terms that say nothing of what a request to forget is about: verbs
// of speaking, wanting and moving, words that point or count, and the place
// where things are kept.
var Light = gist.SetOf("go come get put give take keep see look want like need think say tell told ask mention speak talk hear make do let leave happen business trace mention public nobody have thing stuff bit part lot one first second last next time day today week way much many more all ever never again back book note record list memory file name please sorry also just really everything anything scrub delet eras wipe remov forget throw rub strike cross scratch unhear unlearn unsay purge blot bin ditch lose",
	"忘 忘记 忘掉 呗 嘛 咯 喽 所以 那些 这些 哪些 那儿 这儿 年 月 日 号 天 周 礼拜 星期 点 今年 去年 明天 哪儿 哪里 哪 谁 什么 怎么 事 事情 事儿 话 回 上回 上次 次 讲 说 提 看 想 不想 要 不要 人 一 个 段 那段 这段 那件事 这件事 那事 这事 那个 这个 别提 再提 别存 别记 别说 留底 做 来 去 有 给 留 记 写 存 算了 底 数 里头 东西 时候 以后 以前 今天 昨天 点 抹 删 删掉 擦 擦掉 抹掉 划掉 清掉 拿掉 收回 翻篇 翻 篇 干净 不该 不许 到处 字 那句话 句")
