package lang

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readValues reads the values of text, whose words are given.
func readValues(text string, words []Word) *reader {
	r := newReader(text, words)
	for i := 0; i < len(r.atoms); {
		i = max(r.read(i), i+1)
	}
	r.settle()
	return r
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
		case f.Kind == Duration && f.Weak && f.Num == 1:
			interval = map[string]string{"1440min": "1d", "10080min": "7d", "1mo": "1mo", "12mo": "12mo"}[f.Text]
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
	rulesZh = []rule{(*reader).dateZh, (*reader).clockZh, (*reader).everyZh, (*reader).weekdays, (*reader).relative, (*reader).dayPart,
		(*reader).ordinal, (*reader).fractionZh, (*reader).timesA, (*reader).half, (*reader).quantity, (*reader).nameZh}
)

// startsZh are the characters that a Chinese value can begin with.
var startsZh = set(`零 〇 一 二 两 三 四 五 六 七 八 九 十 壹 贰 叁 肆 伍 陆 柒 捌 玖 拾
	每 隔 天 双 周 星 礼 工 平 今 明 昨 后 前 大 下 上 本 这 去 早 清 晨 中 正 午 晚 傍 夜 深 凌 白 半 百 第 差 小 老 阿 月 元`)

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

// A limit is a cue of a bound before an amount: English words or Han characters.
type limit struct {
	cue   string
	bound int8
}

// limitsEn and limitsZh are the limits by the last word or character of their cue.
var (
	limitsEn = limitsBy(func(cue string) string { return cue[strings.LastIndexByte(cue, ' ')+1:] },
		"shorter than|smaller than|cheaper than|lighter than|younger than|no more than|not more than|no longer than|at most|at the most|up to|under|below|within|max|maximum|maximum of|less than|fewer than|not exceed|not exceeding|no later than|not later than|limit of|capped at",
		"longer than|larger than|bigger than|heavier than|older than|taller than|at least|no less than|not less than|no fewer than|over|above|more than|minimum|minimum of|exceeding|exceeds|no earlier than|not before|min")
	limitsZh = limitsBy(func(cue string) string { _, n := utf8.DecodeLastRuneInString(cue); return cue[len(cue)-n:] },
		"不超过|不要超过|别超过|最多|至多|低于|少于|不到|小于|不多于|不高于|控制在|限制在|最晚|最迟|不晚于|不得超过|上限",
		"超过|至少|起码|最少|不少于|不低于|高于|大于|多于|不早于|最早|以上|满")
)

// limitsBy returns the limits of two lists by what last makes of their cues, longer cues first.
func limitsBy(last func(string) string, atMost, atLeast string) map[string][]limit {
	m := make(map[string][]limit)
	for bound, list := range map[int8]string{-1: atMost, 1: atLeast} {
		for cue := range strings.SplitSeq(list, "|") {
			m[last(cue)] = append(m[last(cue)], limit{cue, bound})
		}
	}
	for _, l := range m {
		slices.SortFunc(l, func(a, b limit) int { return cmp.Or(len(b.cue)-len(a.cue), cmp.Compare(a.cue, b.cue)) })
	}
	return m
}

// bound says whether the amount at atoms i to j is one of at most or at
// least, and marks the cue as part of the value, so that the "no" of "no more
// than" negates nothing.
func (r *reader) bound(i, j int) int8 {
	for _, l := range limitsEn[r.at(i-1)] {
		if from, ok := r.wordsBefore(i, l.cue); ok {
			r.use(from, i)
			return l.bound
		}
	}
	for _, l := range limitsZh[r.at(i-1)] {
		if from, ok := r.endsBefore(i, l.cue); ok {
			r.use(from, i)
			return l.bound
		}
	}
	for k := i - 1; k > i-4 && k > 0 && r.atoms[k].script == Han && !r.atoms[k].isMark(); k-- { // 最多喝两杯
		for _, l := range limitsZh[r.at(k-1)] {
			if from, ok := r.endsBefore(k, l.cue); ok && strings.Contains("最多 至多 最少 至少 起码 不超过", l.cue) {
				r.use(from, k)
				return l.bound
			}
		}
	}
	if k, ok := r.hasAny(j, "以内", "之内", "以下", "及以下"); ok {
		r.use(j, k)
		return -1
	}
	if k, ok := r.hasAny(j, "以上", "及以上"); ok {
		r.use(j, k)
		return 1
	}
	if k, ok := r.wordsAt(j, "or less"); ok {
		r.use(j, k)
		return -1
	}
	if k, ok := r.wordsAt(j, "or more"); ok {
		r.use(j, k)
		return 1
	}
	return 0
}

