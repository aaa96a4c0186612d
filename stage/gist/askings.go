package gist

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// Askings parts a question into the things that it asks, each with what it is
// about: "Who runs the bakery, and when does it open?" asks two. A part that
// asks nothing by itself (a case that is told first) belongs to the part that it
// leads to. One that has next to no words of its own ("and until when?") is about
// what the one before is about, and is put with that.
func Askings(question string) []string {
	parts := askedParts(question)
	if len(parts) > mostAsked {
		return []string{question}
	}
	var out []string
	lead := ""
	for _, p := range parts {
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

const mostAsked = 24

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
var nextAsked = Compile(`(?i)(?:[,;:.?!]\s+(?:(?:and|but|or) )?|\s+and\s+)((?:(?:from|to|with|by|until|till|since|on|in|at|for|of|about|after|before|under) )?(?:who|whom|whose|what|when|where|which|why|how)\b|(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|will|would|must) (?:the|he|she|it|they|her|his|their|there|that|this|you)\b)`)

// asking reports whether a part of a question asks.
func asking(part string) bool {
	if lang.IsHan(part) {
		return asksSomeZH.MatchString(part)
	}
	return asksSomeEN.MatchString(part)
}

var (
	asksSomeEN = Compile(`(?i)\b(?:who|whom|whose|what|when|where|which|why|how)\b|^(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|will|would|must)\b`)
	asksSomeZH = Compile(`谁|哪|什么|啥|几|多少|怎|如何|为何|何[时处人]|吗|呢|是否|是不是|有没有|能不能|要不要|会不会|可不可以|该不该|行不行|用不用|多[久大高重远长早晚]|各`)
)

// ownWords counts the words of a part that say what it is about.
func ownWords(part string) int {
	n := 0
	for _, t := range lang.Terms(part) {
		if !lang.Frame(t) && !lang.Light(t) && !Interrogatives.MatchString(t) {
			n++
		}
	}
	return n
}

// Interrogatives are the words that a question asks by.
var Interrogatives = Compile(`(?i)多少|谁|哪|什么|几(?:点|号|时|月|天|次|个|家|位|年|岁|站|楼)|怎么|怎样|为何|吗|要不要|能不能|\b(?:how|who|whom|whose|what|which|when|where|why)\b`)

// SpeaksForSelf reports whether the user puts a question in his own person, and
// so to the agent.
func SpeaksForSelf(q string) bool {
	if lang.IsHan(q) {
		return strings.Contains(q, "我")
	}
	return OwnPerson.MatchString(Unquoted(q))
}

// OwnPerson is a question that the user puts in his own person.
var OwnPerson = Compile(`\b(?:I|I'm|I'll|I've|I'd|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b`)
