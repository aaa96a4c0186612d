package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// What is told of one is no yes or no about another.

// ofOthers reports whether an entry tells what others do where the question is what the user himself does.
func (a *answer) ofOthers(f *found) bool {
	return a.bearing.DoneByOthers(f.Gloss)
}

// ofKin reports whether a clause tells of somebody around the user where the question is about the user himself, or about
// somebody else around him.
func (a *answer) ofKin(clause string) bool {
	told := lang.Read(clause).Persons
	if len(told) == 0 {
		return false
	}
	asked := a.question.Stated().Persons
	if of, is := kinOf(a.query.Text), kinOf(clause); of != "" && is != "" && !strings.ContainsAny(of, is) {
		return true // 我弟, of whom nothing is told, and 我哥
	}
	if len(asked) == 0 {
		return recall.SpeaksOfUser(a.question) && !recall.SpeaksOfUser(a.read(clause))
	}
	return !slices.ContainsFunc(told, func(p lang.Person) bool {
		return slices.ContainsFunc(asked, func(q lang.Person) bool { return q.Role == p.Role })
	})
}

// kinOf returns the characters by which Chinese tells the elder from the younger, and the father's side from the mother's.
func kinOf(text string) string { return strings.Join(kinZH.FindAllString(text, -1), "") }

var kinZH = regexp.MustCompile(`[哥弟姐妹爷奶伯叔姑姨舅嫂婶]`)

// leads reports whether a name is the subject of the clause that asks for yes or no.
func (a *answer) leads(v lang.Value) bool {
	before := strings.TrimRight(a.query.Text[:v.Start], " ")
	if !a.han {
		return auxiliary.MatchString(before)
	}
	rest := a.query.Text[v.End:]
	end := strings.IndexAny(rest, "，。；？?")
	return (before == "" || strings.HasSuffix(before, "，") || strings.HasSuffix(before, "。")) && strings.Contains(rest[:max(end, 0)], "吗")
}

var auxiliary = regexp.MustCompile(`(?i)\b(?:does|is|has|can|may|could|should|did|was|will|would)$`)

// ofAnother reports whether the question is about somebody by name whom another entry knows, and the nearest entry does not
// name him.
func (a *answer) ofAnother(of *found) bool {
	for _, v := range a.question.Values {
		if v.Kind == lang.Name && a.leads(v) && !v.In(of.Values) && slices.ContainsFunc(a.ranked, func(f *found) bool { return v.In(f.Values) }) {
			return true
		}
	}
	return false
}

// namedElsewhere reports whether the clause that is nearest to the question is about others than the one that the question
// names, of whom another clause tells: "Ben lives in Oslo, Tina in Rome".
func (a *answer) namedElsewhere(clause string) bool {
	for _, nick := range nicknames.FindAllString(a.query.Text, -1) {
		if !strings.Contains(clause, nick) && slices.ContainsFunc(a.chosen, func(f *found) bool { return strings.Contains(f.Entry.Content, nick) }) {
			return true
		}
	}
	own := lang.Values(clause)
	for _, v := range a.question.Values {
		if v.Kind != lang.Name || v.In(own) || !slices.ContainsFunc(own, func(w lang.Value) bool { return w.Kind == lang.Name }) {
			continue
		}
		for _, f := range a.chosen {
			if slices.ContainsFunc(halves(f.Entry.Content), func(p string) bool { return v.In(lang.Values(p)) }) {
				return true
			}
		}
	}
	return false
}

// nicknames are how people around one are called in Chinese: 小孙, 老李, 阿珍.
var nicknames = regexp.MustCompile(`[小老阿]\p{Han}`)
