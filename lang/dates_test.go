package lang

import (
	"testing"
	"time"
)

func TestAbsolute(t *testing.T) {
	beijing := time.FixedZone("", 8*3600)
	tue := time.Date(2026, 1, 6, 9, 30, 0, 0, beijing)     // a Tuesday
	thu := time.Date(2024, 3, 14, 18, 0, 0, 0, beijing)    // a Thursday
	late := time.Date(2025, 12, 29, 23, 30, 0, 0, beijing) // a Monday, another day in UTC
	for _, c := range []struct {
		name string
		at   time.Time
		in   string
		want string
	}{
		{"next Tuesday is the one of next week", tue, "The review is next Tuesday.", "The review is 13 January 2026."},
		{"a bare weekday looks ahead", tue, "I fly on Friday.", "I fly on 9 January 2026."},
		{"a bare weekday looks back in a past clause", tue, "I went there on Friday.", "I went there on 2 January 2026."},
		{"each clause has its tense", tue, "The kiln cracked on Friday, and I am fetching another on Saturday.", "The kiln cracked on 2 January 2026, and I am fetching another on 10 January 2026."},
		{"the present first", tue, "Our tutor leaves on Friday, and we held her party on Sunday.", "Our tutor leaves on 9 January 2026, and we held her party on 4 January 2026."},
		{"what has no verb has the tense of the clause before it", tue, "I rowed to the mill on Friday, and then to the weir on Sunday.", "I rowed to the mill on 2 January 2026, and then to the weir on 4 January 2026."},
		{"an adverbial has the tense of what it stands before", tue, "On Friday, I moored at the mill, and on Sunday I cast off.", "On 2 January 2026, I moored at the mill, and on 11 January 2026 I cast off."},
		{"what somebody said they would do is ahead", tue, "I promised yesterday that I would call on Friday.", "I promised on 5 January 2026 that I would call on 9 January 2026."},
		{"last Tuesday, on a Tuesday", tue, "It tore last Tuesday.", "It tore on 30 December 2025."},
		{"各句有各句的时态", tue, "上月底交了船税，周六去验船。", "2025年12月底交了船税，2026年1月10日去验船。"},
		{"做完了的在前，没做的在后", tue, "钢琴周日搬走了，新琴周五到。", "钢琴2026年1月4日搬走了，新琴2026年1月9日到。"},
		{"a weekday alone is a habit", tue, "Thursday choir is at six.", "Thursday choir is at six."},
		{"Friday the 13th is the 13th", tue, "It lasts til Friday the 16th.", "It lasts til Friday 16 January 2026."},
		{"a day just past is nearer than the next", time.Date(2025, 8, 24, 20, 0, 0, 0, beijing), "18号起在沙井上班。", "2025年8月18日起在沙井上班。"},
		{"礼拜三是习惯", tue, "礼拜三我接孩子。", "礼拜三我接孩子。"},
		{"礼拜五到货是一天", tue, "板子礼拜五到。", "板子2026年1月9日到。"},
		{"every Friday is no date", tue, "We meet every Friday.", "We meet every Friday."},
		{"days ago", tue, "It broke three days ago.", "It broke on 3 January 2026."},
		{"in a fortnight", tue, "It starts in two weeks.", "It starts on 20 January 2026."},
		{"the day of a month, ahead", tue, "It is in plaster till the 20th.", "It is in plaster till 20 January 2026."},
		{"a month without a year", tue, "They say till the 20th of March.", "They say till 20 March 2026."},
		{"a dated day stays", tue, "Due 17 April 2026.", "Due 17 April 2026."},
		{"may the verb is no month", tue, "You may turn it down.", "You may turn it down."},
		{"across the end of the year", late, "See you tomorrow and in January.", "See you on 30 December 2025 and in January 2026."},
		{"the session's own zone decides the day", late, "It is tomorrow.", "It is 30 December 2025."},
		{"昨天和下周一", thu, "昨天把合同寄出去了，下周一要去对方公司。", "2024年3月13日把合同寄出去了，2024年3月18日要去对方公司。"},
		{"每周三不是日期", tue, "每周三接孩子。", "每周三接孩子。"},
		{"周二、周四是习惯", tue, "周二、周四搭老覃的车。", "周二、周四搭老覃的车。"},
		{"下个月5号", tue, "下个月5号搬家。", "2026年2月5日搬家。"},
		{"单独的号数往后找", tue, "17号去新公司。", "2026年1月17日去新公司。"},
		{"去年九月", tue, "去年九月修的。", "2025年9月修的。"},
		{"三天后", tue, "三天后出结果。", "2026年1月9日出结果。"},
		{"九月底", tue, "材料12月3日交了。", "材料2025年12月3日交了。"},
		{"地铁2号线不是日期", tue, "我坐2号线上班。", "我坐2号线上班。"},
		{"一天说了两遍", tue, "今天6号交电费。", "2026年1月6日交电费。"},
		{"5号楼不是日期", tue, "样品搬到5号楼了。", "样品搬到5号楼了。"},
		{"二号炉不是日期", tue, "二号炉坏了。", "二号炉坏了。"},
		{"8号会议室不是日期", tue, "会改在8号会议室开。", "会改在8号会议室开。"},
		{"a range with articles", tue, "I'm away from the 8th to the 12th of May.", "I'm away from 8 May 2026 to 12 May 2026."},
		{"a range whose end leaves out the month", tue, "I'm away from 8 May till the 12th.", "I'm away from 8 May 2026 till 12 May 2026."},
		{"a range into the next month", tue, "The hall is shut from the 28th to the 3rd.", "The hall is shut from 28 January 2026 to 3 February 2026."},
		{"a range of days of a month", tue, "We are closed May 3-10, as ever.", "We are closed on 3-10 May 2026, as ever."},
		{"五月八号到十二号", tue, "5月8号到12号去海边。", "2026年5月8日到12号去海边。"},
		{"a day of each month", tue, "Rent goes out by the 7th of each month.", "Rent goes out by the 7th of each month."},
		{"the two days of every month", tue, "The van comes on the 3rd and the 17th of every month.", "The van comes on the 3rd and the 17th of every month."},
		{"every month, on a day", tue, "Every month I send the meter reading on the 9th.", "Every month I send the meter reading on the 9th."},
		{"a day of the month", tue, "The choir dues fall on the 12th of the month.", "The choir dues fall on the 12th of the month."},
		{"every month till a day", tue, "He pays me every month until the 20th of March.", "He pays me every month until 20 March 2026."},
		{"a day of every year", tue, "The licence is renewed on 4 May each year.", "The licence is renewed on 4 May each year."},
		{"a month of every year", tue, "Each year we close the kiln in August.", "Each year we close the kiln in August."},
		{"a weekday of every week", tue, "We count the till on Friday every week.", "We count the till on Friday every week."},
		{"every other Friday", tue, "Bins go out every other Friday.", "Bins go out every other Friday."},
		{"the first Monday", tue, "The board meets on the first Monday of the month.", "The board meets on the first Monday of the month."},
		{"每月八号前", tue, "每月八号前交水费。", "每月八号前交水费。"},
		{"每个月两天", tue, "每个月5号和20号发货。", "每个月5号和20号发货。"},
		{"月底都要", tue, "月底都要盘库。", "月底都要盘库。"},
		{"这个月底", tue, "月底要盘库。", "2026年1月31日要盘库。"},
		{"每年九月", tue, "每年九月体检。", "每年九月体检。"},
		{"每逢初一", tue, "每逢初一、15号上香。", "每逢初一、15号上香。"},
		{"遇上周日", tue, "送货遇上周日就往后挪。", "送货遇上周日就往后挪。"},
		{"隔周五", tue, "隔周五去送货。", "隔周五去送货。"},
		{"明晚保留时段", tue, "明晚八点开会。", "2026年1月7日晚八点开会。"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Absolute(c.in, c.at); got != c.want {
				t.Errorf("Absolute(%q)\n got %q\nwant %q", c.in, got, c.want)
			}
		})
	}
}

