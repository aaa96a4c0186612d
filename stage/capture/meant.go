package capture

import (
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// meant leaves out the sentences that state nothing however they are worded:
// what is pasted, supposed, said in jest or in passing or asked to be forgotten, and what
// stands beside such a sentence and belongs to it.
func meant(sentences []utterance) []utterance {
	out := make([]utterance, 0, len(sentences))
	for i := range sentences {
		u := &sentences[i]
		if u.pasted || endless(u) || chatters(u) || tasked(u) && !u.answers || forgets(u) || jokes(u) || u.cues.Has(lang.Hypothesis) && !u.cues.Has(lang.Standing) || u.cues.Han() && supposes(u) {
			continue
		}
		if i > 0 && beside(&sentences[i-1], u) && forgets(&sentences[i-1]) {
			continue
		}
		if i+1 < len(sentences) && beside(u, &sentences[i+1]) {
			next := &sentences[i+1]
			if forgets(next) || jokes(next) && next.content() <= 3 {
				continue
			}
		}
		out = append(out, *u)
	}
	return out
}

func beside(a, b *utterance) bool { return a.turn == b.turn && a.pasted == b.pasted }

func forgets(u *utterance) bool {
	return !u.pasted && (gist.AsksToForget(u.text) || gist.AsksBarely(u.text))
}

func jokes(u *utterance) bool { return u.cues.Has(lang.Jest) }

// endless reports whether u goes on for longer than anybody speaks without an
// end: it is data (Base64, a table, a log) or text that got in by mistake.
func endless(u *utterance) bool { return utf8.RuneCountInString(u.text) > longestSentence }

const longestSentence = 1000
