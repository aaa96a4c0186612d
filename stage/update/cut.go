package update

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// waived returns the words of what the user's words do away with: "no more bullet points",
// 不用给难度了.
func waived(said string) (out []string) {
	for _, m := range slices.Concat(waivedEN.FindAllStringSubmatch(said, -1), needlessEN.FindAllStringSubmatch(said, -1), waivedZH.FindAllStringSubmatch(said, -1)) {
		for _, t := range lang.Terms(strings.Join(m[1:], " ")) {
			if !lang.Light(t) && !lang.Frame(t) && !givesZH[t] {
				out = append(out, t)
			}
		}
	}
	return out
}

// needlessEN says that a part is no longer wanted.
var needlessEN = gist.Compile(` (?:no need for|no need for the|do not need the|do away with the|leave out the) ((?:[\w-]+ ){1,3})`)

// givesZH are verbs for what an assistant does with any part of what it writes.
var givesZH = gist.SetOf("给 写 列 放 加 说 附 用 先")

// remains returns what is left of the old rule of a pair where the user's words waive a
// part of it and the new one says little of the rest; keep is true where the rest cannot be
// told from what is waived, so that the old rule has to stay.
func (p *pair) remains() (rest string, keep bool) {
	if !p.bothRules() {
		return "", false
	}
	gone := waived(p.turns.Folded())
	if !slices.ContainsFunc(gone, func(t string) bool { return p.old.Terms[t] }) || len(demandsOf(p.old.Entry.Content)) < 2 {
		return "", false
	}
	if !slices.ContainsFunc(demandsOf(p.old.Entry.Content), func(d string) bool { return !holdsAny(d, gone) }) {
		return "", false // all of it is waived
	}
	left, ok := without(p.old.Entry.Content, gone)
	if !ok {
		left = p.old.Entry.Content
	}
	more, most := p.untold(left, gone)
	switch {
	case more < 1 || most:
		return "", false // the new rule says it all
	case ok:
		return left, false
	}
	return "", true
}

// untold returns how many words of content of a text the new entry of a pair does not
// have, and whether it has most; what is gone apart.
func (p *pair) untold(text string, gone []string) (more int, most bool) {
	held := 0
	for _, t := range lang.Terms(text) {
		switch {
		case lang.Light(t) || lang.Frame(t) || givesZH[t] || slices.Contains(gone, t):
		case p.fresh.Terms[t] || slices.ContainsFunc(lang.Related(t), func(r string) bool { return p.fresh.Terms[r] }):
			held++
		default:
			more++
		}
	}
	return more, 2*more <= held
}

// besides returns what the old entry of a pair says besides what has changed: of "opens at
// six, the head is Ada" the hours, where the head is another now, and of "rent is 900, the
// landlord is Ben" the landlord, where the rent has risen.
func (p *pair) besides() string {
	is := p.fresh.Holder().Role
	_, to, shifted := gist.Shifted(p.fresh.Entry.Content)
	clauses := lang.Clauses(p.old.Entry.Content)
	i := slices.IndexFunc(clauses, func(c string) bool {
		was := gist.Holder(c).Role
		return is != "" && was != "" && strings.HasSuffix(was, is) && p.succeeds() ||
			shifted && slices.ContainsFunc(lang.Values(c), func(v lang.Value) bool { return !v.Weak && gist.Takes(to, v) }) && p.shifts()
	})
	if i < 0 {
		return p.apartFrom()
	}
	sep := ", "
	if lang.IsHan(p.old.Entry.Content) {
		sep = "，"
	}
	var left []string
	if rest := strings.TrimRight(strings.Join(clauses[:i], sep), ".。"); rest != "" {
		more, _ := p.untold(rest, nil)
		if more >= besideWords && !(shifted && !p.succeeds() && len(lang.Values(rest)) == 0) { // else it is what the value is of
			left = append(left, rest)
		}
	}
	for _, c := range clauses[i+1:] {
		if p.selfContained(c) {
			left = append(left, strings.TrimRight(strings.TrimPrefix(c, "and "), ".。"))
		}
	}
	if len(left) == 0 {
		return p.apartFrom()
	}
	return gist.Upper(strings.Join(left, sep))
}

