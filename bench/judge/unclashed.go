package judge

import (
	"slices"

	"github.com/dyadmem/dyadmem/lang"
)

// unclashedPersons: near copies are not said of different people.
func (p *comparison) unclashedPersons() bool {
	a, b := &p.a.said, &p.b.said
	if a.Subject != "" && b.Subject != "" && !sameRole(a.Subject, b.Subject) {
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
			if comparable(v, w) && !within(w, a) {
				return false
			}
		}
	}
	if otherRhythm(a, b) || otherRhythm(b, a) {
		return false
	}
	return !p.figureLeft(p.a, p.left) || !p.figureLeft(p.b, p.rite)
}

// comparable reports whether two values can be one: of a kind, or the one is a
// bare number that may leave out the unit of the other.
func comparable(v, w *lang.Value) bool {
	if v.Kind == w.Kind {
		return v.Kind != lang.Number || !v.Weak || !w.Weak
	}
	if w.Kind == lang.Number {
		v, w = w, v
	}
	if v.Kind != lang.Number || v.Weak || w.Weak || v.Num < 10 {
		return false
	}
	return w.Kind == lang.Money || w.Kind == lang.Measure || w.Kind == lang.Percent
}

// otherRhythm reports whether a says "every second Monday" where b says Mondays.
func otherRhythm(a, b []lang.Value) bool {
	for i := range a {
		v := &a[i]
		if v.Kind == lang.Frequency && !v.Weak && v.Text != "7d" && !within(v, b) &&
			slices.ContainsFunc(a, func(w lang.Value) bool { return w.Kind == lang.Weekday && within(&w, b) }) {
			return true
		}
	}
	return false
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

// valuesOff returns how many values of a are not in b.
func valuesOff(a, b *facts) int {
	n := 0
	for i := range a.said.Values {
		v := &a.said.Values[i]
		if v.Kind != lang.Name && !v.Weak && !within(v, b.said.Values) && !leftOut(*v, b) {
			n++
		}
	}
	return n
}

// denied: the one asserts what the other denies, and not as a mere object of it:
// what a negation reaches first is what it denies ("don't show tables"; a table may well
// be spoken of). A near copy is denied by one such word, looser wording by most of them.
func (p *comparison) denied() bool {
	if p.exact < looseCopy {
		return false
	}
	clash, agree := p.signs((*facts).denies)
	return clash > 0 && (p.exact >= nearCopy || clash > 0.4*(clash+agree))
}

// looseCopy is the share word for word below which a negation can stand anywhere.
const looseCopy = 0.3

// deniedShare returns the share of what both speak of that the one asserts and
// the other denies.
func (p *comparison) deniedShare() float64 {
	clash, agree := p.signs(func(*facts, int) bool { return true })
	if clash == 0 {
		return 0
	}
	return clash / (clash + agree)
}

// signs returns the weight of what both speak of with opposite signs, as far as
// counts holds for one of the two, and with one sign. Conditions are left out, and the
// opposite of what is denied is the same.
func (p *comparison) signs(counts func(f *facts, i int) bool) (clash, agree float64) {
	for i, x := range p.a.terms {
		j := p.left[i].index
		if j < 0 || p.left[i].near < likeMatched || x.scoped {
			continue
		}
		y := p.b.terms[j]
		if y.scoped {
			continue
		}
		switch w := min(x.weight, y.weight); {
		case x.sign*y.sign > 0 || x.sign*y.sign < 0 && p.c.opposed(x.id, y.id):
			agree += w
		case x.sign*y.sign < 0 && (counts(p.a, i) || counts(p.b, j)):
			clash += w
		}
	}
	return clash, agree
}

// denies reports whether term i of f is the first that a negation reaches.
func (f *facts) denies(i int) bool {
	t := f.said.Terms
	return t[i].Sign < 0 && (i == 0 || t[i-1].Clause != t[i].Clause || t[i-1].Sign >= 0)
}

// unclashedMood: neither alone is doubtful or over.
func (p *comparison) unclashedMood() bool {
	a, b := p.a.said.Mood, p.b.said.Mood
	return a == b || a <= lang.Planned && b <= lang.Planned
}
