package judge

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
)

// Who notes two statements of a turn has another memory than who notes one of them, and
// holds it; a detail more makes no difference.
func TestAnchoredCountsStatements(t *testing.T) {
	turns := map[dyadmem.TurnRef]string{
		"bike": "My bike is at Olsen's for new brake pads. The cello stays in the school cellar, it's damp at home, and Runa tunes it in May.",
		"aunt": "When you write to my aunt leave out links, she clicks on all of them.",
		"猫":    "猫寄养在老秦家，他天天拍视频给我看。阳台的番茄已经红了，打算做成酱送同事。",
		"花":    "浇花不用你提醒，我自己记着。",
		"舅舅":   "给我舅舅发消息别带表情，他看不懂。",
	}
	for _, tt := range []struct {
		name, turn, a, b string
		same, entails    bool
	}{
		{"a statement more", "bike", "The user's bike is at Olsen's for new brake pads; the cello stays in the school cellar", "The user's bike is at Olsen's for brake pads", false, true},
		{"a statement less", "bike", "The user's bike is at Olsen's for brake pads", "The user's bike is at Olsen's for new brake pads; the cello stays in the school cellar", false, false},
		{"one word more", "bike", "The user's cello stays in the cellar of the school", "The user's cello stays in the damp-free school cellar", true, true},
		{"both of them", "bike", "The cello stays in the school cellar; the bike is at Olsen's for brake pads", "The user's bike is at Olsen's for new brake pads, the cello is kept in the school cellar", true, true},
		{"all the world", "aunt", "Links are left out whoever the agent writes to", "Messages to the user's aunt leave out links", false, false},
		{"one person", "aunt", "No links for the user's aunt", "Messages to the user's aunt leave out links", true, true},
		{"多一件事", "猫", "猫寄养在老秦家，阳台番茄做成酱送同事", "用户的猫寄养在老秦家", false, true},
		{"少一件事", "猫", "用户的猫寄养在老秦家", "猫寄养在老秦家，阳台番茄做成酱送同事", false, false},
		{"只多一个词", "猫", "用户的猫现在寄养在老秦家", "用户的猫寄养在老秦家", true, true},
		{"谁来做", "花", "浇花由助手记着", "浇花由用户记着", false, false},
		{"对谁都如此", "舅舅", "给任何人发消息都不带表情", "给用户舅舅发消息不带表情", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			entry := func(content string) []bench.Entry {
				return []bench.Entry{{Content: content, Evidence: []dyadmem.TurnRef{dyadmem.TurnRef(tt.turn)}}}
			}
			links, err := Anchored{}.Links(t.Context(), CaseOf(turns), entry(tt.a), entry(tt.b))
			if err != nil {
				t.Fatal(err)
			}
			same := len(links) == 1 && links[0].Same == bench.Yes
			entails := len(links) == 1 && links[0].Entails == bench.Yes
			if same != tt.same || entails != tt.entails {
				t.Errorf("same %t, entails %t; want %t and %t", same, entails, tt.same, tt.entails)
			}
		})
	}
}
