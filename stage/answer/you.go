package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// toYou turns what entries say of the user into what is said to him, and of the agent into its own words, where he asks and no
// text was written for others: "The user runs" → "You run", "the agent may" → "I may", 用户的 → 你的. Who speaks of
// "the user", or of "her", is somebody else.
func (a *answer) toYou(text string) string {
	if a.wrote || !gist.SpeaksForSelf(a.query.Text) && (!a.query.ByUser || aboutUser.MatchString(a.question.Cues.Folded())) {
		return text
	}
	if a.han {
		return agentZH.ReplaceAllString(strings.ReplaceAll(text, "用户", "你"), "${1}我")
	}
	text = strings.NewReplacer("The user's", "Your", "the user's", "your", "The agent's", "My", "the agent's", "my").Replace(text)
	words := strings.Split(text, " ")
	var out []string
	for i := 0; i < len(words); i++ {
		w := words[i]
		noun, mark := "", ""
		if i+1 < len(words) && strings.EqualFold(w, "the") {
			noun = strings.TrimRight(words[i+1], ",.;:")
			mark = words[i+1][len(noun):]
		}
		switch {
		case noun == "user":
			w = map[bool]string{true: "You", false: "you"}[w == "The"]
		case noun == "agent" && w == "the" && follows(out):
			w = "me"
		case noun == "agent":
			w = "I"
		default:
			out = append(out, w)
			continue
		}
		out = append(out, w+mark)
		if i++; mark == "" && w != "me" && i+1 < len(words) && (w != "you" || !follows(out[:len(out)-1])) { // what it does follows
			i++
			for i+1 < len(words) && beforeVerb.MatchString(words[i]) {
				out = append(out, words[i])
				i++
			}
			out = append(out, verbOf(w, words[i]))
		}
	}
	return strings.Join(out, " ")
}

// aboutUser is a question that speaks of the user as of somebody else.
var aboutUser = regexp.MustCompile(` (?:the user|user's|he|she|his|her|hers|him|they|their|them) |用户|他|她`)

// agentZH is the agent in Chinese, where the word is not another's post: 小李是厨房助手.
var agentZH = regexp.MustCompile(`(^|\P{Han}|[让给叫请要跟和对把被由你望])助手`)

// beforeVerb is an adverb between who acts and the verb.
var beforeVerb = regexp.MustCompile(`^(?:\w+ly|always|never|often|also|still|just|even|sometimes|usually|only|already|now|then)$`)

// follows reports whether the next word stands after a verb or a preposition, and so is no subject.
func follows(words []string) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return last != "" && !strings.ContainsAny(last[len(last)-1:], `,.;:?!"')`) && !strings.HasSuffix(last, "’") && !strings.HasSuffix(last, "”") && !slices.Contains(joining, strings.ToLower(last))
}

var joining = strings.Fields("and but or that if when whenever while because so as than what where how which before after until since unless though once")

// verbOf returns a verb in the third person as it stands after "you" or "I".
func verbOf(who, v string) string {
	switch v {
	case "is":
		return map[bool]string{true: "am", false: "are"}[who == "I"]
	case "was":
		return map[bool]string{true: "was", false: "were"}[who == "I"]
	case "isn't":
		return map[bool]string{true: "am not", false: "aren't"}[who == "I"]
	case "wasn't":
		return map[bool]string{true: "wasn't", false: "weren't"}[who == "I"]
	}
	return baseVerb(v)
}
