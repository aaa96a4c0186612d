package capture

import (
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// What tells the agent what it may do and how a kind of text is done is a rule, whatever
// amounts and nouns it speaks of.
func TestPermissionsAndHouseRulesAreRules(t *testing.T) {
	for said, want := range map[string]string{
		"Repairs under 80 euros don't need my sign-off. Just book them.": "Repairs under 80 euros don't need the user's sign-off. Just book them",
		"You may order ink below 30 euros without asking.":               "The agent may order ink below 30 euros without asking",
		"Totals always in euros.":                                        "Totals always in euros",
		"五十块以内的直接买。":                                                     "五十块以内的直接买",
		"小额退货不用问我，退就是了。":                                                 "小额退货不用问用户，退就是了",
		"请柬用法文写。":                                                        "请柬用法文写",
		"招租启事先给我看过再贴。":                                                   "招租启事先给用户看过再贴",
	} {
		for _, reply := range []string{"Understood.", "ok"} {
			got := captured(t, monday, "user: "+said, "agent: "+reply)
			if len(got) != 1 || !got[0].Kind.URAM() || got[0].Content != want {
				t.Errorf("%q: captured %+v, want the rule %q", said, got, want)
			}
		}
	}
	for _, said := range []string{"The neighbours always in a hurry.", "The licence doesn't cost much.", "我姐姐用英文写日记。"} {
		for _, e := range captured(t, monday, "user: "+said) {
			if e.Kind.URAM() {
				t.Errorf("%q became the rule %q", said, e.Content)
			}
		}
	}
}

// The agent's echo stands for the user's demand only where it leaves out no part of it.
func TestAnEchoThatLeavesOutAPartIsNotTheDemand(t *testing.T) {
	for _, c := range []struct{ said, reply, want string }{
		{"Metric units, two decimals, don't round my totals.", "Metric units, two decimals.", "Metric units, two decimals, don't round the user's totals"},
		{"Keep it to four lines. No puns.", "Four lines.", "Keep it to four lines. No puns"},
		{"When I paste a letter, only fix the commas and don't change my wording.", "Only the commas.", "When the user pastes a letter, only fix the commas and don't change the user's wording"},
		{"shop window: keep each card under six words", "Six words at most per card.", "Shop window: six words at most per card"},
		{"买家电超过九百块我就心疼。你先问一句有没有旧的能用，别急着下单。", "超过九百先问有没有旧的。", "超过九百先问有没有旧的；别急着下单"},
		{"菜单只写两行，别加拼音。", "好，只写两行。", "菜单只写两行，别加拼音"},
	} {
		got := captured(t, monday, "user: "+c.said, "agent: "+c.reply)
		if !slices.Contains(gist.Contents(got), c.want) || slices.Contains(gist.Contents(got), strings.TrimRight(c.reply, ".。")) {
			t.Errorf("%q: captured %q, want %q", c.said, gist.Contents(got), c.want)
		}
	}
}

// Work on the one text at hand is no rule; what is so of all of a kind is.
func TestWorkOnOneTextIsNoRule(t *testing.T) {
	for _, said := range []string{"帮我翻译一下这份合同。", "把这篇讲稿压缩一点。", "润色一下那段开头。", "把这封信改得客气点"} {
		if got := captured(t, monday, "user: "+said, "agent: 好的。"); len(got) > 0 {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
	for _, said := range []string{"以后这种合同都翻译成法文。", "每次把讲稿压缩到一页。"} {
		if got := captured(t, monday, "user: "+said, "agent: 好的。"); len(got) != 1 || !got[0].Kind.URAM() {
			t.Errorf("%q: captured %q, want a rule", said, gist.Contents(got))
		}
	}
	for said, want := range map[string]string{
		"Ring the bell twice and keep in mind that the lodge closes at six.": "The lodge closes at six",
		"用钥匙试一下侧门，记住门房六点下班。":                                                 "门房六点下班",
	} {
		if got := captured(t, monday, "user: "+said); len(got) != 1 || got[0].Content != want {
			t.Errorf("%q: captured %q, want %q", said, gist.Contents(got), want)
		}
	}
}

// What only owns up to a slip or gives the name as on the telephone is not kept as said.
func TestSlipsAndIntroductionsLoseTheirWords(t *testing.T) {
	for said, want := range map[string]string{
		"Sorry, I meant to say my birthday is 8 May, not the 18th.": "The user's birthday is 8 May, not the 18th",
		"刚才说错了，新教练姓邹，不姓周。":                                          "新教练姓邹，不姓周",
		"Morning. Wanda here, I'm a glazier in Truro.":              "The user is Wanda, a glazier in Truro",
	} {
		if got := captured(t, monday, "user: "+said, "agent: ok"); len(got) != 1 || got[0].Content != want {
			t.Errorf("%q: captured %q, want %q", said, gist.Contents(got), want)
		}
	}
	if rest, slipped := corrected("说错了，是四点。"); slipped {
		t.Errorf("a slip without its topic became %q", rest)
	}
}
