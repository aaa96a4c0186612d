package answer

import (
	"context"
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
	{"往后推", "用户说：“我九点到店。”你按几点给他留位？", "用户说的时间要往后推半小时", "九点半", ""},
	{"days ahead", "On which day do you remind the user of the party?", "Remind the user of birthdays five days ahead|The user's daughter has her birthday on 20 March", "15 March", ""},
	{"提前几天", "助手哪天该提醒用户？", "续保提前一周提醒用户|用户的车险2026年9月20日到期", "9月13日", ""},
	{"a draft in the user's person", "The user can't come to choir on Monday since she has the plumber in; she can do Wednesday. Text Odile for her.", "Messages to Odile are short", "Odile, I can't come to choir on Monday since I have the plumber in. I can do Wednesday instead", ""},
	{"报数不带评语", "今天的数：走了八千步，超过九成用户。消息怎么写？", "报步数时不提超过多少用户", "走了八千步", "九成"},
	{"称呼", "用户问几点开门，请直接回他，带称呼。", "称呼用户为老板，不叫先生|店里早上九点开门", "老板", "先生"},
	{"call her", "The user asks when the shop opens. Answer her.", "Address the user as Captain, never as madam|The shop opens at nine", "Captain", "madam"},
	{"within a limit", "新房离地铁三站，符合用户的要求吗？", "|用户想住得离地铁四站以内", "符合", "不符合"},
	{"over a limit", "The jacket is 90 pounds. May the user's assistant order it?", "Never order anything over 60 pounds without asking", "No", "Yes"},
	{"from an hour on", "用户下班到十点一刻，能叫夜宵吗？", "下班到十点以后才可以叫夜宵", "能", "不能"},
	{"a fortnight on top", "The printer promises the cards for 3 March. With which date do you plan?", "For the printer plan with two weeks on top of what he promises", "17 March", ""},
	{"twice before", "On which days do you remind the user of Mira's recital?", "Remind the user of recitals a week and a day before|Mira's recital is on 18 June", "11 June, 17 June", ""},
	{"under the limit that is asked for", "A booking comes in for two nights. What do you do?", "|The user takes bookings of at least three nights", "decline", ""},
	{"no name to greet by", "用户问几点开会，你怎么回？", "不要称呼用户为“总”|会议十点开", "十点", "总；"},
	{"no draft at all", "Rolf writes: \"Can we meet on 5 May?\" What do you draft?", "Never reply to Rolf", "Never reply", "Can we meet"},
	{"a thing asked for", "Ask the framer for a price on six frames.", "Requests to suppliers are short", "Could I have a price on six frames?", ""},
	{"an hour past which there is none", "Can I have another nap? It's 5 pm.", "No naps for the user after four in the afternoon", "No", "tomorrow"},
	{"a day that is kept free", "Is the Thursday slot fine for the dentist?", "Thursdays are kept free for the user's father", "No", "Yes"},
	{"passed on", "用户写：“周三的课改到下午两点。”请转告同学。", "转告的话要短", "周三的课改到下午两点", ""},
	{"a reminder", "写张条子，提醒他晚饭前喂鱼。", "写给孩子的话要短", "记得晚饭前喂鱼", ""},
	{"a question of hers", "Ask Ingrid whether the hall is free on Monday.", "Messages to Ingrid contain no question marks", "whether the hall is free on Monday", "?"},
	{"whom it is for", "Let her know that she can pick up her coat.", "Messages are one line", "You can pick up your coat", ""},
	{"no longer so", "早上那片药还给他吃吗？", "|祖父的药改为每天晚上一片", "不吃", "是；"},
	{"what a text is about", "Draft a post about the jumble sale on Sunday in the barn.", "Posts have no exclamation marks", "The jumble sale on Sunday in the barn", ""},
	{"写了什么事", "写个假条，周四下午去办护照。", "假条要短", "周四下午去办护照", ""},
	{"days until", "今天是5月1号，离搬家还有几天？", "|用户5月20日搬家", "19天", ""},
	{"days until, in English", "It is 3 June. How many days until the fair?", "|The fair is on 24 June", "21 days", ""},
	{"hours before what is known", "演出那天我们几点出门？", "提醒用户出门，时间为开演前一个半小时|音乐会6月9日19:30开演", "18:00", ""},
	{"when a stay ends", "老邱是哪天走？", "|老邱6月3日到苏州，停留三晚", "6月6日", ""},
	{"how many of a unit it is", "The user says: \"The joiner wants 480 for the shelf.\" Answer her.", "When the user names a price, say how many of her shifts it is, at $60 a shift", "8 shifts", ""},
	{"late by so many days", "The roofer said he'd come on 9 June. What do I plan for?", "The roofer comes three days late, plan for that", "12 June", ""},
	{"an hour and a half before", "The ferry's at 9:20. What time do I set the alarm?", "The alarm goes an hour and a half before any ferry", "7:50", ""},
	{"in time for what has a way to it", "晚上七点的课，路上半小时，几点出门？", "出门时间多留十分钟", "18:20", ""},
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
	for i, c := range acting {
		if i%4 == 0 { // some of the questions meet each of the rules
			odd = append(odd, c.question)
		}
	}
	for _, q := range odd {
		for _, c := range acting {
			a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: q, At: at}, ruled(at, c.evidence))
			if err != nil || !utf8.ValidString(a.Text) || a.Text == "" {
				t.Errorf("%q by %q: %q, %v", q, c.evidence, a.Text, err)
			}
		}
	}
}
