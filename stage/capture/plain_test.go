package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// A reply that only says that it has heard takes nothing from what was said.
func TestAcknowledgementsAreNoWorseThanSilence(t *testing.T) {
	for _, c := range []struct {
		said    string
		replies []string
	}{
		{"My physio is Dr Okafor.", []string{"ok", "Okay.", "Sure.", "Right.", "👍", "Noted.", "Got it, thanks for telling me."}},
		{"I teach at the Harrow college.", []string{"ok", "Sure thing.", "Good to know."}},
		{"The stopcock is under the bath.", []string{"ok", "Noted."}},
		{"The skylight's cracked.", []string{"Okay.", "ok, anything else?"}},
		{"我的健身教练是邹凯。", []string{"好", "好。", "嗯", "行", "收到", "👍", "记住了。", "嗯，有什么需要帮忙的吗？"}},
		{"电表在楼道里。", []string{"好", "好的。", "嗯，还有什么要帮忙的吗？"}},
		{"给会员发短信用蓝色模板。", []string{"好", "收到。"}},
	} {
		for _, reply := range c.replies {
			if got := captured(t, monday, "user: "+c.said, "agent: "+reply); len(got) != 1 {
				t.Errorf("%q, %q: captured %q", c.said, reply, gist.Contents(got))
			}
		}
	}
	for reply, want := range map[string]bool{"好的，那我周三去取。": false, "Okay, the blue one then.": false, "Noted.": true, "明白了": true} {
		if got := readAgent(0, reply).acknowledges(); got != want {
			t.Errorf("%q acknowledges only: %v", reply, got)
		}
	}
}

// Health, an allergy, what cannot be borne and a ban are kept whatever is said before and
// after them and wherever they stand.
func TestHealthAndBansAreKeptBesideAnything(t *testing.T) {
	for said, want := range map[string]string{
		"I get nosebleeds.":             "nosebleeds",
		"I can't abide liquorice.":      "liquorice",
		"No more footnotes, please.":    "footnotes",
		"My brother is prone to gout.":  "gout",
		"My wife can't digest lentils.": "lentils",
	} {
		turns := []string{"user: Our shop sells kites in Whitby.", "agent: Kites, lovely!", "user: Could you check the opening hours of the post office?", "agent: Nine to five.", "user: The market was rained off.", "agent: A pity.", "user: The bus was late.", "agent: Again!", "user: " + said, "agent: Here is the timetable for the bus to Scarborough."}
		if got := captured(t, monday, turns...); stagetest.Holding(gist.Contents(got), want) == 0 {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
	for said, want := range map[string]string{
		"我膝盖不好，不爬山。":   "膝盖不好",
		"我外婆有痛风。":      "痛风",
		"通讯稿里别出现电话号码。": "电话号码",
		"我闻不得檀香。":      "檀香",
	} {
		turns := []string{"user: 我在扬州开了家伞店。", "agent: 伞店，好雅致！", "user: 帮我查一下邮局几点开门？", "agent: 九点。", "user: 集市停了。", "agent: 可惜。", "user: 公交又晚点了。", "agent: 又来了！", "user: " + said, "agent: 这是去镇江的班次。"}
		if got := captured(t, monday, turns...); stagetest.Holding(gist.Contents(got), want) == 0 {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
}

// A turn of the agent's that is only glad or sorry about what was told says no more of it
// than "ok" does.
func TestWhatTheAgentIsGladOfIsKept(t *testing.T) {
	for _, c := range []struct{ said, heard, want string }{
		{"I passed the sailing exam!", "Congratulations!", "The user passed the sailing exam"},
		{"The goat had twins.", "Aww, how sweet!", "The goat had twins"},
		{"My flat flooded, the carpet is ruined.", "Oh no, I'm so sorry to hear that.", "The user's flat flooded, the carpet is ruined"},
		{"租约签了，房东姓庞", "太好了！", "租约签了，房东姓庞"},
		{"我还带着两个学徒", "辛苦了。", "用户还带着两个学徒"},
		{"跟合伙人散伙了，他叫邢磊", "抱抱，别难过", "用户跟合伙人散伙了，他叫邢磊"},
	} {
		if got := gist.Contents(captured(t, monday, "user: "+c.said, "agent: "+c.heard)); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, %q: captured %q, want %q", c.said, c.heard, got, c.want)
		}
	}
}

// One word is enough to tell what somebody has, does, can do or is; not what the moment
// does with one.
func TestAWordTellsWhatOneIs(t *testing.T) {
	for said, want := range map[string]string{
		"I don't have a boat.":    "The user does not have a boat",
		"We have twins.":          "The user has twins",
		"I ski.":                  "The user skis",
		"I'm colour-blind.":       "The user is colour-blind",
		"Oysters are fine again.": "Oysters are fine again",
		"I got engaged.":          "The user got engaged",
		"我不打牌":                    "用户不打牌",
		"我没有孩子":                   "用户没有孩子",
		"我会打鼓":                    "用户会打鼓",
		"我离异":                     "用户离异",
		"我退休了":                    "用户退休了",
		"答辩过了":                    "用户答辩过了",
		"I have a suggestion.":    "", "I'm hungry.": "", "I can't hear.": "", "We disagree.": "",
		"我没把握": "", "我不同意": "", "我有点困": "", "我没听懂": "",
	} {
		got := gist.Contents(captured(t, monday, "user: "+said, "agent: ok"))
		if want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%q: captured %q, want %q", said, got, want)
		}
	}
}
