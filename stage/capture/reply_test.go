package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// A short answer is joined with the question before it.
func TestShortAnswersSayWhatWasAsked(t *testing.T) {
	for _, c := range []struct {
		turns []string
		want  string
	}{
		{[]string{"agent: What is the size of the loom?", "user: 120 centimetres."}, "The size of the loom is 120 centimetres"},
		{[]string{"agent: How many kids come to the pottery class?", "user: 11 from two schools."}, "11 from two schools come to the pottery class"},
		{[]string{"agent: 陶艺课几点开始？", "user: 下午三点，周六也是。"}, "陶艺课下午三点开始，周六也是"},
		{[]string{"agent: 蜂蜜一共收了多少斤？", "user: 六十斤。"}, "蜂蜜一共收了六十斤"},
		{[]string{"agent: How is the goat, and when does the vet come?", "user: Limping, Thursday."}, "How is the goat: Limping. When does the vet come: Thursday"},
		{[]string{"agent: What can I do for you?", "user: Seed lists for two gardens, mostly."}, "Seed lists for two gardens, mostly"},
		{[]string{"agent: 窑在哪里？", "user: 我的窑搬到镇北的旧糖厂了，租金每月八百。"}, "用户的窑搬到镇北的旧糖厂了，租金每月八百"},
	} {
		if got := gist.Contents(captured(t, monday, c.turns...)); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q: captured %q, want %q", c.turns, got, c.want)
		}
	}
}

// "One" is the noun before it; what only announces a change goes.
func TestOneIsWhatWasNamed(t *testing.T) {
	got := captured(t, monday, "user: Change of plan: not the round label, use the square one from now on.")
	if len(got) != 1 || got[0].Content != "Not the round label, use the square label from now on" || !got[0].Kind.URAM() {
		t.Errorf("captured %+v", got)
	}
}

// What is quoted keeps its pronouns; "no" before a noun is no opening.
func TestQuotedWordsAndNoStay(t *testing.T) {
	for said, want := range map[string]string{
		`When I write "show me my rota", list the nights first.`: `When the user writes "show me my rota", list the nights first`,
		"No footnotes in my leaflets, ever.":                     "No footnotes in the user's leaflets, ever",
		"回家长的信一律称“您”，不写“你”。":                                     "回家长的信一律称“您”，不写“你”",
	} {
		if got := gist.Contents(captured(t, monday, "user: "+said)); len(got) != 1 || got[0] != want {
			t.Errorf("%q: captured %q, want %q", said, got, want)
		}
	}
}

// A clause that begins with its verb is the user's; one with a topic of its own is not.
func TestTheSpeakerWhomAClauseLeavesOut(t *testing.T) {
	for said, want := range map[string]string{
		"养了两箱蜂，在屋顶上。":     "用户养了两箱蜂，在屋顶上",
		"对花粉过敏，春天要吃药。":    "用户对花粉过敏，春天要吃药",
		"停车卡每月三百二十块。":     "停车卡每月三百二十块",
		"写给邻居的便条要用红纸写。":   "写给邻居的便条要用红纸写",
		"2号炉每周三维修，不能用。":   "2号炉每周三维修，不能用",
		"有个学徒下个月三号来，叫阿满。": "有个学徒2026年4月3日来，叫阿满",
	} {
		if got := gist.Contents(captured(t, monday, "user: "+said)); len(got) != 1 || got[0] != want {
			t.Errorf("%q: captured %q, want %q", said, got, want)
		}
	}
}
