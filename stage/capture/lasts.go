package capture

import (
	"strconv"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// lasts returns when a state that a unit tells of is over by the span that it names from
// now on: these days, the next two weeks, 未来三天; the week at hand or, of an event told in English
// without a verb ("Inventory next week"), that of its date. Zero if it names none, or
// tells of what has happened.
func (c *capture) lasts(us unit) (end time.Time) {
	at := c.session.At
	for _, u := range us {
		if indisposed(u) {
			end = latest(end, ahead(at, 0, 'd'))
		}
		if n, unit := stretch(u); n > 0 {
			end = latest(end, ahead(at, n, unit))
		}
		if narrates(u) || u.cues.Has(lang.Standing) {
			continue
		}
		for _, w := range ending(u.text, u.dates) {
			if w.Grain == lang.Week && !w.From.After(at) || w.From.After(at) && w.Grain <= lang.Week && !u.cues.Han() && fragment(u) {
				end = latest(end, w.To)
			}
		}
	}
	return end
}

// indisposed reports whether a sentence tells of a mood or an ailment of this very day: "I've
// a headache today", 刚吵了一架，心情很差.
func indisposed(u *utterance) bool {
	return passing(u) && !habitual(u) && u.says(moodEN, moodZH)
}

// happened reports whether an English unit tells of what came about in the week or month
// at hand, which stays true: "I sold the piano this week".
func happened(us unit) bool {
	for _, u := range us {
		if u.cues.Han() || !narrates(u) || u.cues.Has(lang.Plan) || !thisSpanEN.MatchString(u.cues.Folded()) {
			return false
		}
	}
	return true
}

var thisSpanEN = gist.Compile(` this (?:week|month)(?: [^a-z]|$)`)

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// ahead returns the midnight at which n days, weeks or months from today on are over.
func ahead(at time.Time, n int, unit byte) time.Time {
	y, m, d := at.Date()
	switch unit {
	case 'w':
		n *= 7
	case 'm':
		return time.Date(y, m+time.Month(n), d+1, 0, 0, 0, 0, at.Location())
	}
	return time.Date(y, m, d+n+1, 0, 0, 0, 0, at.Location())
}

// stretch reads how long from now on a sentence says that something is so: n days, weeks or
// months (d, w, m); 0 if it does not say. "These days" are about three.
func stretch(u *utterance) (n int, unit byte) {
	if u.cues.Han() {
		if m := stretchZH.FindStringSubmatch(u.text); m != nil {
			return count(m[1]), unitsZH[strings.TrimPrefix(m[2], "个")]
		}
		if m := abstainZH.FindStringSubmatch(u.text); m != nil && len(u.dates) == 0 && !doneZH.MatchString(u.text) {
			return count(m[1]), unitsZH[strings.TrimPrefix(m[2], "个")]
		}
		if theseZH.MatchString(u.text) && (!doneZH.MatchString(u.text) || moodZH.MatchString(u.text)) {
			return aFew, 'd'
		}
		return 0, 0
	}
	folded := u.cues.Folded()
	if m := stretchEN.FindStringSubmatch(folded); m != nil {
		return count(strings.TrimSpace(m[1])), m[2][0]
	}
	if m := abstainEN.FindStringSubmatch(folded); m != nil && len(u.dates) == 0 && !sofarEN.MatchString(folded) && !habitual(u) {
		return count(strings.TrimSpace(m[1])), m[2][0]
	}
	if theseEN.MatchString(folded) && !habitual(u) {
		return aFew, 'd'
	}
	return 0, 0
}

var unitsZH = map[string]byte{"天": 'd', "日": 'd', "周": 'w', "星期": 'w', "礼拜": 'w', "月": 'm'}

// aFew is how many days people mean by these days, or a few.
const aFew = 3

// count reads a small number; what says none is a few.
func count(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if n, ok := counts[s]; ok {
		return n
	}
	return aFew
}

var counts = map[string]int{"": 1, "a": 1, "one": 1, "couple of": 2, "a couple of": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}

var (
	moodEN    = gist.Compile(` (?:am|is|feel|feels|feeling|being) (?:\w+ ){0,3}?(?:stressed|tired|exhausted|shattered|upset|angry|grumpy|nervous|anxious|sad|down|sick|ill|unwell|poorly|dizzy|hungover|sore|off sorts) | (?:have|has|got|with) (?:(?:a|an|the|got|bit|of|bad|terrible|splitting|slight) )+(?:headache|migraine|cold|fever|temperature|cough|stomach ache|toothache|hangover|sore throat) | (?:bad|foul|terrible|low|rotten) mood `)
	moodZH    = gist.Compile(`心情[^，。]{0,3}(?:差|糟|坏|低落|不好)|情绪[^，。]{0,3}(?:差|糟|低落|不好)|(?:头|嗓子|肚子|胃|牙|喉咙|腰|背)[^，。]{0,3}(?:疼|痛|哑|不舒服|难受)|发烧|感冒|咳嗽|拉肚子|没睡好|(?:好|很|太|特别|有点)(?:累|困|烦|难受|郁闷|紧张|焦虑|丧)`)
	stretchEN = gist.Compile(` (?:the|these) next (\d{1,2} |couple of |few |two |three |four |five |six |seven |eight |nine |ten )?(day|week|month)s? `)
	// abstainEN and abstainZH tell what is not to be for a time (of which a date in the sentence says the end itself), and sofarEN for how long it has not been.
	abstainEN = gist.Compile(` (?:no|not|cannot|off|without|avoid) (?:\w+ ){0,4}?for (?:the next |another )?(a |one |\d{1,2} |a couple of |two |three |four |five |six |seven |eight |nine |ten )(day|week)s? `)
	sofarEN   = gist.Compile(` (?:have|has|had|did|do|does|was|were|been) (?:not |never |no )?| weeks now | days now | after | before `)
	abstainZH = gist.Compile(`(\d{1,2}|[一两二三四五六七八九十])(天|日|个?星期|个?礼拜|周)(?:之内|以内|内|里)?都?(?:不能|不可以|不可|不准|不许|不得|别|不要|忌|没法)`)
	theseEN   = gist.Compile(` (?:these|the next few|the coming) days `)
	stretchZH = gist.Compile(`(?:未来|接下来|往后|之后|今后)(?:的|这)?(\d{1,2}|[一两二三四五六七八九十几])(天|日|个?星期|个?礼拜|周|个?月)`)
	theseZH   = gist.Compile(`(?:这|最近|近)(?:几|两|两三|三四|三)天`)
	doneZH    = gist.Compile(`了[^，。！]*[^，。！吧呢啊]`)
)
