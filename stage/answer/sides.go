package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// What an entry says has sides: what it takes and what it leaves, whom it lets and nobody else, what holds in one place
// alone. A yes or no has to be to the side that the question is on.

// sided returns what an entry that has sides says to the question; ok is false where it has none, or the question is on
// neither.
func (a *answer) sided(of *found) (st stance, ok bool) {
	switch {
	case a.toldOn(), a.turnedDown(of), a.offHours(of):
		return denying, true
	case a.given():
		return affirms, true
	case a.goneSince(of), a.otherValue(of), a.otherThere(of):
		return denying, true
	case onlyWord.MatchString(of.Cues.Folded()):
		return a.onlySo(of)
	}
	return silent, false
}

// turnedDown reports whether the question names what an entry leaves for something else: "from release, not main",
// "instead of", "moved from Slack to Teams", 从南门改到北门, "no table".
func (a *answer) turnedDown(of *found) bool {
	return slices.ContainsFunc(leftBy(of.Entry.Content), func(l left) bool {
		gone, kept := a.read(l.gone), a.read(l.kept)
		for s := range a.matters() {
			if recall.Holding(gone, s) >= 0.6 && recall.Holding(kept, s) < 0.6 {
				return true
			}
		}
		return slices.ContainsFunc(a.question.Values, func(v lang.Value) bool {
			return v.Kind != lang.Name && !v.Weak && v.In(gone.Values) && !v.In(kept.Values)
		})
	})
}

// A left is a part of a statement that is left for the rest of it.
type left struct{ gone, kept string }

// leftBy returns what a statement leaves. A denial that stands alone leaves nothing for anything.
func leftBy(content string) (out []left) {
	parts := halves(content)
	for i, p := range parts {
		if len(parts) > 1 && (deniedPart.MatchString(p) || lang.IsHan(p) && denies(p)) && !doubled(p) {
			out = append(out, left{p, strings.Join(slices.Delete(slices.Clone(parts), i, i+1), ", ")})
		}
	}
	for _, form := range leavingFor {
		if m := form.FindStringSubmatchIndex(content); m != nil {
			out = append(out, left{content[m[2]:m[3]], content[:m[2]] + content[m[3]:]})
		}
	}
	return out
}

var (
	deniedPart = regexp.MustCompile(`(?i)^(?:and |but |though )?(?:not|no|never|nor) |^(?:而|也|但)?(?:不是|并非|不在|不要|不用|不加|不带|没有|别)`)
	leavingFor = [...]*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:moved?s?|switch(?:ed|es)?|chang(?:ed|es)|slipped|slips|went|shifted|upgraded|converted|migrated|transferred|downgraded|postponed|pushed(?: back)?|put back|brought forward|pulled forward) (?:[\w' -]+ )?from ([^,;.]+?) (?:to|into|onto) `),
		regexp.MustCompile(`(?i)\b(?:instead of|rather than|in place of|as opposed to) ([^,;.]+)`),
		regexp.MustCompile(`(?i)\b(?:back|returned|home) from ([^,;.]+)`),
		regexp.MustCompile(`从([^，。；]{1,12}?)(?:改|换|搬|挪|转|调|推迟?|延后?|延期|提前|升|降|迁)[到成为至去]`),
		regexp.MustCompile(`(?:而不是|而非|而不用|而不去)([^，。；]+)`),
		regexp.MustCompile(`从([^，。；]{1,12}?)回来了?`),
	}
)

// goneSince reports whether an entry tells that somebody or something is no longer there, to a question of whether it still is.
func (a *answer) goneSince(of *found) bool {
	return stillAsked.MatchString(a.query.Text) && slices.ContainsFunc(a.chosen, func(f *found) bool {
		return (goneAway.MatchString(f.Cues.Folded()) || noMore.MatchString(f.Entry.Content)) && a.touched(f) && !f.Entry.At.Before(of.Entry.At)
	})
}

// noMore is what is not done any more: 不招了, 不用提醒啦. goneAway is who has left, and what has ended.
var noMore = regexp.MustCompile(`(?:不再?|不用|不要|别再?)\p{Han}{1,4}[了啦]|停止|停[了掉]|关了|转让|转学|调走|戒[了掉]`)

var goneAway = regexp.MustCompile(` (?:retired|resigned|quit|left|died|passed away|moved out|moved away|moved on|broke up|split up|divorced|sold|closed down|shut down|finished|ended|gave notice) |退休了?|离职|辞职|去世|过世|走了|搬走|分手|离婚|卖了|卖掉|关门|倒闭|结束了|毕业了`)

