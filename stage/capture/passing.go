package capture

import (
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// What follows tells what lasts from what passes: an account of the moment, a
// picture of the surroundings and a supposition are talk; a habit is not.

// habitual reports whether a sentence tells what is so again and again.
func habitual(u *utterance) bool {
	if u.cues.Han() {
		return gist.ContainsAny(u.cues.Folded(), "每", "都", "总是", "总得", "老是", "经常", "常常", "时常", "一般", "平时", "向来", "从来", "一直", "习惯", "凡是", "逢")
	}
	return habitEN.MatchString(u.cues.Folded())
}

var habitEN = gist.Compile(` (?:always|usually|never|every|each|often|generally|normally|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends|mornings|evenings|nights|weekly|daily|nightly|hourly|monthly|yearly|annually|whenever) `)

// passing reports whether a sentence tells of this very moment or day.
func passing(u *utterance) bool {
	if u.cues.Han() {
		return gist.ContainsAny(u.cues.Folded(), "刚", "今晚", "今早", "今天", "今日", "正好", "这会儿", "又")
	}
	return gist.ContainsAny(u.cues.Folded(), " just ", " currently ", " at the moment ", " right now ", " tonight ", " this morning ", " this afternoon ", " today ", " again ")
}

// narrates reports whether a sentence is told in the past: it is an event, and
// most events are not kept. What is to hold from now on is none, whatever past gives
// its reason.
func narrates(u *utterance) bool {
	if u.cues.Has(lang.Standing) {
		return false
	}
	if u.cues.Han() {
		return gist.ContainsAny(u.text, "了", "过")
	}
	return gist.PastEN.MatchString(u.cues.Folded())
}

// paints reports whether a sentence paints what goes on around the speaker: it
// begins with something that was not spoken of (a, some, somebody, 有个), or
// something other than the speaker is at it just now (is …ing, 在, 着).
func paints(u *utterance) bool {
	return u.says(sceneEN, sceneZH)
}

var (
	sceneEN = gist.Compile(`^ (?:the |my |our |his |her |their |some |an? |there is |there are |these |those )?(?:\w+ ){0,3}?(?:is|are|was|were|has been|have been) (?:\w+ly |still |just |all )?\w+ing |^ (?:some|an?|there is an?|there is some|somebody|someone) `)
	sceneZH = gist.Compile(`(?:^|[，,])[^我咱你您，,]{0,10}(?:在|正|正在)[^，,]{1,6}(?:呢|着|[，。]|$)|^(?:有个|有人|一[个只条辆位车群])|[放开烧排叫响]着`)
)

// supposes reports whether a sentence says what the speaker would do if
// something came about, and tells the agent nothing.
func supposes(u *utterance) bool {
	if u.cues.Has(lang.Standing, lang.Ban, lang.Wish, lang.Form) || u.secondPerson() {
		return false
	}
	return u.says(supposeEN, supposeZH)
}

var (
	supposeEN = gist.Compile(`^ (?:and |but |well )?if .* (?:i|we) (?:will|would|am going|are going|might|am) `)
	supposeZH = gist.Compile(`(?:^|[，,])我?(?:要是|如果|哪天|真要|等哪天).*(?:就|立马|立刻|我也|我先|，先|我磕|我跪|我给)`)
)

// quipped reports whether the agent answers with a remark and no more: a short
// sentence that confirms, asks and names nothing.
func quipped(u *utterance) bool {
	r := u.after
	if r == nil || r.asks || r.acknowledges() || r.cues.Has(lang.Noting, lang.Standing) || len(r.terms) > quipTerms {
		return false
	}
	return !strings.ContainsAny(r.text, "0123456789:：“\"") && u.echoed() < 0.2
}

const quipTerms = 9

// unmoved reports whether the agent answers that nothing follows from what was
// said: it changes, notes and does nothing.
func unmoved(u *utterance) bool {
	r := u.after
	if r == nil {
		return false
	}
	return r.says(unmovedEN, unmovedZH)
}

var (
	unmovedEN = gist.Compile(` i (?:will|have) (?:leave|left|not|change|changed) | (?:stays?|remains?|unchanged|as (?:it|they) (?:is|are|was|were)|nothing (?:changes|set|noted|goes|moves|planned)|not planned|left (?:alone|as)|for now it) |^ left `)
	unmovedZH = gist.Compile(`先不|就不|那不|不改|没改|不动|没动|照旧|照原|按原|按现在|先按|等你?您?消息|想好再说|再说`)
)

// orderedNot reports whether a sentence orders the agent not to do something, and
// not for this once.
func orderedNot(u *utterance) bool {
	if u.cues.Han() {
		return forbidZH.MatchString(lang.TrimOpening(u.text)) && !onceZH.MatchString(u.text)
	}
	return (forbidEN.MatchString(u.cues.Folded()) || u.without() || forbidsInCase(u.cues.Folded())) && !onceEN.MatchString(u.cues.Folded())
}

// forbidsInCase reports whether an English sentence orders one thing and forbids another
// in a case that it names: "when I paste a letter, fix the spelling and don't change my tone".
func forbidsInCase(folded string) bool {
	m := inCaseEN.FindStringSubmatch(folded)
	return m != nil && !subjectEN.MatchString(" "+m[1]+" ")
}

var inCaseEN = gist.Compile(`^ (?:(?:and|also|so|but) )*(?:when|whenever|if|in|for) [^.;]*?, (?:just |please |always |only )*([a-z]+) [^.;]* and (?:please )?(?:do not|never) \w+`)

// without reports whether an English sentence that answers no question wants something
// left out: "no footnotes in …". The "no" of a refusal stands alone or before a pronoun.
func (u *utterance) without() bool {
	if u.cues.Han() || u.before != nil && u.before.asks && !u.answers {
		return false
	}
	m := withoutEN.FindStringSubmatch(u.cues.Folded())
	return m != nil && !afterNoEN[m[1]]
}

// refuses reports whether a sentence turns something down.
func refuses(u *utterance) bool { return u.cues.Has(lang.Refuse) && !u.without() }

var (
	withoutEN = gist.Compile(`^ (?:(?:and|but|also|so|please|,) )*no (?:more )?([a-z]+) `)
	afterNoEN = gist.SetOf("i we he she it they you that this there thanks thank way not need idea problem worries wait one my his her but and or no matter doubt wonder time point luck news sign o so use")
)

var (
	forbidEN = gist.Compile(`^ (?:(?:and|but|also|so|oh|please|just|,|better|\.) )*(?:do not|never|no more|stop) (?:you )?(?:ever )?\w+|, (?:please )?(?:do not|never) \w+`)
	onceEN   = gist.Compile(` (?:yet|now|today|tonight|tomorrow|this one|this time|worry|bother|be |get me|forget|mind|it) `)
	forbidZH = gist.Compile(`^(?:[^，。我他她你您]{1,7}(?:里面?|中|上面?|时|时候|前|之前|以前|后|之后|期间)|[上下]午|清早|早晨|中午|夜里|半夜|凌晨|傍晚|周末|工作日|平日|节假日)?(?:也|就|还|都|请|以后|平时)*(?:别|不要|不得|不许|不准|莫|勿|甭|少给我|唔好)|，(?:[^，。我他她]{1,6}(?:前|后|时|里|中|间))?(?:也|请|你)?(?:别|不要|不得|莫)[^，。]{2,}$`)
	onceZH   = gist.Compile(`先别|先不|别急|别管|不要紧|别客气|现在|今天|这次|这回|暂时|别说`)
)

// ordered reports whether a sentence orders in a form that states nothing: with
// "kindly", 务必, or 吧 after a verb without a subject.
func ordered(u *utterance) bool {
	if u.cues.Han() {
		return orderZH.MatchString(u.text) || !u.firstPerson() && !u.cues.Has(lang.Vague, lang.Plan) && strings.HasSuffix(strings.TrimRight(u.text, "。！!. "), "吧")
	}
	return orderEN.MatchString(u.cues.Folded()) || u.cues.Has(lang.Imperative, lang.Wish) && !u.firstPersonSubject() && generic(u)
}

// generic reports whether an English sentence speaks of all of a kind: "in
// summaries", "for status mails", "every plan".
func generic(u *utterance) bool {
	return !u.cues.Han() && genericEN.MatchString(u.cues.Folded())
}

// firstPersonSubject reports whether an English sentence begins with its speaker.
func (u *utterance) firstPersonSubject() bool { return subjectEN.MatchString(u.cues.Folded()) }

var (
	orderEN   = gist.Compile(` (?:kindly|if you please|if you would|i should be obliged|i would be obliged|i would appreciate|i would be grateful) |^ (?:(?:and|so|also|oh|but|,) )*(?:please|always) \w+`)
	genericEN = gist.Compile(` (?:all|every|each|any) \w+ | (?:in|for|on|with|of) (?:my |our |all )?(?:\w+ )?\w{3,}[^s]s `)
	subjectEN = gist.Compile(`^ (?:(?:and|but|so|well|oh|also) )*(?:i|we|my|our|he|she|it|they|the|this|that|there) `)
	orderZH   = gist.Compile(`务必|万不可|照此|照办|就照|你?替我.{0,8}时|你.{0,6}(?:要|须|该|先)`)
)

// monthly reports whether an English clause tells of a day of every month: what
// is said of all of a kind ("invoices go out on the 5th") is no date.
func monthly(clause string) bool { return monthlyEN.MatchString(clause) }

var monthlyEN = gist.Compile(`(?i)^(?:all |the |our )?(?:\w+ ){0,2}?\w+[^s\W]s (?:always |usually )?(?:go|are|come|get|run|close|open|start|end|arrive|leave|fall)\b[^,;]*\b(?:on|by) the \d{1,2}(?:st|nd|rd|th)[.!]?$`)

// everyYear reports whether a clause tells of a day of every year: a birthday, and no
// party on one.
func everyYear(clause string) bool {
	return yearlyEN.MatchString(clause) || yearlyZH.MatchString(clause)
}

var (
	yearlyEN = gist.Compile(`(?i)\b(?:birthday|anniversary|name day)(?:['’]s| is| falls| was)?(?: on| in)? (?:the )?(?:\d|January|February|March|April|May|June|July|August|September|October|November|December)`)
	yearlyZH = gist.Compile(`(?:生日|纪念日|忌日)(?:是|在)?(?:每年)?[0-9一二三四五六七八九十]`)
)

// holds reports whether a sentence holds a value of a kind.
func (u *utterance) holds(kind lang.ValueKind) bool {
	for _, v := range u.values() {
		if v.Kind == kind && !v.Weak {
			return true
		}
	}
	return false
}
