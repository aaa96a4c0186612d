package capture

import (
	"cmp"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// knowledge captures what one of the two says that a word of the user's means: "whenever
// you say tomorrow, it is next week", 我说随便就是不想要. What the agent says counts unless
// the user's next turn turns it down.
func (c *capture) knowledge() {
	for i, t := range c.session.Turns {
		if t.Speaker == dyadmem.Tool {
			continue
		}
		agent := t.Speaker == dyadmem.Agent
		for _, s := range lang.Sentences(t.Text) {
			if !meaning(s.Text, agent) || lang.CuesOf(s.Text).Has(lang.Hypothesis, lang.Forget) {
				continue
			}
			if !agent && !c.voiced[i] {
				c.add(dyadmem.AgentKnowledge, timeless(s.Text), time.Time{}, i)
			}
			if agent && c.answered(i, func(reply string) bool { return !lang.CuesOf(reply).Has(lang.Refuse, lang.Complaint) }) {
				reply := c.nextOf(i, dyadmem.User)
				c.voiced = map[int]bool{reply: true}
				c.add(dyadmem.AgentKnowledge, offered(s.Text), time.Time{}, i, reply)
			}
		}
	}
}

// timeless rewrites what the user says, without a date: a lesson is of no day.
func timeless(text string) string {
	if lang.IsHan(text) {
		return lang.ThirdPerson(text, "用户", "助手")
	}
	return lang.ThirdPerson(text, "the user", "the agent")
}

// nextOf returns the next turn after i of a speaker's, i itself if there is none.
func (c *capture) nextOf(i int, who dyadmem.Speaker) int {
	for j := i + 1; j < len(c.session.Turns); j++ {
		if c.session.Turns[j].Speaker == who {
			return j
		}
	}
	return i
}

// meaning reports whether a sentence says what it means when the user says something:
// a sign, and what is so then.
func meaning(sentence string, agent bool) bool {
	if lang.IsHan(sentence) {
		if agent {
			return agentMeansZH.MatchString(sentence)
		}
		return userMeansZH.MatchString(sentence)
	}
	folded := lang.Fold(sentence)
	if agent {
		return agentMeansEN.MatchString(folded)
	}
	return userMeansEN.MatchString(folded)
}

var (
	agentMeansEN = gist.Compile(` (?:whenever|every time|each time) you (?:say|write|call|tell me|shout|call it) | from (?:you|your \w+) [^,.;]{0,40}(?: is always | always means | means | is never | usually means )|^(?: then| so)? ?when you (?:say|give me an?|call it) [^,.;]{1,40} , i `)
	userMeansEN  = gist.Compile(` (?:when|whenever|if) i say [^,.;]{1,40},? (?:that |it )?(?:i mean|means|i am really|it is really|i have) `)
	agentMeansZH = gist.Compile(`[您你](?:每[次回]|只要|嘴上|一)(?:说|讲|报)[^。？]{1,24}(?:都|总|就是|其实|多半|往往|通常)|[您你](?:说|讲|报)的[^，。]{1,8}，?我?一律`)
	userMeansZH  = gist.Compile(`我(?:每次|每回|只要|光|嘴上|嘴里|总|要是|一)?(?:说|讲|报|夸|喊)[^，。]{0,10}，?(?:那)?(?:就是|其实是?|多半|往往)[^。]{2,}|我嘴[里巴上][^，。]{1,10}(?:就是|其实)`)
)

// reassured returns the phrase by which the user had just said that nothing is the
// matter, and its turn, where a sentence answers the agent's asking again ("fine",
// "Really?"): what comes out then. The sign is kept with it, so that its recurrence shows.
func (c *capture) reassured(u *utterance) (sign string, turn int) {
	r := u.before
	if r == nil || r.turn != u.turn-1 || !r.asks || len(r.terms) > probeTerms || !c.opens(u) || reassures(u.text) != "" {
		return "", -1
	}
	for i := r.turn - 1; i >= 0; i-- {
		if t := c.session.Turns[i]; t.Speaker == dyadmem.User {
			for _, s := range lang.Sentences(t.Text) {
				sign = cmp.Or(reassures(s.Text), sign)
			}
			return sign, i
		}
	}
	return "", -1
}

const probeTerms = 8

// reassures returns the stock phrase of reassurance that a short sentence holds, "" if
// none.
func reassures(sentence string) string {
	if lang.IsHan(sentence) {
		if len([]rune(sentence)) > 16 {
			return ""
		}
		return calmZH.FindString(sentence)
	}
	folded := lang.Fold(sentence)
	if strings.Count(folded, " ") > 12 {
		return ""
	}
	return strings.TrimSpace(calmEN.FindString(folded))
}

var (
	calmEN = gist.Compile(` (?:fine|coping|managing|all good|no problem|no worries|whatever happens happens|under control|it is nothing|not tired|can not complain|never better|can not be helped|it will work out) `)
	calmZH = gist.Compile(`没事|没问题|还行|还好|挺好|没啥|不累|不要紧|无所谓|都好|好着呢|凑合|能行`)
)

// afterSign writes what came out after a sign; signOf reads the sign back.
func afterSign(content, sign string) string {
	if lang.IsHan(content) {
		return content + "（先说“" + sign + "”）"
	}
	return content + " (after \"" + sign + "\")"
}

func SignOf(content string) string {
	if !strings.Contains(content, `(after "`) && !strings.Contains(content, "（先说“") {
		return ""
	}
	if m := signed.FindStringSubmatch(content); m != nil {
		return m[1] + m[2]
	}
	return ""
}

var signed = gist.Compile(`\(after "([^"]+)"\)$|（先说“([^”]+)”）$`)
