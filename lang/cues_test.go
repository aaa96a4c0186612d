package lang

import "testing"

func TestCues(t *testing.T) {
	for _, c := range []struct {
		name, in string
		has      []Cue
		hasNot   []Cue
	}{
		{"a standing ban", "From now on, don't use tables.", []Cue{Standing, Ban, Form}, []Cue{Forget, Jest}},
		{"whole words only", "The banner was unforgettable.", nil, []Cue{Ban, Forget}},
		{"contractions are written out", "I can't stand pop-ups", []Cue{Ban, Trait}, nil},
		{"a gap inside an expression", "take that thing off your list", []Cue{}, []Cue{Accept}},
		{"tied to the beginning", "Ok, let's do that.", []Cue{Accept}, nil},
		{"tied cues do not stand inside", "it was fine", nil, []Cue{Accept}},
		{"typed without apostrophes", "dont remind me", []Cue{Ban}, nil},
		{"中文的规矩", "以后先给结论，别铺垫。", []Cue{Standing, Ban, Wish}, []Cue{Forget}},
		{"忘掉", "上回那件事你给我抹掉", []Cue{Forget}, []Cue{Accept}},
		{"把…忘", "把那个号码忘了", []Cue{Forget}, nil},
		{"接受", "行，就这么办", []Cue{Accept}, []Cue{Refuse}},
		{"拒绝", "不用了", []Cue{Refuse}, []Cue{Accept}},
		{"nothing", "", nil, []Cue{Ban, Accept}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := CuesOf(c.in)
			for _, g := range c.has {
				if !got.Has(g) {
					t.Errorf("%q lacks group %d (folded %q)", c.in, g, got.Folded())
				}
			}
			for _, g := range c.hasNot {
				if got.Has(g) {
					t.Errorf("%q has group %d (folded %q)", c.in, g, got.Folded())
				}
			}
		})
	}
}

func TestForgetIsNotDenied(t *testing.T) {
	for text, want := range map[string]bool{
		"Please forget what I told you about my knee.": true,
		"And don't forget the feedback.":               false,
		"Let's not forget that it matters.":            false,
		"你把这事忘掉":                                       true,
		"可别忘记带伞":                                       false,
	} {
		if got := CuesOf(text).Has(Forget); got != want {
			t.Errorf("%q: forget is %v", text, got)
		}
	}
}

func TestWaysToAskToForget(t *testing.T) {
	for _, asks := range []string{
		"Lose what I said of the caravan.",
		"Drop everything about the caravan.",
		"The caravan business, rub it out.",
		"Strike the bit about the caravan.",
		"I would rather that were not kept.",
		"Let's not have that on file.",
		"Do not hold on to my old number.",
		"Act as if I never told you. Well, as if I never said a word.",
		"Leave the caravan out of it from now on.",
		"大篷车那段划掉。",
		"那件事莫要留起。",
		"大篷车那条不用留了。",
		"这话权当没说。",
		"以后别提大篷车。",
	} {
		if !CuesOf(asks).Has(Forget) {
			t.Errorf("%q asks to forget", asks)
		}
	}
	for _, other := range []string{
		"Do not forget what I said of the caravan.",
		"The dog dropped what it had caught.",
		"Could you keep the caravan clean?",
		"碗洗了，桌子也擦了。",
		"别忘了大篷车那条。",
		"账清了。",
	} {
		if CuesOf(other).Has(Forget) {
			t.Errorf("%q does not ask to forget", other)
		}
	}
}

// A polite question supposes nothing.
func TestWouldYouIsNoSupposition(t *testing.T) {
	for _, polite := range []string{"Would you round the sums?", "They will say I gossip."} {
		if CuesOf(polite).Has(Hypothesis) {
			t.Errorf("%q supposes something", polite)
		}
	}
	if !CuesOf("Suppose I moved to Ghent.").Has(Hypothesis) {
		t.Error("suppose supposes")
	}
}
