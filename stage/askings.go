package stage

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// askings parts a question into the things that it asks, each with what it is
// about: "Who runs the bakery, and when does it open?" asks two. A part that
// asks nothing by itself (a case that is told first) belongs to the part that it
// leads to. One that has next to no words of its own ("and until when?") is about
// what the one before is about, and is put with that.
func askings(question string) []string {
	var out []string
	lead := ""
	for _, p := range askedParts(question) {
		p = strings.TrimSpace(lead + p)
		if !asking(p) {
			lead = p + " "
			continue
		}
		lead = ""
		if len(out) > 0 && ownWords(p) < 2 {
			p = out[len(out)-1] + " " + p
		}
		out = append(out, p)
	}
	if len(out) < 2 {
		return []string{question}
	}
	out[len(out)-1] += " " + lead
	return out
}

// askedParts cuts a question where it may begin to ask another thing.
func askedParts(question string) []string {
	if lang.IsHan(question) {
		return strings.FieldsFunc(question, func(r rune) bool { return strings.ContainsRune("，。？！；,?!;", r) })
	}
	var out []string
	from := 0
	for _, m := range nextAsked.FindAllStringSubmatchIndex(question, -1) {
		out = append(out, question[from:m[0]])
		from = m[2]
	}
	return append(out, question[from:])
}

// nextAsked is where an English question begins to ask another thing: after a
// mark or "and", an interrogative, perhaps behind a preposition, or a verb
// before its subject.
var nextAsked = regexp.MustCompile(`(?i)(?:[,;:.?!]\s+(?:(?:and|but|or) )?|\s+and\s+)((?:(?:from|to|with|by|until|till|since|on|in|at|for|of|about|after|before|under) )?(?:who|whom|whose|what|when|where|which|why|how)\b|(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|will|would|must) (?:the|he|she|it|they|her|his|their|there|that|this|you)\b)`)

// asking reports whether a part of a question asks.
func asking(part string) bool {
	if lang.IsHan(part) {
		return asksSomeZH.MatchString(part)
	}
	return asksSomeEN.MatchString(part)
}

var (
	asksSomeEN = regexp.MustCompile(`(?i)\b(?:who|whom|whose|what|when|where|which|why|how)\b|^(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|will|would|must)\b`)
	asksSomeZH = regexp.MustCompile(`谁|哪|什么|啥|几|多少|怎|如何|为何|何[时处人]|吗|呢|是否|是不是|有没有|能不能|要不要|会不会|可不可以|该不该|行不行|用不用|多[久大高重远长早晚]|各`)
)

// ownWords counts the words of a part that say what it is about.
func ownWords(part string) int {
	n := 0
	for _, t := range lang.Terms(part) {
		if !lang.Frame(t) && !lang.Light(t) && !interrogatives.MatchString(t) {
			n++
		}
	}
	return n
}
