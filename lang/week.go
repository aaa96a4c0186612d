package lang

import (
	"strconv"
	"strings"
)

var weekdayEn = map[string]int{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
	"mondays": 1, "tuesdays": 2, "wednesdays": 3, "thursdays": 4, "fridays": 5, "saturdays": 6, "sundays": 7,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7,
}

// weekday reads one day of the week in either language. bare allows the
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
