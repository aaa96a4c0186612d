package lang

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes the values that are not weak, in order of kind and text.
func show(values []Value) string {
	var out []string
	for _, v := range values {
		if v.Weak {
			continue
		}
		s := v.Kind.String() + " "
		if v.Bound < 0 {
			s += "≤"
		} else if v.Bound > 0 {
			s += "≥"
		}
		out = append(out, s+v.Text)
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

func TestValuesAreOneInBothLanguages(t *testing.T) {
	for _, tt := range []struct{ en, zh, want string }{
		{"ten years", "十年", "duration 120mo"},
		{"two hundred and fifty people", "两百五十人", "number 250"},
		{"250 people", "两百五个人", "number 250"},
		{"1,200 yuan", "一千二百元", "money 1200cny"},
		{"3.5k steps", "3500步", "number 3500"},
		{"twenty percent", "百分之二十", "percent 20"},
		{"20%", "20％", "percent 20"},
		{"a third of the pay", "工资的三分之一", "percent 33.3333"},
		{"half an hour", "半小时", "duration 30min"},
		{"two and a half hours", "两个半小时", "duration 150min"},
		{"an hour and twenty minutes", "1小时20分钟", "duration 80min"},
		{"a year and a half", "一年半", "duration 18mo"},
		{"on 2026-01-12", "2026年1月12日", "date 2026-01-12"},
		{"on Jan 12", "1月12日", "date 01-12"},
		{"on the 12th of January 2026", "二〇二六年一月十二号", "date 2026-01-12"},
		{"the first of every month", "每月1号", "day of month 1"},
		{"on the 1st day of each month", "每个月头一天", "day of month 1"},
		{"on the seventeenth of March", "三月十七号", "date 03-17"},
		{"half nine in the morning", "上午九点半", "clock 09:30"},
		{"three pages at most", "最多三页", "number ≤3"},
		{"nothing over 40 pages", "不超过40页", "number ≤40"},
		{"at noon", "中午12点", "clock 12:00"},
		{"at 8 pm", "晚上8点", "clock 20:00"},
		{"at eight in the evening", "晚上八点", "clock 20:00"},
		{"half past six", "六点半", "clock 06:30"},
		{"a quarter to nine", "差一刻九点", "clock 08:45"},
		{"before 9:00 am", "上午九点前", "clock ≤09:00"},
		{"after 22:30", "晚上10点半以后", "clock ≥22:30"},
		{"on Wednesday", "周三", "weekday 3"},
		{"Wednesdays", "礼拜三", "weekday 3"},
		{"every Wednesday", "每星期三", "weekday 3"},
		{"Monday to Friday", "工作日", "weekday 1; weekday 2; weekday 3; weekday 4; weekday 5"},
		{"on weekdays", "周一到周五", "weekday 1; weekday 2; weekday 3; weekday 4; weekday 5"},
		{"Tuesday and Thursday", "周二、四", "weekday 2; weekday 4"},
		{"weekends", "周末", "weekday 6; weekday 7"},
		{"every other day", "每隔一天", "frequency 2d"},
		{"every two days", "隔天", "frequency 2d"},
		{"weekly", "每周", "frequency 7d"},
		{"three times a week", "每周三次", "frequency 3/7d"},
		{"twice a day", "一天两次", "frequency 2/1d"},
		{"every other week", "每两周", "frequency 14d"},
		{"every morning", "每天早上", "day part morning; frequency 1d"},
		{"70 kg", "140斤", "measure 70kg"},
		{"5 km", "五公里", "measure 5000m"},
		{"500 ml", "半升", "measure 0.5l"},
		{"10 mg", "10毫克", "measure 1e-05kg"},
		{"1500 kcal", "1500大卡", "measure 1500kcal"},
		{"a ten-year-old", "十岁", "age 10"},
		{"38.5 degrees", "38.5度", "measure 38.5c"},
		{"no more than 200 yuan", "不超过两百块", "money ≤200cny"},
		{"at least 8 hours", "至少八小时", "duration ≥480min"},
		{"within 30 minutes", "30分钟以内", "duration ≤30min"},
		{"the third floor", "第三层", "ordinal 3"},
		{"tomorrow", "明天", "relative day+1"},
		{"next Tuesday", "下周二", "relative week+1; weekday 2"},
		{"in March", "三月份", "date 03"},
		{"two cups", "两杯", "number 2"},
		{"$50", "50美元", "money 50usd"},
		{"vitamin B12", "维生素B12", "name b12"},
		{"10 to 15 minutes", "10到15分钟", "duration 10min; duration 15min"},
	} {
		if diff := cmp.Diff(tt.want, show(Values(tt.en))); diff != "" {
			t.Errorf("Values(%q) (-want +got):\n%s", tt.en, diff)
		}
		if diff := cmp.Diff(tt.want, show(Values(tt.zh))); diff != "" {
			t.Errorf("Values(%q) (-want +got):\n%s", tt.zh, diff)
		}
	}
}

// A day whose month is not told is a day of a month, in digits too, and a range
// of days has both.
func TestDaysOfAMonth(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"20号交货", "day of month 20"},
		{"二十号交货", "day of month 20"},
		{"2月14到24日休店", "date 02-14; day of month 24"},
		{"3月5至9号出差", "date 03-05; day of month 9"},
	} {
		if got := show(Values(tt.text)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// What follows a second "to" was not reached from where the first one began.
func TestFromToEndsAtTheFirst(t *testing.T) {
	s := Read("The fair runs from 10 May to 19 May and brings guests to 3 villages")
	var ranks []int8
	for _, v := range s.Values {
		ranks = append(ranks, v.Rank)
	}
	if want := []int8{-1, 1, 0}; !slices.Equal(ranks, want) {
		t.Errorf("ranks %v of %v, want %v", ranks, s.Values, want)
	}
}
