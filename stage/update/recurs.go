package update

import (
	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/capture"
)

// recurring adds what only several sessions together show: a phrase of reassurance
// after which, in three sessions at least and in this one too, something else came out
// when the agent asked again. At most one entry, with all occurrences as evidence; where
// the bank knows of the phrase already, none.
func (u *update) recurring() {
	sessions := make(map[string]map[int64]bool)
	evidence := make(map[string][]dyadmem.TurnRef)
	note := func(e dyadmem.Entry) string {
		sign := capture.SignOf(e.Content)
		if sign == "" {
			return ""
		}
		if sessions[sign] == nil {
			sessions[sign] = make(map[int64]bool)
		}
		sessions[sign][e.At.UnixNano()] = true
		evidence[sign] = append(evidence[sign], e.Evidence...)
		return sign
	}
	for _, o := range u.old {
		note(o.Entry)
	}
	for _, f := range u.fresh {
		sign := note(f.Entry)
		if sign == "" || len(sessions[sign]) < occurrences || u.learnt(sign) {
			continue
		}
		e := dyadmem.Entry{Kind: dyadmem.AgentKnowledge, Content: lesson(sign), Evidence: evidence[sign], At: u.scene.Session.At}
		e.Key = dyadmem.KeyFor(e.Content)
		u.ops = append(u.ops, dyadmem.Op{Action: dyadmem.Add, Entry: e, Evidence: e.Evidence})
		return
	}
}

// occurrences is in how many sessions something has to recur to be known.
const occurrences = 3

// learnt reports whether the bank holds a lesson on a sign.
func (u *update) learnt(sign string) bool {
	key := dyadmem.KeyFor(lesson(sign))
	return u.known(key)
}

func lesson(sign string) string {
	if lang.IsHan(sign) {
		return "用户说“" + sign + "”时，往往还有没说出口的事，追问才会讲"
	}
	return "When the user says \"" + sign + "\", something is left unsaid that comes out on asking again"
}
