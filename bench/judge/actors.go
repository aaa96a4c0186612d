package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
)

// actorsApart returns the share of what two entries have in common that the one
// tells of somebody else than the other does: "Ada edits, Ben hosts" against "Ben
// edits, Ada hosts". g is nil where there is no turn.
func (p *comparison) actorsApart(g *ground) float64 {
	var apart, all float64
	add := func(a, b string, w float64) {
		all += w
		if a != b && p.twoPersons(a, b, g) {
			apart += w
		}
	}
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && p.left[i].near >= likeMatched && !x.named {
			add(p.a.said.Terms[i].Of, p.b.said.Terms[j].Of, x.weight)
		}
	}
	for i := range p.a.said.Values {
		v := &p.a.said.Values[i]
		if v.Kind == lang.Name {
			continue
		}
		for j := range p.b.said.Values {
			if w := &p.b.said.Values[j]; agrees(v, w) {
				add(v.Of, w.Of, valueWeight)
				break
			}
		}
	}
	if all == 0 {
		return 0
	}
	return apart / all
}

// twoPersons reports whether a and b, who act, cannot be one.
func (p *comparison) twoPersons(a, b string, g *ground) bool {
	switch {
	case a == "" || b == "" || sameRole(a, b) || strings.Contains(a, b) || strings.Contains(b, a):
		return false
	case self[a] && self[b]:
		return p.exact >= nearCopy // what the user wants of the agent is told of either
	case self[a]:
		return lang.IsRole(b) || b == lang.OtherSubject || g == nil || g.names(b)
	case self[b]:
		return p.twoPersons(b, a, g)
	}
	return lang.IsRole(a) == lang.IsRole(b) // a name and a role may be one person
}

// self are the two of a dyad.
var self = map[string]bool{lang.UserSubject: true, lang.AgentSubject: true}

// names reports whether the turns speak of name: then it is not who speaks.
func (g *ground) names(name string) bool {
	return slices.ContainsFunc(g.read(), func(t *facts) bool { return strings.Contains(t.folded, name) })
}

// namesOff returns how many names of f the other lacks.
func namesOff(f, other *facts, partners []partner) int {
	n := 0
	for i := range f.said.Values {
		v := &f.said.Values[i]
		if v.Kind == lang.Name && !v.Weak && !v.In(other.said.Values) && !strings.Contains(other.folded, v.Text) {
			n++
		}
	}
	for i := range f.said.Terms {
		if t := &f.said.Terms[i]; t.Proper && !t.Name && partners[i].near < likeMatched && utf8.RuneCountInString(t.Text) > 1 {
			n++
		}
	}
	return n
}
