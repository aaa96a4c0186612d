package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Sentence is one sentence of an utterance.
type Sentence struct {
	Text     string // trimmed, with its closing punctuation
	Question bool   // it ends in a question mark
	Start    int    // byte offset in the utterance
}

// Sentences splits an utterance at closing punctuation, English and Chinese
// alike, and at line ends. A full stop ends a sentence only where white space
// follows it and no abbreviation stands before it. Closing quotation marks and
// brackets stay with their sentence; a stop inside quotation marks ends none.
func Sentences(text string) []Sentence {
	var out []Sentence
	start, depth := 0, 0
	cut := func(end int) {
		s := strings.TrimSpace(text[start:end])
		if strings.IndexFunc(s, unicode.IsLetter) >= 0 || strings.IndexFunc(s, unicode.IsDigit) >= 0 {
			lead := strings.Index(text[start:end], s)
			trimmed := strings.TrimRight(s, "\"'”’」』)） ")
			out = append(out, Sentence{
				Text:     s,
				Question: strings.HasSuffix(trimmed, "?") || strings.HasSuffix(trimmed, "？"),
				Start:    start + lead,
			})
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		next := i + n
		switch r {
		case '\n':
			cut(i)
			depth = 0
		case '“', '「', '『':
			depth++
		case '”', '」', '』':
			depth = max(depth-1, 0)
		case '。', '！', '？', '!', '?', '；', ';', '.':
			if depth > 0 || r == '.' && !endsSentence(text, i) {
				break
			}
			for next < len(text) {
				q, m := utf8.DecodeRuneInString(text[next:])
				if !strings.ContainsRune("。！？!?.…\"'”’」』)）", q) {
					break
				}
				next += m
			}
			cut(next)
		}
		i = next
	}
	cut(len(text))
	return out
}

// endsSentence reports whether the full stop at byte i of text ends a
// sentence.
func endsSentence(text string, i int) bool {
	rest := text[i+1:]
	if rest != "" {
		r, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsSpace(r) && !strings.ContainsRune("\"'”’)）", r) {
			return isHan(r)
		}
	}
	word := text[:i]
	if j := strings.LastIndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }); j >= 0 {
		_, n := utf8.DecodeRuneInString(word[j:])
		word = word[j+n:]
	}
	switch strings.ToLower(word) {
	case "mr", "mrs", "ms", "dr", "prof", "st", "no", "vs", "etc", "e.g", "i.e", "approx", "min", "max", "p.m", "a.m":
		return rest == "" || word == "etc"
	}
	return len(word) != 1 || word == "I"
}

// Clauses splits a sentence into the clauses that could each state something
// of its own: at Chinese commas, and in English at semicolons, dashes and at a
// comma or conjunction that a new subject follows.
func Clauses(sentence string) []string {
	if IsHan(sentence) {
		return trimmed(splitOutsideQuotes(sentence, "，；：—,;"))
	}
	var out []string
	for _, part := range trimmed(splitOutsideQuotes(sentence, ";—–")) {
		out = append(out, splitEnglish(part)...)
	}
	return out
}

// splitEnglish splits where ", " or a conjunction is followed by a subject
// pronoun or another sign of a new clause.
func splitEnglish(s string) []string {
	low := strings.ToLower(s)
	var out []string
	start := 0
	for i := 1; i < len(low); i++ {
		if low[i] != ' ' && low[i] != ',' {
			continue
		}
		rest := low[i:]
		for _, lead := range clauseLeads {
			if strings.HasPrefix(rest, lead) {
				if i-start >= 8 && len(low)-i >= 8 {
					out = append(out, strings.TrimSpace(s[start:i]))
					start = i + 1
				}
				break
			}
		}
	}
	return append(out, strings.Trim(s[start:], " ,"))
}

var clauseLeads = []string{
	", but ", ", so ", ", and i ", ", and my ", ", and we ", ", and he ", ", and she ", ", and they ", ", and it ", ", and the ", ", and that ", ", and don't ", ", and never ", ", and no ",
	", i ", ", i'm ", ", i've ", ", i'll ", ", i'd ", ", my ", ", we ", ", we're ", ", he's ", ", he ", ", she ", ", she's ", ", they ", ", they're ", ", it's ", ", that's ", ", you ", ", don't ", ", not ", ", just ",
	" and i ", " and i'm ", " and my ", " but i ", " but my ", " - ", " -- ",
}

// splitOutsideQuotes splits s at any of the runes in seps that stand outside
// quotation marks and brackets. A dash or comma between digits splits nothing.
func splitOutsideQuotes(s, seps string) []string {
	var out []string
	start, depth := 0, 0
	var prev rune
	for i, r := range s {
		switch {
		case strings.ContainsRune("“「『（(《", r):
			depth++
		case strings.ContainsRune("”」』）)》", r) && depth > 0:
			depth--
		case depth == 0 && strings.ContainsRune(seps, r):
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if unicode.IsDigit(prev) && unicode.IsDigit(next) {
				break
			}
			out = append(out, s[start:i])
			start = i + utf8.RuneLen(r)
		}
		prev = r
	}
	return append(out, s[start:])
}

func trimmed(parts []string) []string {
	out := parts[:0]
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// IsHan reports whether text is written mostly in Chinese: at least a third
// as many Han characters as letters of other scripts count as words.
func IsHan(text string) bool {
	han, words, inWord := 0, 0, false
	for _, r := range text {
		switch {
		case isHan(r):
			han++
			inWord = false
		case unicode.IsLetter(r):
			if !inWord {
				words++
			}
			inWord = true
		default:
			inWord = false
		}
	}
	return han > 0 && han >= 2*words
}

// MaskQuotes replaces quoted speech by an ellipsis, so that what somebody else
// said or wrote states nothing: text in quotation marks that is long enough to
// be a statement. Short quoted text is a name or a term and stays.
func MaskQuotes(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		i := strings.IndexAny(text, "\"“「『")
		if i < 0 {
			break
		}
		open, n := utf8.DecodeRuneInString(text[i:])
		j := strings.IndexRune(text[i+n:], closing(open))
		if j < 0 {
			break
		}
		_, m := utf8.DecodeRuneInString(text[i+n+j:])
		inner, end := text[i+n:i+n+j], i+n+j+m
		if isStatement(inner) {
			b.WriteString(text[:i] + "…")
		} else {
			b.WriteString(text[:end])
		}
		text = text[end:]
	}
	return b.String() + text
}

func closing(open rune) rune {
	switch open {
	case '“':
		return '”'
	case '「':
		return '」'
	case '『':
		return '』'
	}
	return '"'
}

// isStatement reports whether quoted text is long enough to be speech rather
// than a name: five words, or eight Han characters with a stop or comma in
// them, or twelve.
func isStatement(quoted string) bool {
	if IsHan(quoted) {
		n := utf8.RuneCountInString(quoted)
		return n >= 12 || n >= 8 && strings.ContainsAny(quoted, "，。！？")
	}
	return len(strings.Fields(quoted)) >= 5
}