// apartFrom returns what the old entry of a pair says besides of which the new one says nothing: of a gym's fee and hours the
// hours, where the fee is another now. Where no part has a word of the new one to itself, its value tells which goes.
func (p *pair) apartFrom() string {
	all := gist.Parts(p.old.Entry.Content)
	shared := func(term string) bool { // by all parts, or the subject that the first has for all
		return term == p.old.Lead() || !slices.ContainsFunc(all, func(s string) bool { return !slices.Contains(lang.Terms(s), term) })
	}
	worded := func(s string) bool {
		return slices.ContainsFunc(lang.Terms(s), func(t string) bool {
			return !lang.Light(t) && !lang.Frame(t) && !shared(t) && p.fresh.Terms[t] && len(lang.Values(t)) == 0
		})
	}
	if slices.ContainsFunc(all, worded) {
		return gist.Left(p.old.Entry.Content, worded)
	}
	return gist.Left(p.old.Entry.Content, func(s string) bool {
		return slices.ContainsFunc(lang.Values(s), func(v lang.Value) bool {
			return !v.Weak && slices.ContainsFunc(p.fresh.Values, func(w lang.Value) bool { return w.Kind == v.Kind })
		})
	})
}

// selfContained reports whether a clause says something of a thing of its own, which the new
// entry of a pair does not speak of.
func (p *pair) selfContained(clause string) bool {
	of := subjectOf(clause)
	return len(of) > 0 && !slices.ContainsFunc(of, func(t string) bool { return p.fresh.Terms[t] })
}

// besideWords is how many words of content make a clause that stands by itself.
const besideWords = 2

// without returns a rule of several parts less those that hold one of the terms; ok is false
// if none does, if nothing would be left, or if the rest leans on what would go.
func without(rule string, terms []string) (rest string, ok bool) {
	if len(terms) == 0 {
		return "", false
	}
	holds := func(part string) bool { return holdsAny(part, terms) }
	if listed, ok := unlisted(rule, terms); ok {
		return listed, true
	}
	parts := demandsOf(rule)
	kept := slices.DeleteFunc(slices.Clone(parts), holds)
	if len(kept) == 0 || len(kept) == len(parts) || len(kept) == 1 && caseZH.MatchString(kept[0]) {
		return "", false
	}
	if lang.IsHan(rule) {
		for i := range kept {
			kept[i] = stepZH.ReplaceAllString(kept[i], "")
		}
		if head, _, ok := strings.Cut(parts[0], "先"); ok && kept[0] != parts[0] && holds(parts[0]) && !holds(head) {
			kept[0] = head + kept[0] // what it is a rule for
		}
		return strings.Join(kept, "，"), true
	}
	if holds(parts[0]) {
		return "", false // the other parts have their verb from the first
	}
	return strings.Join(kept, ", "), true
}

// holdsAny reports whether a text holds one of the terms.
func holdsAny(text string, terms []string) bool {
	has := lang.Terms(text)
	return slices.ContainsFunc(terms, func(t string) bool { return slices.Contains(has, t) })
}

// unlisted returns a rule less one item of a list of nouns: 题目、答案.
func unlisted(rule string, terms []string) (string, bool) {
	for _, t := range terms {
		for _, item := range []string{t + "、", "、" + t} {
			if i := strings.Index(rule, item); i >= 0 {
				return rule[:i] + rule[i+len(item):], true
			}
		}
	}
	return "", false
}

// demandsOf parts a rule where it goes on to another demand.
func demandsOf(rule string) (out []string) {
	sep := furtherEN
	if lang.IsHan(rule) {
		sep = furtherZH
		rule = nextZH.ReplaceAllString(rule, "，$0")
	}
	for _, p := range sep.Split(strings.TrimRight(rule, ".。"), -1) {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

var (
	furtherEN = regexp.MustCompile(`[,;] (?:and |then )*| and then | then | and (?:put|add|give|write|end|close|start|begin|finish|use|keep|include|sign|no|never|always) `)
	furtherZH = regexp.MustCompile(`[，；]+`)
	nextZH    = regexp.MustCompile(`(?:再|然后|最后)[给写列放说讲加附报]`)
	stepZH    = regexp.MustCompile(`^(?:先|再|然后|接着)`)
)
