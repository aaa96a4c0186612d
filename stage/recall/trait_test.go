package recall

import (
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What one tells of oneself answers who asks for it in other words, and nothing else does.
func TestTraits(t *testing.T) {
	var memo *gist.Memo
	for _, c := range []struct {
		question, statement string
		want                bool
	}{
		{"What do I do for a living?", "The user is a welder at the docks", true},
		{"What do I do for a living?", "The user is a harbour pilot", true},
		{"What do I do for a living?", "The user is allergic to pollen", false},
		{"What is my job?", "The user's wife is a welder", false},
		{"How old am I?", "The user is 43 and keeps goats", true},
		{"How old am I?", "The user has 43 goats", false},
		{"Where do I study?", "The user is a 3rd year law student at Leiden", true},
		{"How many children do I have?", "The user's daughter is Ode", true},
		{"How many children do I have?", "The user's sister is Ode", false},
		{"What do I drive?", "The user drives a Lancia", true},
		{"What do I weigh?", "The user drives a Lancia", false},
		{"What diet lady tested me?", "The user has coeliac disease", false}, // asks for somebody
		{"我是做什么工作的？", "用户在茶厂当会计", true},
		{"我是做什么工作的？", "用户爱喝茶", false},
		{"我多大了？", "用户今年五十二了", true},
		{"我有几个孩子？", "用户的闺女在读高三", true},
		{"我身高多少？", "用户一米六五，穿M码", true},
		{"我是干哪行的？", "用户的表哥是律师", false},
		{"我平时什么时候有空？", "用户周末下午有空", true},
		{"Which tea do I like?", "The user is a welder", false},
	} {
		trait := TraitOf(gist.ReadText(c.question))
		if got := trait != nil && trait.In(memo.Entry(dyadmem.Entry{Kind: dyadmem.Fact, Content: c.statement})); got != c.want {
			t.Errorf("%q, %q: %v", c.question, c.statement, got)
		}
	}
}
