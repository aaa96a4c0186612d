package score

var meanAnswerRunes = Metric[Answered]{
	Name:  "mean_answer_runes",
	Help:  "length of an answer: mean over questions",
	Terms: func(a *Answered) Terms { return terms(a.Runes, 1) },
}
