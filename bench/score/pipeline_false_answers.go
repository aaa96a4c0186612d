package score

import "github.com/dyadmem/dyadmem/bench/stats"

// falseAnswers is undefined where no line at all says whether it abstained;
// where some do, the others did not. Its third term counts those that say.
var falseAnswers = Metric[Answered]{
	Name: "false_answers",
	Help: "share of the questions to abstain from that are answered",
	Terms: func(a *Answered) Terms {
		return terms(one(a.declines() && !a.Abstained && !a.Failed), one(a.declines()), one(a.Flagged))
	},
	Of: func(t Terms) stats.Ratio {
		if t[2] == 0 {
			return stats.Ratio{}
		}
		return quotient(t)
	},
	Whole: 2,
}
