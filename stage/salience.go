package stage

import "github.com/dyadmem/dyadmem/lang"

// A sign is one thing that speaks for or against a sentence stating something
// worth remembering.
type sign struct {
	name   string
	weight float64
	holds  func(u *utterance) bool
}

func cue(g lang.Cue) func(u *utterance) bool {
	return func(u *utterance) bool { return u.cues.Has(g) }
}

// signs weighs a sentence. The groups of cues are knowledge of the languages;
// their weights are those of a logistic regression over the development half
// of mini, one set for both languages, rounded.
var signs = []sign{
	{"standing", 0.5, cue(lang.Standing)},
	{"ban", 0.2, cue(lang.Ban)},
	{"wish", 0.7, cue(lang.Wish)},
	{"complaint", -0.1, cue(lang.Complaint)},
	{"procedure", 0.3, cue(lang.Procedure)},
	{"accept", 0.4, cue(lang.Accept)},
	{"refuse", -0.2, cue(lang.Refuse)},
	{"forget", -1.6, cue(lang.Forget)},
	{"hypothesis", -0.8, cue(lang.Hypothesis)},
	{"jest", -0.5, cue(lang.Jest)},
	{"vague", -1.1, cue(lang.Vague)},
	{"reported", -0.1, cue(lang.Reported)},
	{"bounded", 0.6, cue(lang.Bounded)},
	{"trait", 0.3, cue(lang.Trait)},
	{"kin", 0.1, cue(lang.Kin)},
	{"chat", -0.9, cue(lang.Chat)},
	{"request", -0.2, cue(lang.Request)},
	{"thanks", -0.4, cue(lang.Thanks)},
	{"repair", 0.2, cue(lang.Repair)},
	{"form", 0.2, cue(lang.Form)},
	{"question", -0.7, func(u *utterance) bool { return u.question }},
	{"pasted", -2.5, func(u *utterance) bool { return u.pasted }},
	{"second person", -0.1, (*utterance).secondPerson},
	{"name", 0.1, (*utterance).named},
	{"number", 0.3, func(u *utterance) bool { return u.numbers() > 0 }},
	{"numbers", 0.5, func(u *utterance) bool { return u.numbers() > 1 }},
	{"date", 0.3, func(u *utterance) bool { return len(u.dates) > 0 }},
	{"one word", -0.3, func(u *utterance) bool { return u.content() <= 1 }},
	{"answers a question", 0.2, func(u *utterance) bool { return u.before != nil && u.before.asks }},
	{"echoed", 0.8, func(u *utterance) bool { return u.echoed() >= 0.25 }},
	{"agent notes", 0.8, func(u *utterance) bool { return u.after != nil && u.after.cues.Has(lang.Noting) }},
	{"agent proposed", -0.2, func(u *utterance) bool { return u.before != nil && u.before.cues.Has(lang.Propose) }},
	{"agent asks on", 0.6, func(u *utterance) bool { return u.after != nil && u.after.asks }},
}

// salience scores a sentence: positive for what is worth remembering.
func salience(u *utterance) float64 {
	score := saliencyBase
	for _, s := range signs {
		if s.weight != 0 && s.holds(u) {
			score += s.weight
		}
	}
	return score
}

const saliencyBase = 0.4

// agentSigns weighs whether a sentence that states something is about how the
// agent is to work (positive) or about the user's world. Source as above.
var agentSigns = []sign{
	{"standing", 1.2, cue(lang.Standing)},
	{"procedure", 1.2, cue(lang.Procedure)},
	{"form", 1.0, cue(lang.Form)},
	{"agent proposed", 0.8, func(u *utterance) bool { return u.before != nil && u.before.cues.Has(lang.Propose) }},
	{"ban", 0.9, cue(lang.Ban)},
	{"imperative", 0.8, cue(lang.Imperative)},
	{"wish", 0.4, cue(lang.Wish)},
	{"complaint", 0.3, cue(lang.Complaint)},
	{"second person", 0.6, (*utterance).secondPerson},
	{"agent notes", 0.5, func(u *utterance) bool { return u.after != nil && u.after.cues.Has(lang.Noting) }},
	{"number", -0.5, func(u *utterance) bool { return u.numbers() > 0 }},
	{"date", -0.8, func(u *utterance) bool { return len(u.dates) > 0 }},
	{"plan", -0.8, cue(lang.Plan)},
	{"name", -0.6, (*utterance).named},
	{"work", -0.6, cue(lang.Work)},
	{"outcome", -0.5, cue(lang.Outcome)},
	{"trait", -0.4, cue(lang.Trait)},
	{"reported", -0.4, cue(lang.Reported)},
	{"kin", -0.3, cue(lang.Kin)},
}

const agentBase = -0.8

// directiveness weighs whether a sentence that states something tells the
// agent how to work: positive if so.
func directiveness(u *utterance) float64 {
	score := agentBase
	for _, s := range agentSigns {
		if s.holds(u) {
			score += s.weight
		}
	}
	return score
}

func directive(u *utterance) bool { return directiveness(u) > 0 }
