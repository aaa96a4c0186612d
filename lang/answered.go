package lang

import (
	"strings"
	"unicode/utf8"
)

// Answered returns what a short answer says together with the question that it answers,
// as a statement of who answers: "Where do you work?" and "At a mill" are "I work at a
// mill", 几点起床 and 六点 are 我六点起床. It knows yes and no, a value for the word that asks
// for it, and one of two that were offered; "" for all else.
func Answered(question, answer string) string {
	question, answer = strings.TrimSpace(question), strings.Trim(strings.TrimSpace(answer), "。.！! ")
	if question == "" || answer == "" || IsHan(question) != IsHan(answer) && IsHan(question) {
		return ""
	}
	if IsHan(question) {
		return answeredZH(strings.TrimRight(TrimOpening(question), "？?呢啊呀 "), answer)
	}
	return answeredEN(strings.TrimRight(TrimOpening(question), "? "), answer)
}

// swappedZH puts what the asker says of the two into the mouth of the one who answers.
func swappedZH(s string) string {
	return strings.NewReplacer("您", "我", "你", "我", "我们", "你们", "我", "你").Replace(s)
}

// withTail puts what an answer says beside its first part behind a statement.
func withTail(statement, tail, sep string) string {
	if tail == "" {
		return statement
	}
	return statement + sep + tail
}

// sharedUnit returns how many bytes of what stands after the asking word the answer says
// itself: 多少斤 and 六十斤 have one unit.
func sharedUnit(answer, after string) int {
	if _, n := utf8.DecodeRuneInString(after); n > 0 && strings.HasSuffix(answer, after[:n]) {
		return n
	}
	return 0
}
