package capture

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A settlement is how the agent puts a demand that it takes up: "Five lines at
// most.", 以后先给提纲. Users name what bothers them; the agent's confirmation
// names the rule.
type settlement struct {
	reading *reading
	text    string // without what only confirms
	terms   map[string]bool
	cues    lang.Cues
	used    bool
	source  *utterance // the sentence of the user's that it takes up
	ends    time.Time  // when it is over where it hangs on a time named before
}

// settlements returns what the agent settles in the turns of the session, by
// the turn of the user's before them.
func (c *capture) settlements(sentences []utterance) map[int][]*settlement {
	demands := make(map[int]bool)
	out := make(map[int][]*settlement)
	for i := range sentences {
		u := &sentences[i]
		demands[u.turn] = demands[u.turn] || !u.pasted && u.demands()
	}
	done := make(map[int]bool)
	for i := range sentences {
		u := &sentences[i]
		r := u.after
		if r == nil || done[r.turn] {
			continue
		}
		done[r.turn] = true
		granted := c.accepted(r.turn)
		if !demands[u.turn] && !granted {
			continue
		}
		for _, s := range lang.Sentences(lang.MaskQuotes(r.text)) {
			s.Text = c.vouched(s.Text, u.turn, r.turn)
			st := settlementOf(r, s)
			if st == nil {
				continue
			}
			source, shared := c.source(st, sentences, u.turn)
			if st.echoes(source) {
				continue
			}
			if demands[u.turn] && (settles(st.cues) && (promises(st.cues) || shared > 0) || restates(st, source, shared)) || granted && lays(st) {
				st.point(sentences, c.session.At)
				out[u.turn] = append(out[u.turn], st)
			}
		}
	}
	return out
}

// demands reports whether a sentence bears on how the agent works: it tells it
// what to do, finds fault, or takes up what it proposed.
func (u *utterance) demands() bool {
	if u.cues.Has(lang.Forget, lang.Hypothesis) {
		return false
	}
	if u.cues.Has(lang.Standing, lang.Ban, lang.Form, lang.Procedure, lang.Complaint) {
		return true
	}
	return u.before != nil && u.before.cues.Has(lang.Propose) && u.cues.Has(lang.Accept) || u.cues.Has(lang.Wish) && !u.question || directive(u)
}

// settlementOf reads a sentence of the agent's that may put a rule, nil if it asks,
// reports or doubts.
func settlementOf(r *reading, s lang.Sentence) *settlement {
	if s.Question || utf8.RuneCountInString(s.Text) > settledRunes {
		return nil
	}
	text := lang.TrimOpening(s.Text)
	cues := lang.CuesOf(text)
	if strings.Contains(text, "…") || strings.Count(text, ":")+strings.Count(text, "：") > 1 || len(lang.Whens(text, time.Time{})) > 0 && !cues.Has(lang.Bounded, lang.Standing) {
		return nil
	}
	if cues.Has(lang.Vague, lang.Thanks, lang.Hypothesis, lang.Forget) || ofRecords(cues) || drops(cues) || draftLead.MatchString(text) || cues.Han() && !verbal(text) {
		return nil
	}
	st := &settlement{reading: r, text: text, cues: cues, terms: make(map[string]bool)}
	for _, t := range lang.Terms(text) {
		st.terms[t] = true
	}
	if len(st.terms) < 2 {
		return nil
	}
	return st
}

// ofRecords reports whether the agent speaks of what it keeps, not of how it works.
func ofRecords(c lang.Cues) bool {
	return !c.Han() && recordsEN.MatchString(c.Folded())
}

// drops reports whether the agent says that a rule no longer holds, and puts none.
func drops(c lang.Cues) bool {
	if c.Han() {
		return dropsZH.MatchString(c.Folded())
	}
	return dropsEN.MatchString(c.Folded())
}

var (
	dropsEN = gist.Compile(`^ (?:i will |i have |i )(?:drop|dropped|cancel|cancelled|lift|lifted|scrap|scrapped|undo|remove|removed) (?:the|that|this|it) `)
	dropsZH = gist.Compile(`(?:那条|这条|之前的?|原来的?)[^，。]{0,10}(?:取消|作废|不算了|撤了)`)
)

var recordsEN = gist.Compile(`^ (?:nothing (?:of|about|is)|there is nothing|i (?:will |have |am )?(?:keep|hold|take|leave|note|noted|kept|erased|removed|closing) (?:it|that|only|you|the list|the note)) `)

// verbal reports whether a Chinese text says something of something: a call alone
// (“裴老师”) does not.
func verbal(text string) bool {
	return slices.ContainsFunc(lang.Words(text), func(w lang.Word) bool {
		return strings.HasPrefix(w.Tag, "v") || strings.HasPrefix(w.Tag, "d") || w.Tag == "p" || w.Script == lang.Digits || w.Tag == "m"
	})
}

// draftLead opens a text that the agent has written.
var draftLead = gist.Compile(`^(?i:(?:draft|text|message|mail|version|cooled|yours)|[\p{Han}]{0,3}(?:稿|文案|版本))[:：]`)

