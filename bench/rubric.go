package bench

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
)

// Cut returns the part of an answer that a rubric reads: the first
// max(80, 4 × the length of gold) runes. A recital of the bank is no answer.
func Cut(answer, gold string) string {
	n := max(80, 4*utf8.RuneCountInString(gold))
	for i := range answer {
		if n == 0 {
			return answer[:i]
		}
		n--
	}
	return answer
}

// Passes reports whether answer is right by r, where gold is the right answer:
// in what [Cut] leaves of it, folded, every group of Must has one of its wordings,
// and no wording of MustNot stands. The zero Rubric passes everything; a valid one
// has a group.
func (r *Rubric) Passes(answer, gold string) bool {
	text := folded(Cut(answer, gold))
	for _, group := range r.Must {
		if !holdsAny(text, group) {
			return false
		}
	}
	return !holdsAny(text, r.MustNot)
}

// Leaks reports whether text, all of it, holds a wording of MustNot.
func (r *Rubric) Leaks(text string) bool {
	return holdsAny(folded(text), r.MustNot)
}

// folded returns text as rubrics compare it: by [dyadmem.Normalize], with plain
// quotation marks, and without the blanks beside Chinese characters and the dots of
// "p.m.". Some writers set "4 毫米" and some "4毫米", some "don’t" and some "don't".
func folded(text string) string {
	text = plainly.Replace(dyadmem.Normalize(text))
	if !strings.Contains(text, " ") {
		return text
	}
	parts := strings.Split(text, " ")
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		last, _ := utf8.DecodeLastRuneInString(parts[i])
		first, _ := utf8.DecodeRuneInString(part)
		if !unicode.Is(unicode.Han, last) && !unicode.Is(unicode.Han, first) {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}

var plainly = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`, "a.m.", "am", "p.m.", "pm")

// holdsAny reports whether the folded text holds one of wordings.
func holdsAny(text string, wordings []string) bool {
	for _, w := range wordings {
		if holds(text, folded(w)) {
			return true
		}
	}
	return false
}

// holds reports whether wording, folded, stands in the folded text. One that
// begins with an ASCII letter or digit does not match after one, and one that
// ends in a digit does not match before a digit. An empty wording stands
// nowhere.
func holds(text, wording string) bool {
	if wording == "" {
		return false
	}
	first, last := wording[0], wording[len(wording)-1]
	for from := 0; ; {
		i := strings.Index(text[from:], wording)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(wording)
		within := isWordByte(first) && start > 0 && isWordByte(text[start-1]) ||
			isDigit(last) && end < len(text) && isDigit(text[end])
		if !within {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[start:])
		from = start + size
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isWordByte(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' }
