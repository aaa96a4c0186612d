package capture

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// unreminded returns a sentence without what only asks to keep it: "don't forget
// that I am diabetic", 别忘了我对花生过敏, 提醒一下，…; and whether it asked so. What is
// to be done ("don't forget to call") keeps its words.
func unreminded(text string) (rest string, asked bool) {
	pattern := remindEN
	if lang.IsHan(text) {
		pattern = remindZH
	}
	m := pattern.FindStringIndex(text)
	if m == nil {
		return text, false
	}
	rest = strings.TrimLeft(text[m[1]:], " ,:，：")
	if rest == "" || strings.HasPrefix(rest, "to ") {
		return text, false
	}
	return rest, true
}

var (
	remindEN = regexp.MustCompile(`^(?i:(?:and|also|oh|please|so|just|,) )*(?i:(?:do not|don['’]t|never) forget(?: that|,|:)? |(?:please )?(?:remember|note|bear in mind|keep in mind|mind|make a note|for your notes|for the record)(?: that|,|:) |as a reminder,? |(?:just )?a reminder:? )`)
	remindZH = regexp.MustCompile(`^(?:还有|另外|对了|也|可|千万|请|你|您|再|，)*(?:别忘了?|不要忘了?|别忘记|不要忘记|记住|记一下|记好|记着|提醒一下|提醒你一?[下声]|再提醒一?[下次]|再说一遍|跟你说一?[下声]|告诉你一?[下声])[，,：:]?`)
)

// unannounced returns a sentence without what only announces a change or a rule: "I
// changed my mind: …", "new system: …", 立个规矩，….
func unannounced(text string) string {
	pattern := announceEN
	if lang.IsHan(text) {
		pattern = announceZH
	}
	rest := text[len(pattern.FindString(text)):]
	if rest == "" {
		return text
	}
	return rest
}

var (
	announceEN = regexp.MustCompile(`^(?i:(?:and|also|oh|so|but|ok|okay|right|hm|no|,) )*(?i:(?:i|we)(?:['’]ve| have)? changed (?:my|our) minds?|on second thoughts?|change of plans?|a? ?(?:new|one more|another) (?:rule|system|thing)|correction)[:,.;] *`)
	announceZH = regexp.MustCompile(`^(?:还有|另外|对了|那|嗯|，)*(?:我)?(?:改(?:了)?主意了?|变卦了?|(?:再|咱|我)*[立定](?:个|一个|条|一条)(?:新)?规矩|新规矩|改一下|改个规矩)[：:，,。] *`)
)

// tasked reports whether a sentence does no more than order one thing ("write me
// a poem") or give a text to work on ("summarise the mail below",
// 下面是客户发来的邮件，总结一下).
func tasked(u *utterance) bool {
	if u.cues.Has(lang.Standing, lang.Procedure, lang.Ban) || habitual(u) {
		return false
	}
	text := strings.TrimSpace(u.text)
	if singleEN.MatchString(u.cues.Folded()) && !generic(u) || singleZH.MatchString(lang.TrimOpening(text)) {
		return true
	}
	if u.cues.Han() {
		clauses := lang.Clauses(text)
		last := clauses[len(clauses)-1]
		return gist.WorkingZH(last) && (gist.NextZH.MatchString(text) || gist.AnnouncedZH.MatchString(clauses[0])) && !u.firstPerson()
	}
	return gist.WorkingEN.MatchString(text) && (gist.NextEN.MatchString(text) || gist.ThisEN.MatchString(strings.TrimRight(text, ".!? ")) || demonstrated.MatchString(u.cues.Folded()))
}

// What is ordered once: a text, a picture, a sum, something to look up.
var (
	singleEN = regexp.MustCompile(`^ (?:(?:ok|okay|and|so|now|please|then|,) )*(?:write|draft|compose|make|create|generate|translate|find|look up|show|tell|give|suggest|recommend|explain|calculate|work out|count|convert) (?:me |us |him |her |up )?(?:an?|some|the|one|two|three) `)
	singleZH = regexp.MustCompile(`^(?:请|帮我|给我|替我|麻烦你?|你|再|先)*(?:写|画|编|做|拟|翻译|查|找|列|算|推荐|介绍|讲|说|起草|整理)(?:一|个|几|首|篇|份|下|两)`)
)

var demonstrated = regexp.MustCompile(` (?:this|these|that|it) `)
