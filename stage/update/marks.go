package update

import (
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Marks returns the names, numbers and quotations in content. It serves
// dyadmem.Engine.Purge. What is in quotation marks, what letters and digits make
// together, an address, and a number of four digits and more belong to their
// entry alone, but for years, times and round numbers; those and names may stand
// elsewhere for something else, and shorter numbers are no marks at all.
func Marks(content string) (marks []dyadmem.Mark) {
	seen := make(map[string]bool)
	add := func(text string, own bool) {
		if key := dyadmem.Normalize(text); utf8.RuneCountInString(key) > 1 && !seen[key] {
			seen[key] = true
			marks = append(marks, dyadmem.Mark{Text: text, Own: own})
		}
	}
	for _, q := range gist.Quoted(content) {
		add(q, utf8.RuneCountInString(q) >= ownQuote)
	}
	for _, code := range codes.FindAllString(content, -1) {
		code = strings.Trim(code, ".-_/:@#+")
		letters, digits := strings.ContainsFunc(code, isLetter), digitsOf(code)
		switch {
		case dates.MatchString(code) || ordinals.MatchString(code):
		case strings.Contains(code, "@") || letters && digits != "":
			add(code, true)
		case len(digits) >= ownDigits:
			own := !years.MatchString(code) && !strings.HasSuffix(digits, "000")
			add(code, own)
			add(digits, own) // as it is written without its separators
		}
	}
	for _, n := range surnames(content) {
		add(n, false)
	}
	return marks
}

// How long a quotation and a number are that nothing else holds by chance.
const (
	ownQuote  = 4
	ownDigits = 4
)

var (
	codes    = gist.Compile(`[A-Za-z0-9][A-Za-z0-9._@#/:+,-]*[A-Za-z0-9]`)
	years    = gist.Compile(`^(?:19|20)[0-9]{2}$`)
	dates    = gist.Compile(`^(?:[0-9]{4}[-/.][0-9]{1,2}(?:[-/.][0-9]{1,2})?|[0-9]{1,2}[:.][0-9]{2}|(?:19|20)[0-9]{2}[-/–](?:19|20)?[0-9]{2})(?:am|pm)?$`)
	ordinals = gist.Compile(`^(?i:[0-9]+(?:st|nd|rd|th|am|pm|kg|g|km|m|cm|mm|h|min|s|k|%|ml|l|w|v|kb|mb|gb|d|x))$`)
)

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// titles stand before names.
var titles = gist.SetOf("dr mr mrs ms miss prof professor sir madam saint st auntie uncle aunt")

// surnames returns the names in content as they stand there.
func surnames(content string) (names []string) {
	known := make(map[string]bool)
	for _, n := range forget.NamesIn(content) {
		known[n] = true
	}
	for _, w := range lang.Words(content) {
		part := w.End < len(content) && strings.ContainsRune("0123456789@_", rune(content[w.End])) // of a code
		if known[w.Term] && !part && !titles[w.Text] {
			names = append(names, w.Text)
			delete(known, w.Term)
		}
	}
	for _, n := range forget.NamesIn(content) {
		if known[n] && lang.IsHan(n) { // no word of the dictionary: as two characters
			names = append(names, n)
		}
	}
	return names
}
