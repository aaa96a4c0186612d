package stage_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// keeps runs sessions, one a day, through the rules and their guard, and returns what the
// bank says in the end. A line is a user's turn, and the agent says that it has noted it.
func keeps(t *testing.T, sessions ...string) []string {
	t.Helper()
	e := stage.Rules()
	e.Updater = dyadmem.Guarded(e.Updater, dyadmem.Guard{Witness: stage.RuleWitness{}})
	var bank dyadmem.Bank
	for i, said := range sessions {
		var turns []string
		for line := range strings.SplitSeq(said, "\n") {
			turns = append(turns, "user: "+line, "agent: Noted. / 记住了。")
		}
		s := stagetest.Talk(time.Date(2026, 3, 3+i, 9, 0, 0, 0, time.UTC).Format(time.RFC3339), turns...)
		for j := range s.Turns {
			s.Turns[j].ID = dyadmem.TurnRef(fmt.Sprintf("%d.%d", i, j))
		}
		captured, err := e.Capturer.Capture(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for k := range captured {
			captured[k].Key = dyadmem.KeyFor(captured[k].Content)
		}
		ops, err := e.Updater.Update(context.Background(), bank, s, captured)
		if err != nil {
			t.Fatal(err)
		}
		bank = bank.Apply(captured, ops)
	}
	var out []string
	for _, x := range bank.Entries {
		out = append(out, x.Content)
	}
	slices.Sort(out)
	return out
}

func TestWhatIsPutRightOrMovedTakesThePlaceOfWhatWas(t *testing.T) {
	for _, c := range []struct {
		name     string
		sessions []string
		want     []string // what the bank says; a line that begins with "…" is a part of an entry
	}{
		{"put right later", []string{"My ferry to Arran leaves at half seven on Saturdays.", "Sorry, I said half seven for the ferry, it's actually eight."}, []string{"The user's ferry to Arran leaves at eight on Saturdays"}},
		{"put right at once", []string{"My choir practice is on Thursdays at 6 in the hall.\nNo, it's 7."}, []string{"The user's choir practice is on Thursdays at 7 in the hall"}},
		{"稍后更正", []string{"我的陶艺课每周六上午九点开始。", "不对，是十点。"}, []string{"用户的陶艺课每周六上午十点开始"}},
		{"姓错了", []string{"我家的新保姆是陈姨，每天早上七点到。", "说错了，姓程。"}, []string{"用户家的新保姆是程姨，每天早上七点到"}},
		{"nothing to put right", []string{"My ferry to Arran leaves at half seven on Saturdays.", "Sorry, I said 40 for the chairs, it's actually 50."}, []string{"The user's ferry to Arran leaves at half seven on Saturdays"}},
		{"a dose", []string{"I take levothyroxine, 50 mg before breakfast.", "The nurse has put the levothyroxine up to 75 mg."}, []string{"The nurse has put the levothyroxine up to 75 mg"}},
		{"a due date", []string{"The deadline for the grant form is 12 June.", "The grant form deadline got pushed to 3 July."}, []string{"The grant form deadline got pushed to 3 July 2026"}},
		{"another thing moved", []string{"My piano lesson is on Tuesdays at 4.", "The swimming lesson got moved to Thursday."}, []string{"The swimming lesson got moved to Thursday", "The user's piano lesson is on Tuesdays at 4"}},
		{"涨了", []string{"我车位的租金每月三百二十元。", "车位租金涨到三百八十元了。"}, []string{"车位租金涨到三百八十元了"}},
		{"a home", []string{"I live in Ghent with two cats.", "We moved to Antwerp."}, []string{"The user moved to Antwerp"}},
		{"搬家", []string{"我住在南京的锦绣园。", "我们搬到了扬州。"}, []string{"用户搬到了扬州"}},
		{"another's home", []string{"I live in Ghent with two cats.", "My sister moved to Antwerp in May."}, []string{"…Antwerp", "The user lives in Ghent with two cats"}},
		{"who has a role", []string{"Our bus driver is Kofi Mensah, he comes at 7:40.", "Kofi retired. The new bus driver's called Ines Duarte."}, []string{"…Ines Duarte"}},
		{"谁当班", []string{"我每天六点半开门，领班是老周。", "老周不干了，新领班叫小沈。"}, []string{"…小沈", "…六点半开门"}},
		{"this, not that", []string{"For recipe cards use the two-column layout from now on.", "I've reconsidered: not the two-column layout, use the single-column one instead."}, []string{"Not the two-column layout, use the single-column layout instead"}},
		{"what is left of a rule", []string{"以后写周记先写天气，再写心情，最后附上花销。", "以后写周记不用写天气了。"}, []string{"以后写周记写心情，最后附上花销", "…不用写天气了"}},
		{"an end belongs to what says it", []string{"My locker is number 52. The gym's showers are shut until 9 March.", "Morning.", "Morning.", "Morning.", "Morning.", "Morning.", "Morning.", "Morning.", "Morning."}, []string{"The user's locker is number 52"}},
		{"再说一遍", []string{"我弟弟周日下午三点练小号。", "跟你说过的，我弟弟周日下午三点练小号，别忘了。"}, []string{"用户弟弟周日下午三点练小号"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := keeps(t, c.sessions...)
			ok := len(got) == len(c.want)
			for _, w := range c.want {
				part, partly := strings.CutPrefix(w, "…")
				ok = ok && slices.ContainsFunc(got, func(g string) bool { return g == w || partly && strings.Contains(g, part) })
			}
			if !ok {
				t.Errorf("the bank says %q, want %q", got, c.want)
			}
		})
	}
}
