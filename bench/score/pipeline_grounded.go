package score

var grounded = Metric[Answered]{
	Name: "grounded",
	Help: "share of the correct answers for which all the support was handed over, over answerable questions",
	Terms: func(a *Answered) Terms {
		right := a.Correct && a.Answerable
		return terms(one(right && a.Supported), one(right))
	},
}
