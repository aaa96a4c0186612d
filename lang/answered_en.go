package lang

import (
	"regexp"
	"slices"
	"strings"
)

// answeredEN is Answered for English: the subject comes before the auxiliary again, and
// the answer where what was asked for is missing.
func answeredEN(question, answer string) string {
	first, tail, _ := strings.Cut(echoEN.ReplaceAllString(answer, "$1"), ", ")
	first = uncapped(first)
	if m := orElseEN.FindStringSubmatch(question); m != nil {
		question = m[1]
	}
	q := strings.Fields(shortIsEN.ReplaceAllString(question, "$1 is"))
	if len(q) < 3 || costsEN.MatchString(question) || sighsEN.MatchString(first) {
		return ""
	}
	if callEN.MatchString(question) {
		return withTail("Call me "+first, tail, ", ")
	}
	if auxEN[strings.ToLower(q[0])] {
		return polarAnswerEN(q, first, tail)
	}
	wh, rest := askedEN(q)
	if wh == "" || len(rest) == 0 || severalEN.MatchString(question) || wh == "what" && slices.Contains(rest[1:], "do") {
		return ""
	}
	if aux := auxEN[strings.ToLower(rest[0])]; aux && len(rest) > 1 && (subjectsEN[strings.ToLower(rest[1])] || !strings.HasPrefix(wh, "how many ") && !strings.HasPrefix(wh, "which ")) {
		s := declared(rest, false)
		if equates(rest) {
			s = swappedEN(rest[1:]) + " " + strings.ToLower(rest[0])
		}
		if s == "" {
			return ""
		}
		return withTail(s+" "+placed(wh, first), tail, ", ")
	}
	if len(strings.Fields(first)) <= 4 && !(auxEN[strings.ToLower(rest[0])] && subjectsEN[strings.ToLower(rest[min(1, len(rest)-1)])]) && (wh == "who" || strings.HasPrefix(wh, "which") || strings.HasPrefix(wh, "how many ")) { // the subject was asked for
		return withTail(counted(wh, first)+" "+swappedEN(rest), tail, ", ")
	}
	return ""
}

// askedEN cuts a question into the words that ask and the rest: "what time", "how many cats".
func askedEN(q []string) (wh string, rest []string) {
	n := 1
	switch strings.ToLower(q[0]) {
	case "when", "where", "who", "whom":
	case "what", "which":
		n = beforeAux(q, 2)
	case "how":
		switch strings.ToLower(q[1]) {
		case "often", "long", "old", "far", "big", "tall":
			n = 2
		case "many", "much":
			n = beforeAux(q, 3)
		default:
			return "", nil
		}
	default:
		return "", nil
	}
	return strings.ToLower(strings.Join(q[:n], " ")), q[n:]
}

// beforeAux returns how many words stand before the auxiliary of a question, least where it
// has none near its beginning.
func beforeAux(q []string, least int) int {
	for n := 1; n < min(len(q), 7); n++ {
		if auxEN[strings.ToLower(q[n])] {
			return n
		}
	}
	return min(least, len(q))
}

// declared puts the subject before the auxiliary, "" if it cannot tell where the subject
// ends: "do you live with" is "I live with".
func declared(q []string, denied bool) string {
	aux := strings.ToLower(q[0])
	n := subjectLen(q)
	if n == 0 {
		return ""
	}
	subject, rest := swappedEN(q[1:1+n]), q[1+n:]
	if strings.EqualFold(q[1], "you") {
		subject = "I"
		aux = cmpOr(mineEN[aux], aux)
	}
	switch {
	case !denied && (aux == "do" || aux == "does" || aux == "did"):
		if len(rest) == 0 {
			return ""
		}
		verb := rest[0]
		if aux == "does" {
			verb = addS(verb)
			if strings.EqualFold(rest[0], "have") {
				verb = "has"
			}
		}
		if aux == "did" {
			verb = "did " + verb
		}
		return strings.TrimSpace(subject + " " + verb + " " + swappedEN(rest[1:]))
	case denied:
		aux += " not"
	}
	return strings.TrimSpace(subject + " " + aux + " " + swappedEN(rest))
}

