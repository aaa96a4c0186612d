package capture

import (
	"slices"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// mended puts right in place what the user said before in the session and then takes back
// ("no, it's four"), and leaves out the sentence that does so. One that puts right what an
// earlier session told says nothing by itself; it is left to the Updater.
func mended(sentences []utterance, at time.Time) []utterance {
	var out []utterance
	for i := range sentences {
		u := &sentences[i]
		r, ok := gist.RepairOf(u.text)
		if !ok || u.pasted || u.question {
			out = append(out, *u)
			continue
		}
		for j := len(out) - 1; j >= 0 && u.turn-out[j].turn <= repairReach; j-- {
			if text, ok := r.Mend(out[j].text); ok && !out[j].pasted && !out[j].question {
				turns := append(slices.Clone(out[j].mends), u.turn)
				out[j] = out[j].reworded(text, at)
				out[j].mends = turns
				break
			}
		}
	}
	return out
}

// repairReach is how many turns back one puts right what one said.
const repairReach = 4

// retold reports whether a sentence tells outright of a change in what people keep: where
// the user lives now, who has a role now, what an amount or a date has been put to.
func retold(u *utterance) bool {
	third := lang.ThirdPerson(u.text, "the user", "the agent")
	if u.cues.Han() {
		third = lang.ThirdPerson(u.text, "用户", "助手")
	}
	if h := gist.Holder(third); h.New {
		return true
	}
	if _, _, ok := gist.Shifted(u.text); ok {
		return true
	}
	if u.cues.Han() {
		return homeZH.MatchString(u.text)
	}
	return homeEN.MatchString(u.text)
}

var (
	homeEN = gist.Compile(`(?i:\b(?:i|we)(?:['’]ve| have)?(?: just| recently| finally| now| since)* (?:moved|relocated)(?: back| over| up| down| out)?) to [A-Z]`)
	homeZH = gist.Compile(`(?:^|[，。])(?:我们?|咱们?|全家|一家人|我家)?(?:已经|刚刚?|最近|上周|上个?月|今年|现在|都)*搬(?:到|去|进|回)了?\p{Han}{2,}`)
)
