package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// letter writes told sentences as a message in the user's person. What cannot
// be done and what can be done instead are put so.
func (a *answer) letter(parts []string) string {
	if gist.OwnPerson.MatchString(gist.Unquoted(a.query.Text)) || !strings.Contains(lang.Fold(a.query.Text), " user ") && pronounOf.MatchString(a.brief.Request) {
		return a.ownLetter(parts)
	}
	user := pronounAfter(a.query.Text)
	to := a.recipient()
	other := "her"
	if user == "she" {
		other = "him"
	}
	var body []string
	refused := false
	for _, p := range parts {
		for c := range strings.SplitSeq(p, "; ") {
			s := asUser(c, user, other, to != "")
			if strings.HasPrefix(s, "I can ") && refused {
				s += " instead"
			}
			refused = refused || lang.CuesOf(s).Has(lang.Negation)
			body = append(body, gist.Upper(strings.TrimRight(s, ". ")))
		}
	}
	text := strings.Join(body, ". ")
	if to != "" {
		text = to + ", " + text
	}
	return text
}

// ownLetter writes what the user tells in his own person as a message: whom it
// is for is "you".
func (a *answer) ownLetter(parts []string) string {
	to := a.recipient()
	whom := pronounOf.FindStringSubmatch(a.brief.Request)
	var body []string
	for _, p := range parts {
		if whom != nil {
			p = secondPerson(p, strings.ToLower(whom[1]))
		}
		body = append(body, gist.Upper(p))
	}
	text := strings.Join(body, ". ")
	if to != "" {
		text = to + ", " + text
	}
	return text
}

var pronounOf = regexp.MustCompile(`(?i)\b(?:text|tell|message|write(?: to)?|e-?mail|inform|warn|remind|answer|reply to|let|ask|thank|invite) (him|her|them)\b`)

// secondPerson turns the pronouns of whom a text is for into "you" and "your".
func secondPerson(text, whom string) string {
	words := strings.Fields(text)
	for i, w := range words {
		bare := strings.ToLower(strings.Trim(w, ",.;:!?"))
		to := ""
		switch {
		case bare == map[string]string{"him": "he", "her": "she", "them": "they"}[whom], bare == whom && whom != "her":
			to = "you"
		case bare == map[string]string{"him": "his", "them": "their"}[whom]:
			to = "your"
		case bare == "her" && whom == "her":
			to = "your"
			if i+1 == len(words) || strings.ContainsAny(w, ",.;:!?") {
				to = "you"
			}
		default:
			continue
		}
		words[i] = to + w[len(strings.TrimRight(w, ",.;:!?")):]
	}
	return strings.Join(words, " ")
}

// pronounAfter returns the pronoun by which the question means the user.
func pronounAfter(q string) string {
	low := lang.Fold(q)
	i := strings.Index(low, " the user ")
	if i < 0 {
		i = 0
	}
	he, she := strings.Index(low[i:], " he "), strings.Index(low[i:], " she ")
	if he < 0 {
		he = strings.Index(low[i:], " his ")
	}
	if she < 0 {
		she = strings.Index(low[i:], " her ")
	}
	if she >= 0 && (he < 0 || she < he) {
		return "she"
	}
	return "he"
}

// recipient returns to whom the text goes, as one calls them.
func (a *answer) recipient() string {
	m := goesTo.FindStringSubmatch(a.query.Text)
	if m == nil {
		return ""
	}
	who := strings.TrimSpace(m[1] + m[2])
	switch strings.ToLower(who) {
	case "mother", "mum", "mom":
		return "Mum"
	case "father", "dad":
		return "Dad"
	}
	if who != "" && who[0] >= 'A' && who[0] <= 'Z' {
		return who
	}
	return ""
}

var goesTo = regexp.MustCompile(`(?:(?i:text|message|tell|write(?: to)?|e-?mail|answer|reply to|note to|line to|draft to|letter to|message to|text to|message for) )(?:(?i:the user's|his|her) ([a-z]+)|([A-Z][a-z]+)\b)`)

// asUser turns what is told of the user into what the user says: "the
// user has" → "I have", and the other one into "you" where the text is for them.
func asUser(s, user, other string, you bool) string {
	words := strings.Fields(strings.ReplaceAll(s, "the user's", "my"))
	var out []string
	subject := false
	for i := 0; i < len(words); i++ {
		w := words[i]
		bare := strings.ToLower(strings.Trim(w, ",.;:!?"))
		tail := w[len(strings.TrimRight(w, ",.;:!?")):]
		to := ""
		now := false
		switch {
		case bare == "the" && i+1 < len(words) && strings.EqualFold(strings.Trim(words[i+1], ",.;:"), "user"):
			tail = words[i+1][len(strings.TrimRight(words[i+1], ",.;:!?")):]
			i++
			to, now = "I", true
		case bare == user:
			to, now = "I", true
		case bare == user+"'ll" || bare == user+"'d":
			to = "I" + bare[len(user):]
		case bare == user+"'s":
			to = "I'm"
		case user == "he" && bare == "his" || user == "she" && bare == "her" && other != "her":
			to = "my"
		case user == "he" && bare == "him":
			to = "me"
		case you && other == "her" && bare == "her":
			to = "your"
		case you && other == "him" && bare == "him":
			to = "you"
		case subject:
			to = baseVerb(bare)
		}
		if to == "" {
			to, tail = w, ""
		}
		out = append(out, to+tail)
		subject = now && tail == ""
	}
	return strings.Join(out, " ")
}

// baseVerb returns a verb in the third person as it stands after "I".
func baseVerb(v string) string {
	switch v {
	case "is":
		return "am"
	case "has":
		return "have"
	case "does":
		return "do"
	case "was", "always", "this", "as":
		return v
	case "doesn't":
		return "don't"
	case "isn't":
		return "am not"
	}
	switch {
	case strings.HasSuffix(v, "ies") && len(v) > 4:
		return v[:len(v)-3] + "y"
	case strings.HasSuffix(v, "sses"), strings.HasSuffix(v, "shes"), strings.HasSuffix(v, "ches"), strings.HasSuffix(v, "oes"):
		return v[:len(v)-2]
	case strings.HasSuffix(v, "s") && !strings.HasSuffix(v, "ss") && len(v) > 3:
		return v[:len(v)-1]
	}
	return v
}
