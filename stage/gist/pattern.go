package gist

import (
	"cmp"
	"regexp"
	"regexp/syntax"
	"slices"
	"unicode"
)

// A Pattern is a regular expression that most texts do not match, and are seen not to
// match without running it: they hold none of the words of which every match holds one.
type Pattern struct {
	*regexp.Regexp
	words []string // each match holds one of them; nil: nothing is known
}

// Compile returns the pattern of a regular expression, which has to be a valid one.
func Compile(expr string) *Pattern {
	re := regexp.MustCompile(expr)
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err) // it compiled
	}
	return &Pattern{re, needed(tree)}
}

// MatchString reports whether text holds a match of p.
func (p *Pattern) MatchString(text string) bool { return p.may(text) && p.Regexp.MatchString(text) }

// FindStringSubmatch returns the first match of p in text, as that of regexp does.
func (p *Pattern) FindStringSubmatch(text string) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(text)
}

func (p *Pattern) may(text string) bool {
	return p.words == nil || ContainsAny(text, p.words...)
}

// mostWords is how many words are looked for at most; to run the expression takes no longer
// than to look for more.
const mostWords = 48

// needed returns words of which each match of an expression holds one, nil if there are none.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass:
		return distinct(spelled(re))
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			words := needed(sub)
			if words == nil {
				return nil
			}
			all = append(all, words...)
		}
		return distinct(all)
	case syntax.OpConcat:
		var best, run []string // run is what comes last, as far as it can be spelled out
		for _, sub := range re.Sub {
			own := spelled(sub)
			if run = joined(run, own); run == nil {
				run = own
			}
			for _, words := range [][]string{needed(sub), distinct(slices.Clone(run))} {
				if words != nil && (best == nil || rareness(words) > rareness(best)) {
					best = words
				}
			}
		}
		return best
	}
	return nil
}

// spelled returns all texts that an expression matches, nil if they are many.
func spelled(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpBeginLine, syntax.OpEndLine:
		return []string{""}
	case syntax.OpLiteral:
		folds := func(r rune) bool { return unicode.SimpleFold(r) != r }
		if re.Flags&syntax.FoldCase == 0 || !slices.ContainsFunc(re.Rune, folds) {
			return []string{string(re.Rune)}
		}
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if all = append(all, string(r)); len(all) > mostWords {
					return nil
				}
			}
		}
		return all
	case syntax.OpCapture:
		return spelled(re.Sub[0])
	case syntax.OpQuest:
		if all := spelled(re.Sub[0]); all != nil {
			return append(all, "")
		}
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			if all = joined(all, spelled(sub)); all == nil {
				return nil
			}
		}
		return all
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one := spelled(sub)
			if all = append(all, one...); one == nil || len(all) > mostWords {
				return nil
			}
		}
		return all
	}
	return nil
}

// joined returns each text of a with each of b after it, nil if they are many.
func joined(a, b []string) []string {
	if len(a)*len(b) > mostWords {
		return nil
	}
	var all []string
	for _, x := range a {
		for _, y := range b {
			all = append(all, x+y)
		}
	}
	return all
}

// distinct sorts words and returns them without those that hold another one, nil if they are too many,
// or one of them is so short that it stands in most texts.
func distinct(words []string) (out []string) {
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	for _, w := range words {
		if len(w) < 2 {
			return nil
		}
		if !ContainsAny(w, out...) {
			out = append(out, w)
		}
	}
	if len(out) > mostWords {
		return nil
	}
	return out
}

// rareness says how well sorted words tell a text that matches: the better the longer the
// shortest is and, less so, the fewer they are.
func rareness(words []string) float64 {
	return float64(len(words[0])*len(words[0])) / float64(len(words))
}
