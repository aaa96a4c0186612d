package answer

import (
	"context"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// A memory of more entries than a handful does not answer what it does not hold.
func TestAnswerAbstains(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	en := []string{"The user's sister Petra breeds goats near Ulm", "The user plays the oboe on Thursdays", "The boiler is serviced in May 2026", "The user's office moved to Kiel on 3 March 2026",
		"The user pays 640 euros of rent a month", "The user cannot stand coriander", "Petra visits on 14 June 2026", "The user's bicycle was stolen in April 2026"}
	zh := []string{"用户的姐姐佩兰在郊区养羊", "用户每周四吹双簧管", "锅炉2026年5月检修", "用户的公司2026年3月3日搬到了青岛", "用户每月房租两千四百元", "用户吃不了香菜", "佩兰2026年6月14日来做客", "用户的自行车2026年4月被偷"}
	for _, c := range []struct {
		question string
		bank     []string
		abstains bool
	}{
		{"Which brand of shampoo does she use?", en, true},
		{"Who is the mayor of Oslo?", en, true},
		{"When does Petra visit?", en, false},
		{"How much rent does the user pay a month?", en, false},
		{"用户的牙医姓什么？", zh, true},
		{"哪种洗发水最好？", zh, true},
		{"佩兰什么时候来做客？", zh, false},
		{"用户的公司现在在哪个城市？", zh, false},
	} {
		var bank []dyadmem.Entry
		for _, e := range c.bank {
			bank = append(bank, dyadmem.Entry{Key: dyadmem.KeyFor(e), Kind: dyadmem.Fact, Content: e, At: at})
		}
		a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: c.question, At: at}, bank)
		if err != nil {
			t.Fatal(err)
		}
		if a.Abstained != c.abstains {
			t.Errorf("%s abstained %v: %q", c.question, a.Abstained, a.Text)
		}
	}
}

// Of what an answer is cut to, the value that is asked for comes first, and a
// value that the entry takes back is not said.
func TestAnswerSays(t *testing.T) {
	at := time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)
	filler := []string{"The user plays the oboe on Thursdays", "The boiler is serviced in May", "The user cannot stand coriander", "The user's bicycle was stolen", "Petra breeds goats"}
	for _, c := range []struct{ question, entry, first, not string }{
		{"By when must the grant report be in?", "The people at the foundation rang about the grant report, very friendly, everybody gets another month, so by 30 June 2026 it must be in", "30 June 2026", ""},
		{"书架现在多高？", "书架重新量了，一米八五，不是一米九", "一米八五", "一米九"},
	} {
		bank := make([]dyadmem.Entry, 0, 6)
		for _, e := range append([]string{c.entry}, filler...) {
			bank = append(bank, dyadmem.Entry{Key: dyadmem.KeyFor(e), Kind: dyadmem.Fact, Content: e, At: at})
		}
		a, err := Rules{}.Answer(context.Background(), dyadmem.Query{Text: c.question, At: at}, bank)
		if err != nil {
			t.Fatal(err)
		}
		head := []rune(a.Text)
		if n := 80; len(head) > n {
			head = head[:n]
		}
		if !contains(string(head), c.first) || c.not != "" && contains(a.Text, c.not) {
			t.Errorf("%s answered %q, want %q early and no %q", c.question, a.Text, c.first, c.not)
		}
	}
}

func contains(s, part string) bool { return stagetest.Holding([]string{s}, part) > 0 }
