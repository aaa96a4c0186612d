package answer

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
)

// ruled makes evidence: rules in front of "|", facts after it, each after ";;".
func ruled(at time.Time, text string) []dyadmem.Entry {
	var out []dyadmem.Entry
	rules, facts, _ := strings.Cut(text, "|")
	for i, part := range []string{rules, facts} {
		for c := range strings.SplitSeq(part, ";;") {
			if c = strings.TrimSpace(c); c == "" {
				continue
			}
			kind := dyadmem.AgentMethod
			if i == 1 {
				kind = dyadmem.Fact
			}
			out = append(out, dyadmem.Entry{Key: dyadmem.KeyFor(c), Kind: kind, Content: c, At: at})
		}
	}
	return out
}

// An acted is a question with what is known, and what the answer holds and does
// not hold.
type acted struct{ name, question, evidence, want, not string }

// acting are questions that ask to act by a rule, what is known, and what the
// answer holds and does not hold.
var acting = []acted{
	{"a price in a unit of the user's own", "The user says: \"Thinking of a new saddle, 240 euros.\" Answer her.", "When the user names a price, give it as a number of riding lessons at €40 each", "6 riding lessons", "number of"},
	{"a price with tax on top", "The user says: \"The oven is $500 plus 20 % VAT.\" Answer.", "Give prices as a number of cakes at $30 each", "20 cakes", ""},
	{"自定单位", "单子上要写一根3300毫米的横梁，这格怎么填？", "尺寸写毫米，括号里附旧尺数，一尺按330毫米折算", "3300毫米（十尺）", "折算"},
	{"half on top", "The user says: \"It will take about 40 boxes.\" How many do you order?", "The user's guesses run low, so add half", "60", ""},
	{"按两倍算", "他说：“我要去东站，十点的车，路上二十分钟，几点走？”你怎么答？", "用户报的路上时间偏短，按两倍算", "九点二十出门", ""},
	{"往后推", "用户说：“我九点到店。”你按几点给他留位？", "用户说的时间要往后推半小时", "九点半", ""},
	{"days ahead", "On which day do you remind the user of the party?", "Remind the user of birthdays five days ahead|The user's daughter has her birthday on 20 March", "15 March", ""},
	{"提前几天", "助手哪天该提醒用户？", "续保提前一周提醒用户|用户的车险2026年9月20日到期", "9月13日", ""},
	{"shares of a sum", "A bonus of 2,000 pounds comes in. What do you set aside, in order?", "Every bonus is split: 25 percent savings, 10 percent travel, and the rest is free", "£500 for savings, £200 for travel", ""},
	{"a total first", "用户要报两天的价：场地每天300元租两天，茶点共180元。请报价。", "报价先给总价，再拆开", "总数780元：场地600元，茶点180元", ""},
	{"a line of fields", "用户说：“这辆叫风雀，跑了4万公里，2019年的，要6万元。”请记进本子。", "看车本每辆记一行，依次为名称、年份、里程、价钱", "风雀｜2019｜4万公里｜6万元", "依次"},
	{"which option: a ban", "两个箱子：甲是塑料的，便宜；乙是铝的，贵三十。该介绍哪款？", "不要给用户推荐塑料的", "选乙", ""},
	{"which option: the dearer for her", "他说：“给闺女买把琴。”甲款800元，乙款2400元。推荐哪款？", "用户给自己买东西便宜就行，给女儿买要挑好货", "选乙", "选甲"},
	{"a traffic light, allowed", "The user asks if she may have goat cheese. Answer her.", "Open food answers with RED, AMBER or GREEN|The user can eat goat cheese but not cow's milk", "GREEN", "AMBER"},
	{"a traffic light, forbidden", "The user asks if she may have cow's milk. Answer her.", "Open food answers with RED, AMBER or GREEN|The user can eat goat cheese but not cow's milk", "RED", "GREEN"},
	{"British spelling", "The user queries this line: \"The color of the theater is gray.\" Send your reply.", "Use British spelling;; A queried line goes back as \"old → new\"", "→ The colour of the theatre is grey", ""},
	{"a draft in the user's person", "The user can't come to choir on Monday since she has the plumber in; she can do Wednesday. Text Odile for her.", "Messages to Odile are short", "Odile, I can't come to choir on Monday since I have the plumber in. I can do Wednesday instead", ""},
	{"通知先写时间地点", "替他给球队拟一条通知：教练生病，训练改到周六下午三点。", "球队通知先写时间地点，后写原因", "训练改到周六下午三点，教练生病", ""},
	{"报数不带评语", "今天的数：走了八千步，超过九成用户。消息怎么写？", "报步数时不提超过多少用户", "走了八千步", "九成"},
	{"称呼", "用户问几点开门，请直接回他，带称呼。", "称呼用户为老板，不叫先生|店里早上九点开门", "老板", "先生"},
	{"call her", "The user asks when the shop opens. Answer her.", "Address the user as Captain, never as madam|The shop opens at nine", "Captain", "madam"},
	{"outside the hours", "It is 22:40 and you have thought of a tip. What do you do?", "No messages to the user after 21:00", "tomorrow", ""},
	{"时间过了", "晚上九点一刻，你想到一个建议，怎么办？", "晚上八点半以后不给用户发消息", "等明天", ""},
	{"one by one", "用户让你动手写章程，你的开场消息怎么发？", "写大纲时一次只发一条，用户点头再发下一条", "第一条", ""},
	{"a verdict of judgement", "Uwe says of the van: \"sure, sure\". What do you put down?", "Uwe's \"sure, sure\" means he has forgotten, so it should not be noted as agreed", "Not noted as agreed", ""},
	{"within a limit", "新房离地铁三站，符合用户的要求吗？", "|用户想住得离地铁四站以内", "符合", "不符合"},
	{"over a limit", "The jacket is 90 pounds. May the user's assistant order it?", "Never order anything over 60 pounds without asking", "No", "Yes"},
	{"another unit", "The parcel weighs 900 g. Note it.", "Give weights in kilos, never in grams", "0.9 kg", "900"},
	{"换单位", "今天摘了12公斤，请报账。", "重量用斤，不用公斤", "24斤", "公斤，"},
	{"twenty-four hours", "The user has the dentist at 4:15 pm. Note it for him.", "Write times in the 24-hour form", "16:15", "4:15 pm"},
	{"decimal hours", "The user worked 6h30. Log it.", "Give hours in decimals", "6.5 hours", "6h30"},
	{"rounded up", "The walk takes 47 minutes. Note it.", "Round walking times up to ten minutes", "50 minutes", "47"},
	{"whole euros, but not all", "The user asks for his balance: 14.80 left, stamps 3.55. Write the reply.", "Stamps are given to the cent; all other amounts in whole euros", "15 left, stamps 3.55", "14.80"},
	{"the case of a limit", "一盏一百二十元的台灯，怎么办？", "一百元以内直接下单，超过一百元先打电话", "先打电话", "直接下单"},
	{"a wording in place of another", "小宝又把积木撒了一地。你怎么跟他说？", "对孩子不说“懒”“烦”，说“我们一起捡”", "我们一起捡", "懒"},
	{"a sign-off", "Write the user a line saying the kiln is free at six.", "Sign off with \"Warm clay\"", "The kiln is free at six. Warm clay", "Sign"},
	{"称呼对方和落款", "客户留言：“花束要两束，多少钱？”替用户回一句。", "回客户称对方“同学”，结尾署“花房小穆”|花束每束30元", "同学", ""},
	{"落款在后", "客户留言：“花束要两束，多少钱？”替用户回一句。", "回客户称对方“同学”，结尾署“花房小穆”|花束每束30元", "60元", ""},
	{"a list in order", "把三样点心的价目排出来。", "价目从低到高排|酥饼每盒26元，麻花每袋12元，桃糕每盒19元", "麻花每袋12元，桃糕每盒19元，酥饼每盒26元", ""},
	{"which option: a bound", "Options: A is a rink 50 minutes away, B is a hall 10 minutes away. Which do you suggest?", "Don't suggest places more than 25 minutes away", "Choose B", ""},
	{"how it is put down", "老邱说：“油漆明天送来。”这一条你怎么记？", "老邱说明天送的，往往还没订，要标“待定”", "标“待定”", ""},
	{"so much a head", "五个人的凉面要放多少花生？", "凉面里花生每人二两", "10两", ""},
	{"so much a day", "一本240页的相声集，几天能读完？", "长书每天读二十页", "12天", ""},
	{"which option: what the user likes", "给用户挑一场：甲《雾港》讲悬案，乙《山谣》是民歌会。选哪场，为什么？", "推荐时给一句理由|用户怕看悬案，喜欢民歌", "选乙", "选甲"},
	{"the case of the weather", "周四下雨，在哪儿写生？", "雨天在画室写生，晴天去江边", "画室", "江边"},
	{"the case of the day", "It is Sunday. When do you call?", "On weekdays call at seven, at weekends call at ten", "call at ten", "seven"},
	{"half in a case", "今天腰酸，划多少桨？", "腰酸的日子划桨减半，平时划四百下", "200下", "400"},
	{"the rest of the cases", "一张单子450元，怎么配送？", "满四百元送上门，不满自提", "送上门", "自提"},
	{"a share as the limit", "今天次品率是3%，怎么办？", "次品率超过百分之二停机，百分之二以内记一笔", "停机", "记一笔"},
	{"otherwise", "The hike is 9 miles. What do you pack?", "If it is over 6 miles, pack lunch; otherwise pack a snack", "lunch", "snack"},
	{"from an hour on", "用户下班到十点一刻，能叫夜宵吗？", "下班到十点以后才可以叫夜宵", "能", "不能"},
	{"before that hour", "用户下班到九点半，能叫夜宵吗？", "下班到十点以后才可以叫夜宵", "不能", ""},
	{"what is forbidden holds not here", "今天风速三米，照常放无人机吗？", "风速高于八米就停放，不放无人机", "照常", "不"},
	{"hours between two times", "早上六点的滴眼液忘了，现在上午八点，还滴不滴？", "滴眼液漏了超过三小时就不滴", "滴", "不滴"},
	{"加几成", "星期天，平常卖50份，备多少份？", "备货平日加一成，周末加两成", "60份", ""},
	{"打几成", "用户说：“我画了二十张吧。”按多少记？", "用户报的张数偏高，按八成记", "16张", ""},
	{"the nearest first", "三家店，走路12分钟、5分钟、20分钟，先推荐哪家？", "推荐店按路程从近到远排", "5分钟", ""},
	{"tax included", "List a desk of 200 euros plus 19 percent VAT.", "Show prices with VAT included", "€238", ""},
	{"so many to the box", "The order is 4 crates, at 12 bottles to the crate. How do you report it?", "Count by the bottle, not by the crate", "48 bottles", ""},
	{"a fortnight on top", "The printer promises the cards for 3 March. With which date do you plan?", "For the printer plan with two weeks on top of what he promises", "17 March", ""},
	{"twice before", "On which days do you remind the user of Mira's recital?", "Remind the user of recitals a week and a day before|Mira's recital is on 18 June", "11 June, 17 June", ""},
	{"banned by its wording", "The user pastes an offer: \"Stunning loft, 1,200\". What do you do with it?", "Never show offers that use the word \"stunning\"", "Leave it out", ""},
	{"under the limit that is asked for", "A booking comes in for two nights. What do you do?", "|The user takes bookings of at least three nights", "decline", ""},
	{"no word of what is below the limit", "The pool is at 24 degrees and the queue is 4 minutes. What goes into the note?", "Mention the queue only when it is over 15 minutes", "24 degrees", "4 minutes"},
	{"no name to greet by", "用户问几点开会，你怎么回？", "不要称呼用户为“总”|会议十点开", "十点", "总；"},
	{"no draft at all", "Rolf writes: \"Can we meet on 5 May?\" What do you draft?", "Never reply to Rolf", "Never reply", "Can we meet"},
}

