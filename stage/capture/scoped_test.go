package capture

import (
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// A demand says what it is about, however short the agent's confirmation is.
func TestADemandKeepsItsScope(t *testing.T) {
	for _, c := range []struct {
		turns []string
		want  string
	}{
		{[]string{"user: I write captions for my pottery page. Keep them under twelve words, and never use hashtags.", "agent: Twelve words at most, no hashtags."}, "Captions for the user's pottery page: twelve words at most, no hashtags"},
		{[]string{"user: When I ask for a route, list the ferries first, then the trains.", "agent: Ferries first, then trains."}, "When the user asks for a route: ferries first, then trains"},
		{[]string{"user: Please keep letters to the council under two pages, no abbreviations.", "agent: Two pages at most, no abbreviations."}, "Letters to the council: two pages at most, no abbreviations"},
		{[]string{"user: In my recipes, only use grams, never cups.", "agent: Only grams, never cups."}, "The user's recipes: only grams, never cups"},
		{[]string{"user: 帮我写小区通知，以后每条都不超过四句，不要用网络词。", "agent: 好，四句以内，不用网络词。"}, "小区通知四句以内，不用网络词"},
		{[]string{"user: 我问路线的时候先说坐船再说坐车。", "agent: 记住了，先坐船后坐车。"}, "用户问路线的时候先坐船后坐车"},
		{[]string{"user: 给我妈的消息别写长句，最多二十个字。", "agent: 好的，最多二十个字，不写长句。"}, "给用户妈的消息最多二十个字，不写长句"},
		{[]string{"user: 发家长通知要用敬称，最多三句。", "agent: 好，用敬称，最多三句。"}, "发家长通知用敬称，最多三句"},
		// named already, or not what the demand is about
		{[]string{"user: 周报以后只写三条。", "agent: 好的，周报只写三条。"}, "周报只写三条"},
		{[]string{"user: I have a letter from the bank here. Your answers should never be over five lines.", "agent: Five lines at most, always."}, "The agent's answers should never be over five lines"},
		{[]string{"user: From now on answer in five lines at most.", "agent: Five lines at most from now on."}, "Five lines at most from now on"},
	} {
		got := gist.Contents(captured(t, monday, c.turns...))
		if !slices.ContainsFunc(got, func(g string) bool {
			return strings.HasSuffix(g, c.want) && (g == c.want || strings.HasSuffix(strings.TrimSuffix(g, c.want), ". "))
		}) {
			t.Errorf("%q: captured %q, want %q", c.turns, got, c.want)
		}
	}
}
