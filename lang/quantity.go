package lang

import (
	"strings"
	"unicode/utf8"
)

// signed reads an amount of money with its sign in front, and a quoted name.
func (r *reader) signed(i int) int {
	if c, ok := currencies[r.at(i)]; ok {
		if n, j := r.number(i + 1); j > i+1 {
			r.add(i, j, Value{Kind: Money, Text: amount(n.value) + c, Num: n.value, Bound: r.bound(i, j)})
			return j
		}
	}
	return r.quoted(i)
}

// quantity reads a number and its unit: "70 kg", 一千二百元, "two and a half hours".
func (r *reader) quantity(i int) int {
	n, j := r.number(i)
	if j == i {
		return i
	}
	from := i
	if r.at(j) == "个" && r.at(j+1) == "半" { // 两个半小时
		if u, k := r.unit(j + 2); u.dim != 0 {
			n.value, n.weak = n.value+0.5, false
			return r.measure(from, k, n, u)
		}
		if u, k := r.unit(j + 2 - 1); u.dim != 0 {
			return r.measure(from, k, n, u)
		}
	}
	u, k := r.unit(skipHyphen(r, j))
	if u.dim == 0 {
		if to, l := r.rangeTo(j); l > j { // 3-5 km: the unit is that of both
			if _, m := r.number(l); m > l {
				if u, _ := r.unit(skipHyphen(r, m)); u.dim != 0 {
					r.measure(from, j, n, u)
					return to
				}
			}
		}
		text := amount(n.value)
		if k, ok := r.has(j, "大寿"); ok || r.at(i-1) == "turns" || r.at(i-1) == "turned" || r.at(i-1) == "turning" || r.at(i-1) == "aged" {
			r.add(i, k, Value{Kind: Age, Text: text, Num: n.value})
			return k
		}
		if s := r.at(j); s == "%" || s == "％" {
			r.add(i, j+1, Value{Kind: Percent, Text: text, Num: n.value, Bound: r.bound(i, j+1)})
			return j + 1
		}
		weak := n.weak && r.bound(i, j) == 0
		r.countAt(i, j, Value{Kind: Number, Text: text, Num: n.value, Weak: weak})
		return j
	}
	return r.measure(from, k, n, u)
}

// countAt adds a number without a unit. A weak one does not take its word out of the topic.
func (r *reader) countAt(i, j int, v Value) {
	if v.Weak {
		v.Start, v.End = r.atoms[i].start, r.atoms[j-1].end
		r.values = append(r.values, v)
		return
	}
	v.Bound = r.bound(i, j)
	r.add(i, j, v)
	// A measure word is no topic of its own.
	if j < len(r.atoms) && r.atoms[j].script == Han && strings.Contains(countersZh, r.at(j)) && r.atoms[j].word >= 0 && utf8.RuneCountInString(r.words[r.atoms[j].word].Text) == 1 {
		r.use(j, j+1)
	}
}

// skipHyphen steps over the hyphen of "ten-year", not over a minus before a number.
func skipHyphen(r *reader, j int) int {
	if r.at(j) == "-" {
		if u, _ := r.unit(j + 1); u.dim != 0 {
			return j + 1
		}
	}
	return j
}

// rangeTo steps over the mark or word between the two ends of a range.
func (r *reader) rangeTo(j int) (mark, next int) {
	switch r.at(j) {
	case "-", "–", "—", "~", "～", "to", "到", "至", "or":
		return j + 1, j + 1
	}
	return j, j
}

