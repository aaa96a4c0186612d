package update

import (
	"slices"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// passing reports whether the new entry of a pair holds for a while or for an occasion,
// by its own words or by those of the user's sentence that tells it, and the old one
// does not: the club that meets at the library while the roof is mended still meets at
// the hall. What lasts "while it rains" is a condition of a rule, and holds for good.
func (sc scene) passing(p *pair) bool {
	rule := p.bothRules()
	if passes(p.old.Entry.Content, rule) || !p.old.Entry.Until.IsZero() {
		return false
	}
	return passes(p.fresh.Entry.Content, rule) || slices.ContainsFunc(p.fresh.Entry.Evidence, func(ref dyadmem.TurnRef) bool {
		i, ok := sc.Index[ref]
		return ok && sc.Session.Turns[i].Speaker == dyadmem.User && passes(sentenceOf(sc.Session.Turns[i].Text, p.fresh), rule)
	})
}

// sentenceOf returns the sentence of a turn that holds most of the words of an entry.
func sentenceOf(turn string, g *gist.Gloss) (best string) {
	most := 0
	for _, s := range lang.Sentences(turn) {
		n := 0
		for _, t := range lang.Terms(s.Text) {
			if g.Terms[t] {
				n++
			}
		}
		if n > most {
			best, most = s.Text, n
		}
	}
	return best
}

// passes reports whether a text says that it holds for a while: for now, on one
// occasion, and, where it is no rule, till something is over or while it lasts.
func passes(text string, rule bool) bool {
	if lang.IsHan(text) {
		return passesZH.MatchString(text) || !rule && lastsZH.MatchString(text)
	}
	folded := lang.Fold(text)
	return passesEN.MatchString(folded) || !rule && lastsEN.MatchString(folded)
}

var (
	passesEN = gist.Compile(` (?:for now|for the (?:time being|moment)|in the meantime|temporar(?:y|ily)|provisional(?:ly)?|(?:just|only) (?:for )?(?:this|the) (?:once|week|weekend|month|time|trip)|this (?:once|week|weekend|month|time) only|for (?:the|this) (?:trip|journey|visit|holidays?|festival|season)) `)
	lastsEN  = gist.Compile(` (?:while|as long as) (?:[\w'-]+ ){1,5}(?:is|are|lasts?|recovers?|visits?|stays?|heals?) | until (?:[\w'-]+ ){1,5}(?:is|are|has|have|gets?|comes?|heals?|returns?|recovers?|arrives?) | during (?:the|this|her|his|their|my) (?:[\w'-]+ ){0,2}(?:week|month|trip|holidays?|visit|stay|festival|season|exams?) `)
	passesZH = gist.Compile(`暂时|暂且|临时|这阵子|这阵儿|这段时间|这段日子|这几天|这些天|眼下|[只就仅](?:这|本)(?:一?[周天回次]|个?月|个?礼拜)|(?:这|本)(?:一?[周天次]|个?月|个?礼拜)(?:先|暂|只)|先[^，。]{0,8}[几两三][天周日]`)
	lastsZH  = gist.Compile(`期间|(?:等|直到)[^，。]{1,10}(?:好了|回来|结束|出院|修好)(?:再|就|为止|之前)?`)
)
