package lang

import "strconv"

var ordinalsEn = map[string]int{"fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30}

// ordinalAt reads "3rd", "third", 第三 and the index after it. First and 第一
// are often no more than an order of steps: only a date wants them.
func (r *reader) ordinalAt(i int) (int, int) {
	if n, err := strconv.Atoi(r.at(i)); err == nil {
		switch r.at(i + 1) {
		case "st", "nd", "rd", "th":
			return n, i + 2
		}
		return 0, i
	}
	if r.at(i) == "first" {
		return 1, i + 1
	}
	if n, ok := ordinalsEn[r.at(i)]; ok {
		return n, i + 1
	}
	if r.at(i) == "第" {
		if n, j := r.number(i + 1); j > i+1 {
			return int(n.value), j
		}
		if n, ok := digitZh[r.at(i+1)]; ok {
			return int(n), i + 2
		}
	}
	return 0, i
}

// ordinal reads a place in an order, and "the first of every month".
func (r *reader) ordinal(i int) int {
	switch r.at(i) {
	case "last", "final", "最": // the last of several
		j, ok := i+1, r.at(i) != "最" && (r.at(i-1) == "the" || r.at(i-1) == "every" || r.at(i-1) == "each")
		if r.at(i) == "最" {
			j, ok = r.hasAny(i, "最后一个", "最后一", "最后")
		}
		if ok {
			r.values = append(r.values, Value{Kind: Ordinal, Text: "-1", Weak: true, Start: r.atoms[i].start, End: r.atoms[j-1].end})
		}
		return i
	}
	n, j := r.ordinalAt(i)
	if j == i {
		return i
	}
	if r.at(j) == "birthday" {
		r.add(i, j, Value{Kind: Age, Text: strconv.Itoa(n), Num: float64(n)})
		return j
	}
	for _, tail := range []string{"of every month", "of each month", "of the month", "day of every month", "day of each month", "day of the month", "every month", "each month"} {
		if k, ok := r.wordsAt(j, tail); ok {
			r.add(i, k, Value{Kind: MonthDay, Text: strconv.Itoa(n), Num: float64(n)})
			r.values = append(r.values, Value{Kind: Frequency, Text: "1mo", Weak: true, Start: r.atoms[i].start, End: r.atoms[k-1].end})
			return k
		}
	}
	if n == 1 && (r.at(i) == "第" || r.at(i-1) == "the") {
		r.values = append(r.values, Value{Kind: Ordinal, Text: "1", Weak: true, Start: r.atoms[i].start, End: r.atoms[j-1].end})
	}
	if n < 2 {
		return i
	}
	if r.at(i) == "second" && (r.at(i-1) == "a" || r.at(i-1) == "per") {
		return i
	}
	if r.at(i-1) == "the" && (r.at(i-2) == "on" || r.at(i-2) == "by" || r.at(i-2) == "before" || r.at(i-2) == "after" || r.at(i-2) == "until") && r.endsPhrase(j) && n <= 31 {
		b, _ := r.around(i-1, j)
		r.add(i, j, Value{Kind: MonthDay, Text: strconv.Itoa(n), Num: float64(n), Bound: b})
		return j
	}
	r.add(i, j, Value{Kind: Ordinal, Text: strconv.Itoa(n), Num: float64(n)})
	return j
}

// endsPhrase reports whether what stands at atom i is no noun: a mark, the
// end, or a function word.
func (r *reader) endsPhrase(i int) bool {
	if i >= len(r.atoms) || r.atoms[i].isMark() {
		return true
	}
	w := r.words[r.atoms[i].word]
	return w.Stop || r.atoms[i].script == Han || weekdayEn[w.Text] != 0 || w.Text == "daily" || w.Text == "sharp" || w.Text == "today" || w.Text == "tomorrow"
}
