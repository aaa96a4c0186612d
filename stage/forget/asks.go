package forget

import (
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// asks reports whether the jth sentence asks to forget something: in so many
// words, in the form of a question ("could you delete …?"), or where it accepts
// the agent's offer. One deletes, removes and wipes many things: where neither
// the verb nor what stands beside it speaks of remembering or telling, the agent
// has to have taken it so, and its next turn tells that it is done. That
// something need not be noted (别记) is said of what the turn tells, not of what
// was told before. Where the turn has asked already, a bare "that too" (也算了) asks
// again.
func (p utterance) asks(j int, done, asked bool) bool {
	s := p.sentences[j]
	cues := lang.CuesOf(s.Text)
	folded := cues.Folded()
	could := !cues.Han() && couldEN.MatchString(folded) && !gist.ThingEN.MatchString(folded) || cues.Han() && couldZH.MatchString(folded) && !gist.ThingZH.MatchString(folded)
	switch {
	case s.Question && !could, !done && reported(s.Text):
		return false
	case whereEN.MatchString(folded), p.bare(j), p.offer != "" && j == 0 && !cues.Has(lang.Refuse) && (capture.Accepts(s.Text) || tooEN.MatchString(folded) || tooZH.MatchString(folded)):
		return true
	case done && p.putsOut(j), asked && done && alsoZH.MatchString(folded):
		return true
	case marksEN.MatchString(folded) && !gist.PointsEN.MatchString(folded) && !tells(s.Text):
		return false
	case !(could && tells(s.Text)) && !gist.AsksToForget(s.Text) && !(done && erases(s.Text)), unnotedZH.MatchString(folded) && !p.wiped() && !goesZH.MatchString(folded) && !beforeZH.MatchString(folded) && !topicZH.MatchString(folded):
		return false
	}
	return done || recallsEN.MatchString(folded) || recallsZH.MatchString(folded) || pointsBack(s.Text) || tells(s.Text) || j > 0 && tells(p.sentences[j-1].Text)
}

// wiped reports whether the agent's next turn tells of erasing, and not only that
// it takes no note.
func (p utterance) wiped() bool {
	next := p.turn + 1
	return next < len(p.tk.Session.Turns) && p.tk.Session.Turns[next].Speaker == dyadmem.Agent && wipedZH.MatchString(p.tk.Session.Turns[next].Text)
}

var wipedZH = gist.Compile(`[忘抹删擦清划撤去拿](?:掉|除|干净)[了咗]?|[抹删擦][了咗]|不[留存]了`)

// erases reports whether a sentence asks to erase something that is no thing
// outside of a memory, though it may name a place: "the book", 本子.
func erases(sentence string) bool {
	c := lang.CuesOf(sentence)
	if !c.Has(lang.Forget) || c.Has(lang.Hypothesis, lang.Jest) {
		return false
	}
	return c.Han() && !gist.ThingZH.MatchString(c.Folded()) || !c.Han() && !gist.ThingEN.MatchString(c.Folded()) && gist.ErasesEN.MatchString(c.Folded())
}

// putsOut reports whether the jth sentence asks in whatever words for something
// to be out: a verb with "out", "off" or "away" ("rub it out", "out with it"), a
// verb undone ("unhear it"), 去 and 掉 behind a verb. One puts out many things; so
// it takes the agent's word that it is done, for which the caller stands, and
// that the sentence points back at what was told, tells that it is nobody's
// business, or means all about something. Where no sentence asks otherwise and the
// agent says no more than "gone", it has understood a request, in whatever words it
// was made. Where nothing but a mark on a
// list may be meant ("cross it off"), nothing is asked to be forgotten.
func (p utterance) putsOut(j int) bool {
	c := lang.CuesOf(p.sentences[j].Text)
	if c.Has(lang.Hypothesis, lang.Jest) {
		return false
	}
	folded := c.Folded()
	if c.Han() {
		return (outZH.MatchString(folded) || unkeptZH.MatchString(folded) && topicZH.MatchString(folded)) && !gist.ThingZH.MatchString(folded) && !gist.PlaceZH.MatchString(folded)
	}
	if gist.ThingEN.MatchString(gist.NotAsked.Replace(folded)) || !outEN.MatchString(folded) && !p.curt || gist.PlaceEN.MatchString(folded) && !tells(p.sentences[j].Text) {
		return false
	}
	return undoneEN.MatchString(folded) || tells(p.sentences[j].Text) || gist.PointsEN.MatchString(folded) || privateEN.MatchString(folded) || aboutAllEN.MatchString(folded)
}

// understood reports whether the agent's next turn begins with no more than that
// something is gone.
func (p utterance) understood() bool {
	next := p.turn + 1
	if next >= len(p.tk.Session.Turns) || p.tk.Session.Turns[next].Speaker != dyadmem.Agent {
		return false
	}
	first := lang.Sentences(p.tk.Session.Turns[next].Text)
	return len(first) > 0 && !first[0].Question && len(strings.Fields(first[0].Text)) <= curtWords && surelyGoneEN.MatchString(lang.Fold(first[0].Text))
}

const curtWords = 3

// offered returns the question of the agent's turn right before turn i that
// offers to forget something, "" if there is none.
func (tk dialogue) offered(i int) string {
	if i == 0 || tk.Session.Turns[i-1].Speaker != dyadmem.Agent {
		return ""
	}
	for _, s := range lang.Sentences(tk.Session.Turns[i-1].Text) {
		if c := lang.CuesOf(s.Text); s.Question && (c.Has(lang.Forget) || offersZH.MatchString(c.Folded()) || offersEN.MatchString(c.Folded())) {
			return s.Text
		}
	}
	return ""
}

// confirmed returns the agent's turn right after turn i if it tells that
// something is erased, "" if it does not.
func (tk dialogue) confirmed(i int) string {
	if i+1 >= len(tk.Session.Turns) || tk.Session.Turns[i+1].Speaker != dyadmem.Agent {
		return ""
	}
	text := tk.Session.Turns[i+1].Text
	if c := lang.CuesOf(text); !surelyGoneEN.MatchString(c.Folded()) && !surelyGoneZH.MatchString(c.Folded()) {
		return ""
	}
	gone := clausesOf(text, func(c string) bool { return !keptWord.MatchString(lang.Fold(c)) }) // it may tell as well what stays
	if gone == "" {
		return " "
	}
	return gone
}

// kept returns what the agent's turn right after turn i says is to stay.
func (tk dialogue) kept(i int) string {
	if tk.confirmed(i) == "" {
		return ""
	}
	return clausesOf(tk.Session.Turns[i+1].Text, func(c string) bool { return staysEN.MatchString(lang.Fold(c)) || staysZH.MatchString(c) })
}

// clausesOf returns the clauses of text that are of a sort.
func clausesOf(text string, of func(clause string) bool) string {
	var out []string
	for _, c := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".,;，。；！!", r) }) {
		if of(c) {
			out = append(out, c)
		}
	}
	return strings.Join(out, ". ")
}

