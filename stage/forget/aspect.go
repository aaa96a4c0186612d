package forget

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What a request names of somebody or something may not be kept: of "Ellen's divorce" nothing is, where the bank knows
// but her trade, and that stays.

// An aspect is whether a word says what of an owner a request is about, or who or what that is.
type aspect int

const (
	ofOwner aspect = 1 + iota
	owner
)

// aspectsOf returns the words by which a text says what of an owner it is about: the divorce of "Ellen's divorce",
// "pregnant" of "Hannah being pregnant", the loan of "the HSBC loan", 脾气 of 张总脾气差; and the owners. A figure is none.
func aspectsOf(text string) map[string]aspect {
	found := make(map[string]aspect)
	words, names, values := lang.Words(text), NamesIn(text), lang.Values(text)
	for _, w := range words {
		switch {
		case w.Script != lang.Han && gist.Owning(text, w):
			found[w.Term] = owner
		case complains[w.Term]: // of the words that were said, and not of whom they were about
			found[w.Term] = ofOwner
		}
	}
	for _, end := range ownersIn(text, words, names) {
		first := slices.IndexFunc(words, func(w lang.Word) bool { return w.Start >= end })
		before := len(found)
		for k := max(first, 0); first >= 0 && k < len(words); k++ {
			w := words[k]
			if k == first && (w.Text == "being" || w.Text == "的") || w.Stop && words[first].Text == "being" && len(found) == before {
				continue // "being in court"
			}
			if strings.ContainsRune(".,;:!?，。；：！？", w.Break) || w.Stop || turnsAway[w.Text] {
				break
			}
			figure := slices.ContainsFunc(values, func(v lang.Value) bool { return v.Kind != lang.Name && v.Start <= w.Start && w.End <= v.End })
			if !figure && !lang.Frame(w.Term) && !lang.Light(w.Term) && !Light[w.Term] && !slices.Contains(names, w.Term) {
				found[w.Term] = ofOwner
			}
		}
	}
	return found
}

// ownersIn returns where those end of whom, or of which, a text goes on to say something, in bytes.
func ownersIn(text string, words []lang.Word, names []string) (ends []int) {
	for i, w := range words {
		named := slices.Contains(names, w.Term)
		switch {
		case w.Script == lang.Han && !named && len(lang.Read(w.Text).Persons) > 0, // 我姐
			w.Script != lang.Han && (gist.Owning(text, w) || named && i+1 < len(words) && (words[i+1].Text == "being" || !words[i+1].Stop)):
			ends = append(ends, w.End)
		}
	}
	for _, n := range names { // which Chinese writes of several words
		if at := strings.Index(text, n); at >= 0 && utf8.RuneCountInString(n) > 1 && lang.IsHan(n) {
			ends = append(ends, at+len(n))
		}
	}
	return ends
}

var complains = gist.SetOf("rant vent moan complain gossip grumble whinge bitch slag badmouth", "骂 吐槽 抱怨 埋怨 数落 唠叨 发牢骚 说坏话 坏话")

// turnsAway are the words by which a Chinese clause goes on to what is to be done with what it names, or points at it: 那件事你别留.
var turnsAway = gist.SetOf("请 你 您 别 不 不要 给 帮 把 就 都 也 那 那些 那个 那件 那件事 那句 那句话 这 这些 这个 这件 这件事 事 删 忘 当")

// A named is what a request names, with what of whom it is.
type named struct {
	topics  []*topic
	aspects map[string]aspect
}

// named returns what a request names, sentence by sentence.
func (b *bank) named(r *request) (out []named) {
	for _, text := range r.texts[asked] {
		out = append(out, named{b.topicsOf(text, setOf(NamesIn(text))), aspectsOf(text)})
	}
	return out
}

// unmet reports whether a request names an aspect of somebody or something for which no entry answers, and the ith entry,
// o, for nothing but whose it is.
func unmet(names []named, i int, o *gist.Gloss) bool {
	unmet := false
	for _, n := range names {
		for _, p := range n.topics {
			if p.answered(n.aspects, o, p.Links[i]) {
				return false
			}
			unmet = unmet || p.unmet(n.aspects)
		}
	}
	return unmet
}

// unmet does the same for a plea and an entry at which it has the fit a.
func (r *plea) unmet(o *gist.Gloss, a fit) bool {
	unmet := false
	for n, p := range r.topics {
		if p.answered(r.aspects, o, a.links[n]) {
			return false
		}
		unmet = unmet || p.unmet(r.aspects)
	}
	return unmet
}

// answered reports whether an entry, which does so by a link, answers for a topic that says more than whose something is;
// for a rule it does if any entry answers, since the rule may be about that.
func (t *topic) answered(aspects map[string]aspect, o *gist.Gloss, link float64) bool {
	if o.Entry.Kind.URAM() {
		link = t.Best
	}
	part := aspects[t.Sense.Text]
	return link >= linkRelated && part != owner && (part == ofOwner || !t.whose())
}

// unmet reports whether a topic is an aspect for which no entry answers.
func (t *topic) unmet(aspects map[string]aspect) bool {
	return t.Best < linkRelated && aspects[t.Sense.Text] == ofOwner
}
