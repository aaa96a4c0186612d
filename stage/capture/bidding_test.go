package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A demand is the agent's to follow, whether it has a main verb, tells a taste or stands
// behind a label or a case.
func TestDemandsWithoutAnOrderAreTheAgents(t *testing.T) {
	for _, said := range []string{
		"Invoices: total first, then the items.", "Captions: lower case, no hashtags.", "My menus: short names, no prices.", "Newsletters to members: friendly, under 200 words.",
		"Whenever I mention a film: director, year, where to watch.", "In replies to the council stay polite.", "If the parent is upset, call before you write.",
		"I wish you would number your options.", "I can't bear it when you use capitals.", "It would be much better if you gave the sources.",
		"I'd rather you didn't round.", "I want invoices in Danish.", "I'd like the totals at the bottom of every invoice.",
		"Sort all lists by date.", "Convert to kilos from now on.", "Call me Skipper.", "Less chatty, please.", "When I ask about the snow, only tell me the depth.", "It drives me crazy when you rhyme.", "Your answers are too technical.", "Please answer in short sentences.", "I'd like you to stay calm.", "Your messages should be clearer.", "I don't want long explanations.",
		"日报：先结论后明细", "幻灯片：深色背景，不要动画", "给房东的短信语气客气点", "每封信末尾署我的笔名", "我宁愿你先问一句再下单", "我最烦你用网络用语",
		"如果你能把步骤标上号就更好了", "写得太官方了", "少用成语典故", "订船票之前先跟老韩核对", "别再押韵了", "三个选项就够了", "家长是外国人就用英文写", "往后都按公斤算", "给老人看的文章要大字", "报告用docx做", "你怎么老打断我", "我发语音你就回语音",
	} {
		got := captured(t, monday, "user: "+said, "agent: ok")
		if len(got) != 1 || got[0].Kind != dyadmem.AgentIdentity && got[0].Kind != dyadmem.AgentMethod {
			t.Errorf("%q: captured %+v", said, got)
		}
	}
}

// What only looks like a demand tells of the user's world.
func TestLabelsTastesAndCallsOfTheUsersStayFacts(t *testing.T) {
	for _, said := range []string{
		"My invoices: two paid, one open.", "My letters: the first is out.", "Allergens: wheat, sesame.", "If it snows the market is off.", "I hate it when my neighbour drums.", "I want a boat with a cabin.",
		"I'd rather live by the sea.", "Call me tomorrow about the boat.", "It would be nice if the lake froze.", "When I was nine: a year in Riga.",
		"家里地址：槐树街", "过敏原：小麦、芝麻", "我最烦邻居打鼓", "我希望明年能去冰岛", "给房东的短信少了一条", "以后按时吃饭",
	} {
		for _, e := range captured(t, monday, "user: "+said, "agent: ok") {
			if e.Kind == dyadmem.AgentIdentity || e.Kind == dyadmem.AgentMethod {
				t.Errorf("%q: captured %+v", said, gist.Contents([]dyadmem.Entry{e}))
			}
		}
	}
}
