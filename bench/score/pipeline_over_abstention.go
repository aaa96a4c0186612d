package score

var overAbstention = Metric[Answered]{
	Name:  "over_abstention",
	Help:  "share of the answerable questions with all the support handed over that the system abstains from",
	Terms: func(a *Answered) Terms { return terms(one(a.Supported && a.Abstained), one(a.Supported)) },
}
