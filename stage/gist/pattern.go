package gist

import (
	"cmp"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A Pattern is a regular expression that most texts do not match, and are seen not to
// match without running it: they hold none of the words of which every match holds one.
type Pattern struct {
	*regexp.Regexp
	words func() *finder // each match holds one of them; nil: nothing is known
	all   bool           // and what holds one of them matches
}

// Compile returns the pattern of a regular expression, which has to be a valid one.
func Compile(expr string) *Pattern {
	p := &Pattern{Regexp: regexp.MustCompile(expr)}
	p.words = sync.OnceValue(func() *finder {
		tree, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			panic(err) // it compiled
		}
		fold := folds(tree)
		if all := distinct(spelled(tree)); all != nil && !fold && anywhere(tree) {
			p.all = true
			return findAny(all, false)
		}
		return findAny(needed(tree), fold)
	})
	return p
}

// may reports whether text may hold a match of p.
func (p *Pattern) may(text string) bool {
	words := p.words()
	return words == nil || words.in(text)
}

// MatchString reports whether text holds a match of p.
func (p *Pattern) MatchString(text string) bool {
	return p.may(text) && (p.all || p.Regexp.MatchString(text))
}

// What follows finds what the methods of [regexp.Regexp] by the same names do.

func (p *Pattern) FindStringSubmatch(text string) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(text)
}

func (p *Pattern) FindStringIndex(text string) []int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringIndex(text)
}

func (p *Pattern) FindStringSubmatchIndex(text string) []int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatchIndex(text)
}

func (p *Pattern) FindAllStringSubmatch(text string, n int) [][]string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatch(text, n)
}

func (p *Pattern) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatchIndex(text, n)
}

func (p *Pattern) ReplaceAllString(text, by string) string {
	if !p.may(text) {
		return text
	}
	return p.Regexp.ReplaceAllString(text, by)
}

// anywhere reports whether an expression matches a text wherever that stands: it asks for no place and no border.
func anywhere(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginLine, syntax.OpEndLine:
		return false
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !anywhere(sub) })
}

// folds reports whether an expression, or a part of it, takes capitals and small letters alike.
func folds(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(re.Sub, folds)
}

// mostWords is how many words an expression is spelled out to at most.
const mostWords = 1024

// needed returns words of which each match of an expression holds one, nil if there are none.
func needed(re *syntax.Regexp) []string { return neededAfter([]string{""}, re) }

// neededAfter does the same for an expression right behind one of some texts.
func neededAfter(run []string, re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass:
		return distinct(joined(run, spelled(re)))
	case syntax.OpCapture, syntax.OpPlus:
		return neededAfter(run, re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return neededAfter(run, re.Sub[0])
		}
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			words := neededAfter(run, sub)
			if words == nil {
				return nil
			}
			all = append(all, words...)
		}
		return distinct(all)
	case syntax.OpConcat:
		var best []string
		put := func(words []string) {
			if words != nil && (best == nil || commonness(words) < commonness(best)) {
				best = words
			}
		}
		for _, sub := range re.Sub {
			own := spelled(sub)
			if longer := joined(run, own); longer != nil {
				run = longer
				continue
			}
			put(neededAfter(run, sub))
			put(distinct(slices.Clone(run)))
			if run = own; own == nil {
				run = []string{""}
			}
		}
		put(distinct(slices.Clone(run)))
		return best
	}
	return distinct(slices.Clone(run))
}

// spelled returns all texts that an expression matches, nil if they are many.
func spelled(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpBeginLine, syntax.OpEndLine:
		return []string{""}
	case syntax.OpLiteral:
		if text := string(re.Rune); re.Flags&syntax.FoldCase == 0 {
			return []string{text}
		} else if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII && unicode.SimpleFold(r) != r }) {
			return []string{strings.ToLower(text)} // a finder looks past the case
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
// or some are so short that they stand in most texts.
func distinct(words []string) (out []string) {
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	for _, w := range words {
		if !ContainsAny(w, out...) {
			out = append(out, w)
		}
	}
	short := slices.IndexFunc(out, func(w string) bool { return len(w) >= headBytes })
	if short < 0 {
		short = len(out)
	}
	if short > mostShort || len(out) > mostWords || len(out) > 0 && out[0] == "" {
		return nil
	}
	return out
}

// mostShort is how many words without a head are looked for at most.
const mostShort = 4

// commonness says how many texts hold one of words, by their lengths alone.
func commonness(words []string) (sum float64) {
	for _, w := range words {
		sum += math.Pow(4, -float64(len(w)))
	}
	return sum
}
