package update

import (
	"context"
	"slices"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// Two things of one sort, and what comes beside what there is, leave each other standing; the
// same thing with another value does not.
func TestWhatIsOfAnotherThingStays(t *testing.T) {
	const fact, profile, method = dyadmem.Fact, dyadmem.UserProfile, dyadmem.AgentMethod
	for _, c := range []struct {
		kind             dyadmem.Kind
		old, turn, fresh string
		gone             bool
	}{
		{fact, "Locker 31 is for skis", "Locker 37 is for boots now.", "Locker 37 is for boots now", false},
		{fact, "Tram 3 goes to the harbour", "Tram 8 goes to the harbour now.", "Tram 8 goes to the harbour now", false},
		{fact, "Printer gamma has a jam", "Printer delta has a jam.", "Printer delta has a jam", false},
		{fact, "7号库房有叉车", "9号库房现在有叉车。", "9号库房现在有叉车", false},
		{fact, "合同203号6日签", "合同204号6日签。", "合同204号6日签", false},
		{fact, "第4章由小贺写", "第6章现在由小贺写。", "第6章现在由小贺写", false},
		{fact, "The standup takes 15 minutes", "The standup takes 20 minutes now.", "The standup takes 20 minutes now", true},
		{fact, "例会在3号会议室", "例会改在5号会议室了。", "例会改在5号会议室", true},
		{fact, "The user swims on Mondays", "I also swim on Saturdays.", "The user also swims on Saturdays", false},
		{fact, "The user takes 20 mg of zinc in the morning", "I take 10 mg at bedtime as well.", "The user takes 10 mg of zinc at bedtime", false},
		{fact, "用户周二打羽毛球", "我周六还打羽毛球。", "用户周六还打羽毛球", false},
		{fact, "图书馆周六开门", "图书馆周日也开门。", "图书馆周日也开门", false},
		{fact, "The user swims on Mondays", "My swimming moved, I swim on Saturdays now.", "The user swims on Saturdays now", true},
		{fact, "The quota for the north is 800", "The quota for the south is 650 now.", "The quota for the south is 650 now", false},
		{fact, "阳台的费用是三千", "书房的费用现在是五千。", "书房的费用现在是五千", false},
		{fact, "The quota for the north is 800", "The quota for the north is 650 now.", "The quota for the north is 650 now", true},
		{fact, "The user has pottery on Tuesday evenings", "I have chess on Thursday evenings now.", "The user has chess on Thursday evenings now", false},
		{profile, "The user does not eat lamb", "I eat trout.", "The user eats trout", false},
		{profile, "The user drinks coffee at breakfast", "I drink tea now.", "The user drinks tea now", false},
		{profile, "用户不喝牛奶", "我喝豆浆。", "用户喝豆浆", false},
		{method, "Keep letters to the council formal", "Keep letters to Rosa chatty from now on.", "Keep letters to Rosa chatty", false},
		{method, "给老郑的邮件写得正式", "以后给小倪的邮件写得随意。", "给小倪的邮件写得随意", false},
	} {
		s := stagetest.Talk("2026-05-04T10:00:00Z", "user: "+c.turn)
		prior := stagetest.Old(dyadmem.Entry{Key: "old", Kind: c.kind, Content: c.old})
		fresh := dyadmem.Entry{Key: "new", Kind: c.kind, Content: c.fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}
		ops, err := Rules{}.Update(context.Background(), prior, s, []dyadmem.Entry{fresh})
		if err != nil {
			t.Fatal(err)
		}
		gone := slices.ContainsFunc(ops, func(o dyadmem.Op) bool { return o.Action == dyadmem.Delete && o.Entry.Key == "old" })
		added := slices.ContainsFunc(ops, func(o dyadmem.Op) bool { return o.Action == dyadmem.Add && o.Entry.Key == "new" })
		if gone != c.gone || !added {
			t.Errorf("%q after %q: gone %v, added %v", c.fresh, c.old, gone, added)
		}
	}
}