// settles reports whether a sentence of the agent's promises or orders for more than
// once, by its words.
func settles(c lang.Cues) bool {
	return c.Has(lang.Standing, lang.Form, lang.Procedure) || limits(c)
}

// lays reports whether a sentence of the agent's lays down how something is done: in
// steps or parts after a colon, or by who does what, "you …, I …".
func lays(st *settlement) bool {
	if len(st.terms) < 4 {
		return false
	}
	_, list, colon := strings.Cut(strings.ReplaceAll(st.text, "：", ":"), ":")
	commas := strings.Count(list, ",") + strings.Count(list, "，") + strings.Count(list, "、")
	if colon && commas >= 2 && settles(st.cues) {
		return true
	}
	return says(st.text, st.cues, sharedWorkEN, sharedWorkZH)
}

var (
	sharedWorkEN = gist.Compile(` you (?:\w+ ){1,6}?(?:, )?(?:and |then )?i (?:\w+) | i (?:\w+ ){1,8}?(?:, )?(?:and |then )?you (?:\w+) |^ (?:then |so )?every `)
	sharedWorkZH = gist.Compile(`[您你].{1,12}，?我(?:再|来|就|给|编|发|写|记)|我.{1,12}，[您你](?:再|来|点头|回)`)
)

// restates reports whether a sentence of the agent's says again what the user demands
// of it in the source sentence: the most of it is the user's words.
func restates(st *settlement, source *utterance, shared int) bool {
	return source != nil && shared >= 2 && 2*shared >= len(st.terms) && directive(source) && !source.question
}

// echoes reports whether a settlement only says again an amount of what the user tells, and
// demands nothing: "16 tables" of "the Hendersons upped it to 16 tables".
func (st *settlement) echoes(source *utterance) bool {
	if source == nil || len(st.terms) > 3 || directive(source) || source.cues.Has(lang.Wish, lang.Ban, lang.Standing, lang.Complaint, lang.Imperative) || promises(st.cues) || limits(st.cues) {
		return false
	}
	u := utterance{text: st.text, cues: st.cues, words: lang.Words(st.text)}
	return fragment(&u) && u.numbers() > 0 && !slices.ContainsFunc(u.words, func(w lang.Word) bool { return !w.Stop && !source.saysWord(w.Term) })
}

// saysWord reports whether a sentence holds a word of a stem.
func (u *utterance) saysWord(term string) bool {
	return slices.ContainsFunc(u.words, func(w lang.Word) bool { return w.Term == term })
}

// source returns the sentence of the user's turn that shares most words of content
// with a settlement, and how many, and notes it; nil if none shares any.
func (c *capture) source(st *settlement, sentences []utterance, turn int) (best *utterance, most int) {
	for i := range sentences {
		u := &sentences[i]
		if u.turn != turn || u.pasted {
			continue
		}
		n := 0
		for _, w := range u.words {
			if !w.Stop && !lang.Light(w.Term) && st.terms[w.Term] {
				n++
			}
		}
		if n > most {
			best, most = u, n
			st.source = u
		}
	}
	return best, most
}

// point writes the time that a settlement points at in its place. One that takes up a
// demand that hangs on a time is over with that.
func (st *settlement) point(sentences []utterance, at time.Time) {
	if st.source != nil {
		st.ends = st.source.ends
	}
	n := 0
	for n < len(sentences) && sentences[n].turn < st.reading.turn {
		n++
	}
	u := &utterance{turn: st.reading.turn, text: st.text, cues: st.cues, dates: lang.Whens(st.text, at)}
	if text, ends, ok := pointed(sentences[:n], u, at); ok {
		st.text, st.ends = text, ends
	}
}

// promises reports whether the agent says what it will do from then on.
func promises(c lang.Cues) bool {
	return c.Has(lang.Standing) || !c.Han() && gist.ContainsAny(c.Folded(), " i will ")
}

const settledRunes = 160

// limits reports whether a text bounds what the agent does.
func limits(c lang.Cues) bool {
	if c.Han() {
		return gist.ContainsAny(c.Folded(), "只", "不再", "最多", "不发", "不写", "不提", "不推", "才")
	}
	return gist.ContainsAny(c.Folded(), " only ", " at most ", " no more ", " never ", " no ", " without ", " except ", " first ", " plain ", " instead of ", " i will ", " before ")
}

// settled returns the settlement that says what a demand says, nil if none
// does: it shares a word with it, or the turn holds no other.
func settled(us unit, all []*settlement) *settlement {
	for _, st := range all {
		for _, u := range us {
			for _, w := range u.words {
				if !w.Stop && st.terms[w.Term] {
					return st
				}
			}
		}
	}
	return nil
}

