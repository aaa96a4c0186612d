package update

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What is left, sold or exchanged is no longer so; what else the entry says stays.
func TestWhatIsGivenUpGoes(t *testing.T) {
	for _, c := range []struct {
		old, turn, fresh string
		gone             bool
		left             string // what has to be added of the old entry
	}{
		{"The user works for Lindt", "I left Lindt, I'm at Mars now.", "The user left Lindt, the user is at Mars now", true, ""},
		{"The user's phone is a Nokia", "I've ditched the Nokia for a Fairphone.", "The user has ditched the Nokia for a Fairphone", true, ""},
		{"The user has an office in Leeds", "I left Leeds, what a day.", "The user left Leeds, what a day", false, ""},
		{"The user's sister works for Lindt", "I left Mars, what a day.", "The user left Mars, what a day", false, ""},
		{"用户在华光上班", "我从华光离职了，现在在中兴。", "用户从华光离职了，现在在中兴", true, ""},
		{"The user banks with Halifax", "I switched banks, I'm with Barclays now.", "The user switched banks, the user is with Barclays now", true, ""},
		{"用户用惠普电脑", "我换电脑了，现在用联想电脑。", "用户换电脑了，现在用联想电脑", true, ""},
		{"学号是2208", "学号换了，现在是7714。", "学号换了，现在是7714", true, ""},
		{"用户的学号是2208", "电脑换了，现在用联想。", "电脑换了，现在用联想", false, ""},
		{"车位费是400，物业经理是贺先生", "车位费涨到460了。", "车位费涨到460了", true, "贺先生"},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn)
		prior := stagetest.Old(dyadmem.Entry{Key: "old", Kind: dyadmem.Fact, Content: c.old})
		fresh := dyadmem.Entry{Key: "new", Kind: dyadmem.Fact, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}
		ops, err := Rules{}.Update(context.Background(), prior, s, []dyadmem.Entry{fresh})
		if err != nil {
			t.Fatal(err)
		}
		gone := slices.ContainsFunc(ops, func(o dyadmem.Op) bool { return o.Action == dyadmem.Delete && o.Entry.Key == "old" })
		left := c.left == "" || slices.ContainsFunc(ops, func(o dyadmem.Op) bool {
			return o.Action == dyadmem.Add && strings.Contains(o.Entry.Content, c.left)
		})
		if gone != c.gone || !left {
			t.Errorf("%q after %q: gone %v, left %v, %v", c.fresh, c.old, gone, left, ops)
		}
	}
}
