package gist

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// Statements returns the statements that a text strings together, each so that it stands by itself: "the gym costs 40 a month
// and opens at six" says two things of the gym. It returns nil for a text that makes one, or whose parts lean on each other.
func Statements(text string) []string {
	all, _ := statements(text)
	return all
}

// statements returns them, and of each whether it has its subject from the first.
func statements(text string) (out []string, borrowed []bool) {
	marks, verb, lead := joinsEN, verbEN, subjectEN
	if lang.IsHan(text) {
		marks, verb, lead = joinsZH, verbZH, subjectZH
	}
	text = strings.TrimRight(text, " .。")
	var subject string
	if m := lead.FindStringSubmatch(text); m != nil {
		subject = m[1]
	}
	from := 0
	for _, m := range append(marks.FindAllStringSubmatchIndex(text, -1), []int{len(text), len(text)}) {
		part := strings.TrimSpace(text[from:m[0]])
		from = m[1]
		switch {
		case part == "" || leansOn.MatchString(lang.Fold(part)):
			return nil, nil
		case lead.MatchString(part):
			borrowed = append(borrowed, false)
		case verb.MatchString(part) && subject != "":
			borrowed = append(borrowed, true)
			part = subject + part
			if !lang.IsHan(text) {
				part = subject + " " + strings.TrimPrefix(part, subject)
			}
		default:
			return nil, nil
		}
		out = append(out, Upper(part))
	}
	if len(out) < 2 {
		return nil, nil
	}
	return out, borrowed
}

// LeftOf does as [Left] for what is forgotten: with the statement that says who somebody is, or what, goes what is said of the
// same by it.
func LeftOf(text string, goes func(statement string) bool) string {
	all, borrowed := statements(text)
	if len(all) > 0 && goes(all[0]) {
		first := goes
		goes = func(s string) bool { return first(s) || borrowed[slices.Index(all, s)] }
	}
	return Left(text, goes)
}

// Left returns the statements of a text that go on to be so where those that goes reports do not, joined; "" if all go,
// none does, or they cannot be told apart.
func Left(text string, goes func(statement string) bool) string {
	all := Parts(text)
	left := slices.DeleteFunc(slices.Clone(all), goes)
	if len(left) == 0 || len(left) == len(all) {
		return ""
	}
	switch {
	case lang.IsHan(text) && Statements(text) == nil && left[0] != all[0]:
		return "" // what is left has its subject from what goes
	case lang.IsHan(text):
		return strings.Join(left, "，")
	}
	return strings.Join(left, ". ")
}

// Parts returns the statements of a text, or else the clauses of a Chinese one that has several.
func Parts(text string) []string {
	if all := Statements(text); all != nil || !lang.IsHan(text) {
		return all
	}
	return opening(text)
}

// opening returns the clauses of a Chinese text, of which the first stands by itself: 店里八点开门，六点关门; nil if it has
// but one, or one leans on another.
func opening(text string) []string {
	all := strings.FieldsFunc(strings.TrimRight(text, " .。"), func(r rune) bool { return strings.ContainsRune("，；。", r) })
	if len(all) < 2 || slices.ContainsFunc(all, func(c string) bool { return leansOn.MatchString(lang.Fold(c)) }) {
		return nil
	}
	return all
}

var (
	joinsEN   = Compile(`, and |; |\. |, | and `)
	joinsZH   = Compile(`[，；。]`)
	subjectEN = Compile(`^((?:(?i:the|a|an|my|our|his|her|their) )?[\w'’-]+(?: [\w'’-]+){0,4}?) (?:is|are|was|were|has|have|had|costs?|lives?|works?|opens?|closes?|starts?|ends?|runs?|comes?|goes|likes?|plays?|studies|does|drives|keeps?|owns?|teaches|speaks|eats|drinks)\b`)
	subjectZH = Compile(`^([^，。；是在有叫]{1,8})(?:是|在|有|叫|住|姓|开|做|当|教|管)`)
	verbEN    = Compile(`^(?:is|are|was|were|has|have|had|costs?|lives?|works?|opens?|closes?|starts?|ends?|runs?|comes?|goes|likes?|plays?|studies|does|drives|keeps?|owns?|teaches|speaks|eats|drinks)\b`)
	verbZH    = Compile(`^(?:是|在|有|叫|住|姓|开|做|当|教|管)`)
	// what has no sense without what stands before it
	leansOn = Compile(`^ (?:which|who|that|it|he|she|they|this|these|so|but|because|since|as|if|when|then|there|not|or) |^ ?(?:但|所以|因为|而且|不过|如果|它|他|她|这|那)`)
)