func TestWhensOfRanges(t *testing.T) {
	at := time.Date(2026, 1, 13, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ in, from, to string }{
		{"She stays from 16 to 23 January 2026.", "2026-01-16", "2026-01-23"},
		{"On leave 4–15 May 2026.", "2026-05-04", "2026-05-15"},
		{"2025年10月1日至5日去湛江", "2025-10-01", "2025-10-05"},
		{"3月9日到3月15日值班", "2026-03-09", "2026-03-15"},
	} {
		got := Whens(c.in, at)
		if len(got) != 2 || got[0].From.Format(time.DateOnly) != c.from || got[1].From.Format(time.DateOnly) != c.to {
			t.Errorf("Whens(%q) = %v", c.in, got)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"abbreviations and decimals end nothing", "Dr. Lee pays 3.5 kg, e.g. flour. Next one.", []string{"Dr. Lee pays 3.5 kg, e.g. flour.", "Next one."}},
		{"Chinese stops", "好的。下周去柏林！行吗？", []string{"好的。", "下周去柏林！", "行吗？"}},
		{"a stop inside quotation marks ends nothing", "他说“不行。再议。”我没答应。", []string{"他说“不行。再议。”我没答应。"}},
		{"punctuation alone is no sentence", "... Ten minutes. !!", []string{"Ten minutes."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range Sentences(c.in) {
				got = append(got, s.Text)
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("got %q, want %q", got, c.want)
				}
			}
		})
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"Dr. Lee. “嗯。”好…", "a\n\n b?\"", "3.5 e.g.", "2026-01-02 下下周末 三十号"} {
		f.Add(s)
	}
	at := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		for _, sent := range Sentences(s) {
			if s[sent.Start:sent.Start+len(sent.Text)] != sent.Text {
				t.Errorf("sentence %q does not stand at %d of %q", sent.Text, sent.Start, s)
			}
			Clauses(sent.Text)
		}
		end := 0
		for _, w := range Whens(s, at) {
			if w.Start < end || w.End > len(s) || !w.From.Before(w.To) {
				t.Errorf("bad expression of time %+v in %q", w, s)
			}
			end = w.End
		}
		MaskQuotes(s)
		Absolute(s, at)
	})
}
