package score

var ungroundedCorrect = Metric[Answered]{
	Name: "ungrounded_correct",
	Help: "share of the correct answers for which it was not: the rest",
	Terms: func(a *Answered) Terms {
		right := a.Correct && a.Answerable
		return terms(one(right && !a.Supported), one(right))
	},
}
