package lang

import "strings"

// thirdPersonEN rewrites an English sentence: speaker and hearer by name, verbs to fit.
func thirdPersonEN(s, speaker, hearer string) string {
	words := splitWords(s)
	var b strings.Builder
	quoted, inner, at := false, singlyQuoted(s), tokenStarts(words)
	for i := 0; i < len(words); i++ {
		w := words[i]
		if quoted = quotes(w.before, quoted); quoted || within(inner, at[i]) || namedEN(words, i) {
			b.WriteString(w.before + w.text)
			continue // somebody's very words
		}
		low := strings.ToLower(strings.ReplaceAll(w.text, "’", "'"))
		b.WriteString(w.before)
		name, suffix := speaker, ""
		switch low {
		case "i", "we", "me", "us":
		case "myself", "yourself", "ourselves", "yourselves":
			if i > 0 && !strings.ContainsAny(w.before, ",.;:") {
				b.WriteString("themselves")
				continue
			}
		case "my", "our", "mine", "ours":
			suffix = "'s"
		case "i'm", "we're", "im":
			suffix = " is"
		case "i've", "we've", "ive":
			suffix = " has"
		case "i'll", "we'll":
			suffix = " will"
		case "i'd", "we'd":
			suffix = " would"
		case "you":
			name = hearer
		case "your", "yours":
			name, suffix = hearer, "'s"
		case "you're":
			name, suffix = hearer, " is"
		case "you've":
			name, suffix = hearer, " has"
		case "you'll":
			name, suffix = hearer, " will"
		case "you'd":
			name, suffix = hearer, " would"
		default:
			if verb := invertedEN[low]; verb != "" && subjectFollows(words, i) {
				b.WriteString(verb)
				continue
			}
			b.WriteString(w.text)
			continue
		}
		if low == "us" && confides(words, i) {
			b.WriteString(speaker + " and " + hearer)
			continue
		}
		b.WriteString(name + suffix)
		subject := low == "i" || low == "we" || low == "you" && !objectBefore(words, i)
		if subject {
			i = agree(&b, words, i)
		}
	}
	return b.String()
}

// invertedEN are verbs that stand before their subject in a question, in the third person singular.
var invertedEN = map[string]string{
	"am": "is", "are": "is", "were": "was", "do": "does", "have": "has",
	"aren't": "isn't", "weren't": "wasn't", "don't": "doesn't", "haven't": "hasn't",
}

// subjectFollows reports whether the word after word i is a speaker or a hearer that it asks about.
func subjectFollows(words []token, i int) bool {
	if i+1 >= len(words) || strings.TrimSpace(words[i+1].before) != "" {
		return false
	}
	switch strings.ToLower(words[i+1].text) {
	case "i", "we", "you":
		return i == 0 || !objectBefore(words, i+1)
	}
	return false
}

// quotes reports whether the text goes on inside quotation marks after what stands
// between two words.
func quotes(between string, inside bool) bool {
	for _, r := range between {
		switch r {
		case '"':
			inside = !inside
		case '“':
			inside = true
		case '”':
			inside = false
		}
	}
	return inside
}

// objectBefore reports whether a "you" at word i follows a verb or a
// preposition, and so is no subject.
func objectBefore(words []token, i int) bool {
	if i == 0 || strings.ContainsAny(words[i].before, ",.;:") {
		return false
	}
	switch strings.ToLower(words[i-1].text) {
	case "and", "that", "when", "if", "before", "after", "until", "what", "as", "then", "so", "because", "while", "whenever", "how", "where", "which", "but", "or", "unless", "once", "time", "like", "way", "thing", "everything", "anything", "do", "can", "will", "should", "could", "would", "did", "are", "am", "were", "have", "aren't", "weren't", "don't", "haven't":
		return false
	}
	return true
}