// equates reports whether what follows the asking words is no more than "is" and what it is
// asked of: "is the size of the loom".
func equates(q []string) bool {
	if aux := strings.ToLower(q[0]); aux != "is" && aux != "are" && aux != "was" && aux != "were" || len(q) < 2 || subjectsEN[strings.ToLower(q[1])] {
		return false
	}
	return !preposition[strings.ToLower(q[len(q)-1])] && !slices.ContainsFunc(q[1:], func(w string) bool { return strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ed") })
}

// subjectLen returns of how many words the subject after an auxiliary is, 0 if it cannot tell.
func subjectLen(q []string) int {
	if len(q) < 2 {
		return 0
	}
	low := strings.ToLower(q[1])
	if subjectsEN[low] {
		return 1
	}
	if !slices.Contains([]string{"your", "the", "my", "his", "her", "their"}, low) || len(q) < 3 {
		return 0
	}
	switch aux := strings.ToLower(q[0]); {
	case len(q) <= 4: // the flat furnished, the exam
		return 2
	case aux == "do" || aux == "does" || aux == "did":
		return 2
	}
	for k := 3; k < len(q) && k < 6; k++ {
		if w := strings.ToLower(q[k]); preposition[w] || strings.HasSuffix(w, "ing") || slices.Contains([]string{"a", "an", "the", "still", "already", "always", "be"}, w) {
			return k - 1
		}
	}
	return 0
}

// placed puts before an answer the preposition that its place in the sentence wants.
func placed(wh, answer string) string {
	w := strings.ToLower(strings.Fields(answer)[0])
	if preposition[w] || startsTimeEN[w] {
		return answer
	}
	switch {
	case wh == "what time":
		return "at " + answer
	case wh == "when" && (dayEN.MatchString(answer)):
		return "on " + answer
	case wh == "when" && monthEN.MatchString(answer):
		return "in " + answer
	case wh == "when" && clockEN.MatchString(answer):
		return "at " + answer
	case wh == "which day" || wh == "what day":
		return "on " + answer
	case wh == "where":
		return "in " + answer
	}
	return counted(wh, answer)
}

// counted puts behind a bare number the noun that was counted: "how many cats", "three".
func counted(wh, answer string) string {
	if noun, ok := strings.CutPrefix(wh, "how many "); ok && !strings.Contains(answer, " ") {
		return answer + " " + noun
	}
	return answer
}

// polarAnswerEN answers a question by yes or no, by words of it, or by one of two offered.
func polarAnswerEN(q []string, first, tail string) string {
	low := strings.ToLower(first)
	if at := slices.Index(q, "or"); at > 1 && at+1 < len(q) && at >= 3 {
		return choice(q, at, first, tail)
	}
	if m := aloneEN.FindStringIndex(strings.Join(q, " ")); m != nil && strings.HasPrefix(low, "with ") {
		return withTail(declared(strings.Fields(strings.Join(q, " ")[:m[0]]), false)+" "+first, tail, ", ")
	}
	switch {
	case yesEN.MatchString(low):
		if s := declared(q, false); s != "" {
			return withTail(s, tail, ", ")
		}
	case noEN.MatchString(low):
		if s := declared(q, true); s != "" {
			return withTail(s, tail, ", ")
		}
	case strings.Contains(strings.ToLower(strings.Join(q, " "))+" ", " "+low+" "):
		if s := declared(q, false); s != "" {
			return withTail(s, tail, ", ")
		}
	}
	return ""
}

// choice says which of two offered it is. The first of the two begins with a word of the
// kind that the second begins with, or is one word.
func choice(q []string, or int, first, tail string) string {
	from := or - 1
	if head := strings.ToLower(q[or+1]); preposition[head] || articleEN[head] {
		for k := or - 1; k > 1; k-- {
			if w := strings.ToLower(q[k]); preposition[head] && preposition[w] || articleEN[head] && articleEN[w] {
				from = k
				break
			}
		}
	}
	first = strings.TrimSuffix(first, " please")
	for _, option := range [][]string{q[from:or], q[or+1:]} {
		text := strings.Join(option, " ")
		if strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimPrefix(first, "the "))) {
			if s := declared(append(slices.Clone(q[:from]), option...), false); s != "" {
				return withTail(s, tail, ", ")
			}
		}
	}
	return ""
}

