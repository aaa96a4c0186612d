package score

import "slices"

// A Loss is the first stage that lost a failed question.
type Loss string

// The stages that can lose a question, in order, and the questions whose unit
// failed or is missing.
const (
	LostByCapture Loss = "capture" // a support entry that the gold of a session up to the asked one holds was captured in no session, be it a later one
	LostByUpdate  Loss = "update"  // a support entry is not in the system's bank
	LostByRecall  Loss = "recall"  // a support entry was not handed over
	LostByAnswer  Loss = "answer"
	LostByFailure Loss = "failed"
)

// Losses returns them in order.
func Losses() []Loss {
	return []Loss{LostByCapture, LostByUpdate, LostByRecall, LostByAnswer, LostByFailure}
}

// attribution counts the answerable questions that are not correct by the
// stage that lost them; the unjudged are apart.
func attribution() []Metric[Answered] {
	var ms []Metric[Answered]
	for _, loss := range Losses() {
		ms = append(ms, count("attribution."+string(loss), "answerable questions lost by "+string(loss), func(a *Answered) int {
			return one(a.Lost == loss)
		}))
	}
	return ms
}

// lost returns the first stage that lost a.
func (g grounds) lost(a *Answered, handed []bool) Loss {
	if a.Failed {
		return LostByFailure
	}
	captured := saysEach(len(handed), g.captured)
	for i, stated := range g.stated {
		if stated && !captured[i] {
			return LostByCapture
		}
	}
	switch {
	case slices.Contains(saysEach(len(handed), g.bank), false):
		return LostByUpdate
	case slices.Contains(handed, false):
		return LostByRecall
	}
	return LostByAnswer
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
