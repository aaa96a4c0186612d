package lang

import "strconv"

// interval returns a frequency as the text of its interval, times a interval
// where times is more than one.
func interval(n float64, u unit, times float64) string {
	var s string
	switch total := n * u.factor; {
	case u.dim == months:
		s = amount(total) + "mo"
	case total >= dayMinutes:
		s = amount(total/dayMinutes) + "d"
	default:
		s = amount(total) + "min"
	}
	if m := n * u.factor / times; u.dim == months && times > 1 && m == float64(int(m)) {
		return amount(m) + "mo" // twice a year is every six months
	}
	if times != 0 && times != 1 {
		s = amount(times) + "/" + s
	}
	return s
}

const dayMinutes = 24 * 60

// adverbsEn are frequencies in one word.
var adverbsEn = map[string]string{"daily": "1d", "everyday": "1d", "nightly": "1d", "weekly": "7d", "fortnightly": "14d", "biweekly": "14d", "monthly": "1mo",
	"quarterly": "3mo", "yearly": "12mo", "annually": "12mo", "annual": "12mo", "hourly": "60min", "bimonthly": "2mo"}

// adverb reads "weekly".
func (r *reader) adverb(i int) int {
	f, ok := adverbsEn[r.at(i)]
	if !ok {
		return i
	}
	// Before a noun it may be no more than the noun's name: a weekly report.
	r.add(i, i+1, Value{Kind: Frequency, Text: f, Weak: !r.endsPhrase(i + 1)})
	if r.at(i) == "nightly" {
		r.add(i, i+1, Value{Kind: DayPart, Text: "evening"})
	}
	return i + 1
}

// every reads "every day", "every other week", "every 3 months", "each
// Monday", "every morning".
func (r *reader) every(i int) int {
	if a := r.at(i); a != "every" && a != "each" {
		if a == "per" {
			if u, j := r.unit(i + 1); u.dim == minutes || u.dim == months {
				r.add(i, j, Value{Kind: Frequency, Text: interval(1, u, 1)})
				return j
			}
		}
		if a == "a" && i > 0 && len(r.values) > 0 && r.values[len(r.values)-1].End == r.atoms[i-1].end { // 2 litres a day
			if u, j := r.unit(i + 1); u.dim == minutes && u.factor >= dayMinutes || u.dim == months {
				r.add(i, j, Value{Kind: Frequency, Text: interval(1, u, 1)})
				return j
			}
		}
		return i
	}
	j, n := i+1, 1.0
	if r.at(j) == "single" {
		j++
	}
	switch r.at(j) {
	case "other", "second":
		n, j = 2, j+1
	default:
		if m, k := r.number(j); k > j {
			n, j = m.value, k
		}
	}
	if u, k := r.unit(j); u.dim == minutes || u.dim == months {
		r.add(i, k, Value{Kind: Frequency, Text: interval(n, u, 1)})
		if r.at(j) == "night" {
			r.add(j, k, Value{Kind: DayPart, Text: "evening"})
		}
		return k
	}
	if r.at(j) == "quarter" {
		r.add(i, j+1, Value{Kind: Frequency, Text: amount(3*n) + "mo"})
		return j + 1
	}
	if p, ok := dayPartsEn[r.at(j)]; ok {
		r.add(i, j+1, Value{Kind: Frequency, Text: amount(n) + "d"})
		r.add(j, j+1, Value{Kind: DayPart, Text: p})
		return j + 1
	}
	if m := r.monthAt(j); m != 0 && n == 1 { // every October
		if k := r.date(j); k > j {
			r.use(i, j)
			return k
		}
	}
	if k := r.weekdays(j); k > j {
		text := "7d"
		if n == 2 {
			text = "14d"
		}
		r.values = append(r.values, Value{Kind: Frequency, Text: text, Weak: n == 1, Start: r.atoms[i].start, End: r.atoms[k-1].end})
		r.use(i, j)
		return k
	}
	return i
}

// timesA reads "three times a week", "once daily", 一天三次, 两周一次.
func (r *reader) timesA(i int) int {
	var n float64
	j := i + 1
	switch r.at(i) {
	case "once":
		n = 1
	case "twice":
		n = 2
	case "thrice":
		n = 3
	default:
		m, k := r.number(i)
		if k == i {
			return i
		}
		if r.atoms[i].script == Han || r.at(k) == "周" || r.at(k) == "天" || r.at(k) == "个" {
			if j := r.timesZh(i, m, k); j > i {
				return j
			}
		}
		if r.at(k) != "times" && r.at(k) != "x" {
			return i
		}
		n, j = m.value, k+1
	}
	switch r.at(j) {
	case "a", "an", "per", "each":
		if u, k := r.unit(j + 1); u.dim == minutes || u.dim == months {
			r.add(i, k, Value{Kind: Frequency, Text: interval(1, u, n)})
			return k
		}
	case "every":
		q, l := 1.0, j+1
		if r.at(l) == "other" {
			q, l = 2, l+1
		} else if m, k := r.number(l); k > l {
			q, l = m.value, k
		}
		if u, k := r.unit(l); u.dim == minutes || u.dim == months {
			r.add(i, k, Value{Kind: Frequency, Text: interval(q, u, n)})
			return k
		}
	}
	if f, ok := adverbsEn[r.at(j)]; ok {
		if n != 1 {
			f = amount(n) + "/" + f
		}
		r.add(i, j+1, Value{Kind: Frequency, Text: f})
		return j + 1
	}
	return i
}

