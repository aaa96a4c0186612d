package dyadmem_test

import (
	"testing"

	"github.com/dyadmem/dyadmem"
)

func TestContext(t *testing.T) {
	hit := func(kind dyadmem.Kind, content string) dyadmem.Hit {
		return dyadmem.Hit{Entry: dyadmem.Entry{Kind: kind, Content: content, Doubted: content == "cup=blue"}}
	}
	found := dyadmem.Recalled{
		Hits:    []dyadmem.Hit{hit(dyadmem.Fact, "tea=green"), hit(dyadmem.AgentIdentity, "lead with\nthe conclusion"), hit(dyadmem.Fact, "cup=blue")},
		Pending: []dyadmem.Accepted{{Session: session(1, "I moved")}},
	}
	const rules = "How to work for this user:\n- lead with the conclusion\n"
	const facts = "What is known of this user:\n- tea=green\n"
	for _, c := range []struct {
		name string
		max  int
		want string
	}{
		{"without a limit all of it", 0, rules + facts + "- cup=blue (?)\nSaid and not yet digested:\n- 2026-03-03: I moved\n"},
		{"the rules come first", dyadmem.Tokens(rules), rules},
		{"what is left out is the least fitting", dyadmem.Tokens(rules) + dyadmem.Tokens(facts), rules + facts},
		{"nothing fits", 2, ""},
	} {
		same(t, c.name, c.want, found.Context(c.max))
	}
	same(t, "nothing recalled", "", dyadmem.Recalled{}.Context(0))
	han := dyadmem.Recalled{Hits: []dyadmem.Hit{hit(dyadmem.AgentIdentity, "先说结论，再说K6的事")}}
	same(t, "Chinese", "怎样为这位用户做事：\n- 先说结论，再说K6的事\n", han.Context(0))
	same(t, "tokens", []int{0, 1, 2, 4}, []int{dyadmem.Tokens(""), dyadmem.Tokens("tea"), dyadmem.Tokens("结论"), dyadmem.Tokens("周报 report")})
}
