package lang

import "strings"

// What comes again and again has no date: "by the 5th of each month", 每月五号前.

// everyEN are the adverbs that say of what a day is one of each, by the unit.
var everyEN = map[string]string{"week": "weekly", "month": "monthly", "year": "yearly annually"}

// recurs reports whether the expression of n words at word i is of every week, month or
// year: its clause says "each month", "of the month" or "monthly". What says from when or
// till when it goes ("every month until the 5th") is a date all the same.
func (s *scanEN) recurs(i, n int, unit string) bool {
	if prev := s.word(i - 1); prev == "each" || prev == "every" {
		return true
	}
	if s.each(i+n, unit) || s.word(i+n) == "of" && (s.each(i+n+1, unit) || s.word(i+n+1) == "the" && s.word(i+n+2) == unit) {
		return true
	}
	switch s.word(i - 1) {
	case "from", "since", "until", "till", "til", "starting", "beginning", "of":
		return false
	}
	for k := i - 1; k >= 0 && !s.parted(k); k-- {
		if s.each(k, unit) || s.adverb(k, unit) {
			return true
		}
	}
	for k := i + n; k < len(s.words) && !s.parted(k-1); k++ {
		if s.each(k, unit) || s.adverb(k, unit) {
			return true
		}
	}
	return false
}

// each reports whether "each" or "every" stands at word i, before the unit.
func (s *scanEN) each(i int, unit string) bool {
	return (s.word(i) == "each" || s.word(i) == "every") && s.word(i+1) == unit
}

// adverb reports whether word i says "every unit", and is no attribute: "paid monthly on".
func (s *scanEN) adverb(i int, unit string) bool {
	if w := s.word(i); w == "" || !strings.Contains(" "+everyEN[unit]+" ", " "+w+" ") {
		return false
	}
	switch s.word(i + 1) {
	case "", "on", "by", "in", "at", "before", "around", "and":
		return true
	}
	return s.parted(i)
}

// parted reports whether a mark parts word i from the next.
func (s *scanEN) parted(i int) bool {
	return i < 0 || i+1 >= len(s.words) || strings.ContainsAny(s.text[s.words[i].end:s.words[i+1].start], ",.;:!?()")
}

// everyZH are the words by which a clause speaks of every week, month or year.
var everyZH = map[string][]string{
	"week":  {"每周", "每个周", "每星期", "每个星期", "每礼拜", "每个礼拜", "隔周", "每逢", "每到"},
	"month": {"每月", "每个月", "月月", "每逢", "每到", "逢"},
	"year":  {"每年", "年年", "每逢", "每到"},
}

// recurs reports whether what stands at byte i is of every week, month or year: its
// clause says so before it.
func (s *scanZH) recurs(i int, unit string) bool {
	clause := s.text[strings.LastIndexAny(s.text[:i], "，；。！？,;!?")+1 : i]
	for _, w := range everyZH[unit] {
		if at := strings.Index(clause, w); at >= 0 {
			return !strings.HasSuffix(clause, "从") && !strings.HasSuffix(clause, "起")
		}
	}
	return false
}

// habitual reports whether what ends at byte j is so each time: 月底都要盘点.
func (s *scanZH) habitual(i, j int) bool {
	return s.after(j, "都要", "都得", "都会", "都有", "总要", "总得", "总会", "照例", "一般", "通常") && !s.endsWith(i, "到", "这", "今年", "前")
}

// seriesEN are things of which there is one each week where they are spoken of in the plural.
var seriesEN = set("meetings lessons classes sessions rehearsals lectures seminars tutorials practices calls deliveries collections shifts services surgeries workshops stand-ups standups check-ins supervisions trainings drills auctions markets clinics visits rounds walks reviews inspections")

// series reports whether the weekday at word i is that of things in the plural that are
// so again and again: "rehearsals are on Tuesday".
func (s *scanEN) series(i int) bool {
	k := i - 2
	if s.word(i-1) != "on" {
		return false
	}
	for k >= 0 && (s.word(k) == "held" || s.word(k) == "always" || s.word(k) == "usually") {
		k--
	}
	switch s.word(k) {
	case "are", "happen":
		return seriesEN[s.word(k-1)]
	case "place":
		return s.word(k-1) == "take" && seriesEN[s.word(k-2)]
	}
	return false
}

// routine reports whether what somebody does on the weekday or weekend at byte i is a
// course or a duty, with no word that it is to come: 周末去少年宫学围棋.
func (s *scanZH) routine(i, j int) bool {
	from := strings.LastIndexAny(s.text[:i], "，；。！？,;!?") + 1
	to := len(s.text)
	if n := strings.IndexAny(s.text[j:], "，；。！？,;!?"); n >= 0 {
		to = j + n
	}
	clause, rest := s.text[from:to], s.text[j:to]
	for _, ahead := range [...]string{"要", "会", "打算", "准备", "想", "将", "约", "得", "再", "先", "开始", "第一", "了", "过"} {
		if strings.Contains(clause, ahead) {
			return false
		}
	}
	for _, course := range [...]string{"学", "练", "教", "兼职", "打工", "值班", "上班", "补课", "上课", "做义工", "当义工", "做志愿者"} {
		at := strings.LastIndex(rest, course)
		if at >= 0 && !strings.HasPrefix(rest[at:], "学校") && !strings.HasPrefix(rest[at:], "学院") && !strings.HasPrefix(rest[at:], "教室") && !strings.HasSuffix(rest[:at], "大") && !strings.HasSuffix(rest[:at], "开") && !strings.HasSuffix(rest[:at], "入") {
			return true
		}
	}
	return false
}
