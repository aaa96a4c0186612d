package lang

import (
	"fmt"
	"strconv"
	"strings"
)

var monthEn = map[string]int{"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12}

// date reads an absolute date in digits or with an English month: 2026-01-12,
// "Jan 12", "12th of January 2026", "in March", "since 2019".
func (r *reader) date(i int) int {
	y, m, d, j := r.dateAt(i)
	if j == i {
		return i
	}
	return r.addDate(i, j, y, m, d)
}

// addDate adds a date of atoms i to j, or the day of a month that is not told.
func (r *reader) addDate(i, j, y, m, d int) int {
	b, k := r.around(i, j)
	v := Value{Kind: Date, Text: dateText(y, m, d), Bound: b}
	if m == 0 && y == 0 && d > 0 {
		v.Kind, v.Text, v.Num = MonthDay, strconv.Itoa(d), float64(d)
	}
	r.add(i, k, v)
	return k
}

// decadesEn are decades by name.
var decadesEn = map[string]int{"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}

// dateText writes a date; a day of -1 makes the year a decade.
func dateText(y, m, d int) string {
	switch {
	case d < 0:
		return strconv.Itoa(y) + "s"
	case y == 0 && d == 0:
		return fmt.Sprintf("%02d", m)
	case y == 0:
		return fmt.Sprintf("%02d-%02d", m, d)
	case m == 0:
		return strconv.Itoa(y)
	case d == 0:
		return fmt.Sprintf("%d-%02d", y, m)
	}
	return fmt.Sprintf("%d-%02d-%02d", y, m, d)
}

func (r *reader) dateAt(i int) (y, m, d, j int) {
	if r.atoms[i].script == Digits {
		if y, m, d, ok := isoDate(r.at(i)); ok {
			return y, m, d, i + 1
		}
		if y, m, d, j := r.yearMonthDay(i); j > i {
			return y, m, d, j
		}
		if y, m, d, j := r.dayMonth(i); j > i {
			return y, m, d, j
		}
		if y, err := strconv.Atoi(r.at(i)); err == nil && r.at(i+1) == "s" && y%10 == 0 && r.atoms[i+1].start == r.atoms[i].end && (y >= 1900 || y >= 20 && y < 100) {
			return y % 100, 0, -1, i + 2 // the 1970s, the 70s
		}
		if y, err := strconv.Atoi(r.at(i)); err == nil && len(r.at(i)) == 4 && y >= 1900 && y <= 2100 {
			switch r.at(i - 1) {
			case "in", "since", "from", "until", "till", "by", "before", "after", "of", "year", "during":
				return y, 0, 0, i + 1
			}
		}
		return 0, 0, 0, i
	}
	if y := decadesEn[r.at(i)]; y != 0 {
		return y, 0, -1, i + 1
	}
	if y, m, d, j := r.dayMonth(i); j > i {
		return y, m, d, j
	}
	m = r.monthAt(i)
	if m == 0 {
		return 0, 0, 0, i
	}
	k := i + 1
	if r.at(k) == "the" {
		k++
	}
	if d, j := r.dayAt(k); j > k {
		y, j := r.yearAt(j)
		return y, m, d, j
	}
	y, j = r.yearAt(i + 1)
	return y, m, 0, j
}

// dayMonth reads a day before its English month: 12 May, "12th of May 2026",
// "the twelfth of May".
func (r *reader) dayMonth(i int) (y, m, d, j int) {
	d, k := r.dayAt(i)
	if k == i {
		return 0, 0, 0, i
	}
	if r.at(k) == "of" {
		k++
	}
	if m = r.monthAt(k); m == 0 {
		return 0, 0, 0, i
	}
	y, j = r.yearAt(k + 1)
	return y, m, d, j
}

// monthAt returns the English month at atom i, 0 if there is none. Words that
// are also others ("may", "march") need a capital and a neighbour that dates.
func (r *reader) monthAt(i int) int {
	m := monthEn[r.at(i)]
	if m == 0 || !r.capital(i) {
		return 0
	}
	if w := r.at(i); w == "may" || w == "march" || w == "mar" {
		if _, j := r.dayAt(i + 1); j > i+1 {
			return m
		}
		switch r.at(i - 1) {
		case "in", "by", "since", "until", "till", "of", "this", "next", "last", "every", "early", "late", "mid", "from", "before", "after", "to", "through", "during", "-", "st", "nd", "rd", "th":
			return m
		}
		if _, j := r.dayAt(i - 1); j == i {
			return m
		}
		return 0
	}
	return m
}

// dayAt reads a day of a month: 12, "12th", "twelfth".
func (r *reader) dayAt(i int) (int, int) {
	if i < 0 || i >= len(r.atoms) {
		return 0, i
	}
	if d, j := r.ordinalAt(i); j > i && d <= 31 {
		return d, j
	}
	if d, err := strconv.Atoi(r.at(i)); err == nil && d >= 1 && d <= 31 && len(r.at(i)) <= 2 {
		return d, i + 1
	}
	return 0, i
}

// yearAt reads a year after a date, with or without a comma.
func (r *reader) yearAt(i int) (int, int) {
	j := i
	if r.at(j) == "," {
		j++
	}
	if y, err := strconv.Atoi(r.at(j)); err == nil && len(r.at(j)) == 4 && y >= 1900 && y <= 2100 {
		return y, j + 1
	}
	return 0, i
}

func isoDate(s string) (y, m, d int, ok bool) {
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == '-' || c == '/' || c == '.' })
	if len(parts) < 2 || len(parts[0]) != 4 || len(parts) > 3 {
		return 0, 0, 0, false
	}
	var n [3]int
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil {
			return 0, 0, 0, false
		}
		n[i] = v
	}
	return n[0], n[1], n[2], n[0] >= 1900 && n[0] <= 2100 && n[1] >= 1 && n[1] <= 12 && n[2] >= 0 && n[2] <= 31
}

