package score

// stateError is a mean over sessions. Those that leave the gold bank empty are
// left out, and counted.
var stateError = Metric[Updated]{
	Name: "state_error",
	Help: "entries that the bank lacks or has too many after a session, by the size of the gold bank: mean over sessions",
	Terms: func(u *Updated) Terms {
		if u.Bank == 0 {
			return Terms{}
		}
		return Terms{float64(u.Apart) / float64(u.Bank), 1}
	},
}

var stateLeftOut = count("state_left_out", "sessions left out of the state error, since the gold bank is empty after them", func(u *Updated) int {
	return one(u.Bank == 0)
})
