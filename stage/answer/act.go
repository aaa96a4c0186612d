package answer

import (
	"regexp"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// deeds are the ways to act by a rule, each a function that returns what comes
// of it, or nothing where it does not apply. They stand in the order in which
// an answer says them. Those that only work something out answer any question;
// the others need the agent to be asked for something.
var deeds = [...]struct {
	do       func(*answer) string
	reckoned bool
}{
	{(*answer).opened, false},
	{(*answer).address, false},
	{(*answer).called, false},
	{(*answer).serial, false},
	{(*answer).directed, true},
	{(*answer).dosed, true},
	{(*answer).partOfWhole, true},
	{(*answer).perOther, true},
	{(*answer).takenBy, true},
	{(*answer).stoodFor, true},
	{(*answer).splitEven, true},
	{(*answer).rationed, true},
	{(*answer).addedUp, true},
	{(*answer).spared, true},
	{(*answer).reckoned, true},
	{(*answer).paced, true},
	{(*answer).weighted, true},
	{(*answer).timeslot, true},
	{(*answer).branched, true},
	{(*answer).contrasted, true},
	{(*answer).unlessGiven, true},
	{(*answer).halved, true},
	{(*answer).left, false},
	{(*answer).shared, true},
	{(*answer).quotedPrice, true},
	{(*answer).surcharged, true},
	{(*answer).divided, true},
	{(*answer).banded, true},
	{(*answer).taxed, true},
	{(*answer).zoned, true},
	{(*answer).netPrice, true},
	{(*answer).inSequence, false},
	{(*answer).workday, true},
	{(*answer).moved, true},
	{(*answer).picked, true},
	{(*answer).sorted, true},
	{(*answer).listed, true},
	{(*answer).rearranged, false},
	{(*answer).worded, true},
	{(*answer).marked, true},
	{(*answer).labelled, false},
	{(*answer).recorded, false},
	{(*answer).respelt, false},
	{(*answer).converts, true},
	{(*answer).drafted, false},
	{(*answer).concluded, false},
	{(*answer).waits, true},
}

// acts returns what comes of acting by the chosen rules.
func (a *answer) acts() []string {
	if len(a.rules()) == 0 {
		return nil
	}
	asked := a.ask.Act || len(a.brief.Quotes)+len(a.brief.Told) > 0 || gist.SpeaksForSelf(a.query.Text)
	var out []string
	for _, d := range deeds {
		if !asked && !d.reckoned {
			continue
		}
		if s := d.do(a); s != "" {
			out = append(out, s)
			a.made = true
		}
	}
	return out
}

// rules are the chosen entries that say how the agent is to work.
func (a *answer) rules() []*found {
	var out []*found
	for _, f := range a.chosen {
		if f.Ruling() {
			out = append(out, f)
		}
	}
	return out
}

// keep notes entries that an answer has acted by or said, so that it does not
// recite them as well.
func (a *answer) keep(entries ...*found) {
	if a.kept == nil {
		a.kept = make(map[*found]bool)
	}
	for _, f := range entries {
		a.kept[f] = true
	}
}

// precept writes a rule that is acted by: what it wants, without what it only
// forbids beside that. A banned wording is kept by not using
// it, and a ban by what was made.
func (a *answer) precept(f *found) string {
	if a.made && forbids(f.Entry.Content) {
		return ""
	}
	var wants []string
	parts := phrases(strings.TrimRight(f.Entry.Content, " .。"))
	for _, p := range parts {
		if !forbids(p) && !(ban.MatchString(p) && quotes(p)) && !(a.wrote && leavesOut.MatchString(p)) {
			wants = append(wants, p)
		}
	}
	switch {
	case len(wants) == len(parts):
		return a.say(f)
	case len(wants) > 0:
		return a.subjectless(strings.Join(wants, a.comma()))
	case quotes(f.Entry.Content) && len(a.chosen) > 1, a.wrote:
		return ""
	}
	if m := bannedWith.FindStringSubmatch(f.Entry.Content); m != nil {
		return "Without " + m[1]
	}
	return a.say(f)
}

// bannedWith is a ban of a way to do something: it is done without that.
var bannedWith = regexp.MustCompile(`(?i)^(?:don't|do not|never) .* with (.+)$`)

func (a *answer) comma() string {
	if a.han {
		return "，"
	}
	return ", "
}

// forbids reports whether a part of a rule says only what is not to be done.
func forbids(part string) bool { return forbidding.MatchString(strings.TrimSpace(part)) }

var forbidding = regexp.MustCompile(`(?i)^(?:and |but |or )?(?:not|never|no|don't|do not|without|instead of|rather than|avoid)\b|^(?:也)?(?:不|别|勿|而不|而非|避免|禁止)|也不(?:叫|用|要|说|写)|^(?:[对给向在跟回和用]|写给)\p{Han}{1,8}?(?:不要?|别|勿|不得)(?:再)?(?:说|叫|写|提|报|用|给|出现|透露|带|发)`)

// address opens an answer as a standing rule wants the user to be addressed,
// where the agent is to speak.
func (a *answer) address() string {
	if !a.ask.Act {
		return ""
	}
	for _, f := range a.chosen {
		at := addressing.FindStringSubmatchIndex(f.Entry.Content)
		if at != nil && !banEnds.MatchString(f.Entry.Content[:at[0]]) {
			m := addressing.FindStringSubmatch(f.Entry.Content)
			for _, name := range m[1:] {
				if name != "" {
					return strings.TrimSpace(name)
				}
			}
		}
	}
	return ""
}

// banEnds finds a ban at the end of what stands before a verb.
var banEnds = regexp.MustCompile(`(?i)(?:不要?|别|勿|never|not|don't) ?$`)

var addressing = regexp.MustCompile(`(?:称呼|叫|喊)(?:用户|他|她)(?:为|作|叫|做)?[“「]?(\p{Han}{1,5}?)(?:[”」，,。、；]|或|$)|(?i:address(?:es)?|call(?:s)?) (?:the user|him|her)(?: as)? ["“']?([A-Z][\w.]*(?: [A-Z][\w.]*)?)`)

// labelled answers with the word of a scale that a rule opens answers with:
// of red, amber and green, of stars or of grades the one that the facts call
// for. Green is what is allowed, red what is not, what lies between is for
// what has to be asked first.
func (a *answer) labelled() string {
	for _, f := range a.rules() {
		m := scale.FindStringSubmatch(f.Entry.Content)
		if m == nil {
			continue
		}
		fact := a.fact()
		if fact == nil {
			return ""
		}
		a.keep(f, fact)
		switch {
		case fact.Cues.Has(lang.Vague):
			return ""
		case a.refused(fact):
			return m[1] + a.colon() + a.say(fact)
		}
		return m[3] + a.colon() + a.say(fact)
	}
	return ""
}

var scale = regexp.MustCompile(`(?i)\b(red)\b[^.]{0,12}?\b(orange|amber|yellow)\b[^.]{0,12}?\b(green)\b`)

func (a *answer) colon() string {
	if a.han {
		return "："
	}
	return ": "
}

// fact is the nearest chosen entry that is no rule.
func (a *answer) fact() *found {
	for _, f := range a.chosen {
		if !f.Ruling() {
			return f
		}
	}
	return nil
}

// refused reports whether a fact denies what the question is about: the
// negation stands in the part that shares words with it.
func (a *answer) refused(f *found) bool {
	best, high := "", 0.0
	for _, p := range halves(f.Entry.Content) {
		if s := a.fit(p); s > high {
			best, high = p, s
		}
	}
	return denies(best)
}

// denies reports whether a text says that something is not so, not allowed, or
// over or put off.
func denies(text string) bool {
	cues := lang.CuesOf(text)
	return cues.Has(lang.Negation) || cues.Has(lang.Ended) || off.MatchString(cues.Folded())
}

var off = regexp.MustCompile(` (?:avoids?|refus\w+|deferred|postponed|cancell?ed|called off|put off|rejects?|rejected|declined|banned|forbidden|left out|kept free|reserved|blocked) |推迟|取消|改期|作罢|谢绝|禁`)

// halves parts a statement where it turns: "butter but not milk".
func halves(s string) []string {
	var out []string
	for _, p := range phrases(s) {
		out = append(out, turns.Split(p, -1)...)
	}
	return out
}

var turns = regexp.MustCompile(` but |但是?|而`)

// serial opens the first of several messages where a rule wants them one by
// one: 一次只发一条, "one at a time".
func (a *answer) serial() string {
	for _, f := range a.rules() {
		m := oneByOne.FindStringSubmatch(f.Entry.Content)
		switch {
		case m == nil || !opens.MatchString(a.query.Text):
		case a.han:
			return "第一" + m[1]
		default:
			return "First one"
		}
	}
	return ""
}

var (
	oneByOne = regexp.MustCompile(`(?i)一次(?:只|就)?(?:发|给|说|列|问|讲|做)一(\p{Han})|\bone (?:\w+ )?at a time\b|\bone by one\b`)
	opens    = regexp.MustCompile(`(?i)开场|第一|先发|开头|怎么开始|\b(?:first|open(?:ing)?|start|begin)\b`)
)

// concluded states what a rule of judgement concludes as the verdict on the
// case: "it should not be counted as settled" → "Not counted as settled".
func (a *answer) concluded() string {
	for _, f := range a.rules() {
		if m := conclusion.FindStringSubmatch(f.Entry.Content); m != nil {
			return gist.Upper(strings.TrimSpace(m[1] + m[2]))
		}
	}
	return ""
}

var conclusion = regexp.MustCompile(`(?i)\bso (?:it|they|that|this|he|she) (?:should|must|is to|are to|may|can) (not )?be (\w+(?:ed|en|n) [^.;]*)`)
