package stage

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// verdict answers yes or no where the question asks for that and the nearest
// entry affirms or denies what it asks.
func (a *answer) verdict() string {
	if !a.ask.YesNo || len(a.chosen) == 0 {
		return ""
	}
	first := a.chosen[0]
	deny := first.negated() || first.cues.Has(lang.Ended)
	asked := a.question.cues.Has(lang.Negation) && !a.han
	switch {
	case a.han && deny:
		return "不"
	case a.han:
		return "是"
	case deny != asked:
		return "No"
	}
	return "Yes"
}

// address opens an answer as a standing rule wants the user to be addressed,
// where the agent is to speak.
func (a *answer) address() string {
	if !a.ask.Act || !a.han {
		return ""
	}
	for _, f := range a.chosen {
		for _, lead := range []string{"称呼用户为", "称呼用户“", "称呼用户", "叫用户", "喊用户"} {
			_, rest, ok := strings.Cut(f.entry.Content, lead)
			if !ok {
				continue
			}
			rest = strings.TrimLeft(rest, "“「为")
			end := strings.IndexAny(rest, "”」，,。、；或 ")
			if end < 0 {
				end = len(rest)
			}
			if name := rest[:end]; name != "" && len(name) <= 18 {
				return name
			}
		}
	}
	return ""
}
