package lang

import (
	"strings"
	"time"
)

// A scanZH reads expressions of time off Chinese text.
type scanZH struct {
	text string
	at   time.Time
	past bool
	last When // read last
}

// A stepZH is what a rule has read: the expression and its length in bytes.
type stepZH struct {
	when When
	n    int
}

func chineseWhens(text string, at time.Time) []When {
	if !IsHan(text) {
		return nil
	}
	s := &scanZH{text: text, at: at, past: tellsPastZH(text)}
	var out []When
	for i := 0; i < len(text); {
		if step, ok := s.read(i); ok {
			step.when.Start, step.when.End = i, i+step.n
			out = append(out, step.when)
			s.last = step.when
			i += step.n
			if end, ok := s.rangeEnd(i, step.when); ok { // it has no year to write out
				out = append(out, end.when)
				i = end.when.End
			}
			continue
		}
		i++
		for i < len(text) && text[i]&0xC0 == 0x80 {
			i++
		}
	}
	return out
}

// rangeEnd reads the day that closes a range at byte i (10月1日至5日, 下周一到周三), which
// leaves out the month or the week.
func (s *scanZH) rangeEnd(i int, from When) (stepZH, bool) {
	n, _ := s.prefix(i, "至", "到", "-", "—", "～", "~")
	if n == 0 || from.Grain != Day {
		return stepZH{}, false
	}
	if wn, k := s.prefix(i+n, "周", "星期", "礼拜"); k >= 0 && s.endsWith(i, weekdaysZH...) {
		dn, d := s.prefix(i+n+wn, "一", "二", "三", "四", "五", "六", "日", "天")
		day := weekdayAt(from.From, min(d+1, 7), 0)
		if d < 0 || !day.From.After(from.From) {
			return stepZH{}, false
		}
		day.Start, day.End = i+n, i+n+wn+dn
		return stepZH{day, n + wn + dn}, true
	}
	d, dn := s.digits(i + n)
	un, _ := s.prefix(i+n+dn, "日", "号")
	if dn == 0 || un == 0 {
		return stepZH{}, false
	}
	day := time.Date(from.From.Year(), from.From.Month(), d, 0, 0, 0, 0, s.at.Location())
	if day.Day() != d || !day.After(from.From) {
		return stepZH{}, false
	}
	return stepZH{When{Start: i + n, End: i + n + dn + un, From: day, To: midnight(day, 1)}, n + dn + un}, true
}

var weekdaysZH = strings.Fields("周一 周二 周三 周四 周五 周六 星期一 星期二 星期三 星期四 星期五 星期六 礼拜一 礼拜二 礼拜三 礼拜四 礼拜五 礼拜六")

// clausePast reports whether the clause around byte i tells of something done: a
// single event of the past takes 了 or 过 in its own clause (昨天签了租约，周六搬进去).
func (s *scanZH) clausePast(i int) bool {
	const ends = "，；。！？,;!?"
	from, to := 0, len(s.text)
	if j := strings.LastIndexAny(s.text[:i], ends); j >= 0 {
		from = j
	}
	if j := strings.IndexAny(s.text[i:], ends); j >= 0 {
		to = i + j
	}
	return tellsPastZH(s.text[from:to])
}

// tellsPastZH reports whether a bare day of the month is more likely past.
func tellsPastZH(text string) bool {
	for _, m := range []string{"到", "之前", "前交", "要", "下", "将", "准备", "打算", "截止", "再"} {
		if strings.Contains(text, m) {
			return false
		}
	}
	return strings.Contains(text, "了") || strings.Contains(text, "过")
}

func (s *scanZH) read(i int) (stepZH, bool) {
	for _, rule := range [...]func(*scanZH, int) (stepZH, bool){
		(*scanZH).nearDay, (*scanZH).weekday, (*scanZH).monthDay, (*scanZH).yearMonthDay, (*scanZH).counted, (*scanZH).relative, (*scanZH).dayAlone,
	} {
		if step, ok := rule(s, i); ok {
			return step, true
		}
	}
	return stepZH{}, false
}

// prefix returns the length of the first of the alternatives that text has at
// byte i, and its index.
func (s *scanZH) prefix(i int, alternatives ...string) (n, index int) {
	for k, a := range alternatives {
		if i <= len(s.text) && strings.HasPrefix(s.text[i:], a) {
			return len(a), k
		}
	}
	return 0, -1
}

func (s *scanZH) after(i int, alternatives ...string) bool {
	_, k := s.prefix(i, alternatives...)
	return k >= 0
}

func (s *scanZH) endsWith(i int, tails ...string) bool {
	for _, t := range tails {
		if strings.HasSuffix(s.text[:i], t) {
			return true
		}
	}
	return false
}

// nearDay reads 今天, 明早, 大后天, 昨晚, Cantonese 听日 and 今日 too.
func (s *scanZH) nearDay(i int) (stepZH, bool) {
	names := []string{"大后天", "大前天", "后天", "后日", "前天", "今天", "今日", "今晚", "今早", "明天", "明日", "明晚", "明早", "明儿", "听日", "昨天", "昨日", "昨晚", "昨儿", "寻日", "今儿"}
	days := []int{3, -3, 2, 2, -2, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, 0}
	n, k := s.prefix(i, names...)
	if k < 0 || s.rounds(i) {
		return stepZH{}, false
	}
	switch names[k] {
	case "明晚", "今晚", "昨晚", "今早", "明早": // the part of the day stays in the text
		n = len("今")
	}
	return stepZH{dayAt(s.at, days[k]), n}, true
}

