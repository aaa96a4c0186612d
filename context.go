package dyadmem

import (
	"strings"
	"unicode"
)

// Tokens returns about how many tokens a model reads text as: a Han character
// counts one, four bytes of anything else count one. It serves to keep to a
// budget; no model's own count is exactly that.
func Tokens(text string) int {
	han, other := 0, 0
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			han++
		} else {
			other += len(string(r))
		}
	}
	return han + (other+3)/4
}

// The headings of a Context, in English and Chinese.
var contextHeadings = map[bool][3]string{
	false: {"How to work for this user:", "What is known of this user:", "Said and not yet digested:"},
	true:  {"怎样为这位用户做事：", "关于这位用户：", "说过而尚未整理的："},
}

// Context returns what was recalled as a block for a prompt of at most
// maxTokens, 0 for any number: first how the agent is to work, then what is
// known, then the user's turns of sessions that the bank doesn't hold yet. What
// does not fit is left out whole, the least fitting first. It is empty if
// nothing was recalled.
func (r Recalled) Context(maxTokens int) string {
	var lines [3][]string
	for _, h := range r.Hits {
		text := h.Entry.Content
		if h.Entry.Doubted {
			text += " (?)"
		}
		i := 1
		if h.Entry.Kind.URAM() {
			i = 0
		}
		lines[i] = append(lines[i], text)
	}
	for _, a := range r.Pending {
		for _, t := range a.Turns {
			if t.Speaker == User && t.Text != "" {
				lines[2] = append(lines[2], a.At.Format("2006-01-02: ")+t.Text)
			}
		}
	}
	var b strings.Builder
	left := maxTokens
	for i, list := range lines {
		open := false
		for _, text := range list {
			add := "- " + strings.Join(strings.Fields(text), " ") + "\n"
			if !open {
				add = contextHeadings[isHan(lines)][i] + "\n" + add
			}
			if n := Tokens(add); maxTokens > 0 {
				if n > left {
					continue
				}
				left -= n
			}
			b.WriteString(add)
			open = true
		}
	}
	return b.String()
}

// isHan reports whether more of the lines' letters are Han than not, a Han
// character counting for three letters.
func isHan(lines [3][]string) bool {
	balance := 0
	for _, list := range lines {
		for _, text := range list {
			for _, r := range text {
				switch {
				case unicode.Is(unicode.Han, r):
					balance += 3
				case unicode.IsLetter(r):
					balance--
				}
			}
		}
	}
	return balance > 0
}
