package score

var qaAccuracy = Metric[Answered]{
	Name:  "accuracy",
	Help:  "share of the questions that are answered correctly, without the unjudged",
	Terms: func(a *Answered) Terms { return terms(one(a.Correct), one(!a.Unjudged)) },
}
