package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// directed says in direct speech what a rule wants the agent to do to whoever
// asks: turn the request down, ask something first, send him elsewhere, or put
// the matter off. What the rule says of it in detail is said after that.
func (a *answer) directed() string {
	for _, f := range a.rules() {
		if !a.bearsOn(f) || a.kept[f] {
			continue
		}
		ways := []func(*answer, *found) string{(*answer).putsOff}
		if a.ask.Act || a.ask.YesNo || len(a.brief.Told)+len(a.brief.Quotes) > 0 || gist.SpeaksForSelf(a.query.Text) { // else it is a question about the rule
			ways = append(ways, (*answer).asksFirst, (*answer).turnsDown, (*answer).keepsSecret)
		}
		for _, way := range ways {
			if s := way(a, f); s != "" {
				return s
			}
		}
	}
	return ""
}

// bearsOn reports whether a rule is among those that the question is about: of
// a handful each is, of more those that are as near as the nearest.
func (a *answer) bearsOn(f *found) bool {
	if len(a.ranked) <= fewEnough {
		return true
	}
	best := 0.0
	for _, r := range a.rules() {
		best = max(best, r.score)
	}
	return f.score >= 0.75*best
}

// asksFirst asks what a rule wants to be known before anything else: 先问尺寸再报价,
// "asks for the size before quoting".
func (a *answer) asksFirst(f *found) string {
	if _, bounded := limitOf(f.Entry.Content); len(a.question.Values) > 0 && (bounded || len(limitCases(f.Entry.Content)) > 0) {
		return "" // what is to be asked is told, and parts the cases
	}
	if m := askFirstZH.FindStringSubmatch(f.Entry.Content); m != nil {
		what := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(m[1], "清楚"), "一下"), "一句")
		a.asked = true
		if strings.HasSuffix(what, "好") {
			return what + "？"
		}
		if questionZH.MatchString(what) {
			return "先问一下：" + what + "？"
		}
		if howMuchZH.MatchString(what) {
			return "先告诉我：" + what + "是多少？"
		}
		return "先问一下：" + what + "？"
	}
	if m := askFirstEN.FindStringSubmatch(f.Entry.Content); m != nil && !bans.MatchString(f.Cues.Folded()) {
		what := strings.TrimSpace(m[1] + m[2])
		a.asked = true
		switch {
		case whWord.MatchString(what):
			return "First tell me " + what + "?"
		case strings.HasPrefix(what, "the ") || strings.HasPrefix(what, "a "):
			return "First: what is " + what + "?"
		}
		return "First tell me: " + what + "?"
	}
	return ""
}

var (
	askFirstZH = regexp.MustCompile(`(?:先|要|须|必须|得)(?:先)?(?:反?问(?:清楚?|明|一下|过|到|用户|对方|他|她)*|确认|核实|问用户要?)(?:用户|对方|他|她|客人|客户)?的?([^候好\P{Han}]\p{Han}{0,12}?)(?:再|之?后|才|，|,|。|、然后|$)`)
	howMuchZH  = regexp.MustCompile(`(?:值|数|量|额|价|温|糖|压|寸|长|高|重|宽|积|算|龄|时间|日期|尺码|人数)$`)
	questionZH = regexp.MustCompile(`什么|谁|哪|几|多少|怎|是否|吗|有没有|是不是|能不能|要不要`)
	askFirstEN = regexp.MustCompile(`(?i)\b(?:asks?|check(?:s|ed)?|find out|confirm(?:s|ed)?)(?: the user| her| him| them| back)?(?: first)?(?: for| about)? ((?:the |a |how |what |which |who |when |where |whether |if )[^,.;]+?)(?: first\b| before\b| and (?:only )?then\b|,)|^(?:first|always) (?:ask|asks)(?: the user| her| him)?(?: for| about)? ([^,.;]+?)(?: before\b| and then\b|$|,)`)
	whWord     = regexp.MustCompile(`(?i)^(?:how|what|which|who|when|where|whether|if)\b`)
)

// putsOff puts a matter off where a rule wants no work done at this hour.
func (a *answer) putsOff(f *found) string {
	c := f.Entry.Content
	if !lateRule.MatchString(c) || !ofWork.MatchString(c) || !noTalk.MatchString(c) {
		return ""
	}
	limit, _, ok := a.clockIn(c)
	at, _, asked := a.clockIn(a.query.Text)
	if !ok || !asked || sinceNoon(at) < sinceNoon(limit) {
		return ""
	}
	a.asked = true
	if a.han {
		if bedtime.MatchString(c) {
			return "不早了，先去睡，明天再说"
		}
		return "这个明天再说"
	}
	if bedtime.MatchString(c) {
		return "It's late: go to bed, we'll do this tomorrow"
	}
	return "Let's leave that until tomorrow"
}

