package score

import "github.com/dyadmem/dyadmem"

var userOnly = Metric[Answered]{
	Name:  "user_only",
	Help:  "accuracy over questions all of whose support is of the user kinds",
	Terms: func(a *Answered) Terms { return a.onSide(dyadmem.UserSide) },
}
