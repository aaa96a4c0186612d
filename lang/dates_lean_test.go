package lang

import (
	"testing"
	"time"
)

// A day without a year is of the year that the words of its clause point to.
func TestLeaningDates(t *testing.T) {
	march := time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	april := time.Date(2026, 4, 20, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		at       time.Time
		in, want string
	}{
		{march, "The TV licence expires 30 October.", "The TV licence expires on 30 October 2026."},
		{march, "My visa runs out on 2 December.", "My visa runs out on 2 December 2026."},
		{march, "The grant, signed 5 December, ends 4 November.", "The grant, signed on 5 December 2025, ends on 4 November 2026."},
		{march, "The choir starts 1 October.", "The choir starts on 1 October 2026."},
		{march, "The invoice is due 4 March.", "The invoice is due on 4 March 2026."},
		{march, "The fire was on 3 October.", "The fire was on 3 October 2025."},
		{april, "I began the course on 2 June.", "I began the course on 2 June 2025."},
		{april, "We moved the launch to 2 June.", "We moved the launch to 2 June 2026."},
		{april, "We booked the hall for 2 June.", "We booked the hall for 2 June 2026."},
		{april, "She said the hearing was on 2 June.", "She said the hearing was on 2 June 2026."},
		{march, "They put off the race, and moved it to 3 October.", "They put off the race, and moved it to 3 October 2026."},
		{april, "The hearing is scheduled on 2 June.", "The hearing is scheduled on 2 June 2026."},
		{april, "Otto was born on 9 June.", "Otto was born on 9 June."},
		{march, "驾照11月9日到期。", "驾照2026年11月9日到期。"},
		{march, "申请10月20日截止。", "申请2026年10月20日截止。"},
		{march, "婚宴定在10月6号了。", "婚宴定在2026年10月6日了。"},
		{march, "10月6号交了首付。", "2025年10月6日交了首付。"},
		{april, "我6月2号学过一次。", "我2025年6月2日学过一次。"},
		{april, "票订了6月2号的。", "票订了2026年6月2日的。"},
		{april, "我堂哥6月2号过来修门。", "我堂哥2026年6月2日过来修门。"},
		{april, "小鲁6月9日出生。", "小鲁6月9日出生。"},
		{april, "奶奶生日是6月9日。", "奶奶生日是6月9日。"},
	} {
		if got := Absolute(c.in, c.at); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// The end of a span takes its month from the beginning; the ordinal of a weekday is no day
// of the month.
func TestSpans(t *testing.T) {
	at := time.Date(2026, 4, 20, 9, 0, 0, 0, time.UTC)
	absolute(t, at, map[string]string{
		"Our aunt comes on the 5th of August and stays until the 19th.": "Our aunt comes on 5 August 2026 and stays until 19 August 2026.",
		"I land on 28 May, and I'm there till the 2nd.":                 "I land on 28 May 2026, and I'm there till 2 June 2026.",
		"My course in Bruges is 11–15 May.":                             "My course in Bruges is 11–15 May 2026.",
		"The fair runs 6-9 October in Bonn.":                            "The fair runs 6-9 October 2026 in Bonn.",
		"the essay is due on the 8th dec":                               "the essay is due on 8 December 2026",
		"we land 5 sept":                                                "we land on 5 September 2026",
		"The fête is on the 3rd Sunday in July.":                        "The fête is on 19 July 2026.",
		"The fête is on the last Friday of May.":                        "The fête is on 29 May 2026.",
		"The choir meets on the 1st Monday of the month.":               "The choir meets on the 1st Monday of the month.",
		"It's the 4th week of the strike.":                              "It's the 4th week of the strike.",
		"我姨8月5号来，住到19号。":                                                "我姨2026年8月5日来，住到2026年8月19日。",
		"下周二到周四我不在。":                                                    "2026年4月28日到2026年4月30日我不在。",
		"下周二到三亚。":                                                       "2026年4月28日到三亚。",
	})
}

// absolute checks what texts are with their dates written out.
func absolute(t *testing.T, at time.Time, cases map[string]string) {
	t.Helper()
	for in, want := range cases {
		if got := Absolute(in, at); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
