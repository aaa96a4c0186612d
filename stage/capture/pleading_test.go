package capture

import (
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// A demand for good is one though it is asked politely; a question and a request for one
// thing are none.
func TestPoliteQuestionsThatDemand(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"Could you please always name the author?", "Always name the author"},
		{"Can you stop calling me sir?", "Stop calling the user sir"},
		{"Could we use kilometres from now on?", "Use kilometres from now on"},
		{"Would you mind not starting with a poem?", "Avoid starting with a poem"},
		{"Could I get the sources in every summary?", "The user wants the sources in every summary"},
		{"Can you not write in capitals, going forward?", "Don't write in capitals, going forward"},
		{"能不能以后别给我发语音？", "以后别给用户发语音"},
		{"可否请您每次先列提纲？", "每次先列提纲"},
		{"以后都用公制，好不好？", "以后都用公制"},
		{"麻烦你往后叫我老邢行吗？", "往后叫用户老邢"},
		{"Could you tell me why it breaks every time I save?", ""},
		{"Can you stop the recording?", ""},
		{"Could you translate the menu?", ""},
		{"Can we always bring the dog?", ""},
		{"以后能不能换货？", ""},
		{"你觉得以后会涨价吗？", ""},
	} {
		got := captured(t, monday, "user: "+c.said, "agent: ok")
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Content != c.want || !got[0].Kind.URAM() {
			t.Errorf("%q: captured %q, want %q", c.said, gist.Contents(got), c.want)
		}
	}
}
