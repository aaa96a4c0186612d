package capture

import (
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// What several turns settle is one procedure, with the turns that propose, mend and
// accept it as evidence.
func TestSeveralTurnsSettleOneProcedure(t *testing.T) {
	for _, c := range []struct {
		name     string
		turns    []string
		want     string
		evidence int
	}{
		{"a proposal that the agent mends", []string{
			"agent: Shall I send you the bee log every Sunday, weights first, then the weather?",
			"user: Leave the weather out.",
			"agent: Then I could send the bee log every Sunday with the weights first and without weather, alright?",
			"user: Yes, do that."}, "without weather", 4},
		{"一次修改后的约定", []string{
			"agent: 要不以后每周日晚上发蜂箱记录，先写重量，再写天气？",
			"user: 天气不用写。",
			"agent: 那以后每周日晚上发蜂箱记录，只写重量，行吗？",
			"user: 行，就这样。"}, "只写重量", 4},
		{"who does what, granted in the next turn", []string{
			"user: I never know which hive to open first.",
			"agent: Before each visit you give me the three weights and I name the hive to open first.",
			"user: Exactly, like that."}, "name", 2},
	} {
		got := captured(t, monday, c.turns...)
		var rules []dyadmem.Entry
		for _, e := range got {
			if e.Kind.URAM() && strings.Contains(e.Content, c.want) {
				rules = append(rules, e)
			}
		}
		if len(rules) != 1 || len(rules[0].Evidence) != c.evidence {
			t.Errorf("%s: captured %+v, want one rule with %q on %d turns", c.name, got, c.want, c.evidence)
		}
	}
}

// What the user turns down is settled by nobody.
func TestWhatIsTurnedDownIsNotSettled(t *testing.T) {
	for _, turns := range [][]string{
		{"agent: Shall I send you the bee log every Sunday, weights first?", "user: No thanks.", "agent: Understood, no log."},
		{"agent: 要不以后每周日晚上发蜂箱记录，先写重量？", "user: 不用了。", "agent: 好，不发。", "user: 好。"},
	} {
		for _, e := range captured(t, monday, turns...) {
			if e.Kind.URAM() && (strings.Contains(e.Content, "Sunday") || strings.Contains(e.Content, "周日")) {
				t.Errorf("%q: captured %q", turns, e.Content)
			}
		}
	}
}