// agree writes the verb after the subject at word i in the third person
// singular and returns the index of the last word it wrote. After an auxiliary
// ("should I send") the verb stays as it is.
func agree(b *strings.Builder, words []token, i int) int {
	if i > 0 && auxiliaryEN[strings.ToLower(words[i-1].text)] && !strings.ContainsAny(words[i].before, ",.;:") {
		return i
	}
	for j := i + 1; j < len(words) && j <= i+3; j++ {
		w := words[j]
		if strings.ContainsAny(w.before, ",.;:()") {
			return j - 1
		}
		b.WriteString(w.before)
		low := strings.ToLower(strings.ReplaceAll(w.text, "’", "'"))
		switch {
		case isAdverbEN(low):
			b.WriteString(w.text)
			continue
		case thirdEN[low] != "":
			b.WriteString(thirdEN[low])
		case plainEN[low]:
			b.WriteString(addS(w.text))
		case fixedEN[low] || fixedEN[unprefixed(low)] || strings.HasSuffix(low, "ed") || strings.HasSuffix(low, "ing") || strings.HasSuffix(low, "n't"):
			b.WriteString(w.text)
		default:
			b.WriteString(addS(w.text))
		}
		return j
	}
	return min(i+3, len(words)-1)
}

func addS(verb string) string {
	switch {
	case len(verb) > 1 && strings.ToUpper(verb) == verb: // shouted
		return strings.ToUpper(addS(strings.ToLower(verb)))
	case strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "x") || strings.HasSuffix(verb, "o") || strings.HasSuffix(verb, "z"):
		return verb + "es"
	case len(verb) > 1 && strings.HasSuffix(verb, "y") && !strings.ContainsRune("aeiou", rune(verb[len(verb)-2])):
		return verb[:len(verb)-1] + "ies"
	}
	return verb + "s"
}

var thirdEN = map[string]string{
	"am": "is", "are": "is", "have": "has", "do": "does", "don't": "does not", "haven't": "has not", "aren't": "is not", "were": "was", "weren't": "was not", "dont": "does not",
}

var auxiliaryEN = set(`do does did can could will would shall should may might must have has had is are was were am don't doesn't didn't can't won't`)

// isAdverbEN reports whether word may stand between a subject and its verb:
// most words in -ly are adverbs, and few are verbs.
func isAdverbEN(word string) bool {
	return adverbEN[word] || len(word) > 4 && strings.HasSuffix(word, "ly") && !verbLyEN[word]
}

var adverbEN = set(`always never often sometimes just only also still already now then even ever both all no longer more first soon once almost very much quite rather too seldom maybe perhaps somehow instead therefore`)

var verbLyEN = set(`apply comply imply multiply rely reply supply rally tally bully sully dally`)

// fixedEN holds modals and irregular past forms: they are the same in every
// person.
var fixedEN = set(`will would can could shall should may might must cannot can't won't used ought had did was went got made took came saw said told left lost bought sold paid met found gave thought kept wrote broke fell felt hurt put cut set let read spent sent built brought caught taught ate drank drove flew grew knew ran sat slept spoke stood won wore began chose forgot held heard hid hit led lay rode rang rose shut sang swam threw understood woke blew grew drew shot fed dug stuck swore tore froze stole sank struck swung hung spun sought fought dealt meant lent bent swept crept shook bit bled fled slid lit split spread cost cast quit bet became overcame withdrew and or who to in on at with for from not of`)

// plainEN holds the verbs that only look like a form in -ed or -ing.
var plainEN = set(`need feed heed breed bleed speed weed exceed proceed succeed embed bring sing ring swing cling fling spring`)

// A token is a word of a text with what stands before it.
type token struct{ before, text string }

// splitWords cuts text into words; a last token may be empty and carry the
// closing punctuation.
func splitWords(text string) []token {
	var out []token
	start, last := -1, 0
	isWord := func(c byte) bool {
		return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		apostrophe := c == '\'' || c == 0xE2 && strings.HasPrefix(text[i:], "’")
		in := isWord(c) && !isPunct(text[i:]) || start >= 0 && apostrophe && i+1 < len(text)
		if in && start < 0 {
			start = i
		}
		if !in && start >= 0 {
			out = append(out, token{text[last:start], text[start:i]})
			start, last = -1, i
		}
		if in && apostrophe && c == 0xE2 {
			i += 2
		}
	}
	if start >= 0 {
		return append(out, token{text[last:start], text[start:]})
	}
	return append(out, token{text[last:], ""})
}

func isPunct(s string) bool {
	for _, p := range [...]string{"“", "”", "‘", "–", "—", "…", "，", "。", "：", "；", "！", "？", "、"} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
