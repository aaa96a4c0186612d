package lang

import (
	"regexp"
	"strings"
)

// What looks like a pronoun and is none, or is quoted, stays as it is.

// singleEN is what stands in single quotation marks; an apostrophe has a letter on both
// sides.
var singleEN = regexp.MustCompile(`(?:^|[\s(:,;—–])['‘]([\pL\d](?:[^'’\n]|['’][\pL\d])*[^\s'’])['’](?:[^\pL\d]|$)`)

// singlyQuoted returns the parts of text in single quotation marks, in bytes.
func singlyQuoted(text string) [][]int {
	if !strings.ContainsAny(text, "'‘") {
		return nil
	}
	found := singleEN.FindAllStringSubmatchIndex(text, -1)
	for i, m := range found {
		found[i] = m[2:4]
	}
	return found
}

func within(parts [][]int, at int) bool {
	for _, p := range parts {
		if p[0] <= at && at < p[1] {
			return true
		}
	}
	return false
}

// tokenStarts returns where the words that tokens make up a text of begin in it.
func tokenStarts(words []token) []int {
	out, at := make([]int, len(words)), 0
	for i, w := range words {
		out[i] = at + len(w.before)
		at = out[i] + len(w.text)
	}
	return out
}

// namedEN reports whether word i is no pronoun but the name of the country, or a day
// among others in short: "US spelling", "Mo, We and Fr".
func namedEN(words []token, i int) bool {
	switch words[i].text {
	case "US":
		for _, w := range words {
			if strings.ToUpper(w.text) != w.text {
				return true // nobody shouts
			}
		}
	case "We":
		return shortDay(words, i-1) || shortDay(words, i+1)
	}
	return false
}

var shortDaysEN = set("Mo Tu Th Fr Sa Su")

// shortDay reports whether word i, or the one beyond an "and", "or" or "to", is a day in short.
func shortDay(words []token, i int) bool {
	if i < 0 || i >= len(words) {
		return false
	}
	switch words[i].text {
	case "and", "or", "to":
		return i > 0 && shortDaysEN[words[i-1].text] || i+1 < len(words) && shortDaysEN[words[i+1].text]
	}
	return shortDaysEN[words[i].text]
}

// confides reports whether the "us" at word i are the speaker and the hearer: "keep it
// between us".
func confides(words []token, i int) bool {
	if i == 0 || strings.ToLower(words[i-1].text) != "between" {
		return false
	}
	for _, w := range words[:i-1] {
		switch strings.ToLower(w.text) {
		case "keep", "keeps", "stay", "stays", "remain", "remains", "strictly":
			return true
		}
	}
	return false
}

// unprefixed returns a verb without a prefix before which its past stays irregular:
// "misspoke", "overslept", "rethought".
func unprefixed(verb string) string {
	for _, p := range [...]string{"mis", "over", "under", "out", "re", "un", "fore"} {
		if rest, ok := strings.CutPrefix(verb, p); ok && len(rest) > 2 && !presentOnceEN[verb] && !looseEN[rest] {
			return rest
		}
	}
	return ""
}

var (
	presentOnceEN = set("relay relent resent mislay") // other verbs, in the present
	looseEN       = set("who for not and with from")
)
