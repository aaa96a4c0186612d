package update

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What is moved to a day without its month, or by so many days, is then by the day that it had.
func TestMoves(t *testing.T) {
	for _, c := range []struct{ old, turn, fresh, want string }{
		{"The boiler inspection is on 28 August 2026", "The boiler inspection has been moved to the 31st.", "The boiler inspection has been moved to 31 May 2026", "The boiler inspection is on 31 August 2026"},
		{"The boiler inspection is on 28 August 2026", "The boiler inspection was pushed back to the 2nd.", "The boiler inspection was pushed back to 2 June 2026", "The boiler inspection is on 2 September 2026"},
		{"The boiler inspection is on 28 August 2026", "The boiler inspection was postponed by two weeks.", "The boiler inspection was postponed by two weeks", "The boiler inspection is on 11 September 2026"},
		{"The boiler inspection is on 28 August 2026", "The choir trip was postponed by two weeks.", "The choir trip was postponed by two weeks", ""},
		{"The boiler inspection is on 28 August 2026", "Maybe the boiler inspection will be moved to the 31st.", "", ""},
		{"The boiler inspection is every 28 days", "The boiler inspection was postponed by two weeks.", "", ""},
		{"用户的答辩是2026年9月14日上午", "答辩改到16号下午了。", "答辩改到2026年5月16日下午了", "用户的答辩是2026年9月16日下午"},
		{"用户的答辩是2026年9月14日上午", "答辩提前到8号了。", "答辩提前到2026年5月8日了", "用户的答辩是2026年9月8日上午"},
		{"用户的答辩是2026年9月14日上午", "答辩推迟三天。", "答辩推迟三天", "用户的答辩是2026年9月17日上午"},
		{"用户的答辩是2026年9月14日上午", "体检推迟三天。", "体检推迟三天", ""},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn, "agent: Okay.")
		bank := stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: c.old}, dyadmem.Entry{Key: "boat", Kind: dyadmem.Fact, Content: "The user's boat is at Amble"})
		var fresh []dyadmem.Entry
		if c.fresh != "" {
			fresh = append(fresh, dyadmem.Entry{Key: "fresh", Kind: dyadmem.Fact, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}})
		}
		ops, err := dyadmem.Guarded(Rules{}, dyadmem.Guard{Witness: Witness{}}).Update(t.Context(), bank, s, fresh)
		if err != nil {
			t.Fatal(err)
		}
		got, gone := "", map[dyadmem.EntryKey]bool{}
		for _, op := range ops {
			if op.Action == dyadmem.Delete {
				gone[op.Entry.Key] = true
			} else if op.Action == dyadmem.Add && op.Entry.Key != "fresh" {
				got = op.Entry.Content
			}
		}
		if got != c.want || c.want != "" && !(gone["old"] && gone["fresh"]) || c.want == "" && gone["old"] {
			t.Errorf("%q, %q: %q, gone %v, want %q", c.old, c.turn, got, gone, c.want)
		}
	}
}
