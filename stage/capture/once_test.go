package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// What is ordered for this once is over with the day; what holds from today on is not, nor
// does a day end what is no order.
func TestOrdersForThisOnceEndWithTheDay(t *testing.T) {
	for _, c := range []struct {
		said string
		ends bool
	}{
		{"Just this once, write in Norwegian.", true},
		{"Leave out the footer in this letter only, and use no colour this time.", true},
		{"Use inches for this report.", true},
		{"Don't tease me today.", true},
		{"就这一回，用文言文写", true},
		{"今天别催我背单词", true},
		{"这封信不用写日期", true},
		{"下不为例，这次先报总价", true},
		{"From today on use inches.", false},
		{"Use inches every time.", false},
		{"从今天起别催我背单词", false},
		{"每封信都不用写日期", false},
		{"这次比赛的主题是森林", false},
		{"琴换了，现在用雅马哈", false},
	} {
		got := captured(t, monday, "user: "+c.said, "agent: ok")
		if len(got) != 1 {
			t.Errorf("%q: captured %q", c.said, gist.Contents(got))
			continue
		}
		if until := got[0].Until; until.IsZero() == c.ends || c.ends && until.Format("2006-01-02") != monday[:10] {
			t.Errorf("%q: kept until %v", c.said, until)
		}
	}
}
