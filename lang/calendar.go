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

var weekdayEn = map[string]int{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
	"mondays": 1, "tuesdays": 2, "wednesdays": 3, "thursdays": 4, "fridays": 5, "saturdays": 6, "sundays": 7,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7,
}

// weekdayAt reads one day of the week in either language. bare allows the
// bare numeral of a list (周一、三、五).
func (r *reader) weekday(i int, bare bool) (int, int) {
	if d := weekdayEn[r.at(i)]; d != 0 {
		if len(r.at(i)) > 5 || r.capital(i) && (i > 0 || r.at(i+1) == "," || r.at(i+1) == "-") {
			return d, i + 1
		}
		return 0, i
	}
	j, ok := r.hasAny(i, "周", "星期", "礼拜")
	if !ok {
		if !bare {
			return 0, i
		}
		j = i
	}
	d := 0
	switch t := r.at(j); t {
	case "日", "天":
		d = 7
	case "一", "二", "三", "四", "五", "六", "1", "2", "3", "4", "5", "6", "7":
		v, isHan := digitZh[t]
		if !isHan {
			v = float64(t[0] - '0')
		}
		d = int(v)
	}
	if d == 0 || bare && d == 7 && j == i {
		return 0, i
	}
	// 每周三次 counts; so does 周三杯.
	if n := r.at(j + 1); d != 7 && n != "" && strings.Contains("次回趟杯顿个条小遍", n) && !(n == "小" && r.at(j+2) != "时") && !(n == "个" && r.at(j+2) == "人") {
		return 0, i
	}
	if d != 7 && r.at(j+1) == "天" {
		return 0, i
	}
	return d, j + 1
}

// weekdays reads days of the week, lists and ranges of them, work days and weekends.
func (r *reader) weekdays(i int) int {
	if j, ok := r.hasAny(i, "工作日", "平日"); ok {
		return r.addDays(i, j, 1, 5)
	}
	if j, ok := r.hasAny(i, "周末", "双休日"); ok {
		return r.addDays(i, j, 6, 7)
	}
	switch r.at(i) {
	case "weekday", "weekdays", "workday", "workdays":
		return r.addDays(i, i+1, 1, 5)
	case "weekend", "weekends":
		return r.addDays(i, i+1, 6, 7)
	case "working", "business", "work":
		if r.at(i+1) == "days" || r.at(i+1) == "day" {
			return r.addDays(i, i+2, 1, 5)
		}
	}
	d, j := r.weekday(i, false)
	if j == i {
		return i
	}
	if to, next := r.rangeThrough(j); next > j {
		if e, k := r.weekday(next, to); k > next && e > d && !r.moved(i) {
			return r.addDays(i, k, d, e)
		}
	}
	b, k := r.around(i, j)
	r.add(i, j, Value{Kind: Weekday, Text: strconv.Itoa(d), Bound: b})
	for r.atoms[i].script == Han && r.at(k) == "、" {
		e, l := r.weekday(k+1, true)
		if l == k+1 {
			break
		}
		r.add(k+1, l, Value{Kind: Weekday, Text: strconv.Itoa(e)})
		k = l
	}
	return k
}

// moved reports whether "from" at atom i-1 follows a verb of change: moved from Monday
// to Wednesday.
func (r *reader) moved(i int) bool {
	if r.at(i-1) != "from" {
		return false
	}
	for k := i - 2; k >= max(i-5, 0); k-- {
		switch r.at(k) {
		case "moved", "move", "moves", "changed", "shifted", "switched", "rescheduled", "postponed", "pushed", "brought":
			return true
		}
	}
	return false
}

// rangeThrough steps over what stands between the first and the last day of a range.
func (r *reader) rangeThrough(j int) (bare bool, next int) {
	switch r.at(j) {
	case "to", "through", "till", "until", "thru":
		return false, j + 1
	case "-", "–", "—", "~", "～", "到", "至":
		return true, j + 1
	}
	return false, j
}

func (r *reader) addDays(i, j, from, to int) int {
	for d := from; d <= to; d++ {
		r.add(i, j, Value{Kind: Weekday, Text: strconv.Itoa(d)})
	}
	return j
}

// relativeDays and relativeSpans are expressions of time that only the time of
// speaking fixes.
var relativeDays = map[string]string{"today": "day+0", "tonight": "day+0", "tomorrow": "day+1", "yesterday": "day-1"}

var relativeZh = []struct{ text, value string }{
	{"大后天", "day+3"}, {"今天", "day+0"}, {"今日", "day+0"}, {"明天", "day+1"}, {"明日", "day+1"}, {"明早", "day+1"}, {"明晚", "day+1"}, {"今晚", "day+0"}, {"今早", "day+0"},
	{"昨天", "day-1"}, {"昨晚", "day-1"}, {"后天", "day+2"}, {"前天", "day-2"},
	{"下个星期", "week+1"}, {"下星期", "week+1"}, {"下个礼拜", "week+1"}, {"下礼拜", "week+1"}, {"下周", "week+1"},
	{"上个星期", "week-1"}, {"上星期", "week-1"}, {"上礼拜", "week-1"}, {"上周", "week-1"}, {"本周", "week+0"}, {"这周", "week+0"}, {"这个星期", "week+0"},
	{"下个月", "month+1"}, {"下月", "month+1"}, {"上个月", "month-1"}, {"上月", "month-1"}, {"本月", "month+0"}, {"这个月", "month+0"},
	{"明年", "year+1"}, {"去年", "year-1"}, {"今年", "year+0"}, {"后年", "year+2"}, {"前年", "year-2"},
}

// relative reads "tomorrow", "next week", 下周 (of 下周三, whose day follows).
func (r *reader) relative(i int) int {
	if r.atoms[i].script == Han {
		if !r.atoms[i].first {
			return i
		}
		for _, e := range relativeZh {
			if j, ok := r.has(i, e.text); ok {
				if last := r.at(j - 1); last == "周" { // leave 周三 whole
					if _, k := r.weekday(j-1, false); k > j-1 {
						r.add(i, j, Value{Kind: Relative, Text: e.value})
						return j - 1
					}
				}
				r.add(i, j, Value{Kind: Relative, Text: e.value})
				if p := r.at(j - 1); p == "晚" || p == "早" {
					r.values = append(r.values, Value{Kind: DayPart, Text: map[string]string{"晚": "evening", "早": "morning"}[p], Start: r.atoms[i].start, End: r.atoms[j-1].end})
				}
				return j
			}
		}
		return i
	}
	if v, ok := relativeDays[r.at(i)]; ok {
		r.add(i, i+1, Value{Kind: Relative, Text: v})
		return i + 1
	}
	if j, ok := r.wordsAt(i, "day after tomorrow"); ok {
		r.add(i, j, Value{Kind: Relative, Text: "day+2"})
		return j
	}
	var shift string
	switch r.at(i) {
	case "next":
		shift = "+1"
	case "last":
		shift = "-1"
	case "this":
		shift = "+0"
	default:
		return i
	}
	if r.at(i-1) == "the" && r.at(i+2) == "of" {
		return i // the last week of June
	}
	switch n := r.at(i + 1); n {
	case "week", "month", "year":
		r.add(i, i+2, Value{Kind: Relative, Text: n + shift})
		return i + 2
	case "weekend":
		r.add(i, i+1, Value{Kind: Relative, Text: "week" + shift})
		return i + 1
	default:
		if weekdayEn[n] != 0 {
			r.add(i, i+1, Value{Kind: Relative, Text: "week" + shift})
			return i + 1
		}
	}
	return i
}
