package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// twin reports whether two rules are worded alike but for what they are about:
// then they are of two slots ("start method names with 'a'", "start function
// names with 'b'"), and the one takes no place of the other's. Where both quote
// a value, every other word is of the slot; where none does, what follows a
// preposition is ("for methods"), and the rest may be the value.
func (p *pair) twin() bool {
	if !p.bothRules() || p.values.rivalAmount && !p.values.rivalQuote || min(p.ofFresh, p.ofOld) < twinShare {
		return false
	}
	fresh, old := p.fresh.Entry.Content, p.old.Entry.Content
	if len(p.fresh.Quotes()) > 0 && len(p.old.Quotes()) > 0 {
		return ownWord(fresh, p.fresh, p.old) || ownWord(old, p.old, p.fresh) // a narrower rule lives beside a wider one
	}
	if a, b := adjunct(fresh), adjunct(old); a != "" && b != "" && p.fresh.LeadsWith(p.old) {
		return ownWord(a, p.fresh, p.old) || ownWord(b, p.old, p.fresh)
	}
	return false
}

// bothRules reports whether both entries say how the agent is to work.
func (p *pair) bothRules() bool {
	return p.fresh.Entry.Kind.URAM() && p.old.Entry.Kind.URAM()
}

// bothAdded reports whether two rules want something in besides what else is
// there, and not the same: to import one module keeps no other out.
func (p *pair) bothAdded() bool {
	if !p.bothRules() || p.turns.Has(lang.Ended) {
		return false
	}
	fresh, old := p.fresh.Entry.Content, p.old.Entry.Content
	return adds(fresh) && adds(old) && (p.values.rivalQuote || ownWord(fresh, p.fresh, p.old) && ownWord(old, p.old, p.fresh))
}

// adds reports whether the first verb of a rule puts something to what is
// there.
func adds(rule string) bool {
	for i, w := range lang.Words(rule) {
		switch w.Term {
		case "add", "includ", "include", "import", "append", "attach", "insert", "enclose", "enclos", "mention", "附上", "附", "加上", "添加", "带上", "补上", "附带", "导入", "包含":
			return true
		}
		if i > 5 || w.Script == lang.Letters && !w.Stop && !lang.Frame(w.Term) && !gist.Auxiliary(w.Term) {
			return false
		}
	}
	return false
}

// adjunct returns what an English rule says of where or for what it holds: all
// from the last such preposition on.
func adjunct(rule string) string {
	at := -1
	for _, w := range lang.Words(rule) {
		switch w.Text {
		case "for", "in", "on", "when", "during", "as":
			at = w.Start
		}
	}
	if at < 0 {
		return ""
	}
	return rule[at:]
}

// twinShare is how much of each two rules have to have in common to be worded
// alike.
const twinShare = 0.3

// ownWord reports whether text, all or part of a, has a word of content that b
// has nothing like, values and quoted text apart.
func ownWord(text string, a, b *gist.Gloss) bool {
	whole := a.Entry.Content
	offset := len(whole) - len(text)
	for _, w := range lang.Words(text) {
		if w.Stop || w.Script == lang.Digits || b.Terms[w.Term] || lang.Frame(w.Term) || gist.Auxiliary(w.Term) {
			continue
		}
		if slices.ContainsFunc(a.Values, func(v lang.Value) bool { return !v.Weak && w.Start+offset >= v.Start && w.End+offset <= v.End }) {
			continue
		}
		if slices.ContainsFunc(a.Quotes(), func(q string) bool { return strings.Contains(q, text[w.Start:w.End]) }) {
			continue
		}
		if slices.ContainsFunc(lang.Related(w.Term), func(r string) bool { return b.Terms[r] }) {
			continue
		}
		return true
	}
	return false
}

// narrower reports whether the new rule is for somebody or something named and
// the old one is for all.
func (p *pair) narrower() bool {
	named := func(v lang.Value) bool { return v.Kind == lang.Name && !v.Weak }
	return p.bothRules() && slices.ContainsFunc(p.fresh.Values, named) && !slices.ContainsFunc(p.old.Values, named) && len(p.fresh.Quotes()) == 0
}

// ofACase reports whether the new rule is for a case that the user names and the old one
// knows nothing of: "if it's a complaint, eight sentences" leaves the five for the rest.
func (p *pair) ofACase() bool {
	if !p.bothRules() {
		return false
	}
	for _, m := range slices.Concat(caseEN.FindAllStringSubmatch(p.turns.Folded(), -1), caseZH.FindAllStringSubmatch(p.turns.Folded(), -1)) {
		for _, t := range lang.Terms(m[1]) {
			if p.fresh.Terms[t] && !p.old.Terms[t] && !lang.Light(t) && !lang.Frame(t) {
				return true
			}
		}
	}
	return false
}

var (
	caseEN = gist.Compile(` (?:if|when|whenever|unless) ((?:[\w'-]+ ){1,8})`)
	caseZH = gist.Compile(`(?:如果|要是|遇到|碰到|遇上|只有)(?:是)?([\p{Han}]{2,10})`)
)
