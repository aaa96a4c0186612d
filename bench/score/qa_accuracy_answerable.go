package score

var qaAccuracyAnswerable = Metric[Answered]{
	Name: "accuracy_answerable",
	Help: "the same, over the questions with support",
	Terms: func(a *Answered) Terms {
		return terms(one(a.Correct && a.Answerable), one(a.Answerable && !a.Unjudged))
	},
}
