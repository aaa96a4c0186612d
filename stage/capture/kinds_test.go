package capture

import (
	"context"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// captured returns what the rules keep of a session of turns "speaker: text".
func captured(t *testing.T, at string, turns ...string) []dyadmem.Entry {
	t.Helper()
	got, err := Rules{}.Capture(context.Background(), stagetest.Talk(at, turns...))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

const monday = "2026-03-16T09:00:00Z"

// A statement said out of the blue is there to be kept, however plain.
func TestPlainStatementsAreKept(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"My badge colour is teal.", "The user's badge colour is teal"},
		{"My parrot is called Wenzel.", "The user's parrot is called Wenzel"},
		{"Rooms are booked by the front office.", "Rooms are booked by the front office"},
		{"Parking is booked online.", "Parking is booked online"},
		{"The kiln key hangs behind the door.", "The kiln key hangs behind the door"},
		{"Orders close at noon.", "Orders close at noon"},
		{"I'm vegan.", "The user is vegan"},
		{"我的工牌是青色的。", "用户的工牌是青色的"},
		{"我家鹦鹉叫文策。", "用户家的鹦鹉叫文策"},
		{"停车要在网上预约。", "停车要在网上预约"},
	} {
		got := captured(t, monday, "user: "+c.said)
		if len(got) != 1 || !strings.HasSuffix(got[0].Content, c.want) {
			t.Errorf("%q: captured %q, want %q", c.said, gist.Contents(got), c.want)
		}
	}
}

// An order for the moment, a greeting and a text to work on state nothing.
func TestOrdersForTheMomentAreNotKept(t *testing.T) {
	for _, said := range []string{
		"Write me a limerick on marmots.", "Translate this into Danish.", "Summarise the mail below.", "Good morning, how are you?", "Look up a ferry to Bornholm, please.",
		"帮我写一首关于土拨鼠的诗。", "下面是客户发来的邮件，总结一下", "把下面这段话润色一下。", "早上好！",
	} {
		if got := captured(t, monday, "user: "+said); len(got) > 0 {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
}

// Rules for all of a kind are rules however short the session is.
func TestGeneralOrdersAreRules(t *testing.T) {
	for _, said := range []string{
		"For status mails use the blue template.", "Call me by my team name in summaries.", "Put the risk section first in every plan.", "Round all sums to full crowns.",
		"From today: no tables in chat answers.", "Don't quote prices in guilders.", "别再用项目符号了。", "以后表格一律横排。",
	} {
		got := captured(t, monday, "user: "+said)
		if len(got) != 1 || !got[0].Kind.URAM() {
			t.Errorf("%q: captured %+v", said, got)
		}
	}
}

// What only asks to keep something is not part of it.
func TestRemindersAreKeptWithoutTheirOpening(t *testing.T) {
	for _, c := range []struct {
		said, want string
		kind       dyadmem.Kind
	}{
		{"Don't forget that I am diabetic.", "The user is diabetic", dyadmem.UserProfile},
		{"Please remember that the boiler code is 4471.", "The boiler code is 4471", dyadmem.Fact},
		{"Keep in mind that my brother hates lilies.", "The user's brother hates lilies", dyadmem.Fact},
		{"别忘了我对花生过敏。", "用户对花生过敏", dyadmem.UserProfile},
		{"提醒一下，备份服务器每周三凌晨两点重启。", "备份服务器每周三凌晨两点重启", dyadmem.Fact},
		{"记住，锅炉密码是4471。", "锅炉密码是4471", dyadmem.Fact},
	} {
		got := captured(t, monday, "user: "+c.said)
		if len(got) != 1 || got[0].Content != c.want || got[0].Kind != c.kind {
			t.Errorf("%q: captured %+v, want %s %q", c.said, got, c.kind, c.want)
		}
	}
	if rest, asked := unreminded("Don't forget to water the ferns."); asked {
		t.Errorf("a thing to do became %q", rest)
	}
}

// Two events of one sentence are two entries, and only what is to come ends.
func TestTwoEventsAreTwoEntries(t *testing.T) {
	for _, c := range []struct{ said, past, coming string }{
		{"昨天把合同寄出去了，下周一要去对方公司。", "2026年3月15日", "2026年3月23日"},
		{"I mailed the lease yesterday and I am going to the notary next Monday.", "15 March 2026", "23 March 2026"},
	} {
		got := captured(t, monday, "user: "+c.said)
		if len(got) != 2 || !strings.Contains(got[0].Content, c.past) || !strings.Contains(got[1].Content, c.coming) || !got[0].Until.IsZero() || got[1].Until.IsZero() {
			t.Errorf("%q: captured %+v", c.said, got)
		}
	}
}

// A day of every month is no date; a day of this month is.
func TestTheFifth(t *testing.T) {
	for said, want := range map[string]string{
		"Invoices go out on the 5th.":        "Invoices go out on the 5th",
		"Salaries are paid on the 28th.":     "Salaries are paid on the 28th",
		"I fly to Oslo on the 28th.":         "The user flies to Oslo on 28 March 2026",
		"The notary is booked for the 28th.": "The notary is booked for 28 March 2026",
	} {
		if got := captured(t, monday, "user: "+said); len(got) != 1 || got[0].Content != want {
			t.Errorf("%q: captured %q, want %q", said, gist.Contents(got), want)
		}
	}
}

// A pronoun at the head of a sentence is the one person that it can mean.
func TestPronounsNameWhomTheyMean(t *testing.T) {
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"user: My sister Ragna keeps bees on the roof. She sells 40 jars of honey every autumn."}, "sister Ragna sells 40 jars"},
		{[]string{"user: My midwife Oddny lives in Vik. She runs 10 kilometres every morning."}, "midwife Oddny runs 10"},
		{[]string{"user: 我家保姆住在象山。她每周日回去看3个孙子。"}, "保姆每周日"},
		{[]string{"user: My uncle is a ferryman in Moss.", "agent: Noted.", "user: He works from Tuesday to Friday."}, "uncle works from Tuesday"},
		{[]string{"user: 我姑姑在屋顶养蜂。她每年秋天卖四十罐蜂蜜。"}, "姑姑每年秋天卖四十罐"},
	} {
		if got := captured(t, monday, c.said...); stagetest.Holding(gist.Contents(got), c.want) != 1 {
			t.Errorf("%q: captured %q, want %q", c.said, gist.Contents(got), c.want)
		}
	}
	// with two whom it may mean it stays
	got := captured(t, monday, "user: My sister met my aunt in Moss on 3 May. She works at the harbour from Tuesday to Friday.")
	if stagetest.Holding(gist.Contents(got), "sister works") > 0 || stagetest.Holding(gist.Contents(got), "aunt works") > 0 {
		t.Errorf("captured %q", gist.Contents(got))
	}
}

