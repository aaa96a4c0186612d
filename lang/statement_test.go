package lang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// signs writes the terms of a statement: a minus before what is denied, a
// question mark before what may be, an @ before what is part of a condition.
func signs(s Statement) string {
	var b strings.Builder
	for _, t := range s.Terms {
		if t.Scoped {
			b.WriteByte('@')
		}
		switch {
		case t.Sign < 0:
			b.WriteByte('-')
		case t.Sign == 0:
			b.WriteByte('?')
		}
		b.WriteString(t.Text + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestPolarity(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a verb and its object", "The user doesn't drink coffee", "-drink -coffe"},
		{"but ends it", "The user drinks tea but not coffee", "drink tea -coffe"},
		{"disliking is not liking", "User hates cilantro", "-like -cilantro"},
		{"two negations cancel out", "The user doesn't dislike cilantro", "like cilantro"},
		{"can't stand", "The user can't stand noise", "-like -nois"},
		{"avoid, stop and the like", "Avoid bullet points", "-bullet_point"},
		{"a passive reaches its subject", "Bullet points should never be used", "?bullet_point -use"},
		{"sugar-free", "sugar-free dessert", "-sugar dessert"},
		{"without denies what follows", "notes without jargon", "note -jargon"},
		{"rather than", "tea rather than coffee", "tea -coffe"},
		{"preferring one to the other", "The user prefers tea over coffee", "prefer tea -coffe"},
		{"not only denies nothing", "The user drinks not only tea", "drink tea"},
		{"don't forget denies nothing", "Don't forget the appendix", "appendix"},
		{"no more than is a bound", "no more than 200 words", "word"},
		{"what bars one thing puts another first", "Never send an email until the user has seen the draft", "send email see draft"},
		{"neither of two things", "no caffeine and no sugar", "-caffein -sugar"},
		{"what may not go below is a bound", "The pond must not fall below 4 degrees", "pond"},
		{"decided against it", "The jury decided against it", "juri -decid"},
		{"not before lunch denies nothing else", "Never call the bank before the user has seen the letter", "call bank see letter"},
		{"不…不… deny a thing each", "用户不抽烟不打牌", "-抽烟 -打牌"},
		{"看过之前不要 puts one thing first", "用户看过样品之前，不要下单", "看过 样品 下单"},
		{"不 and its object", "用户不喝咖啡", "-喝 -咖啡"},
		{"a verb before it is asserted", "用户喝茶不喝咖啡", "喝茶 -喝 -咖啡"},
		{"讨厌 is 不喜欢", "用户讨厌香菜", "-喜欢 -香菜"},
		{"不是不能", "用户不是不能吃辣", "吃_辣"},
		{"an object in front", "香菜用户从来不碰", "?香菜 -碰"},
		{"别 as a ban, 别人 as none", "别人别打扰", "-打扰"},
		{"戒 and 避免", "避免咖啡", "-咖啡"},
		{"不再", "用户不再抽烟", "-抽烟"},
		{"别忘了 denies nothing", "别忘了附件", "附件"},
		{"看不清 is not 看得清", "用户看不清小字", "-看清 -小字"},
		{"要不要 asks", "用户要不要茶", "茶"},
		{"an attribute denies itself", "没有议程的会议很长", "-议程 会议 长"},
		{"两道否定 that put one thing first", "未经用户同意不得发送邮件", "同意 发送 邮件"},
		{"无线 is no negation", "用户用无线网", "无线网"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, signs(Read(tt.text))); diff != "" {
				t.Errorf("Read(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestSubject(t *testing.T) {
	for _, tt := range []struct{ text, subject, persons string }{
		{"The user is allergic to nuts", "user", ""},
		{"The user's wife is allergic to nuts", "wife", "wife"},
		{"The user has a daughter who plays chess", "daughter", "daughter"},
		{"The assistant answers in Dutch", "agent", ""},
		{"The user wants the assistant to answer in Dutch", "agent", ""},
		{"The user wants short answers", "", ""},
		{"Answer in Dutch", "", ""},
		{"Call the user Dr. Lin", "", ""},
		{"The user's colleague Priya handles invoices", "colleague", "colleague priya"},
		{"用户对坚果过敏", "user", ""},
		{"用户的妻子对坚果过敏", "wife", "wife"},
		{"用户有个会下棋的女儿", "daughter", "daughter"},
		{"助手用中文回答", "agent", ""},
		{"用户希望助手用中文回答", "agent", ""},
		{"用户希望回答简短", "", ""},
		{"同事小李负责发票", "colleague", "colleague 小李"},
	} {
		s := Read(tt.text)
		var persons []string
		for _, p := range s.Persons {
			persons = append(persons, strings.TrimSpace(p.Role+" "+p.Name))
		}
		if s.Subject != tt.subject || strings.Join(persons, ", ") != tt.persons {
			t.Errorf("Read(%q): subject %q, persons %q; want %q, %q", tt.text, s.Subject, persons, tt.subject, tt.persons)
		}
	}
}

func TestScope(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"when, to the end of its clause", "When the user travels, keep it short", "@travel keep short"},
		{"for questions about", "For allergy questions, lead with the conclusion", "@allergi @question conclus"},
		{"时", "用户出差时，回答要简短", "@出差 回答 简短"},
		{"的问题", "过敏的问题先给结论", "@过敏 问题 结论"},
		{"如果", "如果下雨，改天再跑步", "@下雨 改天 跑步"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, signs(Read(tt.text))); diff != "" {
				t.Errorf("Read(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	type marks struct {
		Only, Except bool
		Extent       Extent
		Mood         Mood
	}
	for _, tt := range []struct {
		text string
		want marks
	}{
		{"The user only drinks tea", marks{Only: true}},
		{"The user drinks not only tea", marks{}},
		{"用户只喝茶", marks{Only: true}},
		{"只要有茶就行", marks{}},
		{"The user eats everything except nuts", marks{Except: true}},
		{"除了坚果用户什么都吃", marks{Except: true}},
		{"The user sometimes works at home", marks{Extent: Sometimes}},
		{"用户偶尔在家办公", marks{Extent: Sometimes}},
		{"The user rarely works at home", marks{Extent: Rarely}},
		{"Two reminders are too many", marks{Extent: Excessively}},
		{"The user plans to move", marks{Mood: Planned}},
		{"The user has a plan for the garden", marks{}},
		{"The user is going to Lisbon", marks{}},
		{"用户打算搬家", marks{Mood: Planned}},
		{"用户的计划很长", marks{}},
		{"The user is considering a move", marks{Mood: Tentative}},
		{"用户在考虑搬家", marks{Mood: Tentative}},
		{"The user used to smoke", marks{Mood: Former}},
		{"用户以前抽烟", marks{Mood: Former}},
	} {
		s := Read(tt.text)
		if diff := cmp.Diff(tt.want, marks{s.Only, s.Except, s.Extent, s.Mood}); diff != "" {
			t.Errorf("Read(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestOrder(t *testing.T) {
	rank := func(text, term string) int8 {
		for _, x := range Read(text).Terms {
			if x.Text == term {
				return x.Rank
			}
		}
		t.Errorf("Read(%q) has no term %q", text, term)
		return 0
	}
	for _, tt := range []struct {
		text, first, second string
	}{
		{"Numbers first, text afterwards", "number", "text"},
		{"Check the budget before the booking", "budget", "book"},
		{"After lunch the user reads", "lunch", "read"},
		{"先写数字再写说明", "数字", "说明"},
		{"用户饭桌收拾之后跑步", "收拾", "跑步"},
		{"The user swapped coffee for tea", "coffe", "tea"},
		{"咖啡换成绿茶", "咖啡", "绿茶"},
	} {
		if a, b := rank(tt.text, tt.first), rank(tt.text, tt.second); a >= 0 || b <= 0 {
			t.Errorf("%q: ranks of %s and %s are %d and %d", tt.text, tt.first, tt.second, a, b)
		}
	}
}

func TestValuesInContext(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"一 that counts nothing", "用户一般一起跑步，十分喜欢三明治", ""},
		{"三点 that are points", "给三点建议", "number 3"},
		{"二年级 is no time", "女儿上二年级", "number 2"},
		{"1号线 is no day", "用户坐1号线", "number 1"},
		{"May and march as verbs", "You may march on", ""},
		{"May as a month", "in May", "date 05"},
		{"a name inside a sentence", "works at Siemens in Munich", "name munich; name siemens"},
		{"a Latin name in Chinese", "用Python写", "name python"},
		{"a person by 小 and a surname", "小王负责", "name 小王"},
		{"小 and no surname", "小狗", ""},
		{"half of the day from beside it", "every evening at 7", "clock 19:00; frequency 1d"},
		{"two ends of a range", "between 1 and 3 pm", "clock 13:00; clock 15:00"},
		{"moved from one day to another", "moved from Monday to Wednesday", "weekday 1; weekday 3"},
		{"the count after its verb", "用户每周锻炼三次", "frequency 3/7d"},
		{"at most, across a verb", "一天最多喝两杯", "number ≤2"},
		{"a decade", "records from the 1970s", "date 70s"},
		{"七十年代", "七十年代的唱片", "date 70s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, show(Values(tt.text))); diff != "" {
				t.Errorf("Values(%q) (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestValuesThatAgree(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"at 8", "8 pm", true},
		{"8 am", "8 pm", false},
		{"Jan 12", "2026-01-12", true},
		{"2025-01-12", "2026-01-12", false},
		{"10 mg", "10", true},
		{"10 mg", "20 mg", false},
		{"70公斤", "140斤", true},
		{"before 9 am", "after 9 am", false},
		{"under $100", "over $100", false},
		{"£50", "50 pounds", true},
		{"Maria Chen called", "it was Maria", true},
		{"twice a year", "every six months", true},
		{"for an hour", "for two hours", false},
	} {
		if got := ValuesAgree(Values(tt.a), Values(tt.b)); got != tt.want {
			t.Errorf("ValuesAgree(%q, %q) = %t", tt.a, tt.b, got)
		}
	}
}

// Reading survives any text, stays within it, and is the same each time.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "二〇二六年一月十二号晚上8点半", "half past", "a quarter of", "every other", "每隔", "每周三、", "差一刻", "百分之", "三分之", "from Monday to", "1,200.50", "2026-99-99", "十百千万亿",
		"never until", "未经不得", "先再", "£", "“小王", "不", "X不X", "12:99", "十十十", "the 99th of", "between 1 and", "\xff年", "９９９９９９９９９９９９９９９９９９９９年", "no longer", "least", "最多",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Read(text)
		for _, v := range s.Values {
			if v.Start < 0 || v.End > len(text) || v.Start >= v.End || v.Text == "" {
				t.Fatalf("Read(%q): value %+v", text, v)
			}
			if !v.Agrees(v) {
				t.Fatalf("Read(%q): value %+v does not agree with itself", text, v)
			}
		}
		if diff := cmp.Diff(s, Read(text)); diff != "" {
			t.Fatalf("Read(%q) differs from itself:\n%s", text, diff)
		}
	})
}

// What somebody is or was is no other person.
func TestARoleAfterAsIsNoOtherPerson(t *testing.T) {
	for text, want := range map[string]int{
		"As a child the user kept snails":            0,
		"The user kept snails as a child":            0,
		"The user works as a mentor":                 0,
		"The user paints as well as a friend paints": 1,
		"The user keeps snails with a friend":        1,
	} {
		if s := Read(text); len(s.Persons) != want {
			t.Errorf("%q has the persons %v, want %d", text, s.Persons, want)
		}
	}
}
