package capture

import "testing"

// ends checks the last day of the one entry that each text leaves; "" is none.
func ends(t *testing.T, cases map[string]string) {
	t.Helper()
	for said, want := range cases {
		got := captured(t, monday, "user: "+said, "agent: ok")
		if len(got) != 1 {
			t.Errorf("%q: captured %+v", said, got)
			continue
		}
		until := ""
		if !got[0].Until.IsZero() {
			until = got[0].Until.Format("2006-01-02")
		}
		if until != want {
			t.Errorf("%q (%q) ends on %q, want %q", said, got[0].Content, until, want)
		}
	}
}

// What begins on a day does not end with it; how long it takes from then on, or the day
// of its end, does.
func TestWhatBeginsDoesNotEnd(t *testing.T) {
	ends(t, map[string]string{
		"Our new gardener Wilma starts on 14 April.":                                         "",
		"My niece joins the practice on 2 May, as a vet.":                                    "",
		"Bruno takes over the bookings from next Monday.":                                    "",
		"From 1 May our landlord is Mrs Adeyemi.":                                            "",
		"As of 20 April we are moving to the Lund office.":                                   "",
		"我们新来的会计小庞4月14号入职。":                                                                  "",
		"下周一起仓库归老詹管。":                                                                        "",
		"从5月1日开始我在宁波上班。":                                                                     "",
		"小顾4月20号接手采购，我要多问他。":                                                                 "",
		"Our course starts on 14 April and runs for 3 weeks, so I'm planning to skip choir.": "2026-05-04",
		"I'm away from 2 April until 9 April.":                                               "2026-04-09",
		"I'm staying in Ghent from 2 April for five days, mornings are going to be busy.":    "2026-04-06",
		"Our nephew is with us from 6 April for a week.":                                     "2026-04-12",
		"4月6号起我要培训两周。":                                                                       "2026-04-19",
		"我妈4月2号过来，住五天。":                                                                      "2026-04-06",
	})
}

// An occasion is over on its day, with or without a word of a plan.
func TestAnOccasionEnds(t *testing.T) {
	ends(t, map[string]string{
		"I have a viewing with the agent on 2 April 2026.": "2026-04-02",
		"We fly to Tallinn on 9 April 2026.":               "2026-04-09",
		"There's a call with Odile on 30 March.":           "2026-03-30",
		"我4月2日有个饭局。":                                       "2026-04-02",
		"我4月9号有场讲座。":                                       "2026-04-09",
		"I have an aunt in Tallinn.":                       "",
		"我有个姑姑在塔林。":                                        "",
	})
}

// What is not to be for a time ends with it; what has not been for a time does not.
func TestAbstainingEnds(t *testing.T) {
	ends(t, map[string]string{
		"The vet says no walks for ten days.":        "2026-03-26",
		"My son can't swim for three weeks.":         "2026-04-06",
		"大夫话两个礼拜不准游水，到4月3号。":                         "2026-04-03",
		"大夫让我三周内不能游泳。":                               "2026-04-06",
		"We have not had hot water for three weeks.": "",
	})
}