// dateZh reads 2026年1月12日, 1月12号, 三月, 12号, 2026年.
func (r *reader) dateZh(i int) int {
	y, m, d, j := r.yearMonthDay(i)
	if j == i {
		return i
	}
	return r.addDate(i, j, y, m, d)
}

// notDayZh follow 1号 where it numbers a thing and not a day.
var notDayZh = set("线 楼 机 门 店 院 车 房 厅 室 公 会 位 桌 床 池 馆 仓 柜")

func (r *reader) yearMonthDay(i int) (y, m, d, j int) {
	j = i
	if n, k := r.number(i); k > i && n.value < 100 && n.value >= 20 && int(n.value)%10 == 0 {
		if l, ok := r.has(k, "年代"); ok {
			return int(n.value), 0, -1, l
		}
	}
	if n, k := r.number(i); k > i && r.at(k) == "年" && n.value >= 1900 && n.value <= 2100 {
		y, j = int(n.value), k+1
	}
	if n, k := r.number(j); k > j && r.at(k) == "月" && n.value >= 1 && n.value <= 12 && n.value == float64(int(n.value)) {
		m, j = int(n.value), k+1
		if r.at(j) == "份" {
			j++
		}
	}
	if n, k := r.number(j); m != 0 && k > j && r.toDay(k) && n.value >= 1 && n.value <= 31 {
		return y, m, int(n.value), k // 2月14到24日: the 24th is read next
	}
	if n, k := r.number(j); k > j && (r.at(k) == "号" || r.at(k) == "日") && n.value >= 1 && n.value <= 31 && !notDayZh[r.at(k+1)] {
		if y == 0 || m != 0 {
			d, j = int(n.value), k+1
		}
	}
	return y, m, d, j
}

// toDay reports whether 到24日 or the like stands at atom i.
func (r *reader) toDay(i int) bool {
	switch r.at(i) {
	case "到", "至", "-", "—", "–", "~":
		_, k := r.number(i + 1)
		return k > i+1 && (r.at(k) == "日" || r.at(k) == "号")
	}
	return false
}
