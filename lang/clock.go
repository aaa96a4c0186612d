package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// clockTime adds a time of day. half is what the text says of the half of the
// day: "am", "pm", "noon", or "" if it is open.
func (r *reader) clockTime(i, j int, hour, minute int, half string, exact bool) int {
	open := false
	switch half {
	case "am":
		if hour == 12 {
			hour = 0
		}
	case "pm":
		if hour < 12 {
			hour += 12
		}
	case "night": // 夜里: 11 is before midnight, 2 after
		if hour >= 6 && hour < 12 {
			hour += 12
		} else if hour == 12 {
			hour = 0
		}
	case "noon":
		if hour < 4 {
			hour += 12
		}
	default:
		open = hour <= 12 && hour > 0 && !exact
	}
	b, k := r.around(i, j)
	r.add(i, k, Value{Kind: Clock, Text: fmt.Sprintf("%02d:%02d", hour%24, minute), Half: open, Bound: b})
	return k
}

// clock reads a time of day in digits or English: "8:30", "9 pm", "half past
// six", "noon", "at 9".
func (r *reader) clock(i int) int {
	switch r.at(i) {
	case "noon", "midday":
		if r.at(i+1) == "meal" || r.at(i+1) == "nap" {
			return i
		}
		return r.clockTime(i, i+1, 12, 0, "noon", true)
	case "midnight":
		return r.clockTime(i, i+1, 0, 0, "", true)
	case "half", "quarter":
		m := map[string]int{"half": 30, "quarter": 15}[r.at(i)]
		if k := r.pastHour(i, i+1, m); k > i || r.at(i) != "half" {
			return k
		}
		return r.halfHour(i)
	}
	if h, m, ok := hourMinute(r.at(i)); ok && r.atoms[i].script == Digits {
		half, j := r.halfAfter(i + 1)
		return r.clockTime(i, j, h, m, half, h > 12 || len(r.at(i)) == 5 && r.at(i)[0] == '0')
	}
	n, j := r.number(i)
	if j == i || n.value != float64(int(n.value)) || n.value > 59 {
		return i
	}
	if k := r.pastHour(i, j, int(n.value)); k > i {
		return k
	}
	hour := int(n.value)
	if hour > 24 {
		return i
	}
	if r.at(j) == "点" || r.at(j) == "时" {
		return r.hourZh(i, i, "")
	}
	if r.at(j) == "o'clock" {
		half, k := r.halfAfter(j + 1)
		return r.clockTime(i, k, hour, 0, half, false)
	}
	if half, k := r.halfAfter(j); k > j && hour <= 12 {
		if r.at(k) == "noon" {
			k++
		}
		return r.clockTime(i, k, hour, 0, half, true)
	}
	if r.at(j) == "noon" {
		return r.clockTime(i, j+1, 12, 0, "noon", true)
	}
	if next, l := r.rangeTo(j); l > j || r.at(j) == "and" && r.at(i-1) == "between" {
		l = max(next, j+1)
		if m, k := r.number(l); k > l && hour <= 12 { // 1 to 3 pm: both are pm
			if half, e := r.halfAfter(k); e > k {
				if float64(hour) > m.value && half == "pm" {
					half = "am" // 9 to 5 pm
				}
				return r.clockTime(i, j, hour, 0, half, true)
			}
		}
	}
	if hour > 12 || hour == 0 || n.weak && r.at(i-1) != "at" {
		return i
	}
	switch r.at(i - 1) {
	case "at", "by", "before", "after", "until", "till", "around", "past":
		if m, k := r.number(j); k > j && m.value >= 5 && m.value < 60 && r.atoms[i].script == Letters && r.endsPhrase(k) {
			half, k := r.halfAfter(k)
			return r.clockTime(i, k, hour, int(m.value), half, false)
		}
		if r.endsPhrase(j) && r.at(j) != "%" && !strings.Contains("-/–", r.at(j)+" ") {
			return r.clockTime(i, j, hour, 0, "", false)
		}
	}
	return i
}

// halfHour reads "half eight", which is half past eight.
func (r *reader) halfHour(i int) int {
	h, j := r.number(i + 1)
	if j == i+1 || r.atoms[i+1].script != Letters || h.weak || h.value < 1 || h.value > 12 || h.value != float64(int(h.value)) {
		return i
	}
	half, k := r.halfAfter(j)
	if k == j && !r.endsPhrase(j) {
		return i
	}
	return r.clockTime(i, k, int(h.value), 30, half, false)
}

