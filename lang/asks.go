package lang

import "strings"

// A Slot is a kind of value that a question asks for or a statement holds.
type Slot uint16

// The slots.
const (
	TimeSlot   Slot = 1 << iota // a date or a span: "when", 几号
	ClockSlot                   // a time of day: "what time", 几点
	MoneySlot                   // an amount of money: "how much", 多少钱
	CountSlot                   // a number: "how many", 几个
	PersonSlot                  // "who", 谁
	PlaceSlot                   // "where", 哪里
	ReasonSlot                  // "why", 为什么
)

// Any reports whether s holds one of the slots of o.
func (s Slot) Any(o Slot) bool { return s&o != 0 }

// An Ask is what a question asks for besides its topic. The zero Ask asks for
// nothing in particular.
type Ask struct {
	Wants Slot
	Act   bool // the agent is to do something, not to tell something
	Now   bool // it asks about the present
	YesNo bool // it can be answered by yes or no
	Both  bool // it asks for several things, or compares
}

type askLine struct {
	slot     Slot
	patterns []string
}

var asksEN = []askLine{
	{ClockSlot, wordsOf(`what time | which time | at what hour | what hour | at what hours | what hours | which hours`)},
	{TimeSlot, wordsOf(`when | what date | which date | what day | which day | which days | what days | which evening | which evenings | which night | which nights | which morning | which mornings | which afternoon | which weekday | what weekday | which month | what month | which year | what year | until when | how long | how many days | how many weeks | how many months | how soon | how old | what deadline | which came first | since when | by when | first … or`)},
	{MoneySlot, wordsOf(`how much | what does … cost | price | cost | budget | fee | pay | paid | rent | deposit | salary | total`)},
	{CountSlot, wordsOf(`how many | how often | how far | how tall | how big | how large | what number | how much`)},
	{PersonSlot, wordsOf(`who | whom | whose | name`)},
	{PlaceSlot, wordsOf(`where | which city | what city | which town | what address | which place`)},
	{ReasonSlot, wordsOf(`why | what reason | how come`)},
}

var asksZH = []askLine{
	{ClockSlot, phrases(`几点 什么时间 何时 什么时候 多早 多晚`)},
	{TimeSlot, phrases(`什么时候 何时 哪天 哪一天 哪几天 哪晚 哪个晚上 哪些天 几号 几月 哪年 哪个月 星期几 周几 礼拜几 多久 多长时间 多少天 几天 几周 几个月 到什么时候 截止 哪件在前 先后 是先 多大 几岁 期限 日期`)},
	{MoneySlot, phrases(`多少钱 多少元 多少块 几块 几元 价 费 预算 花了 花多少 工资 租金 差多少 合计 一共多少 上限`)},
	{CountSlot, phrases(`多少 几个 几次 几封 几位 几站 几口 几种 几分 多大 多高 多重 多远 面积 各占`)},
	{PersonSlot, phrases(`谁 哪位 哪个人 叫什么 名字 姓什么 哪些人`)},
	{PlaceSlot, phrases(`哪里 哪儿 哪个城市 在哪 去哪 什么地方 地址 何处 边度`)},
	{ReasonSlot, phrases(`为什么 为何 原因 怎么会 咋 为啥 怎么回事`)},
}

var actEN = wordsOf(`^draft | ^text | ^message | ^mail | ^note | ^quote | ^book | ^order | ^enter | ^fill | ^sort | ^pick | ^choose | ^convert | ^remind | ^introduce | ^write | ^give | ^list | ^reply | ^answer | ^send | ^prepare | ^suggest | ^recommend | ^compose | ^summarise | ^summarize | ^set | ^plan | ^make | ^show | ^put | ^format | ^tell | ^report | ^propose | ^respond | ^open | ^phrase | ^fix | ^correct | ^log | ^record | ^read | ^explain | draft the | draft a | write the | write a | write one | answer her | answer him | answer them | reply to | how do you | how should you | how would you | what do you do | what do you say | what should you | what would you | should you | do you | would you | may you | can you | will you | your reply | your answer | you reply | you answer | you do | you say | you write | you send | how should the agent | should the agent | should the assistant | how should answers | how should … be written | how is … to be | what next | give the | give her | give him | in your | one line | first line | first sentence | in one sentence`)
var actZH = phrases(`请报 请列 请选 请排 请算 请拟 请推荐 请介绍 请安排 请提醒 请填 请发 请做 请解释 请回应 请改 主推 推荐哪 选哪 你怎么 你会怎么 你该 你要 你应 你先 你还 你第一 请你 请直接 请用 请写 请把 请给 请记 请回 请按 请帮 写一 写出 写成 写个 写封 拟一 拟个 列出 列一 起草 替他 替她 替用户 帮他 帮她 给他 给她 怎么回 怎么答 怎么写 怎么填 怎么办 该怎么 如何回 如何写 如何处理 回他 回她 回复他 答复 直接发 发你的 你发 用一句话 一句话 按约定 照约定 按规矩 注意约定 助手该 助手应 助手怎么 要不要给 记进 写进 该不该 能不能直接 现在就`)
var nowEN = wordsOf(`now | currently | today | at present | these days | at the moment | still | latest | current | finally | final`)
var nowZH = phrases(`现在 目前 如今 眼下 当前 今天 现任 还 最新 最终 最后 到底 如今 现`)
var yesNoEN = wordsOf(`^am | ^is | ^are | ^was | ^were | ^does | ^do | ^did | ^can | ^may | ^should | ^will | ^would | ^has | ^have | ^could | , is | , are | , does | , do | , did | , can | , may | , should | , will | , would | , has`)
var yesNoZH = phrases(`吗 是否 是不是 能不能 可不可以 要不要 有没有 会不会 行不行 对不对 该不该 用不用`)
var bothEN = wordsOf(`which … first | first … or | and what | and who | and when | and where | and how | each | both | difference | between | how many days | compare | more than | before or after | earlier | respectively | apart from`)
var bothZH = phrases(`各 分别 先后 在前 哪个先 是先 还是 相差 隔 分别是 和…各 两个 两处 两次 比 合计 一共 总共 差多少`)

