package forget

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// bare reports whether the jth sentence, which does no more than name what is to go ("Forget Vera", 把我的血型删掉), means
// a memory: nothing by that name was at hand in the agent's turn before, the user speaks of no other plan, and the
// agent, if it answers, takes it up.
func (p utterance) bare(j int) bool {
	s := p.sentences[j]
	if s.Question || !gist.AsksBarely(s.Text) {
		return false
	}
	others := slices.ContainsFunc(p.sentences, func(o lang.Sentence) bool {
		return o.Start != s.Start && lang.CuesOf(o.Text).Has(lang.Plan, lang.Change)
	})
	return !others && !p.shown(s.Text) && p.takenUp()
}

// shown reports whether the agent's turn before holds a word of a text.
func (p utterance) shown(text string) bool {
	if p.turn == 0 || p.tk.Session.Turns[p.turn-1].Speaker != dyadmem.Agent {
		return false
	}
	shown := termsOf([]string{p.tk.Session.Turns[p.turn-1].Text})
	for term := range termsOf([]string{text}) {
		if shown[term] && !lang.Light(term) {
			return true
		}
	}
	return false
}

// takenUp reports whether the agent's next turn, if there is one, begins with a yes or with its being done.
func (p utterance) takenUp() bool {
	next := p.turn + 1
	if next >= len(p.tk.Session.Turns) {
		return true
	}
	first := lang.Sentences(p.tk.Session.Turns[next].Text)
	if len(first) == 0 || first[0].Question || !short(first[0].Text) {
		return false
	}
	folded := lang.Fold(first[0].Text)
	return capture.Accepts(first[0].Text) || tellsGone(first[0].Text) || doneZH.MatchString(folded) || yesWordEN.MatchString(folded) || yesWordZH.MatchString(folded) ||
		heardEN.MatchString(folded) || heardZH.MatchString(folded)
}

var (
	heardEN = gist.Compile(`^ (?:understood|noted|of course|sure|okay|ok|fine|got it|consider it|no problem|as you wish|will do|very well|certainly) `)
	heardZH = gist.Compile(`^ ?(?:明白|了解|没问题|当然|收到|知道|听您的|听你的|照办)`)
)
