package stage

import (
	"regexp"
)

// asksEnd reports whether a question asks when something ends or has to be done:
// until when, by when, how long.
func asksEnd(question string) bool { return asksEndWords.MatchString(question) }

// tellsEnd reports whether a statement has a word for an end or a limit in time.
// In English that is often one that has other uses ("to", "by", "before"): it
// counts for what else the statement shares with the question.
func tellsEnd(statement string) bool { return tellsEndWords.MatchString(statement) }

var (
	asksEndWords  = regexp.MustCompile(`(?i)\b(?:until|till|by (?:when|what)|how long|deadline|closing|to which|last day)\b|到(?:什么时候|哪天|何时|几)|多久|截止|为止|期限|哪天之前|什么时候前|最晚|最迟`)
	tellsEndWords = regexp.MustCompile(`(?i)\b(?:until|till|by|to|before|deadline|closing|expires?|ends?|through|due)\b|[到前止至]`)
)

// asksWording reports whether a question asks for a text or for what to say, or
// about one.
func asksWording(question string) bool { return wordingWords.MatchString(question) }

// rulesWording reports whether a rule is about texts or about what is said: it
// begins with one, or with a word of saying. What comes late in a rule is what
// the agent does about something else.
func rulesWording(rule string) bool {
	begin := []rune(rule)
	return wordingWords.MatchString(string(begin[:min(len(begin), ruleHead)]))
}

// ruleHead is how many characters the beginning of a rule has.
const ruleHead = 24

var wordingWords = regexp.MustCompile(`(?i)\b(?:draft(?:s|ed|ing)?|messages?|texts?|texted|e?-?mails?|letters?|repl(?:y|ies|ied)|answer(?:s|ed|ing)?|notes?|writ(?:e|es|ing|ten)|sentences?|lines?|one-line|wording|says?|tell(?:s|ing)?|emojis?|sign(?:s|ed)?)\b|[写拟回答说发报]|消息|语气|称呼|落款|口气`)