// settle captures what the agent settles and no demand of the user's has been
// written for.
func (c *capture) settle(turn int, st *settlement) {
	if st.used {
		return
	}
	st.used = true
	if us := (unit{st.source}); st.source != nil && st.thin(us) {
		us[0] = us[0].demandIn(c.session.At)
		kind, demand := c.rule(us)
		c.add(kind, demand, c.until(us), turn, st.reading.turn)
		return
	}
	kind := dyadmem.AgentIdentity
	if st.cues.Has(lang.Procedure) || strings.Count(st.text, ",")+strings.Count(st.text, "，") > 1 {
		kind = dyadmem.AgentMethod
	}
	until := c.bound(st.text)
	if until.IsZero() && st.ends.After(c.session.At) {
		until = st.ends
	}
	c.add(kind, c.scoped(st, c.offer(st.text)), until, turn, st.reading.turn)
}

// settleFor captures a demand that the agent takes up: as the agent puts it, or in the
// user's words where the agent says much less than they do or leaves out a part. Where
// the agent names an amount besides, which the user said elsewhere, what it leaves out is
// put behind its words.
func (c *capture) settleFor(us unit, st *settlement, kind dyadmem.Kind, demand string) {
	left := leftOut(us, st)
	switch {
	case st.used || len(left) == 0 && 3*len(st.terms) >= us.content() && !(st.source != nil && st.thin(us)):
	case len(left) > 0 && st.addsTo(us):
		sep := "; "
		if lang.IsHan(st.text) {
			sep = "；"
		}
		for _, p := range left {
			st.text = strings.TrimRight(st.text, "。.；; ") + sep + turnedRound.Replace(p)
		}
	default:
		st.used = true
		c.add(kind, demand, c.until(us), us[0].turn, st.reading.turn)
		return
	}
	c.settle(us[0].turn, st)
}

// thin reports whether a settlement says nothing but that something stops or holds, in
// words of the user's, and leaves out what the user's ban is about: "I'll stop reminding" of
// "you needn't remind me of the words".
func (st *settlement) thin(us unit) bool {
	if !us.has(lang.Ban, lang.Standing, lang.Negation) || len(gist.StrongValues(st.text)) > 0 || scopeOf(st.source.text, st.text).text != "" {
		return false
	}
	said, left := make(map[string]bool), false
	for _, u := range us {
		for _, w := range u.words {
			said[w.Term] = true
			left = left || !w.Stop && !lang.Light(w.Term) && !st.terms[w.Term] && (w.Script != lang.Han || !strings.ContainsAny(w.Tag, "dr"))
		}
	}
	for t := range st.terms {
		if !said[t] && !lang.Light(t) && !stopping[t] {
			return false
		}
	}
	return left
}

var stopping = gist.SetOf("stop cease drop skip 停止 停 停掉 取消 不再 不 再")

// turnedRound turns words of the user's into the agent's, in which "my" is the user's.
var turnedRound = strings.NewReplacer(" my ", " your ", " me ", " you ", "我", "您")

// addsTo reports whether a settlement holds a value that the user's sentences do not.
func (st *settlement) addsTo(us unit) bool {
	var said []lang.Value
	for _, u := range us {
		said = append(said, gist.StrongValues(u.text)...)
	}
	return slices.ContainsFunc(gist.StrongValues(st.text), func(v lang.Value) bool { return !v.In(said) })
}

// leftOut returns what the user forbids beside what the agent takes up, and of which the
// agent's turn holds no word: "don't change my tone" of "fix the grammar and don't change
// my tone" where the agent says "grammar only".
func leftOut(us unit, st *settlement) (left []string) {
	var parts []string
	for _, u := range us {
		parts = append(parts, coordinated(u.text)...)
	}
	for _, p := range parts {
		if len(parts) > 1 && forbidsPart(p) && !st.reading.names(p) {
			left = append(left, p)
		}
	}
	return left
}

// forbidsPart reports whether a part of a sentence forbids something by itself.
func forbidsPart(p string) bool {
	if lang.IsHan(p) {
		return forbidZH.MatchString(p)
	}
	u := utterance{text: p, cues: lang.CuesOf(p)}
	return forbidEN.MatchString(u.cues.Folded()) || u.without()
}

// names reports whether the agent's turn holds a word of content of a text, or the text
// has none.
func (r *reading) names(text string) bool {
	terms := slices.DeleteFunc(lang.Terms(text), lang.Light)
	return len(terms) == 0 || slices.ContainsFunc(terms, func(t string) bool { return r.terms[t] || lang.IsHan(t) && strings.Contains(r.text, t) })
}

// bound returns when a rule for a while ends: the last day of the date in it.
func (c *capture) bound(text string) time.Time {
	if !lang.CuesOf(text).Has(lang.Bounded) {
		return time.Time{}
	}
	return c.lastOf(time.Time{}, ending(text, lang.Whens(text, c.session.At)))
}

// lastOf returns the last second before end, or of the latest of the days or months that
// end after the session and after that; the zero time if end is zero and none does.
func (c *capture) lastOf(end time.Time, dates []lang.When) time.Time {
	for _, w := range dates {
		if w.To.After(c.session.At) && w.Grain <= lang.Month && w.To.After(end) {
			end = w.To
		}
	}
	if end.IsZero() {
		return end
	}
	return end.Add(-time.Second)
}
