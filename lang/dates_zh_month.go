package lang

import (
	"strings"
	"time"
)

// Days of months and months by number.

// monthDay reads 3月18日, 下个月5号, 本月20号, 12月底.
func (s *scanZH) monthDay(i int) (stepZH, bool) {
	if n, k := s.prefix(i, "下个月", "下月", "这个月", "本月", "上个月", "上月"); k >= 0 {
		m := monthAt(s.at, []int{1, 1, 0, 0, -1, -1}[k])
		if d, dn := s.digits(i + n); dn > 0 && d >= 1 && d <= 31 {
			if un, u := s.prefix(i+n+dn, "号", "日"); u >= 0 {
				if s.ruled(i) && k < 2 {
					return stepZH{}, false // 都是下月3号前发
				}
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

// relative reads 月底, 年底, 下半年 is left alone.
func (s *scanZH) relative(i int) (stepZH, bool) {
	n, k := s.prefix(i, "月底", "月尾", "年底")
	if k < 0 || s.ruled(i) && k < 2 || s.recurs(i, "month") || s.habitual(i, i+n) || k == 2 && s.recurs(i, "year") || s.endsWith(i, "月", "年", "个", "每", "下", "上", "本", "去", "今", "明") {
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
	if s.recurs(i, "month") || s.monthlyDue(i) {
		return stepZH{}, false
	}
	if s.after(i+n+un, numberedZH...) {
		return stepZH{}, false // a name: 5号楼
	}
	if s.endsWith(i, "到", "至") && s.last.End > 0 && s.last.Grain == Day && !strings.ContainsAny(s.text[s.last.End:i], "。；！？") {
		w, ok := dayOfMonth(s.last.From, d, ahead) // 8月3号来，待到24号
		return stepZH{w, n + un}, ok
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