// otherValue reports whether an entry that speaks of all that the question is about tells another amount or day than it names,
// and none of those chosen tells that one.
func (a *answer) otherValue(of *found) bool {
	if !a.allHeld(of) {
		return false
	}
	other := false
	for _, v := range a.question.Values {
		switch v.Kind {
		case lang.Number, lang.Money, lang.Measure, lang.Duration, lang.Date, lang.Clock:
		default:
			continue
		}
		if v.Weak && v.Kind != lang.Number || v.Bound != 0 {
			continue
		}
		for _, f := range a.chosen {
			for _, w := range f.Values {
				switch {
				case w.Kind != v.Kind || w.Bound != 0 || limits(f.Entry.Content, w) || !sameUnit(a.query.Text, v, f.Entry.Content, w):
				case w.Agrees(v):
					return false
				case f == of:
					other = true
				}
			}
		}
	}
	return other
}

// offHours reports whether an entry gives leave between two hours alone, and the question is of an hour outside of them.
func (a *answer) offHours(of *found) bool {
	clocks := func(g *gist.Gloss) (out []lang.Value) {
		for _, v := range g.Values {
			if v.Kind == lang.Clock && !v.Weak {
				out = append(out, v)
			}
		}
		return out
	}
	asked, told := clocks(a.question), clocks(of.Gloss)
	if len(asked) != 1 || len(told) != 2 || !between.MatchString(of.Entry.Content[told[0].End:told[1].Start]) || !permission.MatchString(a.question.Cues.Folded()) {
		return false
	}
	from, to, at := told[0].Text, told[1].Text, asked[0].Text
	return from < to && (at < from || at > to) && len(from) == len(at) && len(to) == len(at)
}

var between = gist.Compile(`^ ?(?:to|until|till|and|–|-|—|到|至|~)`)

// limits reports whether a value is where something begins or ends, so that another one may lie within: "until 24 July".
func limits(text string, v lang.Value) bool {
	return limitBefore.MatchString(text[:v.Start]) || limitAfter.MatchString(text[v.End:])
}

var (
	limitBefore = regexp.MustCompile(`(?i)(?:\b(?:until|till|by|from|since|before|after|through|to|over|under|about|around)(?: the)?|[–-]|从|到|至|自|约|大概|不到)\s*$`)
	limitAfter  = regexp.MustCompile(`(?i)^(?: ?(?:to|until|till|onwards?|through)\b| ?[–-]|[起到至]|之?以?[前后内来])`)
)

// allHeld reports whether one entry speaks of everything that the question is about, values apart.
func (a *answer) allHeld(f *found) bool {
	asked := false
	for s := range a.matters() {
		if len(lang.Values(s.Text)) > 0 {
			continue
		}
		if asked = true; recall.Holding(f.Gloss, s) < 0.5 {
			return false
		}
	}
	return asked
}

// onlySo answers from an entry that holds of one thing only: yes where the question is about that one, no where it is about
// another in its place.
func (a *answer) onlySo(of *found) (stance, bool) {
	only, asked, missing := onlyPart(of.Entry.Content), false, false
	if only == "" {
		return silent, false
	}
	part := a.read(only)
	for s := range a.matters() {
		if recall.Holding(of.Gloss, s) >= 0.5 {
			asked = true
		} else {
			missing = true
		}
	}
	for _, v := range a.question.Values {
		missing = missing || v.Kind != lang.Name && !v.In(of.Values) && slices.ContainsFunc(of.Values, func(w lang.Value) bool { return w.Kind == v.Kind })
	}
	lacks := slices.ContainsFunc(part.Senses, func(s lang.Sense) bool { return !lang.Light(s.Text) && recall.Holding(a.question, &s) < 0.5 })
	switch {
	case !asked:
		return silent, false
	case !missing && !lacks:
		return affirms, true
	case missing && lacks && !a.namesLed(only):
		return denying, true
	}
	return silent, true
}

// namesLed reports whether the question names the one that "only" lets: "only Petra may see drafts" says nothing of what else
// she may see.
func (a *answer) namesLed(only string) bool {
	return slices.ContainsFunc(lang.Values(only), func(v lang.Value) bool {
		return v.Kind == lang.Name && v.Start == 0 && v.In(a.question.Values)
	})
}

// onlyPart returns what follows "only" in the clause that has it.
func onlyPart(content string) string {
	for _, p := range phrases(content) {
		if m := onlyWord.FindStringIndex(lang.Fold(p)); m != nil {
			if i := onlyText.FindStringIndex(p); i != nil {
				return strings.TrimSpace(p[i[1]:])
			}
		}
	}
	return ""
}

