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

// rangeEnd reads the day that closes a range at byte i (10月1日至5日), which
// leaves out the month.
func (s *scanZH) rangeEnd(i int, from When) (stepZH, bool) {
	n, _ := s.prefix(i, "至", "到", "-", "—", "～", "~")
	if n == 0 || from.Grain != Day {
		return stepZH{}, false
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
	if k < 0 {
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
		if !mod || k == 2 && strings.HasPrefix(s.text[j:], "期") {
			return stepZH{}, false
		}
		return stepZH{weekAt(s.at, shift), j - i}, true
	}
	if !mod && (s.recurs(i, "week") || s.endsWith(i, "每", "逢", "隔", "遇", "遇上", "遇到", "碰上", "赶上", "每个", "个", "两", "、") || s.listGoesOn(j+dn) || !s.happens(j+dn) || s.routine(i, j+dn)) {
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

// monthDay reads 3月18日, 下个月5号, 本月20号, 12月底.
func (s *scanZH) monthDay(i int) (stepZH, bool) {
	if n, k := s.prefix(i, "下个月", "下月", "这个月", "本月", "上个月", "上月"); k >= 0 {
		m := monthAt(s.at, []int{1, 1, 0, 0, -1, -1}[k])
		if d, dn := s.digits(i + n); dn > 0 && d >= 1 && d <= 31 {
			if un, u := s.prefix(i+n+dn, "号", "日"); u >= 0 {
				from := time.Date(m.From.Year(), m.From.Month(), d, 0, 0, 0, 0, s.at.Location())
				return stepZH{When{From: from, To: midnight(from, 1), Relative: true}, n + dn + un}, true
			}
		}
		return stepZH{m, n}, true
	}
	if s.endsWith(i, "年") {
		return stepZH{}, false
	}
	month, mn := s.digits(i)
	if mn == 0 || month < 1 || month > 12 {
		return stepZH{}, false
	}
	un, u := s.prefix(i+mn, "月份", "月")
	if u < 0 || s.recurs(i, "year") {
		return stepZH{}, false
	}
	j := i + mn + un
	if d, dn := s.digits(j); dn > 0 && d >= 1 && d <= 31 {
		if un, u := s.prefix(j+dn, "号", "日"); u >= 0 {
			end := j + dn + un
			w, ok := leaningDate(s.at, time.Month(month), d, s.leaning(i, end))
			return stepZH{w, end - i}, ok && !s.born(i, end)
		}
		if !strings.HasPrefix(s.text[j+dn:], "个") && d > 10 {
			w, ok := leaningDate(s.at, time.Month(month), d, s.leaning(i, j+dn))
			return stepZH{w, j + dn - i}, ok && !s.born(i, j+dn)
		}
	}
	return stepZH{namedMonth(s.at, time.Month(month), !s.past), j - i}, true
}

// yearMonthDay reads 2026年3月18日, 2026年3月, 去年九月, 明年.
func (s *scanZH) yearMonthDay(i int) (stepZH, bool) {
	year, j := 0, i
	relative := true
	if n, k := s.prefix(i, "大前年", "前年", "去年", "今年", "明年", "后年", "旧年"); k >= 0 {
		year, j = s.at.Year()+[]int{-3, -2, -1, 0, 1, 2, -1}[k], i+n
	} else if y, n := s.digits(i); n > 0 && y >= 1900 && y < 2200 && strings.HasPrefix(s.text[i+n:], "年") {
		year, j, relative = y, i+n+len("年"), false
	} else {
		return stepZH{}, false
	}
	w := yearOf(year, s.at)
	w.Relative = relative
	if month, mn := s.digits(j); mn > 0 && month >= 1 && month <= 12 && strings.HasPrefix(s.text[j+mn:], "月") {
		j += mn + len("月")
		from := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, s.at.Location())
		w = When{From: from, To: from.AddDate(0, 1, 0), Grain: Month, Relative: relative}
		if d, dn := s.digits(j); dn > 0 && d >= 1 && d <= 31 {
			if un, u := s.prefix(j+dn, "号", "日"); u >= 0 {
				day, ok := exactDay(s.at, year, time.Month(month), d)
				day.Relative = relative
				return stepZH{day, j + dn + un - i}, ok
			}
		}
	}
	return stepZH{w, j - i}, true
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

// relative reads 月底, 年底, 下半年 is left alone.
func (s *scanZH) relative(i int) (stepZH, bool) {
	n, k := s.prefix(i, "月底", "月尾", "年底")
	if k < 0 || s.recurs(i, "month") || s.habitual(i, i+n) || k == 2 && s.recurs(i, "year") || s.endsWith(i, "月", "年", "个", "每", "下", "上", "本", "去", "今", "明") {
		return stepZH{}, false
	}
	if k == 2 {
		from := time.Date(s.at.Year(), 12, 1, 0, 0, 0, 0, s.at.Location())
		return stepZH{When{From: from, To: from.AddDate(0, 1, 0), Grain: Month, Relative: true}, n}, true
	}
	m := monthAt(s.at, 0)
	last := midnight(m.To, -1)
	return stepZH{When{From: last, To: m.To, Relative: true}, n}, true
}

// numberedZH are things, places and people that go by a number.
var numberedZH = strings.Fields(`线 楼 院 门 房 机 店 厅 桌 位 床 仓 码 球 电池 炉 公寓 公馆 别墅 会议室 教室 病房 诊室 窗口 站台 车厢 车间 厂 库 柜 出口 入口 通道 航站楼 高速 公路 国道 地块 井 坑 塔 桥 选手 技师 套餐 单元 屏 座 桩 汽油 馆 栋 幢 档口 宿舍 食堂 展位 工位 罐 槽 棚 包间 包厢`)

// dayAlone reads 17号 and 18号.
func (s *scanZH) dayAlone(i int) (stepZH, bool) {
	if s.endsWith(i, "月", "第", "每月", "No", "座", "栋", "年", "个") || i > 0 && s.text[i-1] >= '0' && s.text[i-1] <= '9' || s.endsWith(i, "-", ".") {
		return stepZH{}, false
	}
	d, n := s.digits(i)
	if n == 0 {
		return stepZH{}, false
	}
	un, u := s.prefix(i+n, "号")
	if u < 0 {
		return stepZH{}, false
	}
	if s.recurs(i, "month") {
		return stepZH{}, false
	}
	if s.after(i+n+un, numberedZH...) {
		return stepZH{}, false // a name: 5号楼
	}
	direction := either
	if s.endsWith(i, "到", "至") || s.after(i+n+un, "前", "之前", "截止", "要", "以前") {
		direction = ahead
	} else if s.past {
		direction = past
	}
	w, ok := dayOfMonth(s.at, d, direction)
	return stepZH{w, n + un}, ok
}
