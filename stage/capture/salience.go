package capture

import (
	"github.com/dyadmem/dyadmem/lang"
)

// A sign is one thing that speaks for or against a sentence stating something
// worth remembering.
type sign struct {
	name   string
	weight float64
	holds  func(u *utterance) bool
}

func cue(groups ...lang.Cue) func(u *utterance) bool {
	return func(u *utterance) bool { return u.cues.Has(groups...) }
}

// signs weighs a sentence. The groups of cues are knowledge of the languages;
// their weights are those of a logistic regression over the development half
// of mini, one set for both languages, rounded. What moved the figure less than
// chance on episodes left out was left out.
var signs = []sign{
	{"standing", 0.3, cue(lang.Standing)},
	{"wish", 0.4, cue(lang.Wish)},
	{"procedure", 0.3, cue(lang.Procedure)},
	{"imperative", 0.3, cue(lang.Imperative)},
	{"habit", 0.3, habitual},
	{"bounded", 0.2, cue(lang.Bounded)},
	{"outcome", 0.3, cue(lang.Outcome)},
	{"repair", 0.3, cue(lang.Repair)},
	{"taste", 0.3, cue(lang.Taste)},
	{"kin", 0.1, cue(lang.Kin)},
	{"name", 0.3, (*utterance).named},
	{"number", 0.7, (*utterance).digits},
	{"counts", 0.3, func(u *utterance) bool { return u.numbers() > 0 && !u.digits() }},
	{"weekday", 0.3, func(u *utterance) bool { return u.holds(lang.Weekday) }},
	{"span", 0.5, func(u *utterance) bool { return u.holds(lang.Duration) }},
	{"short", -0.7, func(u *utterance) bool { return u.content() <= 3 }},
	{"long", 0.5, func(u *utterance) bool { return u.content() >= 7 }},
	{"very long", 0.5, func(u *utterance) bool { return u.content() >= 12 }},
	{"leans", 0.3, (*utterance).leans},
	{"accept", -0.2, cue(lang.Accept)},
	{"refuse", -0.6, refuses},
	{"forget", -1.2, cue(lang.Forget)},
	{"hypothesis", -0.8, cue(lang.Hypothesis)},
	{"supposes", -0.5, supposes},
	{"jest", -0.9, cue(lang.Jest)},
	{"vague", -1, cue(lang.Vague)},
	{"chat", -0.4, cue(lang.Chat)},
	{"paints", -0.3, paints},
	{"passing", -0.5, passing},
	{"narrates", -0.4, narrates},
	{"negated", -0.2, cue(lang.Negation)},
	{"request", -0.4, cue(lang.Request)},
	{"question", -0.4, func(u *utterance) bool { return u.question }},
	{"pasted", -2.1, func(u *utterance) bool { return u.pasted }},
	{"closing", -0.9, func(u *utterance) bool { return u.closing }},
	{"echoed", 0.6, func(u *utterance) bool { return u.echoed() >= 0.25 }},
	{"echoed much", 0.4, func(u *utterance) bool { return u.echoed() >= 0.5 }},
	{"agent notes", 0.2, func(u *utterance) bool { return u.after != nil && u.after.cues.Has(lang.Noting) }},
	{"agent proposed", -0.3, func(u *utterance) bool { return u.before != nil && u.before.cues.Has(lang.Propose) }},
	{"agent jests", -0.5, quipped},
	{"agent leaves it", -0.5, unmoved},
}

// salience scores a sentence: the higher, the likelier that it states
// something worth remembering. A plain statement of a kind that is always worth
// it counts as worth keeping however short it is.
func salience(u *utterance) float64 {
	if !u.weighed {
		u.weighed, u.weight = true, weigh(u)
	}
	return u.weight
}

func weigh(u *utterance) float64 {
	score := salienceBase
	for _, s := range signs {
		if s.holds(u) {
			score += s.weight
		}
	}
	if plain(u) {
		return max(score, worthKeeping)
	}
	return score
}

const salienceBase = -0.75
