package capture

import (
	"slices"
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// What is told and what is demanded in one breath are kept apart, each as what it is.
func TestAFactAndADemandAreTwo(t *testing.T) {
	for _, c := range []struct{ said, fact, demand string }{
		{"I'm colour-blind, so never use red in charts.", "The user is colour-blind", "Never use red in charts"},
		{"My cousin Ada runs the mill, and please answer in Frisian.", "The user's cousin Ada runs the mill", "Answer in Frisian"},
		{"Our boat is called Olga. Always give depths in metres.", "The user's boat is called Olga", "Always give depths in metres"},
		{"Don't use footnotes. I live in Leer.", "The user lives in Leer", "Don't use footnotes"},
		{"我姓庞，以后叫我庞师傅", "用户姓庞", "以后叫用户庞师傅"},
		{"我家驴叫阿灰，以后回复我用大白话", "用户家的驴叫阿灰", "以后回复用户用大白话"},
		{"我值早班，傍晚后别叫我", "用户值早班", "傍晚后别叫用户"},
		{"回答别用英文。我是鞋匠。", "用户是鞋匠", "回答别用英文"},
	} {
		got := captured(t, monday, "user: "+c.said, "agent: ok")
		texts := gist.Contents(got)
		i, j := slices.Index(texts, c.fact), slices.Index(texts, c.demand)
		if len(got) != 2 || i < 0 || j < 0 || got[i].Kind.URAM() || !got[j].Kind.URAM() {
			t.Errorf("%q: captured %+v", c.said, got)
		}
	}
}

// A reason belongs to the demand before it, and a case to the demand behind it.
func TestACaseAndAReasonStayWithTheirDemand(t *testing.T) {
	for _, said := range []string{
		"Keep it to four lines, my screen is small.", "When I send a sketch, never trace it.", "回答短一点，我眼睛不好。", "我发草图的时候，别描边。",
	} {
		if got := captured(t, monday, "user: "+said, "agent: ok"); len(got) != 1 || !got[0].Kind.URAM() {
			t.Errorf("%q: captured %q", said, gist.Contents(got))
		}
	}
}