// sinceNoon counts the minutes from noon on, on a dial of twelve hours: what is
// late in the evening is told without its half of the day as often as with it.
func sinceNoon(minutes int) int {
	if minutes >= 12*60 {
		return minutes - 12*60
	}
	return minutes
}

var (
	ofWork   = regexp.MustCompile(`(?i)助手|作?答|谈|聊|工作|公事|处理|\b(?:agent|assistant|work|paperwork|business|talks?|tasks?|answers?|questions?|bills?|tax\w*)\b`)
	lateRule = regexp.MustCompile(`(?i)以后|之后|过了|\bafter\b|\bpast\b|\bfrom\b`)
	noTalk   = regexp.MustCompile(`(?i)不(?:作?答|谈|聊|回|处理|接|讨论|干)|\b(?:no|not|never|won't|don't|does not|refus\w+|declin\w+|stops?)\b`)
	bedtime  = regexp.MustCompile(`(?i)睡|\bbed\b|\bsleep`)
)

// turnsDown declines what a rule wants declined, in a few words of courtesy.
func (a *answer) turnsDown(f *found) string {
	if !declining.MatchString(f.Entry.Content) {
		return ""
	}
	refer := ""
	if m := refersTo.FindStringSubmatch(f.Entry.Content); m != nil {
		refer = strings.TrimSpace(m[1] + m[2] + m[3])
	}
	a.asked = true
	switch {
	case a.han && refer != "":
		return "抱歉，这个我不好说，请直接问" + refer
	case a.han:
		return "不好意思，这个不行"
	case refer != "":
		return "Sorry, I can't say; please ask " + refer
	}
	return "Sorry, I'm afraid I can't"
}

// refersTo names to whom a matter is sent on.
var refersTo = regexp.MustCompile(`(?:请|让|叫|建议|转给?|推给)(?:其|他|她|用户|对方|客户|租客|店员|家长)?(?:直接|自己)?(?:去)?(?:联系|找|问|咨询|打给)?([\p{Han}]{2,8}?)(?:本人)?(?:[，,。；]|$)|(?i:\b(?:sends?|sent|referr?(?:s|ed)?|points?|pointed|directs?|directed|passes|passed)\b)(?: \w+){0,3} to ((?:(?:Dr|Mr|Mrs|Ms|nurse|Nurse) )?[A-Z]\w+(?: [A-Z]\w+)?|(?:the|his|her|their) (?:[a-z]+))|(?i:\b(?:ask|call|contact)s?) ((?:(?:Dr|Mr|Mrs|Ms|nurse|Nurse) )?[A-Z]\w+(?: [A-Z]\w+)?)`)

// keepsSecret says nothing of what a rule wants told to nobody.
func (a *answer) keepsSecret(f *found) string {
	if !secret.MatchString(f.Entry.Content) || !a.ask.Act {
		return ""
	}
	if a.han {
		return "这个不方便透露"
	}
	return "Sorry, I can't tell you that"
}

var secret = regexp.MustCompile(`(?i)不(?:透露|告诉|外传|外说|泄露|向\p{Han}{1,8}透露)|保密|只(?:告诉|跟|对)\p{Han}{1,4}(?:说|讲|知道|$)|\b(?:to|by|for) (?:nobody|no one)\b|\b(?:not|never) (?:be )?(?:told|disclosed|revealed|shared|passed on|given out|mentioned) (?:to|with)\b|\b(?:never|not) (?:tell|disclose|reveal|share)\b|\bkept? (?:secret|private|confidential)\b`)

var declining = regexp.MustCompile(`(?i)婉拒|拒绝|谢绝|推掉|推辞|回绝|不作?答|不回答|不拍板|不表态|不评论|[不别](?:给|作|做)(?:任何)?(?:意见|建议|推荐|判断|诊断|评价|承诺|安排)|(?:回答|答|说)不行|不同意|不答应|\b(?:answer is no|say no|says no|declin\w+|refus\w+|turn(?:s|ed)? down|(?:gives?|has|offers?) no (?:advice|opinion|answer|comment)|not (?:be )?(?:judged|answered|discussed|commented|accepted|given)|(?:doesn't|does not|don't|do not|never|won't) (?:judge|answer|advise|comment|give (?:an )?(?:advice|opinion)|decide|take sides))\b`)
