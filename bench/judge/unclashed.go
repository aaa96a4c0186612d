package judge

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// unclashedPersons: not both speak of a person whom the other leaves out, and
// near copies are not said of different people.
func (p *comparison) unclashedPersons() bool {
	a, b := &p.a.said, &p.b.said
	if p.exact >= nearCopy && a.Subject != "" && b.Subject != "" && !sameRole(a.Subject, b.Subject) {
		return false
	}
	if p.exact >= copied {
		return personsIn(a, b) && personsIn(b, a)
	}
	return personsIn(a, b) || personsIn(b, a)
}

// copied is the share word for word from where on one who is spoken of in the
// one alone is another person.
const copied = 0.8

// unclashedValues: not each has a value of one kind that the other lacks.
func (p *comparison) unclashedValues() bool {
	a, b := p.a.said.Values, p.b.said.Values
	for i := range a {
		v := &a[i]
		if v.Kind == lang.Name || within(v, b) {
			continue
		}
		for j := range b {
			w := &b[j]
			if w.Kind == v.Kind && !(v.Weak && w.Weak && v.Kind == lang.Number) && !within(w, a) {
				return false
			}
		}
	}
	return !p.figureLeft(p.a, p.left) || !p.figureLeft(p.b, p.rite)
}

// figureLeft reports whether a term in digits that is no value, a blood
// pressure say, has no like.
func (p *comparison) figureLeft(f *facts, partners []partner) bool {
	for i, t := range f.terms {
		if text := p.c.senses[t.id].Text; partners[i].near < likeMatched && '0' <= text[0] && text[0] <= '9' {
			return true
		}
	}
	return false
}

// agrees reports whether two values can mean the same where a turn has said
// the rest: besides what [lang.Value.Agrees] lets pass, one of them may leave out
// that it is a bound, or the month of a date.
func agrees(v, w *lang.Value) bool {
	if v.Agrees(*w) {
		return true
	}
	if v.Kind == lang.MonthDay && w.Kind == lang.Date {
		v, w = w, v
	}
	if v.Kind == lang.Date && w.Kind == lang.MonthDay {
		return len(v.Text) >= 5 && len(w.Text) > 0 && trimZero(v.Text[len(v.Text)-2:]) == w.Text
	}
	if v.Kind != w.Kind || v.Bound == w.Bound || v.Bound*w.Bound < 0 {
		return false
	}
	x, y := *v, *w
	x.Bound, y.Bound = 0, 0
	return x.Agrees(y)
}

func trimZero(day string) string {
	if day[0] == '0' {
		return day[1:]
	}
	return day
}

func within(v *lang.Value, list []lang.Value) bool {
	for i := range list {
		if agrees(v, &list[i]) {
			return true
		}
	}
	return false
}

// sharesValue: both have a value that is not a mere name or part of the day.
func (p *comparison) sharesValue() bool {
	for i := range p.a.said.Values {
		v := &p.a.said.Values[i]
		if !v.Weak && v.Kind != lang.Name && v.Kind != lang.DayPart && within(v, p.b.said.Values) {
			return true
		}
	}
	return false
}

// unclashedPolarity: no word that both have is asserted in the one and denied
// in the other.
func (p *comparison) unclashedPolarity() bool {
	if p.bridged() {
		return true
	}
	for i, x := range p.a.terms {
		if j := p.left[i].index; j >= 0 && p.left[i].near >= likeMatched {
			y := p.b.terms[j]
			if x.sign*y.sign < 0 && !x.scoped && !y.scoped && (min(x.weight, y.weight) > 0.5 || p.exact >= nearCopy) &&
				!p.a.signed(x.id, y.sign) && !p.b.signed(y.id, x.sign) {
				return false
			}
		}
	}
	return true
}

// signed reports whether f has the term with that sign somewhere.
func (f *facts) signed(id int32, sign int8) bool {
	return slices.ContainsFunc(f.terms, func(t term) bool { return t.id == id && t.sign == sign })
}

// unclashedScope: not both have a condition that the other lacks, and neither
// alone is graded.
func (p *comparison) unclashedScope() bool {
	return p.a.said.Extent == p.b.said.Extent && (scopeIn(p.a, p.left) || scopeIn(p.b, p.rite))
}

// unclashedMood: neither alone is doubtful or over.
func (p *comparison) unclashedMood() bool {
	a, b := p.a.said.Mood, p.b.said.Mood
	return a == b || a <= lang.Planned && b <= lang.Planned
}