// around is bound for a point in time: before or by, after.
func (r *reader) around(i, j int) (int8, int) {
	if b := r.bound(i, j); b != 0 {
		return b, j
	}
	switch r.at(i - 1) {
	case "before", "by":
		return -1, j
	case "after":
		return 1, j
	case "than":
		switch r.at(i - 2) {
		case "earlier":
			return -1, j
		case "later":
			r.use(i-2, i)
			return 1, j
		}
	}
	if k, ok := r.hasAny(j, "之前", "以前", "前"); ok && r.at(k) != "往" {
		return -1, k
	}
	if k, ok := r.hasAny(j, "之后", "以后", "过后", "后"); ok {
		return 1, k
	}
	return 0, j
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

var ordinalsEn = map[string]int{"fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "fifteenth": 15, "twentieth": 20, "thirtieth": 30}

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

// code reads a name of letters and digits: "B12", "A4", "5G".
func (r *reader) code(i int) int {
	j := i + 1
	if r.atoms[i].script == Digits && strings.Count(r.at(i), ".") > 1 { // a version
		r.add(i, j, Value{Kind: Name, Text: r.at(i)})
		return j
	}
	if j >= len(r.atoms) || r.atoms[j].isMark() || r.atoms[j].start != r.atoms[i].end || r.atoms[j].script == Han || r.atoms[j].script == r.atoms[i].script {
		return i
	}
	if r.atoms[i].script == Digits {
		if u, _ := r.unit(j); u.dim != 0 && r.at(j) != "g" || r.at(j) == "k" || r.at(j) == "am" || r.at(j) == "pm" || strings.Contains("st nd rd th x s", r.at(j)) {
			return i
		}
		if r.at(j) == "g" && r.text[r.atoms[j].start] == 'g' {
			return i
		}
	}
	r.add(i, j+1, Value{Kind: Name, Text: r.at(i) + r.at(j)})
	return j + 1
}

// name reads a run of capitalised English words, and a Latin word among
// Chinese. At the beginning of a sentence a capital says little: weak.
func (r *reader) name(i int) int {
	w := r.words[r.atoms[i].word]
	w.Text = strings.TrimSuffix(w.Text, "'s")
	if !r.capital(i) {
		if r.nextToHan(i) && len(w.Text) > 1 && !w.Stop {
			r.add(i, i+1, Value{Kind: Name, Text: w.Text})
			return i + 1
		}
		return i
	}
	if w.Stop || noName[w.Text] {
		return i
	}
	initial := i == 0 || !honorific[r.at(i-2)] && strings.ContainsRune(".!?。！？\n:：;；\"“”-•", w.Break) && w.Break != 0
	j := i + 1
	for j < len(r.atoms) && !r.atoms[j].isMark() && r.atoms[j].script == Letters && r.capital(j) && !r.words[r.atoms[j].word].Stop && !noName[r.at(j)] {
		j++
	}
	text := strings.TrimSuffix(strings.ToLower(r.text[r.atoms[i].start:r.atoms[j-1].end]), "'s")
	text = strings.TrimSuffix(text, "’s")
	v := Value{Kind: Name, Text: text}
	if j == i+1 && r.shouted(i) && wordVectors().of(Stem(w.Text)) != nil {
		return i // TV is a word
	}
	if initial && j == i+1 && !r.shouted(i) && !r.nextToHan(i) {
		v.Weak, v.Start, v.End = true, r.atoms[i].start, r.atoms[j-1].end
		r.values = append(r.values, v)
		return j
	}
	r.add(i, j, v)
	return j
}

// honorific stand before a name, often with a full stop.
var honorific = set("mr mrs ms dr prof st")

// noName are capitalised words that name nothing in particular.
var noName = set(`user users assistant agent ai i'm i'd i'll i've mr mrs ms dr prof professor ok q a am pm monday tuesday wednesday thursday friday saturday sunday`)

func (r *reader) capital(i int) bool {
	c, _ := utf8.DecodeRuneInString(r.text[r.atoms[i].start:])
	return unicode.IsUpper(c)
}

// shouted reports whether atom i is all capitals, as PPT is.
func (r *reader) shouted(i int) bool {
	s := r.text[r.atoms[i].start:r.atoms[i].end]
	return len(s) > 1 && s == strings.ToUpper(s)
}

// nextToHan reports whether atom i stands in Chinese.
func (r *reader) nextToHan(i int) bool {
	return i > 0 && !r.atoms[i-1].isMark() && r.atoms[i-1].script == Han || i+1 < len(r.atoms) && !r.atoms[i+1].isMark() && r.atoms[i+1].script == Han
}

// titlesZh follow a surname.
var titlesZh = strings.Fields("老师 医生 大夫 经理 总监 总 姐 哥 主任 教授 先生 女士 小姐 律师 同学 阿姨 叔叔 师傅 教练 工")

// nameZh reads 小王, 老李, 阿明 where the second character is a surname and no word is broken.
func (r *reader) nameZh(i int) int {
	switch r.at(i) {
	case "小", "老", "阿":
	default:
		return i
	}
	if !strings.Contains(surnames, r.at(i+1)) || r.at(i+1) == "" {
		return i
	}
	w := r.words[r.atoms[i].word]
	if n := utf8.RuneCountInString(w.Text); !r.atoms[i].first || n > 2 || n == 2 && !strings.HasPrefix(w.Tag, "nr") {
		return i
	}
	if next := r.atoms[i+1]; !next.first && next.word != r.atoms[i].word {
		return i
	}
	r.add(i, i+2, Value{Kind: Name, Text: r.at(i) + r.at(i+1)})
	return i + 2
}

const surnames = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"

// quoted reads a short text in Chinese quotation marks or a title in 《》.
func (r *reader) quoted(i int) int {
	var closing string
	switch r.at(i) {
	case "「":
		closing = "」"
	case "“":
		closing = "”"
	case "《":
		closing = "》"
	default:
		return i
	}
	for j := i + 1; j < len(r.atoms) && j < i+12; j++ {
		if r.at(j) != closing {
			continue
		}
		text := strings.ToLower(r.text[r.atoms[i].end:r.atoms[j].start])
		if j > i+1 && IsHan(text) && utf8.RuneCountInString(text) <= 8 {
			v := Value{Kind: Name, Text: text, Start: r.atoms[i].start, End: r.atoms[j].end, Weak: closing != "》"}
			r.values = append(r.values, v)
		}
		return i
	}
	return i
}
