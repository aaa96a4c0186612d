package capture

import (
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// "Then" and those days are the time named last; a demand that hangs on it ends with it.
func TestADemandHangsOnTheTimeNamedBefore(t *testing.T) {
	for _, c := range []struct {
		turns []string
		want  string
		until string
	}{
		{[]string{"user: I'm in Bergen from the 8th to the 12th of May. Don't plan any lessons for me then."}, "Don't plan any lessons for the user from 8 to 12 May 2026", "2026-05-12"},
		{[]string{"user: My viva is on 20 May.", "agent: Good luck with it.", "user: Don't send me any newsletters until then."}, "Don't send the user any newsletters until 20 May 2026", "2026-05-20"},
		{[]string{"user: 我5月8号到12号在医院陪床，那几天别给我派活。"}, "那几天别给用户派活", "2026-05-12"},
		{[]string{"user: 我5月20号答辩。", "agent: 祝顺利。", "user: 那之前别给我推新闻。"}, "2026年5月20日之前别给用户推新闻", "2026-05-20"},
		{[]string{"user: I'm at my aunt's in Cork from 8 to 12 May.", "agent: Have a good time.", "user: Don't send me any quizzes while I'm there."}, "Don't send the user any quizzes from 8 to 12 May 2026", "2026-05-12"},
		{[]string{"user: The roof is done on 9 June. Call me on my landline after that day, always."}, "after 9 June 2026", ""},
		{[]string{"user: The dinner is on 5 May. Never put cream in my recipes, fine then."}, "Never put cream in the user's recipes, fine then", ""},
	} {
		var found bool
		got := captured(t, monday, c.turns...)
		for _, e := range got {
			if strings.Contains(e.Content, c.want) {
				found = true
				until := ""
				if !e.Until.IsZero() {
					until = e.Until.Format(time.DateOnly)
				}
				if until != c.until {
					t.Errorf("%q: %q ends %q, want %q", c.turns, e.Content, until, c.until)
				}
			}
		}
		if !found {
			t.Errorf("%q: captured %q, want %q", c.turns, gist.Contents(got), c.want)
		}
	}
}