// uncapped returns an answer with a small letter first where its first word is one of
// grammar, a number or a preposition.
func uncapped(answer string) string {
	words := Words(answer)
	if len(words) == 0 {
		return answer
	}
	w := strings.ToLower(words[0].Text)
	if _, number := smallNumbersEN[w]; words[0].Stop || number || preposition[w] || startsTimeEN[w] || answerEN[w] {
		return strings.ToLower(answer[:1]) + answer[1:]
	}
	return answer
}

// swappedEN puts words of the asker's into the mouth of who answers.
func swappedEN(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		low := strings.ToLower(w)
		out[i] = cmpOr(otherEN[low], w)
		if i == 0 && otherEN[low] == "" && (low == "the" || low == "his" || low == "her" || low == "their") {
			out[i] = low
		}
	}
	return strings.Join(out, " ")
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

var (
	auxEN        = set("do does did is are was were have has had can could will would should must")
	mineEN       = map[string]string{"are": "am", "were": "was"}
	otherEN      = map[string]string{"you": "me", "your": "my", "yours": "mine", "yourself": "myself", "me": "you", "my": "your", "i": "you"}
	subjectsEN   = set("you he she they") // what "it" is, the question alone does not say
	articleEN    = set("a an the")
	preposition  = set("in on at by to from with for of about near after before under over since until till through behind between around without within during")
	startsTimeEN = set("today tomorrow tonight yesterday next last this every each never always usually about around early late home here there abroad")
	answerEN     = set("once twice half quarter noon midnight alone both neither none thirteen fourteen fifteen sixteen eighteen twenty thirty forty fifty sixty hundred")
	shortIsEN    = regexp.MustCompile(`(?i)^(what|when|where|who|how)['’]s\b`)
	echoEN       = regexp.MustCompile(`(?i)^(yes|yeah|yep|no|nope),? (?:i|we|it|she|he|they)(?:['’]m| am| do| don['’]t| is| isn['’]t| are| aren['’]t| have| haven['’]t| has| hasn['’]t| can| can['’]t| did| didn['’]t)(?: not)?$`)
	orElseEN     = regexp.MustCompile(`(?i), or ((?:are|is|do|does|did|was|were|have|has) .+)$`)
	severalEN    = regexp.MustCompile(`[:;]| or | (?:I|we|I'm|me) `)
	costsEN      = regexp.MustCompile(`(?i)^(?:what|when|where|how)['’]s (?:it|that|this|he|she|they) [a-z]+$`)
	aloneEN      = regexp.MustCompile(` (?:alone|by yourself|on your own)$`)
	sighsEN      = regexp.MustCompile(`(?i)^(?:ah|oh|hm+|um+|uh|er+|well|hey|hi|hello|thanks|sorry|ok|okay|ugh|god|no idea)$`)
	callEN       = regexp.MustCompile(`(?i)^what (?:should|shall|can|may|do|would) (?:I|you) (?:call|want me to call|like me to call|like to be called|like to be called by|prefer to be called)(?: you)?$`)
	dayEN        = regexp.MustCompile(`(?i)^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|the \d|\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Z]|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?$)`)
	monthEN      = regexp.MustCompile(`^(?:January|February|March|April|May|June|July|August|September|October|November|December|\d{4})`)
	clockEN      = regexp.MustCompile(`(?i)^(?:half|quarter|noon|midnight|\d{1,2}(?::\d\d)?(?: ?[ap]m)?$|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)`)
	yesEN        = regexp.MustCompile(`^(?:yes|yep|yeah|aye|i do|i am|i have|it is|of course|correct|exactly|she is|he is|they are)$`)
	noEN         = regexp.MustCompile(`^(?:no|nope|nah|never|not yet|i do not|i don't|i'm not|it isn't|not really)$`)
)