func TestAnswerActs(t *testing.T) { testActed(t, acting) }

func testActed(t *testing.T, cases []acted) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: c.question, At: at}, ruled(at, c.evidence))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(a.Text, c.want) {
				t.Errorf("answered %q, want %q in it", a.Text, c.want)
			}
			if c.not != "" && strings.Contains(a.Text, c.not) {
				t.Errorf("answered %q, want no %q in it", a.Text, c.not)
			}
		})
	}
}

// Whatever rule meets whatever question, there is an answer in whole characters.
func TestAnswerActsOnAnything(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	odd := []string{"", "？", "“", "Reply: \"", "他说：“", "甲八十元，乙九十元，选哪款？", "é: 5 km. Note it.", "Text for him.", "一百元以内直接买，超过一百元先问"}
	all := slices.Concat(acting, workedOut, spoken)
	for i, c := range all {
		if i%9 == 0 { // some of the questions meet each of the rules
			odd = append(odd, c.question)
		}
	}
	for _, q := range odd {
		for _, c := range all {
			a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: q, At: at}, ruled(at, c.evidence))
			if err != nil || !utf8.ValidString(a.Text) || a.Text == "" {
				t.Errorf("%q by %q: %q, %v", q, c.evidence, a.Text, err)
			}
		}
	}
}
