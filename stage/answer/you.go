package answer

import (
	"strings"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// toYou turns what entries say of the user into what is said to him, where he asks in his own person and no text
// was written for others: "The user runs" → "You run", 用户的 → 你的.
func (a *answer) toYou(text string) string {
	if a.wrote || !gist.SpeaksForSelf(a.query.Text) {
		return text
	}
	if a.han {
		return strings.ReplaceAll(text, "用户", "你")
	}
	text = strings.NewReplacer("The user's", "Your", "the user's", "your").Replace(text)
	words := strings.Split(text, " ")
	var out []string
	for i := 0; i < len(words); i++ {
		w := words[i]
		if i+1 < len(words) && strings.EqualFold(w, "the") && strings.TrimRight(words[i+1], ",.;:") == "user" {
			you := map[bool]string{true: "You", false: "you"}[w == "The"]
			out = append(out, you+words[i+1][len("user"):])
			if i++; words[i] == "user" && i+1 < len(words) { // what it does follows
				i++
				out = append(out, verbOfYou(words[i]))
			}
			continue
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// verbOfYou returns a verb in the third person as it stands after "you".
func verbOfYou(v string) string {
	switch v {
	case "is":
		return "are"
	case "was":
		return "were"
	case "isn't":
		return "aren't"
	case "wasn't":
		return "weren't"
	}
	return baseVerb(v)
}