// pastHour reads "past six" or "to nine" after m minutes, "half" or "quarter".
func (r *reader) pastHour(i, j, m int) int {
	if r.at(j) == "minutes" {
		j++
	}
	op := r.at(j)
	if op != "past" && op != "to" && op != "till" || op == "to" && m > 30 {
		return i
	}
	h, k := r.number(j + 1)
	if k == j+1 || h.value > 12 || h.value < 1 || op == "to" && (r.at(i) != "quarter" && r.at(k) != "o'clock" && m != 5 && m != 10 && m != 20 && m != 25 || r.atoms[i].script == Digits) {
		return i
	}
	half, k := r.halfAfter(k)
	hour := int(h.value)
	if op != "past" {
		hour, m = hour+11, 60-m
		if hour%12 == 0 {
			hour = 12
		} else {
			hour %= 12
		}
	}
	return r.clockTime(i, k, hour, m, half, false)
}

// halfAfter reads what tells the half of the day after an English time.
func (r *reader) halfAfter(j int) (string, int) {
	if r.at(j) == "o'clock" {
		j++
	}
	for _, e := range []struct{ text, half string }{
		{"am", "am"}, {"pm", "pm"}, {"a . m .", "am"}, {"p . m .", "pm"}, {"a . m", "am"}, {"p . m", "pm"}, {"in the morning", "am"}, {"in the afternoon", "pm"},
		{"in the evening", "pm"}, {"at night", "night"}, {"tonight", "pm"}, {"every morning", ""}, {"at noon", "noon"},
	} {
		if k, ok := r.wordsAt(j, e.text); ok && e.half != "" {
			return e.half, k
		}
	}
	return "", j
}

// hourMinute reads "10:30" and "22:05:00".
func hourMinute(s string) (h, m int, ok bool) {
	a, b, found := strings.Cut(s, ":")
	if !found {
		return 0, 0, false
	}
	b, _, _ = strings.Cut(b, ":")
	h, err1 := strconv.Atoi(a)
	m, err2 := strconv.Atoi(b)
	return h, m, err1 == nil && err2 == nil && h <= 24 && m < 60 && len(b) == 2
}

var dayPartsEn = map[string]string{"morning": "morning", "mornings": "morning", "afternoon": "afternoon", "afternoons": "afternoon",
	"evening": "evening", "evenings": "evening", "night": "evening", "nights": "evening", "overnight": "evening"}

// dayPartsZh, longer ones first, with the half of the day of a clock time after them.
var dayPartsZh = []struct{ text, part, half string }{
	{"早上", "morning", "am"}, {"早晨", "morning", "am"}, {"清晨", "morning", "am"}, {"晨间", "morning", "am"}, {"一早", "morning", "am"}, {"上午", "morning", "am"}, {"清早", "morning", "am"},
	{"下午", "afternoon", "pm"}, {"午后", "afternoon", "pm"}, {"傍晚", "evening", "pm"}, {"晚上", "evening", "pm"}, {"晚间", "evening", "pm"}, {"夜里", "evening", "night"},
	{"夜晚", "evening", "pm"}, {"夜间", "evening", "night"}, {"深夜", "evening", "night"}, {"半夜", "evening", "night"}, {"凌晨", "dawn", "am"}, {"中午", "noon", "noon"}, {"正午", "noon", "noon"}, {"午间", "noon", "noon"}, {"午夜", "midnight", "night"},
	{"夜班", "evening", ""}, {"晚班", "evening", ""}, {"早班", "morning", ""}, {"白班", "daytime", ""}, {"日班", "daytime", ""}, {"白天", "daytime", ""}, {"日间", "daytime", ""},
	{"早", "", "am"}, {"晚", "", "pm"},
}

// partAt reads a Chinese part of the day.
func (r *reader) partAt(i int) (part, half string, j int) {
	for _, e := range dayPartsZh {
		if j, ok := r.has(i, e.text); ok {
			return e.part, e.half, j
		}
	}
	return "", "", i
}

