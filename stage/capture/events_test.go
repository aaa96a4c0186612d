package capture

import (
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// Two events of one sentence are two entries, each with the date of its own
// clause; only what is to happen ends.
func TestEachEventHasItsOwnDate(t *testing.T) {
	const thursday = "2025-10-09T23:30:00-07:00" // Friday in UTC
	for _, c := range []struct {
		said string
		want []string // content and, behind a bar, the day it ends
	}{
		{"Yesterday I handed in the thesis, and on Monday I am meeting the registrar.",
			[]string{"On 8 October 2025 the user handed in the thesis", "On 13 October 2025 the user is meeting the registrar | 13"}},
		{"The boiler was drained on Tuesday and I refill the tank on Saturday.",
			[]string{"The boiler was drained on 7 October 2025", "The user refills the tank on 11 October 2025"}},
		{"前天把样机退给厂家了，下周二要去仓库验货。",
			[]string{"用户2025年10月7日把样机退给厂家了", "用户2025年10月14日要去仓库验货 | 14"}},
	} {
		got := captured(t, thursday, "user: "+c.said)
		if len(got) != len(c.want) {
			t.Errorf("%q: captured %q", c.said, gist.Contents(got))
			continue
		}
		for i, want := range c.want {
			content, day, ends := strings.Cut(want, " | ")
			if got[i].Content != content || got[i].Until.IsZero() == ends || ends && got[i].Until.Format("2") != day {
				t.Errorf("%q: %q until %v, want %q", c.said, got[i].Content, got[i].Until, want)
			}
		}
	}
}

// A clause that needs the one before it stays with it, dated by itself; what is
// done does not end with what is ahead.
func TestEventsThatHangTogether(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"The vet operated on Biscuit on Friday and he is having the stitches out tomorrow.", "The vet operated on Biscuit on 13 March 2026 and he is having the stitches out on 17 March 2026"},
		{"上周六给仓鼠做了手术，后天拆线。", "用户2026年3月14日给仓鼠做了手术，2026年3月18日拆线"},
	} {
		got := captured(t, monday, "user: "+c.said)
		if len(got) != 1 || got[0].Content != c.want || !got[0].Until.IsZero() {
			t.Errorf("%q: captured %+v, want %q without an end", c.said, got, c.want)
		}
	}
}
