package score

// qaCounts are what the ratios of both QAs are made of.
func qaCounts() []Metric[Answered] {
	return []Metric[Answered]{
		count("questions", "questions", func(*Answered) int { return 1 }),
		count("correct", "answers that are correct", func(a *Answered) int { return one(a.Correct) }),
		count("abstained", "answers that say they abstain", func(a *Answered) int { return one(a.Abstained) }),
		count("unjudged", "answers that nothing decides: the question has no rubric", func(a *Answered) int { return one(a.Unjudged) }),
		count("undecided", "answers that the judge could not decide", func(a *Answered) int { return one(a.Undecided) }),
	}
}
