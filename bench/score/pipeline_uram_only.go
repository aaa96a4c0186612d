package score

import "github.com/dyadmem/dyadmem"

var uramOnly = Metric[Answered]{
	Name:  "uram_only",
	Help:  "accuracy over questions all of whose support is of the agent kinds",
	Terms: func(a *Answered) Terms { return a.onSide(dyadmem.AgentSide) },
}

// onSide returns the terms of accuracy over questions whose support is of one side.
func (a *Answered) onSide(s dyadmem.Side) Terms {
	return terms(one(a.Correct && a.Side == s), one(!a.Unjudged && a.Side == s))
}
