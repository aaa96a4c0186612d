package stage_test

import (
	"context"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage"
)

// What holds for a while takes the place of nothing that holds for good, in the rules'
// own updater and before the witness of a guard alike; what holds from now on does.
func TestWhatPassesReplacesNothing(t *testing.T) {
	for _, c := range []struct {
		old, turn, stated string
		goes              bool
	}{
		{"The choir rehearses at St Anne's hall", "The choir rehearses at the town library now, while the roof of the hall is being mended.", "The choir rehearses at the town library while the hall's roof is mended", false},
		{"The user rents a studio at 40 pounds a week", "The studio is 30 pounds a week now, for the time being.", "The user rents a studio at 30 pounds a week", false},
		{"The user rents a studio at 40 pounds a week", "The studio is 30 pounds a week from now on.", "The user rents a studio at 30 pounds a week", true},
		{"The user's bus leaves at 7:20", "My bus leaves at 7:50 now, until the bridge is open again.", "The user's bus leaves at 7:50", false},
		{"The user's bus leaves at 7:20", "My bus leaves at 7:50 now.", "The user's bus leaves at 7:50", true},
		{"合唱队在文化馆排练", "合唱队这阵子改在图书馆排练，文化馆修屋顶。", "合唱队在图书馆排练", false},
		{"合唱队在文化馆排练", "合唱队改在图书馆排练了。", "合唱队在图书馆排练", true},
		{"用户的班车七点二十发车", "修桥期间我的班车改到七点五十发车。", "用户的班车七点五十发车", false},
		{"用户的班车七点二十发车", "我的班车改到七点五十发车了。", "用户的班车七点五十发车", true},
	} {
		t.Run(c.turn, func(t *testing.T) {
			at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
			s := dyadmem.Session{ID: "s2", At: at, Turns: []dyadmem.Turn{{ID: "s2.1", Speaker: dyadmem.User, Text: c.turn}}}
			prior := dyadmem.Bank{Entries: []dyadmem.Entry{{Key: "old", Kind: dyadmem.Fact, Content: c.old, At: at.AddDate(0, -1, 0)}}}
			for i, text := range []string{"The user likes green tea", "The Tuesday meeting is in room 4", "用户住在沈阳", "会议室在三楼"} {
				prior.Entries = append(prior.Entries, dyadmem.Entry{Key: dyadmem.EntryKey(rune('a' + i)), Kind: dyadmem.Fact, Content: text, At: prior.Entries[0].At})
			}
			captured := []dyadmem.Entry{{Key: "new", Kind: dyadmem.Fact, Content: c.stated, At: at, Evidence: []dyadmem.TurnRef{"s2.1"}}}
			proposed := dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
				return []dyadmem.Op{{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: "old"}, Why: dyadmem.WhyCorrected, Evidence: []dyadmem.TurnRef{"s2.1"}}}, nil
			})
			for name, u := range map[string]dyadmem.Updater{"rules": stage.Rules().Updater, "guard": dyadmem.Guarded(proposed, dyadmem.Guard{Witness: stage.RuleWitness{}})} {
				ops, err := u.Update(t.Context(), prior, s, captured)
				if err != nil {
					t.Fatal(err)
				}
				gone := false
				for _, op := range ops {
					gone = gone || op.Action == dyadmem.Delete && op.Entry.Key == "old"
				}
				if gone != c.goes {
					t.Errorf("%s: it goes: %t, want %t", name, gone, c.goes)
				}
			}
		})
	}
}
