package judge

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// sameSubject: both are about the same person. Who is left unsaid can be anyone.
func (p *comparison) sameSubject() bool {
	a, b := &p.a.said, &p.b.said
	if a.Subject != "" && b.Subject != "" && !sameRole(a.Subject, b.Subject) {
		return false
	}
	return personsIn(a, b) && personsIn(b, a)
}

// personsIn reports whether each person in a is in b, by role, or by name where
// b gives the name no other role.
func personsIn(a, b *lang.Statement) bool {
	for _, x := range a.Persons {
		role, other := false, false
		for _, y := range b.Persons {
			role = role || sameRole(x.Role, y.Role)
			other = other || y.Name == x.Name
		}
		if !role && (x.Name == "" || other || !named(b, x.Name)) {
			return false
		}
	}
	return true
}

// named reports whether s has name among its values.
func named(s *lang.Statement, name string) bool {
	return lang.Value{Kind: lang.Name, Text: name}.In(s.Values)
}

// sameRole reports whether two roles can be one person: a spouse is a wife or
// a husband, a parent a mother or a father.
func sameRole(a, b string) bool {
	return a == b || general[a] == b || general[b] == a
}

var general = map[string]string{"wife": "spouse", "husband": "spouse", "mother": "parent", "father": "parent", "son": "child", "daughter": "child", "brother": "sibling", "sister": "sibling", "manager": "boss"}

// sameValues: each has the values of the other, and in the same order where
// the order means something.
func (p *comparison) sameValues() bool { return valuesIn(p.a, p.b) && valuesIn(p.b, p.a) }

// valuesIn reports whether each value of a agrees with one of b. A name may
// stand in b as a word.
func valuesIn(a, b *facts) bool {
	for _, v := range a.said.Values {
		if v.In(b.said.Values) || leftOut(v, b) {
			continue
		}
		if v.Kind == lang.Name && strings.Contains(b.folded, v.Text) && !turned(v, b) {
			continue
		}
		return false
	}
	return true
}

// turned reports whether b has the name v at the other end of a change.
func turned(v lang.Value, b *facts) bool {
	return slices.ContainsFunc(b.said.Values, func(w lang.Value) bool { return w.Text == v.Text && w.Rank*v.Rank < 0 })
}

// leftOut reports whether v is a value that b need not name: one that may be
// wording alone, or a habit's part of the day or interval, where b names none.
func leftOut(v lang.Value, b *facts) bool {
	switch v.Kind {
	case lang.DayPart, lang.Frequency, lang.Ordinal:
		named := slices.ContainsFunc(b.said.Values, func(w lang.Value) bool { return w.Kind == v.Kind })
		return !named && (v.Weak || v.Kind == lang.DayPart || v.Text == "1d")
	}
	return v.Weak
}

// samePolarity: what both speak of is asserted or denied in both. What only
// one of them denies may be a remark at its side ("no preamble"), but not the
// most of it.
func (p *comparison) samePolarity() bool {
	if p.bridged() {
		return true
	}
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && p.left[i].near >= 0.8 && !x.scoped {
			y := p.b.terms[j]
			if !y.scoped && x.sign*y.sign < 0 && (x.weight > 0.5 || x.id == y.id) {
				return false
			}
		}
	}
	return p.a.said.Negated == p.b.said.Negated || mostly(p.a) == mostly(p.b)
}

// bridged reports whether the one denies the opposite of what the other
// asserts: "short" and "not long". That accounts for all that differs in sign.
func (p *comparison) bridged() bool {
	for _, x := range p.a.terms {
		for _, y := range p.b.terms {
			if x.sign*y.sign < 0 && p.c.opposed(x.id, y.id) {
				return true
			}
		}
	}
	return false
}

// mostly reports whether most of f is denied.
func mostly(f *facts) bool {
	var denied, all float64
	for _, t := range f.terms {
		if t.scoped {
			continue
		}
		all += t.weight
		if t.sign <= 0 {
			denied += t.weight
		}
	}
	return f.said.Negated && 2*denied >= all
}

// sameScope: both are limited, excepted and graded alike, and the conditions
// of each are spoken of in the other.
func (p *comparison) sameScope() bool {
	a, b := &p.a.said, &p.b.said
	return a.Only == b.Only && a.Except == b.Except && a.Extent == b.Extent && scopeIn(p.a, p.left) && scopeIn(p.b, p.rite) && !p.swapped()
}

// swapped reports whether condition and content have changed places: Dutch
// unless English, English unless Dutch.
func (p *comparison) swapped() bool {
	in, out := false, false
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && p.left[i].exact && x.weight >= 0.5 {
			in = in || x.scoped && !p.b.terms[j].scoped
			out = out || !x.scoped && p.b.terms[j].scoped
		}
	}
	return in && out
}

// scopeIn reports whether the conditions of a are found among its partners.
func scopeIn(a *facts, partners []partner) bool {
	for i, t := range a.terms {
		if t.scoped && t.weight >= 0.5 && partners[i].near < 0.4 {
			return false
		}
	}
	return true
}