// dayPart reads "in the evening", 晚上.
func (r *reader) dayPart(i int) int {
	if r.at(i) == "daytime" || r.at(i) == "day" && (r.at(i+1) == "shift" || r.at(i+1) == "shifts") {
		r.add(i, i+1, Value{Kind: DayPart, Text: "daytime"})
		return i + 1
	}
	if p, ok := dayPartsEn[r.at(i)]; ok {
		r.add(i, i+1, Value{Kind: DayPart, Text: p})
		return i + 1
	}
	if r.atoms[i].script != Han || !r.atoms[i].first {
		return i
	}
	part, _, j := r.partAt(i)
	switch part {
	case "":
		return i
	case "noon":
		return r.clockTime(i, j, 12, 0, "noon", true)
	case "midnight":
		return r.clockTime(i, j, 0, 0, "", true)
	}
	r.add(i, j, Value{Kind: DayPart, Text: part})
	return j
}

// clockZh reads 晚上8点, 八点半, 下午三点一刻, 差一刻九点, 晚上10:30.
func (r *reader) clockZh(i int) int {
	if r.at(i) == "差" {
		for _, e := range []struct {
			text string
			m    int
		}{{"一刻", 15}, {"十分", 10}, {"五分", 5}} {
			j, ok := r.has(i+1, e.text)
			if !ok {
				continue
			}
			_, half, k := r.partAt(j)
			if h, l := r.number(k); l > k && r.at(l) == "点" {
				return r.clockTime(i, l+1, int(h.value)-1, 60-e.m, half, false)
			}
		}
		return i
	}
	part, half, j := r.partAt(i)
	if j > i && r.at(j) == "的" {
		j++
	}
	if h, m, ok := hourMinute(r.at(j)); ok && j > i {
		return r.clockTime(i, j+1, h, m, half, h > 12)
	}
	if k := r.hourZh(i, j, half); k > i {
		if part != "" {
			r.values = append(r.values, Value{Kind: DayPart, Text: part, Weak: true, Start: r.atoms[i].start, End: r.atoms[j-1].end})
		}
		return k
	}
	return i
}

// hourZh reads an hour at atom j for a value that begins at atom i.
func (r *reader) hourZh(i, j int, half string) int {
	n, k := r.number(j)
	if k == j || r.at(k) != "点" && r.at(k) != "时" || n.value > 24 || n.value != float64(int(n.value)) {
		return i
	}
	sure := half != "" || r.dated(j)
	h, m := int(n.value), 0
	mark := r.at(k)
	k++
	switch l, ok := k, false; {
	case r.at(k) == "半":
		m, k, sure = 30, k+1, true
	default:
		if l, ok = r.has(k, "一刻"); ok {
			m, k, sure = 15, l, true
		} else if l, ok = r.has(k, "三刻"); ok {
			m, k, sure = 45, l, true
		} else if mm, l := r.number(k); l > k && mm.value < 60 && (mm.value >= 5 || r.at(l) == "分") && mm.value == float64(int(mm.value)) && (r.at(l) == "分" || mm.value >= 10) {
			m, k, sure = int(mm.value), l, true
			if r.at(k) == "分" {
				k++
			}
		} else if l, ok := r.hasAny(k, "整", "钟"); ok {
			k, sure = l, true
		}
	}
	if !sure && (mark == "时" || !r.hourGoesOn(k, n)) {
		return i
	}
	return r.clockTime(i, k, h, m, half, h > 12)
}

// dated reports whether what ends before atom j is a day, so that 三点 after it is an hour.
func (r *reader) dated(j int) bool {
	if j == 0 || len(r.values) == 0 {
		return false
	}
	last := r.values[len(r.values)-1]
	if last.End > r.atoms[j-1].end || last.End < r.atoms[j-1].start {
		return false
	}
	switch last.Kind {
	case Weekday, Date, MonthDay, Relative, Frequency, DayPart:
		return true
	}
	return false
}

// hourGoesOn reports whether 三点 is an hour by what follows it: three points
// are followed by what they are of.
func (r *reader) hourGoesOn(k int, n number) bool {
	if _, ok := r.hasAny(k, "前", "后", "以前", "以后", "之前", "之后", "左右", "到", "至", "起", "开始", "-", "~", "—", "睡", "下班", "上班", "出发", "开会", "见", "吃", "集合", "准时", "多", "的"); ok {
		return !n.weak || r.at(k) != "的" && r.at(k) != "到" && r.at(k) != "多"
	}
	if _, ok := r.hasAny(k, "建议", "意见", "要求", "原因", "理由", "内容", "结论", "要点", "注意", "问题", "总结", "说明", "好处"); ok || n.weak {
		return false
	}
	return true
}
