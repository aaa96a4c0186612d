package capture

import (
	"testing"
)

// What is so for a while ends with the span that it names; what happened stays true.
func TestStatesForAWhileEnd(t *testing.T) {
	ends(t, map[string]string{
		"These days I'm using my aunt's kiln.":            "2026-03-19",
		"I'm cycling to work for the next four days.":     "2026-03-20",
		"I'm at the summer house for the next two weeks.": "2026-03-30",
		"Stocktaking next week, no deliveries then.":      "2026-03-29",
		"My arm is in a sling this week.":                 "2026-03-22",
		"这两天我住招待所。":                                       "2026-03-19",
		"我爷爷这几天牙疼，煮点粥。":                                   "2026-03-19",
		"接下来五天我在舟山。":                                      "2026-03-21",
		"这个礼拜我值夜班。":                                       "2026-03-22",
		"I bought the loom this week.":                    "",
		"这两天我去了趟舟山。":                                      "",
		"We drink tea from Assam.":                        "",
	})
}

// A course, a duty and a series of meetings have a day of the week and no date; what is
// to come on one has a date.
func TestHabitsHaveNoDate(t *testing.T) {
	for said, want := range map[string]string{
		"Rehearsals are on Tuesday at 7.":   "Rehearsals are on Tuesday at 7",
		"Lessons take place on Thursday.":   "Lessons take place on Thursday",
		"The judge's verdict is on Friday.": "The judge's verdict is on 20 March 2026",
		"我周末去少年宫教围棋。":                       "用户周末去少年宫教围棋",
		"我周末去黄山，房间订了。":                      "用户2026年3月21日去黄山，房间订了",
	} {
		if got := captured(t, monday, "user: "+said, "agent: ok"); len(got) != 1 || got[0].Content != want {
			t.Errorf("%q: captured %+v, want %q", said, got, want)
		}
	}
}

// A mood or an ailment of this very day is over with it; one that lasts is not.
func TestMoodsOfTheDayPass(t *testing.T) {
	for said, until := range map[string]string{
		"I've a splitting headache today.":        "2026-03-16",
		"I'm so nervous right now.":               "2026-03-16",
		"今天牙疼得厉害":                                 "2026-03-16",
		"刚跟房东吵了，情绪很糟":                             "2026-03-16",
		"这两天喉咙痛了，少说几句":                            "2026-03-19",
		"I have chronic headaches, every Monday.": "",
		"我老头疼，看过医生":                               "",
	} {
		got := captured(t, monday, "user: "+said, "agent: ok")
		if len(got) == 0 {
			t.Errorf("%q: captured nothing", said)
		}
		for _, e := range got {
			day := ""
			if !e.Until.IsZero() {
				day = e.Until.Format("2006-01-02")
			}
			if day != until {
				t.Errorf("%q: %q until %q, want %q", said, e.Content, day, until)
			}
		}
	}
}