// sameMood: done, planned, considered or past in both, and what the user
// wishes for in the one is no fact about the user in the other.
func (p *comparison) sameMood() bool {
	a, b := &p.a.said, &p.b.said
	return a.Mood == b.Mood && !wishOf(a, b) && !wishOf(b, a)
}

func wishOf(a, b *lang.Statement) bool {
	return a.Wished && !b.Wished && b.Subject == lang.UserSubject
}

// sameOrder: what comes first in the one does not come last in the other, at
// least the most of it: what is done to a thing in turn has it on both sides.
// "First" and "before" are two sayings: across them only statements that
// order two things can contradict each other.
func (p *comparison) sameOrder() bool {
	var kept, turned float64
	for i, x := range p.a.terms {
		j := p.left[i].index
		if j < 0 || p.left[i].near < 0.8 {
			continue
		}
		switch y := p.b.terms[j]; {
		case x.rank*y.rank > 0:
			kept += x.weight
		case x.rank*y.rank < 0 && (x.rank == -y.rank || ordersTwo(p.a) && ordersTwo(p.b)):
			turned += x.weight
		}
	}
	return turned <= kept/2 && !(p.first(p.a, p.b, p.left) && p.first(p.b, p.a, p.rite))
}

// first reports whether something comes first in f that does not in g, though it is there.
func (p *comparison) first(f, g *facts, partners []partner) bool {
	for i, x := range f.terms {
		if j := partners[i].index; j >= 0 && partners[i].near >= 0.8 && x.rank == -2 && g.terms[j].rank != -2 {
			return true
		}
	}
	return false
}

// ordersTwo reports whether f puts one thing before another.
func ordersTwo(f *facts) bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.rank < 0 }) && slices.ContainsFunc(f.terms, func(t term) bool { return t.rank > 0 })
}

// unopposed: the one does not assert the opposite of what the other asserts,
// and neither turns a word about (moved in, moved out) or changes two about.
func (p *comparison) unopposed() bool {
	if p.transposed() {
		return false
	}
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && x.way*p.b.terms[j].way < 0 && p.left[i].near >= 0.8 {
			return false
		}
		if p.left[i].near >= 0.8 {
			continue
		}
		for j, y := range p.b.terms {
			if p.rite[j].near < 0.8 && x.sign*y.sign > 0 && p.c.opposed(x.id, y.id) {
				return false
			}
		}
	}
	return true
}

// substituted: what is left over on either side is another word beside the same
// neighbour, or another word of the kind. Then that word is another value: a cat and not
// a dog. What is left over elsewhere may be another way to say it.
func (p *comparison) substituted() bool {
	return p.exact >= alikeLexical && leftOver(p.a, p.left) >= muchLeft && leftOver(p.b, p.rite) >= muchLeft && p.exchanged() || p.contrasted()
}

// contrasted: two words that are left over lie so near to each other that they
// are two of a kind, and a fair part of the rest is alike.
func (p *comparison) contrasted() bool {
	if p.exact < alikeContrasted {
		return false
	}
	for i, x := range p.a.terms {
		if p.left[i].near >= likeMatched || x.weight < 0.5 {
			continue
		}
		for j, y := range p.b.terms {
			if p.rite[j].near < likeMatched && y.weight >= 0.5 && p.c.senses[x.id].Near(&p.c.senses[y.id]) >= twoOfAKind {
				return true
			}
		}
	}
	return false
}

// The weights and shares that substituted and contrasted go by.
const (
	muchLeft        = 0.75 // what is left over on a side is a word of weight
	alikeContrasted = 0.2  // word for word in both: a fair part
	twoOfAKind      = 0.65 // the nearness of coffee and tea
)

// leftOver returns the weight of the terms whose partners are not alike enough.
func leftOver(f *facts, partners []partner) float64 {
	var w float64
	for i, t := range f.terms {
		if partners[i].near < likeMatched {
			w += t.weight
		}
	}
	return w
}

// alikeLexical is the share of two entries that is word for word from where on
// they count as alike but for what is left over.
const alikeLexical = 0.45

// transposed: the one has the very words of the other, but two of them stand in
// each other's place: swapped tea for coffee, swapped coffee for tea. A passive may
// do that.
func (p *comparison) transposed() bool {
	a, b := p.a.terms, p.b.terms
	if len(a) != len(b) || passive(p.a) != passive(p.b) {
		return false
	}
	var moved []int
	for i := range a {
		if a[i].id != b[i].id {
			moved = append(moved, i)
		}
	}
	return len(moved) == 2 && a[moved[0]].id == b[moved[1]].id && a[moved[1]].id == b[moved[0]].id && moved[1]-moved[0] > 1
}

// passive reports whether f has a mark of the passive.
func passive(f *facts) bool {
	return strings.Contains(f.folded, " by ") || strings.Contains(f.folded, "由") || strings.Contains(f.folded, "被")
}

// similarity returns how near two entries lie as wholes, 0 to 1.
func (p *comparison) similarity() float64 {
	if p.coverA+p.coverB == 0 {
		return 0
	}
	return 2 * p.coverA * p.coverB / (p.coverA + p.coverB)
}
