package score

var qaAccuracyValid = Metric[Answered]{
	Name: "accuracy_valid",
	Help: "the same, without failed, missing and undecided answers",
	Terms: func(a *Answered) Terms {
		return terms(one(a.Correct), one(!a.Unjudged && !a.Failed && !a.Undecided))
	},
}
