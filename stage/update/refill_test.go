package update

import (
	"context"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What is said plainly takes the place of what it cannot stand beside, without a
// word for the change; what can stand beside it stays.
func TestPlainChanges(t *testing.T) {
	const fact, profile, method = dyadmem.Fact, dyadmem.UserProfile, dyadmem.AgentMethod
	for _, c := range []struct {
		name  string
		kind  dyadmem.Kind
		old   string
		turn  string
		fresh string
		want  bool
	}{
		{"what a thing is", fact, "The hall's piano is a Bechstein", "The hall's piano is a Yamaha, the other one was beyond tuning.", "The hall's piano is a Yamaha", true},
		{"where it is held", fact, "The seed swap will be held at the old dairy", "We're holding the seed swap at Marjorie's.", "The seed swap will be held at Marjorie's barn", true},
		{"with whom", fact, "The twins have violin lessons with Mr Ostrander every week", "Violin is with Ms Quill.", "The twins have violin lessons with Ms Quill every week", true},
		{"what one has of it", fact, "The user has a tortoise named Bluebell", "I've a tortoise named Hector.", "The user has a tortoise named Hector", false},
		{"what somebody else has", fact, "Aunt Vi's car is a Saab", "Uncle Bert's car is a Volvo.", "Uncle Bert's car is a Volvo", false},
		{"what happened twice", fact, "The user went to the dentist in Bude", "I went to the dentist in Looe.", "The user went to the dentist in Looe", false},
		{"by what they do", fact, "The user's cousin Ann runs a bakery", "Ann sings in a choir.", "The user's cousin Ann sings in a choir", false},
		{"for a thought", fact, "The hall's piano is a Bechstein", "Suppose the hall's piano was a Yamaha.", "The hall's piano is a Yamaha", false},
		{"换了是谁", fact, "少年宫的书法老师是翟老师", "书法老师是蒲老师。", "少年宫的书法老师是蒲老师", true},
		{"换了地方", fact, "雕刻室在旧粮仓西头", "雕刻室搬四楼了。", "雕刻室在四楼", true},
		{"预算变了", fact, "装鱼缸的预算在三千元以内", "鱼缸可以花到四千五。", "装鱼缸的预算提高到4500元", true},
		{"现有和上限", fact, "书架最多放四百本书", "书架上有三百二十本了。", "书架上放了三百二十本书", false},
		{"各人的", fact, "舅舅的车是灰色的", "姨妈的车是红色的。", "姨妈的车是红色的", false},
		{"周几的日期", profile, "用户每天早上吃5毫克依那普利", "依那普利从上周五起吃10毫克。", "用户自5月1日周五起每天早上吃10毫克依那普利", true},
		{"denied before", fact, "Orla has not returned the harp to the school", "Orla returned the harp, finally.", "Orla has returned the harp to the school", true},
		{"the opposite", fact, "The user's shed is unlocked", "I've locked the shed now.", "The user's shed is locked with a chain", true},
		{"sold", fact, "The user has a kayak with a patched hull", "The kayak is sold, good riddance.", "The user sold the kayak to a man from Fife", true},
		{"sold another thing", fact, "The user has a canoe with a patched hull", "The kayak is sold, good riddance.", "The user sold the kayak to a man from Fife", false},
		{"卖掉", fact, "用户有一台二手织机", "织机卖给文化站了。", "用户把织机卖给了文化站", true},
		{"a plan that came to be", fact, "The user plans to adopt a greyhound from the shelter", "We have the greyhound! He sleeps all day.", "The user adopted a greyhound from the shelter", true},
		{"打算办成了", fact, "用户打算给母亲办老年卡", "老年卡给我妈办好了。", "用户给母亲办好了老年卡", true},
		{"a new taste", profile, "The user refuses to eat oysters", "Well, I'm an oyster person now.", "The user now enjoys oysters", true},
		{"another's taste", profile, "The user refuses to eat oysters", "My sister loves oysters now.", "The user's sister now enjoys oysters", false},
		{"不怕了", profile, "用户怕打雷", "我现在不怕打雷了。", "用户不怕打雷了", true},
		{"a rule waived", method, "Minutes for the allotment committee use numbered lists", "No more numbered lists, running text please.", "Minutes for the allotment committee are written as running text", true},
		{"a rule beside it", method, "Minutes for the allotment committee put absences first", "No more numbered lists, running text please.", "Minutes for the allotment committee are written as running text", false},
		{"免了的规矩", method, "会议纪要用表格写", "不要表格了，写成一段话。", "会议纪要写成一段话", true},
		{"免了那套", method, "给食堂的菜谱附热量表", "热量表那套免了，写做法就行。", "给食堂的菜谱只写做法", true},
		{"no need for it", method, "Canteen recipes use calorie tables", "No need for the tables, prose will do.", "Canteen recipes are written as prose", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn)
			prior := stagetest.Old(dyadmem.Entry{Key: "old", Kind: c.kind, Content: c.old})
			fresh := dyadmem.Entry{Key: "new", Kind: c.kind, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}
			ops, err := Rules{}.Update(context.Background(), prior, s, []dyadmem.Entry{fresh})
			if err != nil {
				t.Fatal(err)
			}
			deleted := false
			for _, op := range ops {
				deleted = deleted || op.Action == dyadmem.Delete && op.Entry.Key == "old"
			}
			if deleted != c.want {
				t.Errorf("deleted %v, want %v: %+v", deleted, c.want, ops)
			}
		})
	}
}

// An entry that names something else, or gives the same words to others, is no
// restatement.
func TestNoRestatement(t *testing.T) {
	for _, c := range []struct{ old, turn, fresh string }{
		{"用户想去大理拍鸟", "大理和腾冲都想去拍鸟。", "用户想去大理和腾冲拍鸟"},
		{"值日分工：阿芳擦窗，小顾拖地", "换一下，拖地归阿芳，擦窗小顾来。", "值日分工：小顾擦窗，阿芳拖地"},
		{"用户对芒果过敏", "医生说不是芒果过敏，是腰果。", "用户对腰果过敏，可以吃芒果"},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00+08:00", "user: "+c.turn)
		fresh := dyadmem.Entry{Key: "new", Kind: dyadmem.Fact, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}
		ops, err := Rules{}.Update(context.Background(), stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: c.old}), s, []dyadmem.Entry{fresh})
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range ops {
			if op.Why == dyadmem.WhyMerged {
				t.Errorf("%q was merged into %q", c.fresh, c.old)
			}
		}
	}
}

// "The last bit" is of this session: what was just said goes, and nothing of before.
func TestForgetWhatWasJustSaid(t *testing.T) {
	for _, turns := range [][]string{
		{"user: The ferry leaves at nine.", "agent: Nine it is.", "user: I sometimes fiddle the raffle, between us. Actually take that last bit off your record.", "agent: Taken off."},
		{"user: 渡船九点开。", "agent: 九点。", "user: 摸奖我有时候做手脚。刚才那句你删了吧，别留。", "agent: 删掉了。"},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00Z", turns...)
		fresh := []dyadmem.Entry{
			{Key: "ferry", Kind: dyadmem.Fact, Content: "The ferry leaves at nine", At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}},
			{Key: "raffle", Kind: dyadmem.Fact, Content: "The user sometimes fiddles the raffle", At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[2].ID}},
		}
		ops, err := Rules{}.Update(context.Background(), stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: "The user lives in Whitby"}), s, fresh)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range ops {
			if gone := op.Action == dyadmem.Delete; gone != (op.Entry.Key == "raffle") {
				t.Errorf("%s: deleted %v", op.Entry.Key, gone)
			}
		}
	}
}
