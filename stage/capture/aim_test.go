package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What is to hold in a case, and how texts are to be, is the agent's to do; what others
// do is not.
func TestWhomASentenceIsAimedAt(t *testing.T) {
	for said, agents := range map[string]bool{
		"When I ask for a chord, name the fingers first.":   true,
		"For the choir mails always put the hall first.":    true,
		"My neighbour asks for the hall on Mondays at six.": false,
		"The choir meets in the old mill at seven.":         false,
		"有人要是打听琴房的租金，你就说不清楚。":                               true,
		"只要我说手酸，你就别排练习。":                                    true,
		"写给团员的通知统一用大号字，别用缩写。":                               true,
		"团长每周二在旧磨坊排练，我七点到。":                                 false,
	} {
		got := captured(t, monday, "user: "+said)
		if len(got) != 1 || got[0].Kind.URAM() != agents {
			t.Errorf("%q: captured %+v, the agent's: want %v", said, got, agents)
		}
	}
}

// What is only supposed, and what is asked of the agent beside a fact, stays out.
func TestWhatIsSupposedAndAskedStaysOut(t *testing.T) {
	for said, want := range map[string][]string{
		"要是琴房免租，我立马把三架琴都搬来。":                   nil,
		"我五月要考八级，帮我排一下练琴时间。":                   {"用户2026年5月要考八级"},
		"我在城东租了间琴房，月租九百，你看看。":                  {"用户在城东租了间琴房，月租九百"},
		"会议室改到四楼了。":                            {"会议室改到四楼了"},
		"The meeting is on the 4th floor now.": {"The meeting is on the 4th floor now"},
	} {
		got := gist.Contents(captured(t, monday, "user: "+said))
		if len(got) != len(want) || len(want) > 0 && got[0] != want[0] {
			t.Errorf("%q: captured %q, want %q", said, got, want)
		}
	}
}

// Two facts of one sentence are two entries where the second has a topic of its own.
func TestPartsWithATopicOfTheirOwn(t *testing.T) {
	for said, n := range map[string]int{
		"钢琴课学费每月九百块，教材费每学期一百二十块。": 2,
		"钢琴课学费每月九百块，比去年每月多收一百块。":  1,
	} {
		if got := gist.Contents(captured(t, monday, "user: "+said)); len(got) != n {
			t.Errorf("%q: captured %q, want %d entries", said, got, n)
		}
	}
}

// Who "he" is may be told by a name in the sentence before alone; a birthday is of every
// year.
func TestNamesThatPronounsMean(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"And see Yorick! He plays the tuba on Sundays at the mill.", "Yorick plays the tuba on Sundays at the mill"},
		{"I met Yorick and Ulrike. She plays the tuba on Sundays.", "She plays the tuba on Sundays"},
		{"My niece Ulrike's birthday is on 3 May.", "The user's niece Ulrike's birthday is on 3 May"},
	} {
		if got := gist.Contents(captured(t, monday, "user: "+c.said)); stagetest.Holding(got, c.want) != 1 {
			t.Errorf("%q: captured %q, want %q", c.said, got, c.want)
		}
	}
}
