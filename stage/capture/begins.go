package capture

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What begins on a day does not end with it: "the new accountant starts on 11 May",
// 下周一起. It ends, if at all, when the time is over that it is said to take.

// ending returns the dates of text with which what it tells of can be over: none on
// which it begins, unless it says how long it takes from then on (7月6号起培训两周); such a
// date covers that time.
func ending(text string, dates []lang.When) []lang.When {
	out := make([]lang.When, 0, len(dates))
	for i, w := range dates {
		next := len(text)
		if i+1 < len(dates) {
			next = max(w.End, dates[i+1].Start)
		}
		n, unit := taking(text[w.End:next])
		if n > 0 && w.Grain == lang.Day {
			w.To = ahead(w.From.AddDate(0, 0, -1), n, unit)
		} else if begins(text[:w.Start], text[w.End:next]) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// begins reports whether something begins on the date that stands between before and after.
func begins(before, after string) bool {
	if lang.IsHan(before + after) {
		return beginsAfterZH.MatchString(after) || beginsBeforeZH.MatchString(before)
	}
	return beginsEN.MatchString(before) || beginsAfterEN.MatchString(after)
}

var (
	beginsEN       = gist.Compile(`(?i)\b(?:from|since|as of|effective|starting|beginning)(?: on)?(?: the)? $|\b(?:starts?|started|starting|begins?|began|beginning|joins?|joined|joining|takes? over|took over|taking over|takes? up|becomes?|becoming|retires?|retiring|moves? (?:in|into|to)|moving (?:in|into|to)|switch(?:es|ing)? to|chang(?:e|es|ing) to|gets? married|marr(?:y|ies|ying)|(?:comes?|coming|goes|go|going) into (?:force|effect)|valid from)\b[^.;,!?]{0,60}$`)
	beginsAfterEN  = gist.Compile(`(?i)^ (?:onwards?|on,|and after)`)
	beginsAfterZH  = gist.Compile(`^(?:[上下]午|早上|晚上)?(?:起|开始|以后|之后|后|始|正式)|^[^，。；！？]{0,8}?(?:开始|入职|上任|就任|到任|接手|接任|接替|接管|到岗|上岗|报到|转正|退休|结婚|领证|生效|启用|开业|搬到|搬进|搬去|改为|改成|换成|调到|调去)`)
	beginsBeforeZH = gist.Compile(`(?:从|自从|自|打|始于)$|(?:入职|上任|接手|接任|生效|启用|搬家|开业)(?:时间|日期|日子)?(?:是|在|定在|为)?$`)
)

// taking reads how long something takes from the date on that text follows: 住五天, "for
// two weeks". 0 if it does not say.
func taking(text string) (n int, unit byte) {
	if lang.IsHan(text) {
		if m := takingZH.FindStringSubmatch(text); m != nil {
			return count(m[1]), unitsZH[strings.TrimPrefix(m[2], "个")]
		}
		return 0, 0
	}
	if m := takingEN.FindStringSubmatch(strings.ToLower(text)); m != nil {
		return count(strings.TrimSpace(m[1])), m[2][0]
	}
	return 0, 0
}

var (
	takingEN = gist.Compile(`^(?: ?[^\s,.;!?]+){0,4},? for (?:about |around )?(a |one |\d{1,2} |a couple of |two |three |four |five |six |seven |eight |nine |ten )(day|night|week|month)s?(?:[^a-z-]|$)`)
	takingZH = gist.Compile(`(?:住|玩|待|呆|休|假|培训|学|出差|歇|停|放|请|去|借|租|办|一共|总共|共|为期|连续|连)(?:上|个|了)?(\d{1,2}|[一两二三四五六七八九十])(天|日|晚|个?星期|个?礼拜|周|个月)(?:[^前后内]|$)`)
)

// endings returns the dates with which what a unit tells of can be over.
func (us unit) endings() (dates []lang.When) {
	for _, u := range us {
		dates = append(dates, ending(u.text, u.dates)...)
	}
	return dates
}

// takes reports whether a sentence says how long something takes from a date on.
func (u *utterance) takes() bool {
	return slices.ContainsFunc(u.dates, func(w lang.When) bool {
		n, _ := taking(u.text[w.End:])
		return n > 0
	})
}

// occasion reports whether a sentence tells of something to come that is over on its day,
// and of nothing that begins, without a word of a plan: "I have a meeting on 4 March", 我3月4日有个会.
func (u *utterance) occasion() bool {
	if narrates(u) || habitual(u) || len(ending(u.text, u.dates)) < len(u.dates) {
		return false
	}
	return u.says(occasionEN, occasionZH)
}

var (
	occasionEN = gist.Compile(` (?:have|has|have got|has got|there is|got) (?:an? |another |the |my |her |his |our )?(?:\w+ ){0,2}?(?:meeting|appointment|call|interview|lesson|viewing|flight|party|date|checkup|check-up|test|hearing|visit|presentation|audition|rehearsal|concert|dinner|lunch|event|match|race|session|trip) | (?:i|we|he|she|they) (?:will )?(?:fly|flies|travel|travels|leave|leaves|depart|departs|sail|sails|drive|drives|go|goes|head|heads|meet|meets|see|sees|visit|visits) (?:\w+ ){0,5}?on `)
	occasionZH = gist.Compile(`有(?:个|一个|场|一场|次|一次|趟|一趟|顿)?[^，。]{0,6}(?:会|会议|课|约|约会|航班|聚会|饭局|活动|演出|比赛|讲座|答辩|门诊|酒席)(?:$|[，。！!,])|[坐乘](?:飞机|高铁|火车|动车)|(?:飞|去)[^，。]{1,8}(?:$|[，。！!,])`)
)
