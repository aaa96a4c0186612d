package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// A short answer settles what the agent asks on how it shall work for good; what it asks
// for this once is settled with no rule.
func TestShortAnswersSettleHowTheAgentWorks(t *testing.T) {
	for _, c := range []struct{ asked, said, want string }{
		{"Shall I always put the date on top?", "Yes.", "Always put the date on top"},
		{"May I use jokes?", "rather not", "Don't use jokes"},
		{"Should I forward every invoice to Kim?", "no, only the big ones", "Don't forward every invoice to Kim, only the big ones"},
		{"So I never round?", "That's right", "The agent never rounds"},
		{"Do you want me to list the sources every time?", "Sure, please", "List the sources every time"},
		{"Should I write your letters in Dutch or Frisian?", "Frisian", "Write the user's letters in Frisian"},
		{"Shall I call you Mr Vane?", "Otto will do", "Call the user Otto"},
		{"Should I add sources to all reports?", "Only if they are public.", "Add sources to all reports: only if they are public"},
		{"Is it okay to call you Otto?", "Sure.", "Call the user Otto"},
		{"Should I always greet Kim?", "Please don't.", "Don't always greet Kim"},
		{"以后贺卡都抄送小韩吗？", "别", "以后贺卡不要都抄送小韩"},
		{"May I ring you before nine?", "Please don't", "Don't ring the user before nine"},
		{"我叫您韩姐行吗？", "行", "叫用户韩姐"},
		{"要不要我每次都标上页码？", "要的", "每次都标上页码"},
		{"以后邮件我都抄送给小韩？", "不用，只抄送周报", "以后邮件不要都抄送给小韩，只抄送周报"},
		{"那总结一律写成三段？", "没错", "总结一律写成三段"},
		{"我叫您韩总可以吗？", "叫老韩就行", "叫用户老韩"},
		{"Shall I send the letter today?", "Yes.", ""},
		{"Shall I greet you every morning?", "No.", ""},
		{"Should I drop this sentence?", "no", ""},
		{"要我现在发吗？", "发吧", ""},
		{"这封邮件要我改短吗？", "要", ""},
	} {
		got := captured(t, monday, "agent: "+c.asked, "user: "+c.said, "agent: ok")
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Content != c.want || !got[0].Kind.URAM() {
			t.Errorf("%q, %q: captured %q, want %q", c.asked, c.said, gist.Contents(got), c.want)
		}
	}
}

// "Them" in the agent's question is what the user spoke of.
func TestLeaveNamesWhatItIsOf(t *testing.T) {
	got := captured(t, monday, "user: My newsletters come out too stiff.", "agent: Shall I open them with a question?", "user: Yes please.")
	if len(got) != 1 || got[0].Content != "The user's newsletters: open them with a question" {
		t.Errorf("captured %q", gist.Contents(got))
	}
}

// The agent's word that something stops does not say what: the user's demand does.
func TestAgreementWithoutItsObjectLeavesTheUsersWords(t *testing.T) {
	for _, c := range []struct{ said, heard, want string }{
		{"You needn't warn me about the tides any more.", "Fine, I'll stop warning you.", "The agent needn't warn the user about the tides any more"},
		{"快递不用通知我了", "好的，不再通知。", "快递不用通知用户了"},
		{"Five sentences at most in summaries, I skim.", "Five sentences at most.", "Summaries: five sentences at most"},
	} {
		if got := gist.Contents(captured(t, monday, "user: "+c.said, "agent: "+c.heard)); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, %q: captured %q, want %q", c.said, c.heard, got, c.want)
		}
	}
}

// An amount of what the user tells is no rule because the agent says it again.
func TestAnEchoOfAnAmountIsNoRule(t *testing.T) {
	for _, turns := range [][]string{
		{"user: The Brandts upped it to 12 lines of bunting.", "agent: Okay, 12 lines."},
		{"user: 布兰特家加到12张桌子了", "agent: 好的，12张桌子。"},
	} {
		if got := captured(t, monday, turns...); len(got) != 1 || got[0].Kind.URAM() {
			t.Errorf("%q: captured %q", turns, gist.Contents(got))
		}
	}
}