// Asks reads a question.
func Asks(question string) Ask {
	folded, han := Fold(question), IsHan(question)
	var a Ask
	lines, act, now, yesNo, both := asksEN, actEN, nowEN, yesNoEN, bothEN
	if han {
		lines, act, now, yesNo, both = asksZH, actZH, nowZH, yesNoZH, bothZH
	}
	for _, l := range lines {
		if find(folded, l.patterns) >= 0 {
			a.Wants |= l.slot
		}
	}
	for _, s := range Sentences(question) {
		a.Act = a.Act || find(Fold(s.Text), act) >= 0
	}
	a.Act = a.Act || addressed(MaskQuotes(question))
	a.Now = find(folded, now) >= 0
	for _, s := range Sentences(question) {
		a.YesNo = a.YesNo || find(Fold(s.Text), yesNo) >= 0 || han && s.Question && strings.HasSuffix(strings.TrimRight(s.Text, "？? "), "吧")
	}
	a.Both = find(folded, both) >= 0
	return a
}

// addressed reports whether a question speaks to the agent: what it does or
// says is asked for.
func addressed(question string) bool {
	folded := Fold(question)
	return find(folded, agents) >= 0 || strings.Contains(folded, "你") || strings.Contains(folded, "助手")
}

var agents = wordsOf(`you | your | the agent | the assistant`)

// Holds returns the slots that a statement has a value for. It judges by form
// alone (a number before a unit, a capital, a preposition of place), and so
// says "may hold" of people and places.
func Holds(statement string) Slot {
	var s Slot
	folded := Fold(statement)
	digits := hasNumber(statement)
	if digits {
		s |= CountSlot
	}
	if IsHan(statement) {
		if find(folded, holdsTimeZH) >= 0 {
			s |= TimeSlot
		}
		if find(folded, holdsClockZH) >= 0 {
			s |= ClockSlot
		}
		if digits && find(folded, holdsMoneyZH) >= 0 {
			s |= MoneySlot
		}
		if find(folded, holdsPlaceZH) >= 0 {
			s |= PlaceSlot
		}
		if find(folded, holdsReasonZH) >= 0 {
			s |= ReasonSlot
		}
		return s
	}
	if find(folded, holdsTimeEN) >= 0 {
		s |= TimeSlot
	}
	if digits && find(folded, holdsClockEN) >= 0 {
		s |= ClockSlot
	}
	if strings.ContainsAny(statement, "£$€₦₹") || digits && find(folded, holdsMoneyEN) >= 0 {
		s |= MoneySlot
	}
	if find(folded, holdsPlaceEN) >= 0 {
		s |= PlaceSlot
	}
	if find(folded, holdsReasonEN) >= 0 {
		s |= ReasonSlot
	}
	return s
}

var holdsTimeEN = wordsOf(`january | february | march | april | june | july | august | september | october | november | december | until | monday | tuesday | wednesday | thursday | friday | saturday | sunday | mondays | tuesdays | wednesdays | thursdays | fridays | saturdays | sundays | week | month | year | years | days | may 2024 | may 2025 | may 2026`)
var holdsClockEN = wordsOf(`am | pm | o'clock | noon | midnight | past | half past | quarter | at six | at seven | at eight | at nine | at ten | by | until | before | after`)
var holdsMoneyEN = wordsOf(`pounds | pound | dollars | euros | naira | rupees | pence | cents | quid | price | cost | costs | pays | paid | fee | deposit | rent | budget | salary | per month | a month`)
var holdsPlaceEN = wordsOf(`lives in | live in | in the | at the | moved to | based in | from | lies | under | near | street | road | floor | office | works at | on the`)
var holdsReasonEN = wordsOf(`because | since | so that | as | due to | for fear | owing to | after`)
var holdsTimeZH = phrases(`月 日 年 号 周 星期 礼拜 天 底 初`)
var holdsClockZH = phrases(`点 :00 :30 :15 :45 :40 时`)
var holdsMoneyZH = phrases(`元 块 万 钱 价 费 工资 租金`)
var holdsPlaceZH = phrases(`在 住 去 到 搬 位于 设 路 街 区 县 楼 院`)
var holdsReasonZH = phrases(`因 由于 为了 怕 以免 所以 避免`)

func hasNumber(s string) bool {
	for _, r := range s {
		if r >= '0' && r <= '9' || strings.ContainsRune("一二三四五六七八九十百千万两半", r) {
			return true
		}
	}
	return find(Fold(s), smallCounts) >= 0
}

var smallCounts = wordsOf(`one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | twenty | thirty | forty | fifty | hundred | thousand | once | twice | half | dozen`)

// Frame reports whether a term belongs to how questions about a dyad are put
// rather than to what they ask: "user", 用户.
func Frame(term string) bool {
	switch term {
	case "user", "agent", "assist", "user's", "用户", "助手", "question", "问题", "answer", "tell", "say", "said", "回答", "说", "he", "she", "怎么", "多少", "什么", "哪":
		return true
	}
	return false
}
