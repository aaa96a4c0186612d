package lang

import (
	"testing"
	"time"
)

// What comes round every month or week has no date; what is to come once has one.
func TestDueAgainAndAgain(t *testing.T) {
	at := time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)
	absolute(t, at, map[string]string{
		"The mortgage goes out on the 7th.":                         "The mortgage goes out on the 7th.",
		"Timesheets must be handed in by the 21st.":                 "Timesheets must be handed in by the 21st.",
		"The rent was late, I paid it on the 7th.":                  "The rent was late, I paid it on 7 March 2026.",
		"This month's bill is due on the 21st.":                     "This month's bill is due on 21 March 2026.",
		"My essay is due on the 21st.":                              "My essay is due on 21 March 2026.",
		"I usually post the prints on Mondays, proofs by Saturday.": "I usually post the prints on Mondays, proofs by Saturday.",
		"Sales figures go to Odile by Thursday.":                    "Sales figures go to Odile by Thursday.",
		"The figures go to Odile by Thursday.":                      "The figures go to Odile by 12 March 2026.",
		"I'm usually in on Mondays, but remind me on Thursday.":     "I'm usually in on Mondays, but remind me on 12 March 2026.",
		"房租7号交。":                                                    "房租7号交。",
		"信用卡21号还。":                                                  "信用卡21号还。",
		"这个月的房租21号交。":                                               "2026年3月的房租2026年3月21日交。",
		"我7号去交房租，已经拖了三天。":                                           "我2026年3月7日去交房租，已经拖了三天。",
		"厂里21号发工资，碰上周末就提前。":                                         "厂里21号发工资，碰上周末就提前。",
		"例会周四开，材料提前发。":                                              "例会周四开，材料提前发。",
		"例会这次周四开始。":                                                 "例会这次2026年3月12日开始。",
		"晨会先报昨天的单量。":                                                "晨会先报昨天的单量。",
		"每次对账先看上周的差额。":                                              "每次对账先看上周的差额。",
		"上周的差额我对过了。":                                                "2026年3月2日那一周的差额我对过了。",
		"作业21号交。":                                                   "作业2026年3月21日交。",
		"以后账目都月底对。":                                                 "以后账目都月底对。",
		"账目月底对。":                                                    "账目2026年3月31日对。",
		"简报以后都是下月2号前发。":                                             "简报以后都是下月2号前发。",
	})
}
