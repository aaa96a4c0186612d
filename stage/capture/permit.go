package capture

import (
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// permits reports whether a sentence tells the agent what it may do by itself or has to
// show first: "orders under 50 euros need no sign-off", 一百块以内的直接买, 先给我看过再寄;
// or says what to do with what the sentence before permits: "Just pay them".
func permits(u *utterance) bool {
	if u.question || u.pasted || u.cues.Has(lang.Hypothesis, lang.Vague, lang.Reported) {
		return false
	}
	if u.cues.Han() {
		return permitZH.MatchString(u.text)
	}
	return permitEN.MatchString(u.cues.Folded()) || u.lead != nil && permitEN.MatchString(u.lead.cues.Folded()) && itsOrderEN.MatchString(u.cues.Folded())
}

// inManner reports whether a sentence sets how a kind of text is done, with no verb at
// all ("Totals always in euros") or by the language that it is in (请柬用法文写).
func inManner(u *utterance) bool {
	if u.question || u.pasted || u.firstPerson() || peopleEN.MatchString(u.cues.Folded()) {
		return false
	}
	return u.says(verblessEN, tongueZH)
}

var (
	permitEN   = gist.Compile(` (?:(?:do|does) not (?:need|require)|needs? no|requires? no) (?:my |our |any )?(?:approval|sign-off|permission|consent|say-so|go-ahead|ok|okay|confirmation) | you (?:may|can|are free to) [^,;]* without (?:asking|my|checking|running it by) |(?:^|,) no need to (?:ask|check with|run [a-z]+ (?:by|past)) me | (?:show|run) (?:it|them) (?:to|by|past) me before `)
	itsOrderEN = gist.Compile(`^ (?:so |then |just |please |and |simply )*[a-z]+ (?:it|them|those|these)(?: straight)?(?: [a-z]+)? (?:\. |! )?$`)
	permitZH   = gist.Compile(`(?:不用|不必|无需|无须|用不着)(?:再|先)?(?:问|找|经过|通知|请示|等)我|(?:不用|不必|无需|无须)我(?:批|点头|同意|确认|过目|签字)|以[内下]的?[^，。]{0,8}直接\p{Han}|先?给我(?:看|过目|审|瞧)(?:过|完|一下|一遍)?再\p{Han}|(?:转|发|拿)给我(?:看|审|过目|确认)`)
	peopleEN   = gist.Compile(`^ (?:and |also |so |but |the |my |our )*(?:\w+ ){0,2}?(?:people|everyone|everybody|they|he|she|it|kids|children|neighbours|neighbors|men|women|folks) `)
	verblessEN = gist.Compile(`^ (?:(?:and|also|so|but|,) )*(?:all |the )?(?:[a-z-]+ ){0,2}[a-z]+ (?:always|never|only) (?:with|without|in|at|as|by|on|before|after|under|to) [^,;]*$`)
	tongueZH   = gist.Compile(`^[^，。我他她]{1,10}(?:一律|统一|都|要|得|请)?(?:(?:用|以)` + gist.TonguesZH + `(?:来)?(?:写|回复?|答|发|报|说|讲|称呼|起草|排)|(?:翻译?|译|写)成` + gist.TonguesZH + `)`)
)