// weekday reads 下周一, 上星期五, 这礼拜三, 周五 (but not 每周五).
func (s *scanZH) weekday(i int) (stepZH, bool) {
	j, shift, mod := i, 0, false
	if n, k := s.prefix(j, "下下个", "下下", "下个", "上个", "上上", "这个", "下", "上", "这", "本"); k >= 0 {
		if k == 7 && s.endsWith(i, "遇", "碰", "赶", "撞") {
			return stepZH{}, false // 遇上周六
		}
		shift = []int{2, 2, 1, -1, -2, 0, 1, -1, 0, 0}[k]
		j += n
		mod = true
	}
	n, k := s.prefix(j, "星期", "礼拜", "周")
	if k < 0 {
		return stepZH{}, false
	}
	j += n
	dn, d := s.prefix(j, "一", "二", "三", "四", "五", "六", "日", "天", "末")
	if d < 0 {
		if !mod || s.rounds(i) || k == 2 && strings.HasPrefix(s.text[j:], "期") {
			return stepZH{}, false
		}
		return stepZH{weekAt(s.at, shift), j - i}, true
	}
	if !mod && (s.rounds(i) || s.recurs(i, "week") || s.endsWith(i, "每", "逢", "隔", "遇", "遇上", "遇到", "碰上", "赶上", "每个", "个", "两", "、") || s.listGoesOn(j+dn) || !s.happens(j+dn) || s.routine(i, j+dn)) {
		return stepZH{}, false
	}
	if d == 8 {
		if !mod {
			if s.endsWith(i, "过", "有时", "平时") {
				return stepZH{}, false
			}
		}
		return stepZH{weekendAt(s.at, shift), j + dn - i}, true
	}
	wd := min(d+1, 7)
	if mod {
		return stepZH{weekdayAt(s.at, wd, shift), j + dn - i}, true
	}
	ahead := (wd - isoWeekday(s.at) + 7) % 7
	if s.clausePast(i) {
		ahead -= 7
	}
	return stepZH{dayAt(s.at, ahead), j + dn - i}, true
}

// happens reports whether a bare weekday that ends at byte j means one day:
// something comes, goes or falls due on it. Otherwise people mostly speak of a
// habit (礼拜三我接孩子).
func (s *scanZH) happens(j int) bool {
	n, _ := s.prefix(j, "上午", "下午", "晚上", "早上", "中午", "夜晚", "晚", "早")
	_, k := s.prefix(j+n, "到", "出", "去", "来", "回", "交", "签", "见", "飞", "走", "之前", "前", "搬", "截止", "开始", "再", "起", "考", "做手术", "复查")
	return k >= 0
}

// listGoesOn reports whether more weekdays follow (周二、四; 周一到周五): such a
// list is a habit.
func (s *scanZH) listGoesOn(j int) bool {
	n, _ := s.prefix(j, "、", "和", "到", "至", "或", "-", "都")
	if n == 0 {
		return false
	}
	_, k := s.prefix(j+n, "周", "星期", "礼拜", "一", "二", "三", "四", "五", "六", "日")
	return k >= 0 || strings.HasPrefix(s.text[j:], "都")
}

// digits reads an Arabic or Chinese number up to 9999 at byte i.
func (s *scanZH) digits(i int) (value, n int) {
	j := i
	for j < len(s.text) && s.text[j] >= '0' && s.text[j] <= '9' && j-i < 4 {
		value = value*10 + int(s.text[j]-'0')
		j++
	}
	if j > i {
		return value, j - i
	}
	return smallHan(s.text[i:])
}

// smallHan reads a Chinese number below a hundred, or a year written digit by
// digit (二〇二六).
func smallHan(text string) (value, n int) {
	total, digit, seen := 0, 0, 0
	plain := 0
	for i, r := range text {
		d := strings.IndexRune("〇一二三四五六七八九", r) / 3
		switch {
		case r == '两':
			d = 2
		case r == '零':
			d = 0
		case r == '十':
			if digit == 0 {
				digit = 1
			}
			total, digit = total+10*digit, 0
			seen++
			n = i + 3
			plain = -1
			continue
		case !strings.ContainsRune("〇一二三四五六七八九", r):
			return total + digit, n
		}
		if plain >= 0 {
			plain = plain*10 + d
			digit = plain
		} else {
			digit = d
		}
		seen++
		n = i + 3
		if seen == 4 {
			break
		}
	}
	return total + digit, n
}

// counted reads 三天后, 两周前, 两个月后, 半个月后.
func (s *scanZH) counted(i int) (stepZH, bool) {
	v, n := s.digits(i)
	j := i + n
	half := false
	if n == 0 {
		if !strings.HasPrefix(s.text[i:], "半") {
			return stepZH{}, false
		}
		half, j = true, i+len("半")
	}
	un, u := s.prefix(j, "天", "日", "个星期", "个礼拜", "星期", "礼拜", "周", "个月", "年")
	if u < 0 || half && u < 7 {
		return stepZH{}, false
	}
	j += un
	dn, d := s.prefix(j, "之后", "以后", "后", "之前", "以前", "前")
	if d < 0 {
		return stepZH{}, false
	}
	sign := 1
	if d >= 3 {
		sign = -1
	}
	unit := []string{"day", "day", "week", "week", "week", "week", "week", "month", "year"}[u]
	if half {
		unit, v = "day", 15
	}
	w, ok := shiftUnit(s.at, unit, sign*v)
	return stepZH{w, j + dn - i}, ok
}
