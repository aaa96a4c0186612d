package lang

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// readAll reads the values of text, whose words are given.
func (r *reader) readAll(text string, words []Word) {
	r.begin(text, words)
	for i := 0; i < len(r.atoms); {
		i = max(r.read(i), i+1)
	}
	r.settle()
}

// settle lets the values of a text explain each other.
func (r *reader) settle() {
	var part string
	days, clock, month, monthDay := 0, false, false, false
	for _, v := range r.values {
		switch v.Kind {
		case Weekday:
			days++
		case DayPart:
			part = v.Text
		case Clock:
			clock = true
		case Date:
			month = month || len(v.Text) == 2 || len(v.Text) == 5
		case MonthDay:
			monthDay = true
		}
	}
	// What recurs on a Monday, on the first of the month, in October says how
	// often by that.
	r.values = slices.DeleteFunc(r.values, func(v Value) bool {
		return v.Kind == Frequency && (days > 0 && (v.Text == "1d" || v.Text == "7d" || v.Text == strconv.Itoa(days)+"/7d") ||
			month && v.Text == "12mo" || monthDay && v.Text == "1mo")
	})
	for i := range r.values {
		v := &r.values[i]
		switch {
		case v.Kind == DayPart && clock:
			v.Weak = true
		case v.Kind == Clock && v.Half && part == "morning":
			v.Half = false
		case v.Kind == Clock && v.Half && (part == "afternoon" || part == "evening") && v.Text < "12:00":
			v.Text, v.Half = laterHalf(v.Text), false
		case v.Kind == Relative && strings.HasPrefix(v.Text, "year") && i+1 < len(r.values) && r.values[i+1].Kind == Date && r.values[i+1].Start <= v.End+3:
			v.Weak = true // 今年三月
		}
	}
	r.countTimes()
}

// spanned returns the interval of a duration: 十天 of 十天换一次.
func spanned(duration string) string {
	if n, ok := strings.CutSuffix(duration, "min"); ok {
		if v, err := strconv.ParseFloat(n, 64); err == nil && v >= dayMinutes {
			return amount(v/dayMinutes) + "d"
		}
	}
	return duration
}

// laterHalf returns a clock time twelve hours later.
func laterHalf(clock string) string {
	h, _ := strconv.Atoi(clock[:2])
	return strconv.Itoa(h+12) + clock[2:]
}

// countTimes joins a Chinese interval and the count that follows its verb:
// 每周锻炼三次 is 每周三次, and so is 一周健身三次.
func (r *reader) countTimes() {
	for i := range r.values {
		f := &r.values[i]
		interval := f.Text
		switch {
		case f.Kind == Frequency && !strings.Contains(f.Text, "/"):
		case f.Kind == Duration && f.Bound == 0:
			interval = spanned(f.Text)
		default:
			continue
		}
		if interval == "" {
			continue
		}
		for j := i + 1; j < len(r.values); j++ {
			n := &r.values[j]
			if n.Kind != Number || n.Start-f.End > 18 || strings.ContainsAny(r.text[f.End:n.Start], "，,。;；") {
				continue
			}
			if rest := r.text[n.End:]; strings.HasPrefix(rest, "次") || strings.HasPrefix(rest, "回") || strings.HasPrefix(rest, "趟") {
				f.Kind, f.Weak = Frequency, false
				f.Text = interval
				if n.Num != 1 {
					f.Text = amount(n.Num) + "/" + interval
				}
				if every := 12 / n.Num; interval == "12mo" && every == float64(int(every)) {
					f.Text = amount(every) + "mo"
				}
				n.Weak = true
				break
			}
		}
	}
}

// read reads one value at atom i and returns the index after it, i if there is none.
// The order matters: what says more is tried first.
func (r *reader) read(i int) int {
	a := &r.atoms[i]
	rules := rulesEn
	switch {
	case a.isMark():
		return r.signed(i)
	case a.script == Digits:
		rules = rulesDigits
	case a.script == Han:
		if !startsZh[a.text] {
			return i
		}
		rules = rulesZh
	case !startsEn()[a.text]:
		rules = rulesPlain
	}
	for _, rule := range rules {
		if j := rule(r, i); j > i {
			return j
		}
	}
	return i
}

type rule = func(*reader, int) int

var (
	rulesDigits = []rule{(*reader).date, (*reader).clock, (*reader).code, (*reader).timesA, (*reader).ordinal, (*reader).quantity}
	rulesEn     = []rule{(*reader).date, (*reader).clock, (*reader).every, (*reader).adverb, (*reader).timesA, (*reader).weekdays, (*reader).relative,
		(*reader).dayPart, (*reader).ordinal, (*reader).half, (*reader).quantity, (*reader).code, (*reader).name}
	rulesPlain = []rule{(*reader).code, (*reader).name}
	rulesZh    = []rule{(*reader).dateZh, (*reader).clockZh, (*reader).everyZh, (*reader).weekdays, (*reader).relative, (*reader).dayPart,
		(*reader).ordinal, (*reader).fractionZh, (*reader).timesA, (*reader).half, (*reader).quantity, (*reader).nameZh}
)

// startsEn are the English words that a value can begin with, beside those with a
// capital and those that adjoin a number. Most words are none, and no rule has to find out.
var startsEn = sync.OnceValue(func() map[string]bool {
	m := set(`daytime noon midday midnight half quarter every each per a an once twice thrice weekday weekdays workday workdays weekend weekends working business work
		day tomorrow next last this single sole first both several few couple dozen another other zero no none minus plus about around at in from between by before after until till since`)
	addKeys(m, dayPartsEn)
	addKeys(m, adverbsEn)
	addKeys(m, relativeDays)
	addKeys(m, smallEn)
	addKeys(m, scaleEn)
	addKeys(m, ordinalsEn)
	addKeys(m, decadesEn)
	addKeys(m, monthEn)
	addKeys(m, weekdayEn)
	return m
})

func addKeys[V any](m map[string]bool, table map[string]V) {
	for w := range table {
		m[w] = true
	}
}

// startsZh are the characters that a Chinese value can begin with.
var startsZh = set(`零 〇 一 二 两 三 四 五 六 七 八 九 十 壹 贰 叁 肆 伍 陆 柒 捌 玖 拾
	每 隔 天 双 周 星 礼 工 平 今 明 昨 后 前 大 下 上 最 本 这 去 早 清 晨 中 正 午 晚 傍 夜 深 凌 白 半 百 第 差 小 老 阿 月 元`)

// add appends a value that covers atoms i to j.
func (r *reader) add(i, j int, v Value) {
	v.Start, v.End = r.atoms[i].start, r.atoms[j-1].end
	r.values = append(r.values, v)
	r.use(i, j)
	if v.Kind == Name {
		for ; i < j; i++ {
			if w := r.atoms[i].word; w >= 0 {
				r.named[w] = true
			}
		}
	}
}

// use marks the words of atoms i to j as part of a value.
func (r *reader) use(i, j int) {
	for ; i < j; i++ {
		if w := r.atoms[i].word; w >= 0 {
			r.used[w] = true
		}
	}
}