// measure adds n of unit u, which covers atoms i to j, and what belongs to it after j.
func (r *reader) measure(i, j int, n number, u unit) int {
	if u.dim == months || u.dim == minutes {
		if r.at(j) == "半" && n.value < 100 { // 一年半
			n.value, n.weak = n.value+0.5, false
			j++
		} else if k, ok := r.wordsAt(j, "and a half"); ok {
			n.value, n.weak, j = n.value+0.5, false, k
		}
	}
	v := Value{Num: n.value, Weak: n.weak}
	total := n.value * u.factor
	switch u.dim {
	case money:
		v.Kind, v.Text, v.Weak = Money, amount(total)+u.name, false
	case share:
		v.Kind, v.Text = Percent, amount(total)
	case age:
		v.Kind, v.Text = Age, amount(total)
	case months:
		v.Kind, v.Text = Duration, amount(total)+"mo"
		if k, ok := r.oldAt(j); ok {
			v.Kind, v.Text, v.Weak, j = Age, amount(n.value), false, k
		}
	case minutes:
		v.Kind = Duration
		for { // an hour and twenty minutes, 1小时30分钟
			next := j
			if r.at(next) == "and" {
				next++
			}
			m, k := r.number(next)
			if k == next {
				break
			}
			w, l := r.unit(k)
			if w.dim != minutes || w.factor >= u.factor {
				break
			}
			total, u, j, v.Weak = total+m.value*w.factor, w, l, false
		}
		v.Text = amount(round(total)) + "min"
	default:
		v.Kind, v.Text = Measure, amount(total)+dimensionNames[u.dim]
	}
	v.Bound = r.bound(i, j)
	if r.at(i-1) == "every" || r.at(i-1) == "每" {
		return i
	}
	r.add(i, j, v)
	return j
}

// round takes off what factors of seconds leave behind the comma.
func round(x float64) float64 {
	if x > 1 {
		return float64(int64(x*100+0.5)) / 100
	}
	return x
}

// oldAt reads "old" or "-old" after an age in years.
func (r *reader) oldAt(j int) (int, bool) {
	if r.at(j) == "-" {
		j++
	}
	if r.at(j) == "old" || r.at(j) == "olds" {
		return j + 1, true
	}
	return j, false
}

// half reads "half an hour", "an hour", 半小时, 半年, 一半.
func (r *reader) half(i int) int {
	switch r.at(i) {
	case "half":
		j := i + 1
		if r.at(j) == "a" || r.at(j) == "an" || r.at(j) == "-" {
			j++
		}
		if u, k := r.unit(j); u.dim != 0 && j > i+1 {
			return r.measure(i, k, number{value: 0.5}, u)
		}
		r.add(i, i+1, Value{Kind: Percent, Text: "50", Num: 0.5})
		return i + 1
	case "single", "sole":
		r.values = append(r.values, Value{Kind: Number, Text: "1", Num: 1, Weak: true, Start: r.atoms[i].start, End: r.atoms[i].end})
		return i
	case "a", "an":
		if u, k := r.unit(i + 1); u.dim == minutes || u.dim == months {
			if r.at(k) == "old" {
				return i
			}
			return r.measure(i, k, number{value: 1, weak: true}, u)
		}
		switch r.at(i + 1) {
		case "third":
			if r.at(i+2) != "of" && !r.endsPhrase(i+2) {
				return i // a third child
			}
			r.add(i, i+2, Value{Kind: Percent, Text: amount(100.0 / 3), Num: 1})
			return i + 2
		case "quarter":
			if j, ok := r.wordsAt(i+2, "of an hour"); ok {
				r.add(i, j, Value{Kind: Duration, Text: "15min", Num: 15})
				return j
			}
			if r.at(i+2) == "past" || r.at(i+2) == "to" {
				return r.clock(i + 1)
			}
			r.add(i, i+2, Value{Kind: Percent, Text: "25", Num: 1})
			return i + 2
		}
	case "半":
		if u, k := r.unit(i + 1); u.dim != 0 {
			return r.measure(i, k, number{value: 0.5}, u)
		}
		if k, ok := r.has(i+1, "个"); ok {
			if u, l := r.unit(k); u.dim != 0 {
				return r.measure(i, l, number{value: 0.5}, u)
			}
		}
	case "一":
		if j, ok := r.has(i, "一半"); ok {
			r.add(i, j, Value{Kind: Percent, Text: "50", Num: 0.5})
			return j
		}
	}
	return i
}

// fractionZh reads 百分之二十, 三分之一.
func (r *reader) fractionZh(i int) int {
	if j, ok := r.has(i, "百分之"); ok {
		if n, k := r.number(j); k > j {
			r.add(i, k, Value{Kind: Percent, Text: amount(n.value), Num: n.value, Bound: r.bound(i, k)})
			return k
		}
	}
	d, ok := digitZh[r.at(i)]
	if j, is := r.has(i+1, "分之"); ok && is && d > 0 {
		if n, ok := digitZh[r.at(j)]; ok {
			r.add(i, j+1, Value{Kind: Percent, Text: amount(100 * n / d), Num: n / d})
			return j + 1
		}
	}
	return i
}