// A demand and what the user tells of themselves are two memories, however short
// the second is and though one turn says both.
func TestADemandAndAFactAreTwo(t *testing.T) {
	for _, said := range []string{
		"For my monthly bulletin, always put the totals first. I live in Bergen.",
		"以后月报先写结论，再列数字。我住在泉州。",
	} {
		got := captured(t, monday, "user: "+said)
		if len(got) != 2 || !got[0].Kind.URAM() || got[1].Kind.Side() != dyadmem.UserSide {
			t.Errorf("%q: captured %q, want a demand and a fact", said, gist.Contents(got))
		}
	}
}

// What others are or do, and what the user did, is a fact; what the user is is the
// user's profile.
func TestWhatOthersDoIsAFact(t *testing.T) {
	for said, want := range map[string]dyadmem.Kind{
		"我们请了个烘焙师叫阿岚，每天四点上班。": dyadmem.Fact,
		"我家楼上搬来个拉琴的，她晚上练到十点。": dyadmem.Fact,
		"我对乳胶过敏。":                                         dyadmem.UserProfile,
		"I have a new lodger, she works nights.":          dyadmem.Fact,
		"I'm allergic to latex.":                          dyadmem.UserProfile,
		"We never open before noon, I hate early starts.": dyadmem.UserProfile,
	} {
		if got := captured(t, monday, "user: "+said); len(got) != 1 || got[0].Kind != want {
			t.Errorf("%q: captured %+v, want a %s", said, got, want)
		}
	}
}

// What is so from then on is told once: its fact says it, and no episode beside it.
func TestAChangeIsToldOnce(t *testing.T) {
	for _, turn := range []string{"We moved market day to Thursday, by the way.", "集市改到周四了。"} {
		got := captured(t, monday, "user: "+turn, "agent: Noted, Thursday it is. 记下了，周四。")
		if len(got) != 1 || got[0].Kind != dyadmem.Fact {
			t.Errorf("%q: captured %+v, want one fact", turn, got)
		}
	}
}

// Sentences that make one entry are set apart by one mark, whatever each of them ended with.
func TestPartsOfAnEntryHaveOneMark(t *testing.T) {
	for _, said := range []string{
		"March 2023? $900. Three-year guarantee.",
		"Thirteen loaves! Rye only. From Lechner.",
		"一九年？三千二。保三年。",
	} {
		for _, e := range captured(t, monday, "agent: And the kiln?", "user: "+said) {
			for _, bad := range []string{"?.", "!.", "？；", "！；"} {
				if strings.Contains(e.Content, bad) {
					t.Errorf("%s: kept %q", said, e.Content)
				}
			}
		}
	}
}
