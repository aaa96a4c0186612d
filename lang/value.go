package lang

import (
	"strconv"
	"strings"
)

// A ValueKind is what a value measures.
type ValueKind uint8

// The kinds of value.
const (
	Number    ValueKind = iota // a count: "10"
	Ordinal                    // a place in an order: "3"
	Measure                    // an amount with a unit, in kilograms, metres, litres, kilocalories or degrees Celsius: "70kg"
	Money                      // "200cny"
	Percent                    // a share of a hundred: "20"
	Duration                   // in minutes or months: "90min", "120mo"
	Age                        // in years: "10"
	Date                       // "2026-01-12", "01-12" (no year), "2026-01", "01" (a month), "2026"
	MonthDay                   // a day of every month: "1", "-1" for the last
	Relative                   // "day+1", "week-1"
	Clock                      // "20:00"
	DayPart                    // "morning", "afternoon", "evening"
	Weekday                    // "1" (Monday) to "7"
	Frequency                  // an interval "1d", "2w", "3mo", or times an interval "3/1w"
	Name                       // of a person, a place, a thing, in lower case
)

var kindNames = [...]string{"number", "ordinal", "measure", "money", "percent", "duration", "age", "date", "day of month", "relative", "clock", "day part", "weekday", "frequency", "name"}

// String returns the kind in words.
func (k ValueKind) String() string { return kindNames[k] }

// A Value is something in a text that two texts can agree on whatever their
// wording and language: 10 is "ten" is 十, Wednesday is 周三 is 礼拜三.
type Value struct {
	Kind  ValueKind
	Text  string  // canonical: two values of a kind are equal if their Texts are
	Num   float64 // the number as it was written, before its unit was converted; 0 where there is none
	Bound int8    // -1: at most, or before; +1: at least, or after; 0: just so
	Weak  bool    // it may be no more than wording: "an hour", 一个, a day part beside a clock time
	Rank  int8    // -1: it is left behind or comes first; +1: it is reached or comes later; 0: neither
	Half  bool    // a clock time in words that leave open which half of the day is meant

	Start, End int    // bytes of the text
	Clause     int    // of a Statement: the number of its clause, from 0
	Of         string // of a Statement: who does or has it, as of a Term
}

// Agrees reports whether v and w can mean the same: the one may leave open
// what the other says (the year of a date, the half of the day, a
// family name), but does not contradict it.
func (v Value) Agrees(w Value) bool { return v.agrees(&w) }

// agrees is Agrees without copies, since lists of values are compared with each other all the time.
func (v *Value) agrees(w *Value) bool {
	if v.Rank*w.Rank < 0 {
		return false
	}
	if v.Kind != w.Kind {
		if v.Kind == Duration && w.Kind == Frequency || v.Kind == Frequency && w.Kind == Duration {
			return v.perOne() == w.perOne()
		}
		if v.Kind == Ordinal && w.Kind == MonthDay || v.Kind == MonthDay && w.Kind == Ordinal {
			return v.Text == w.Text // the 14th
		}
		if v.Kind == Measure && w.Kind == Money || v.Kind == Money && w.Kind == Measure {
			return v.pounds() && w.pounds() && v.Num == w.Num
		}
		return v.Kind == Number && w.counts(v) || w.Kind == Number && v.counts(w)
	}
	switch v.Kind {
	case Clock:
		return v.Bound == w.Bound && (v.Text == w.Text || (v.Half || w.Half) && sameHalf(v.Text, w.Text))
	case Date:
		return v.Bound == w.Bound && (v.Text == w.Text || withoutYear(v.Text, w.Text) || withoutYear(w.Text, v.Text))
	case Name:
		return v.Text == w.Text || namePart(v.Text, w.Text) || namePart(w.Text, v.Text)
	}
	return v.Text == w.Text && v.Bound*w.Bound >= 0
}

// perOne returns the interval of a frequency, and of "a week" (which may be one).
func (v *Value) perOne() string {
	if v.Kind == Frequency || !v.Weak || v.Num != 1 {
		return v.Text
	}
	switch v.Text {
	case "1440min":
		return "1d"
	case "10080min":
		return "7d"
	}
	return v.Text
}

// pounds reports whether v may be in pounds, of weight or of money.
func (v *Value) pounds() bool {
	return v.Text == amount(v.Num)+"gbp" || v.Text == amount(v.Num*unitsEn["pounds"].factor)+"kg"
}

// counts reports whether number n, which has no unit, can be v.
func (v *Value) counts(n *Value) bool {
	switch v.Kind {
	case Measure, Money, Duration, Age, Percent:
		return v.Num == n.Num && v.Bound*n.Bound >= 0
	}
	return false
}

// withoutYear reports whether date a is b without its year.
func withoutYear(a, b string) bool {
	return (len(a) == 5 || len(a) == 2) && len(b) == len(a)+5 && b[5:] == a
}

func sameHalf(a, b string) bool {
	h, m, _ := strings.Cut(a, ":")
	k, n, _ := strings.Cut(b, ":")
	x, _ := strconv.Atoi(h)
	y, _ := strconv.Atoi(k)
	return m == n && x%12 == y%12
}

// namePart reports whether the words of a are some of those of b.
func namePart(a, b string) bool {
	if !strings.Contains(b, a) {
		return false
	}
	return strings.Contains(" "+b+" ", " "+a+" ") || IsHan(a)
}

// Values returns the values of text in order.
func Values(text string) []Value {
	var r reader
	r.readAll(text, Words(text))
	return r.values
}

// ValuesAgree reports whether each value of a that is not weak agrees with one
// of b, and the other way round.
func ValuesAgree(a, b []Value) bool { return ValuesIn(a, b) && ValuesIn(b, a) }

// ValuesIn reports whether each value of a that is not weak agrees with one of b.
func ValuesIn(a, b []Value) bool {
	for i := range a {
		if v := &a[i]; !v.Weak && !v.in(b) {
			return false
		}
	}
	return true
}

// In reports whether v agrees with one of list.
func (v Value) In(list []Value) bool { return v.in(list) }

func (v *Value) in(list []Value) bool {
	for i := range list {
		if v.agrees(&list[i]) {
			return true
		}
	}
	return false
}

func amount(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
