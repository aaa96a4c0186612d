package lang

import (
	"strings"
	"sync"
)

// grammar are the words that conditions, marks and persons look for. Most words
// are none of them, and are passed over after one look instead of a dozen; a list that one
// of the three reads anew belongs here too.
var grammar = sync.OnceValue(func() map[string]bool {
	m := set("for on about when anything in as 问题 called named nothing reserved limited restricted confined apart other too")
	for _, words := range []map[string]bool{
		conditionsEn, conditionsZh, conditionEndsZh,
		onlyWords, exceptWords, sometimesWords, rarelyWords, excessWords,
		userWords, agentWords, aims, demands,
	} {
		addKeys(m, words)
	}
	addKeys(m, moods)
	addKeys(m, roles)
	return m
})

// plain reports whether a word is none of grammar's, with or without 's.
func plain(w string) bool {
	return !grammar()[w] && (!strings.HasSuffix(w, "'s") || !grammar()[w[:len(w)-2]])
}
