package capture

import (
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
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

// plain reports whether a sentence states outright what somebody is, likes or
// cannot stand, what the agent shall not do, or what happens on a date, or is
// said to be kept, and nothing takes it back.
func plain(u *utterance) bool {
	if u.question || u.pasted || u.cues.Has(lang.Hypothesis, lang.Jest, lang.Vague, lang.Forget, lang.Chat) || refuses(u) || u.cues.Has(lang.Request) && !orderedNot(u) || u.content() < 2 && !u.avows() {
		return false
	}
	switch {
	case u.reminded:
		return true
	case u.cues.Has(lang.Ban, lang.Wish) && u.cues.Has(lang.Form, lang.Standing), orderedNot(u):
		return true
	case u.firstPerson() && u.cues.Has(lang.Taste), names(u):
		return true
	case len(u.dates) > 0 && u.cues.Has(lang.Plan, lang.Outcome):
		return true
	}
	return unprompted(u)
}

// names reports whether a sentence tells what something is called.
func names(u *utterance) bool {
	if u.cues.Han() {
		return u.named() && gist.ContainsAny(u.text, "叫“", "叫「", "叫做", "名叫", "名字是", "取名", "起名")
	}
	return gist.ContainsAny(u.cues.Folded(), " is called ", " are called ", " is named ", " are named ", " name is ", " i call ", " we call ")
}

// unprompted reports whether a statement is said out of the blue, with no turn
// of the agent's beside it: it is there to be kept. An order for the moment is
// no statement.
func unprompted(u *utterance) bool {
	if u.before != nil || u.after != nil || u.cues.Has(lang.Thanks) {
		return false
	}
	return !u.cues.Has(lang.Imperative) || u.numbers() > 0 || u.named() || habitual(u) || generic(u) || u.cues.Has(lang.Standing, lang.Ban)
}

const salienceBase = -0.75
