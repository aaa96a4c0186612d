package lang

import (
	"strings"
	"testing"
)

// Who does what, as "term:actor" for the terms that have one.
func TestActors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the subject of a clause", "The user collects stamps", "collect:user stamp:user"},
		{"and of the one after it", "The user collects stamps, mostly Finnish ones", "collect:user stamp:user most:user finnish:user"},
		{"each half of a clause has its own", "Zofia edits the film and the user writes the score", "zofia:zofia edit:zofia film:zofia write:user score:user"},
		{"who stands behind a passive", "The score is written by Zofia", "score:zofia write:zofia zofia:zofia"},
		{"who is pointed out", "It is Zofia who edits the film", "zofia:zofia edit:zofia film:zofia"},
		{"what stands before him is his too", "On Sundays Zofia edits the film", "zofia:zofia edit:zofia film:zofia"},
		{"a role with a name", "The user's cousin Zofia edits films", "zofia:cousin edit:cousin film:cousin"},
		{"two of them are neither alone", "The user and Zofia edit films", ""},
		{"who somebody is tells of no act", "Zofia is the user's editor", ""},
		{"what the user wants of the agent", "The user wants the agent to list the films", "want:user list:agent film:agent"},
		{"what he has does it, not he", "The user's camera has a cracked lens", ""},
		{"a name within a phrase is no actor", "The user's left Achilles is sore", ""},
		{"others", "The others collect stamps", "other:others collect:others stamp:others"},
		{"句子的主语", "用户收集邮票", "收集:user 邮票:user"},
		{"由字后面的人", "剪辑由小龚来做，用户写配乐", "剪辑:小龚 小:小龚 龚:小龚 做:小龚 写:user 配乐:user"},
		{"姓加称呼", "龚老师教书法，用户学画画", "龚:龚老师 老师:龚老师 教:龚老师 书法:龚老师 学:user 画画:user"},
		{"用户的家人", "用户的姐姐收集邮票", "收集:sister 邮票:sister"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, x := range Read(tt.text).Terms {
				if x.Of != "" {
					got = append(got, x.Text+":"+x.Of)
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%q: actors %q, want %q", tt.text, s, tt.want)
			}
		})
	}
}
