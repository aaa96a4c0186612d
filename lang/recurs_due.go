package lang

import (
	"slices"
	"strings"
)

// What is paid, filed or met about again and again has a day of each month or week, and no
// date: "rent is due on the 5th", "drafts by Thursday", 房租5号交.

// monthlyEN and monthlyZH are what comes round every month by its nature.
var (
	monthlyEN = set("rent rents payroll salary salaries wage wages payday mortgage bill bills subscription subscriptions premium premiums instalment instalments installment installments allowance timesheet timesheets invoices payslip payslips dues pension fees")
	monthlyZH = []string{"房租", "租金", "工资", "薪水", "房贷", "车贷", "月供", "信用卡", "花呗", "还款", "社保", "公积金", "物业费", "水电费", "电费", "水费", "话费", "账单", "月报", "发薪", "生活费", "养老金"}
)

// monthlyDue reports whether the bare day of the month at word i is one of each month: its
// sentence tells in the present of what comes round monthly, and of no one time.
func (s *scanEN) monthlyDue(i int) bool {
	from, to := s.sentence(i)
	found := false
	for k := from; k < to; k++ {
		switch w := s.word(k); {
		case w == "this" || w == "next" || w == "last" || doneEN[w] || w == "will" || w == "i'll" || w == "moved" || w == "late" || w == "overdue":
			return false
		case monthlyEN[w]:
			found = true
		}
	}
	return found
}

// weeklyDue reports whether the bare weekday at word i is one of each week: its sentence
// tells a habit, of which the part with the weekday is short of a verb ("invoices on
// Fridays, drafts by Thursday"), or what all of a kind are due on ("reports go out by
// Wednesday").
func (s *scanEN) weeklyDue(i int) bool {
	from, to := s.sentence(i)
	part := i
	for part > from && !s.parted(part-1) {
		part--
	}
	if part > from && i-part <= 4 && !slices.ContainsFunc(s.words[part:i], func(w word) bool { return personEN[w.text] || strings.Contains(w.text, "'") }) {
		for k := from; k < to; k++ {
			if w := s.word(k); w == "always" || w == "usually" || strings.HasSuffix(w, "days") && weekdaysEN[strings.TrimSuffix(w, "s")] > 0 {
				return true
			}
		}
	}
	return s.allOfAKind(from, i)
}

var personEN = set("i we you he she they it remind call tell please")

// allOfAKind reports whether the words from one to another begin with a plural without an
// article, of which what follows is said for good: "status reports go to Ann", "drafts are due".
func (s *scanEN) allOfAKind(from, to int) bool {
	for k := from; k < to && k < from+3; k++ {
		switch w := s.word(k); {
		case w == "the" || w == "my" || w == "our" || w == "his" || w == "her" || w == "their" || w == "your" || w == "these" || w == "those" || w == "some" || w == "two" || w == "three":
			return false
		case papersEN[w] || seriesEN[w]:
			switch s.word(k + 1) {
			case "go", "are", "get", "need", "have", "must", "should", "leave", "close", "arrive", "reach":
				return s.word(k+2) != "moved" && s.word(k+2) != "being"
			}
		}
	}
	return false
}

// papersEN are things in the plural that are written or paid again and again.
var papersEN = set("reports invoices drafts timesheets minutes payments slides orders newsletters statements updates summaries notes receipts expenses rotas agendas bills posts articles forecasts figures numbers wages salaries")

// sentence returns the words of the sentence that word i stands in.
func (s *scanEN) sentence(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && !s.ended(from-1, from) {
		from--
	}
	for to < len(s.words) && !s.ended(to-1, to) {
		to++
	}
	return from, to
}

// monthlyDue reports whether the bare day of the month at byte i is one of each month.
func (s *scanZH) monthlyDue(i int) bool {
	from := strings.LastIndexAny(s.text[:i], "。；！？;!?") + 1
	to := len(s.text)
	if n := strings.IndexAny(s.text[i:], "。；！？;!?"); n >= 0 {
		to = i + n
	}
	sentence := s.text[from:to]
	for _, once := range [...]string{"了", "过", "这个月", "本月", "下个月", "下月", "上个月", "这次", "拖", "今天", "今日", "明天", "昨天", "后天", "前天", "这周", "下周", "本周"} {
		if strings.Contains(sentence, once) {
			return false
		}
	}
	return slices.ContainsFunc(monthlyZH, func(w string) bool { return strings.Contains(sentence, w) })
}

// ruled reports whether the end of the month or the day of the next one at byte i is that
// of every month: the sentence tells what is always done (以后报销单都月底交).
func (s *scanZH) ruled(i int) bool {
	from := strings.LastIndexAny(s.text[:i], "。；！？;!?") + 1
	before := s.text[from:i]
	for _, always := range [...]string{"以后", "一般", "通常", "每次", "每趟", "每笔", "每回", "都是", "都在", "都"} {
		at := strings.LastIndex(before, always)
		if at >= 0 && (always != "都" || at+len(always) == len(before)) {
			return true
		}
	}
	return false
}

// meetingsZH are what comes round every day or week by its nature.
var meetingsZH = []string{"周报", "周会", "例会", "日报", "晨报", "晨会", "早会", "站会", "周例会"}

// rounds reports whether the day or week at byte i is one of each round: before it, its
// sentence tells in the present of what comes round ("每次", 例会), and of no one time.
func (s *scanZH) rounds(i int) bool {
	if s.endsWith(i, "从", "自", "到", "至", "由", "等") {
		return false
	}
	from := strings.LastIndexAny(s.text[:i], "。；！？;!?") + 1
	to := len(s.text)
	if n := strings.IndexAny(s.text[i:], "，,。；！？;!?"); n >= 0 {
		to = i + n
	}
	for _, once := range [...]string{"了", "过", "这次", "这回", "改", "挪", "推", "提前到", "取消", "没", "开始"} {
		if strings.Contains(s.text[from:to], once) {
			return false
		}
	}
	for _, every := range append([]string{"每次", "每天", "每回", "每早", "每晚", "每周", "每逢"}, meetingsZH...) {
		if strings.Contains(s.text[from:i], every) {
			return true
		}
	}
	return false
}