// timesZh reads the unit at k and the count after it: 一天三次, 两周一次.
func (r *reader) timesZh(i int, n number, k int) int {
	u, l := r.unit(k)
	if u.dim != minutes && u.dim != months {
		return i
	}
	t, m := r.number(l)
	if m == l || !isTimes(r.at(m)) {
		return i
	}
	r.add(i, m+1, Value{Kind: Frequency, Text: interval(n.value, u, t.value)})
	return m + 1
}

func isTimes(s string) bool { return s == "次" || s == "回" || s == "趟" }

// everyZh reads 每天, 每两周, 每隔一天, 隔天, 每周三, 每月1号, 每个月头一天, 每周两次.
func (r *reader) everyZh(i int) int {
	if j, ok := r.hasAny(i, "天天", "每日"); ok {
		return r.frequencyZh(i, j, 1, unit{dim: minutes, factor: dayMinutes})
	}
	j, n := i, 1.0
	switch {
	case r.at(i) == "每":
		j++
		if r.at(j) == "隔" {
			j++
			m, k := r.number(j)
			if k == j {
				return i
			}
			n, j = m.value+1, k
		} else if r.at(j) == "半" {
			n, j = 0.5, j+1
			if r.at(j) == "个" {
				j++
			}
		} else if m, k := r.number(j); k > j {
			n, j = m.value, k
		}
	case r.at(i) == "隔":
		n, j = 2, i+1
	case r.at(i) == "双" && r.at(i+1) == "周":
		n, j = 2, i+1
	default:
		return i
	}
	u, k := r.unit(j)
	if u.dim != minutes && u.dim != months {
		switch r.at(j) {
		case "月":
			u, k = unit{dim: months, factor: 1}, j+1
		case "季":
			u, k = unit{dim: months, factor: 3}, j+1
			if r.at(k) == "度" {
				k++
			}
		case "早", "晚":
			return r.everyPart(i, j, n)
		case "个":
			if e, l := r.weekday(j+1, false); l > j+1 { // 每个周三
				r.add(i, l, Value{Kind: Weekday, Text: strconv.Itoa(e)})
				r.values = append(r.values, Value{Kind: Frequency, Text: "7d", Weak: true, Start: r.atoms[i].start, End: r.atoms[l-1].end})
				return l
			}
			return i
		default:
			if l := r.weekdays(j); l > j { // 每逢周末 and 每工作日 are weekdays
				r.use(i, j)
				return l
			}
			return i
		}
	}
	if r.at(j) == "晚" {
		return r.everyPart(i, j, n)
	}
	return r.frequencyZh(i, k, n, u)
}

// everyPart adds 每早 or 每晚 and the clock time that it tells the half of the day of.
func (r *reader) everyPart(i, j int, n float64) int {
	part, half := "morning", "am"
	if r.at(j) == "晚" {
		part, half = "evening", "pm"
	}
	k := r.hourZh(j+1, j+1, half)
	r.add(i, j+1, Value{Kind: Frequency, Text: amount(n) + "d"})
	if k == j+1 {
		r.add(j, j+1, Value{Kind: DayPart, Text: part})
	}
	return k
}

// frequencyZh adds the frequency of atoms i to j, or the day that follows it.
func (r *reader) frequencyZh(i, j int, n float64, u unit) int {
	if u.dim == minutes && u.factor == 7*dayMinutes { // 每周三: the numeral is the day
		if _, k := r.weekday(j-1, false); k > j-1 && r.at(j-1) == "周" {
			l := r.weekdays(j - 1)
			r.values = append(r.values, Value{Kind: Frequency, Text: interval(n, u, 1), Weak: n == 1, Start: r.atoms[i].start, End: r.atoms[l-1].end})
			r.use(i, j)
			return l
		}
		if d, k := r.weekday(j, true); k > j && (r.at(j-1) == "期" || r.at(j-1) == "拜") {
			r.add(i, k, Value{Kind: Weekday, Text: strconv.Itoa(d)})
			return k
		}
	}
	if u.dim == months && u.factor == 1 && n == 1 {
		if d, k := r.monthDayZh(j); k > j {
			b, k := r.around(j, k)
			r.add(i, k, Value{Kind: MonthDay, Text: strconv.Itoa(d), Num: float64(d), Bound: b})
			r.values = append(r.values, Value{Kind: Frequency, Text: "1mo", Weak: true, Start: r.atoms[i].start, End: r.atoms[k-1].end})
			return k
		}
	}
	times := 1.0
	k := j
	if r.at(k) == "的" || r.at(k) == "做" || r.at(k) == "去" || r.at(k) == "吃" {
		k++
	}
	if t, l := r.number(k); l > k && isTimes(r.at(l)) {
		times, j = t.value, l+1
	}
	r.add(i, j, Value{Kind: Frequency, Text: interval(n, u, times)})
	return j
}

// monthDayZh reads the day after 每月: 1号, 头一天, 第一天, 最后一天.
func (r *reader) monthDayZh(from int) (int, int) {
	j := from
	if r.at(j) == "的" {
		j++
	}
	if n, k := r.number(j); k > j && (r.at(k) == "号" || r.at(k) == "日") {
		return int(n.value), k + 1
	}
	if k, ok := r.hasAny(j, "头一天", "第一天", "首日"); ok {
		return 1, k
	}
	if k, ok := r.has(j, "最后一天"); ok {
		return -1, k
	}
	return 0, from
}
