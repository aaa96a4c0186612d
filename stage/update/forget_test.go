package update

import (
	"slices"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What one entry says besides of what goes, for whatever reason, stays.
func TestTheRestOfAnEntryStays(t *testing.T) {
	for _, c := range []struct{ old, turn, done, fresh, left string }{
		{"The user's vet is Dr Amari, the user's farrier is Jock", "Please forget what I told you about Jock.", "Deleted.", "", "The user's vet is Dr Amari"},
		{"The pool costs 12 a visit and opens at seven", "The pool now costs 15 a visit.", "Noted.", "The pool now costs 15 a visit", "The pool opens at seven"},
		{"The user's vet is Dr Amari and lives in Kent", "Please forget what I told you about Dr Amari.", "Deleted.", "", ""},
		{"用户的表姐叫秋禾，在码头街开面包店", "把秋禾删掉吧。", "好的。", "", ""},
		{"澡堂早上六点开，晚上十点关", "澡堂现在十一点关。", "好的。", "澡堂现在十一点关", "澡堂早上六点开"},
		{"保姆姓米，工钱四千", "工钱涨到四千五了。", "好的。", "工钱涨到四千五了", "保姆姓米"},
		{"The user's vet is Dr Amari, who is from Kent", "Please forget what I told you about Dr Amari.", "Deleted.", "", ""},
	} {
		t.Run(c.turn, func(t *testing.T) {
			s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn, "agent: "+c.done)
			var fresh []dyadmem.Entry
			if c.fresh != "" {
				fresh = append(fresh, dyadmem.Entry{Key: "fresh", Kind: dyadmem.Fact, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}})
			}
			ops, err := Rules{}.Update(t.Context(), stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: c.old}), s, fresh)
			if err != nil {
				t.Fatal(err)
			}
			left, gone := "", false
			for _, op := range ops {
				gone = gone || op.Entry.Key == "old" && op.Action == dyadmem.Delete
				if op.Action == dyadmem.Add && op.Entry.Key != "fresh" {
					left = op.Entry.Content
				}
			}
			if !gone || left != c.left {
				t.Errorf("gone %v, %q is left, want %q", gone, left, c.left)
			}
		})
	}
}

// Who asks to forget the reason of a rule keeps the rule.
func TestForgottenReasonsLeaveTheirRules(t *testing.T) {
	for _, c := range []struct{ rule, turn, done, left string }{
		{"Never ring before nine, the user works nights at the morgue", "Please delete that I work nights at the morgue.", "Deleted.", "Never ring before nine"},
		{"The user has a tremor, so please keep the forms short", "Forget the tremor, please. Short forms stay.", "It's gone.", "Keep the forms short"},
		{"用户夜里睡不好，所以上午别打电话", "我睡不好那件事你删掉吧，上午照旧别打。", "删掉了。", "上午别打电话"},
		{"Always mention the user's tremor to the nurses", "Please forget what I told you about the tremor.", "Deleted, all of it.", ""},
	} {
		t.Run(c.turn, func(t *testing.T) {
			s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn, "agent: "+c.done)
			bank := stagetest.Old(dyadmem.Entry{Key: "rule", Kind: dyadmem.AgentMethod, Content: c.rule}, dyadmem.Entry{Key: "boat", Kind: dyadmem.Fact, Content: "The user's boat is at Amble"})
			ops, err := Rules{}.Update(t.Context(), bank, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			left := ""
			for _, op := range ops {
				if op.Action == dyadmem.Add {
					left = op.Entry.Content
				} else if op.Entry.Key != "rule" {
					t.Errorf("%s is deleted", op.Entry.Key)
				}
			}
			if left != c.left || c.left != "" && !slices.ContainsFunc(ops, func(op dyadmem.Op) bool { return op.Action == dyadmem.Delete }) {
				t.Errorf("%q is left, want %q; %v", left, c.left, ops)
			}
		})
	}
}