var keptWord = gist.Compile(` (?:only|still|keep|kept|stays?|remains?|just|left|know) |只|仍|还|(?:^|[^不别没])留|保|照`)

var (
	// something is to be out, whatever the verb
	outEN      = gist.Compile(` (?:strike|rub|scratch|scrub|wipe|blot) (?:[\w']+ ){1,6}?(?:off|out|away) | take (?:[\w']+ ){1,4}?out | out with (?:it|that|them|those|this) |, (?:please )?out (?:please )?[.,!;]|, (?:please )?out (?:please )?$| out (?:it|that|they) goes? | (?:that|it|this|those|they) (?:all |both )?(?:goes|go|can go|has to go|have to go) | un(?:hear|say|know|see|learn|write|tell) | (?:lose|purge|blank|burn|bury|ditch) (?:it|that|them|those|this|the) `)
	undoneEN   = gist.Compile(` un(?:hear|say|know|see|learn|tell) | (?:that|those|they) (?:all |both )?(?:goes|go) (?:too|as well|also) | (?:never|neither|none of it|none of that) (?:ever )?happened `)
	marksEN    = gist.Compile(` (?:cross|tick|check) (?:[\w']+ ){1,4}(?:off|out) `) // something on a list
	outZH      = gist.Compile(`[忘抹删擦划涂勾消撤收清剔](?:掉|了吧|了去|回去|干净|光|除)|[忘抹删划涂](?:了|去)|翻篇|收回`)
	aboutAllEN = gist.Compile(` (?:everything|anything|all) (?:\w+ ){0,2}(?:about|with|on|of|concerning|regarding) `)
	unkeptZH   = gist.Compile(`(?:别|不要|不许|不准|不用|甭|莫|勿|不想|不必)[^，。,.]{0,10}[留存记写放搁]`)
	alsoZH     = gist.Compile(`也(?:算了|一样|别留|不要了)`)

	couldEN   = gist.Compile(` (?:can|could|would|will|may|might) (?:you|we|i ask you to|i get you to) (?:please |kindly |just |also |maybe |perhaps )?(?:forget|delete|erase|remove|wipe|scrub|drop|lose|bin|scrap|clear|strike|unremember|get rid|not keep|not remember|stop keeping) | (?:mind|how about|what about) (?:forgetting|deleting|erasing|removing|wiping|scrubbing|dropping|losing|not keeping) | (?:can|could|may) (?:that|this|it|they|those|these|the \w+|my \w+) be (?:forgotten|deleted|erased|removed|wiped|scrubbed|dropped) | (?:possible|okay|ok|all right) (?:for you )?to (?:forget|delete|erase|remove|wipe|scrub|drop) `)
	couldZH   = gist.Compile(`(?:能不能|可不可以|可以|能否|麻烦|帮我|帮忙|能|方便).{0,16}[忘抹删擦清]|[忘抹删擦清划拿去].{0,6}(?:好吗|好不|行吗|行不|可以吗|成吗|得吗|吧)`)
	whereEN   = gist.Compile(` (?:please|just|now) forget (?:where|who|when|how|why|which|whose|whether) | forget (?:where|who|when|how|why|which|whose|whether) .* please `)
	recallsEN = gist.Compile(` (?:forget|unremember|pretend|remember|keep|store|notes?|memory|off the record|mention) | what you (?:have|know|kept|noted|heard) `)
	recallsZH = gist.Compile(`忘|当我?没|[记留存]|的事`)
	unnotedZH = gist.Compile(`(?:别|不用|不要|甭|不必|无需|莫)(?:再|帮我|给我)?[记留存写]`)
	goesZH    = gist.Compile(`[忘删抹擦洗]|清[掉除理]|[划去拿]掉|当我?没|撤回`)
	topicZH   = gist.Compile(`那个|那些|[那这][条件段]|的事|那些?话`) // it was told before
	beforeZH  = gist.Compile(`上[回次周月]|那[天次回]|之前|以前|当初|早先|前[天几些]|昨|[说讲提]过`)
	tooEN     = gist.Compile(` (?:too|also|as well|both|yes|yeah|yep|please|and) `)
	tooZH     = gist.Compile(`[也都]|一起|一并|一块|对|嗯|是的`)
	manyEN    = gist.Compile(` (?:those|these|things|stuff|business|details) `)
	manyZH    = gist.Compile(`那些|这些|所有|个字`)
)