var (
	onlyWord = regexp.MustCompile(` only |只(?:有|在|用|要|能|许|让|看|吃|喝|写|翻|说|发|跟|给)|仅`)
	onlyText = regexp.MustCompile(`(?i)\bonly\b|只有?|仅`)
)

// given reports whether an entry lets what the question asks leave for, and no ban is nearer to the question or newer: an
// exception for the very case, or a rule that was lifted.
func (a *answer) given() bool {
	if !leave.MatchString(a.question.Cues.Folded()) && !permission.MatchString(a.question.Cues.Folded()) {
		return false
	}
	var permit *found
	most := 0
	for _, f := range a.ranked[:min(len(a.ranked), fewEnough)] {
		if n := a.shares(f); n > most && slices.ContainsFunc(phrases(f.Entry.Content), lets) && !onlyWord.MatchString(f.Cues.Folded()) {
			permit, most = f, n
		}
	}
	if permit == nil {
		return false
	}
	for _, f := range a.ranked[:min(len(a.ranked), fewEnough)] {
		if f == permit || lifts.MatchString(permit.Cues.Folded()) && permit.Entry.At.After(f.Entry.At) || !slices.ContainsFunc(phrases(f.Entry.Content), denies) {
			continue
		}
		if n := a.shares(f); n > most || n == most && (!permit.Entry.At.After(f.Entry.At) || a.elsewhere(permit)) {
			return false
		}
	}
	return true
}

// lets reports whether a clause gives leave.
func lets(clause string) bool {
	low := lang.Fold(clause)
	return unbanned.MatchString(low) || permits.MatchString(low) && !denies(clause)
}

var (
	permits  = regexp.MustCompile(` (?:is|are|be|s|re) (?:now |also |quite |totally |perfectly |actually |always |both )?(?:fine|ok|okay|allowed|welcome|all right|alright|permitted) | (?:may|can) (?:now |also |always )?(?:use|call|phone|ring|write|text|mail|mention|tell|talk|send|book|come|put|add|show|make|ask|share|quote|include) | feel free |可以|允许|随便|无妨|破例`)
	lifts    = regexp.MustCompile(` (?:again|any longer|any more|anymore|come back|be back|no longer|after all) |又可以|又能|恢复|不再是?忌`)
	unbanned = regexp.MustCompile(` (?:not|no longer) (?:a )?taboo |不用忌|没问题`)
)

// shares counts the things that the question is about and an entry speaks of.
func (a *answer) shares(f *found) (n int) {
	for s := range a.matters() {
		if recall.Holding(f.Gloss, s) >= 0.5 {
			n++
		}
	}
	for _, v := range a.question.Values {
		if v.Kind != lang.Name && v.In(f.Values) {
			n++
		}
	}
	return n
}

// elsewhere reports whether an entry names a place or an occasion that the question does not: "fine in the novel".
func (a *answer) elsewhere(f *found) bool {
	m := occasion.FindStringSubmatch(f.Entry.Content)
	if m == nil {
		return false
	}
	return slices.ContainsFunc(a.read(m[1]).Senses, func(s lang.Sense) bool { return !lang.Light(s.Text) && recall.Holding(a.question, &s) < 0.5 })
}

var occasion = regexp.MustCompile(`(?i)(?:\b(?:in|on|for|with|to|at) |在|给|对)([^,;，；]+)`)

// toldOn reports whether the question is whether to tell somebody what is to be kept from them, and nothing newer lets it.
func (a *answer) toldOn() bool {
	if !telling.MatchString(a.question.Cues.Folded()) || a.given() {
		return false
	}
	return slices.ContainsFunc(a.chosen, func(f *found) bool { return keptFrom.MatchString(f.Cues.Folded()) && a.touched(f) })
}

var (
	telling  = gist.Compile(` (?:tell|mention|say|reveal|discuss|talk|share|bring up|let .* know) |告诉|透露|说|提|讲|聊`)
	keptFrom = gist.Compile(` (?:between (?:us|the user|you and me|ourselves)|secret|confidential|under wraps|hush hush|(?:do not|don t|don't|never|not to|not) (?:\w+ ){0,2}(?:tell|mention|reveal|breathe|say|let (?:it|this|that|on|anything) (?:slip|out|show)|give (?:it|this|that) away|let on)|keep (?:it|this|that|\w+) (?:quiet|private|to (?:yourself|ourselves|itself))) |保密|秘密|瞒着|别(?:告诉|跟|和|让|对|说漏|提)|不(?:要|能|许|可以)(?:告诉|让|透露|说出去|外传|提)|不要外传`)
)
