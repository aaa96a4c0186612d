package stage

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A request is a sentence of the user's that asks to forget something.
type request struct {
	turn   dyadmem.TurnRef
	named  map[string]bool // what is to go, in the user's own words or in those of the agent's question that they answer
	words  map[string]bool // those of these that are words; the others are names that no dictionary knows, or no words
	people map[string]bool // those that are names
	all    bool            // all that belongs to it is meant
	first  bool            // it was told on the first day
	when   []lang.When     // when it was told
	own    bool            // it is something of the user's own: "my address", 我的工资
	near   map[string]bool // the words of the sentence and its neighbours
	echo   map[string]bool // those in which the agent's next turn tells what is gone
	topics []topic
	aims   []aim  // at each entry of the bank; the best has the score 1
	hits   []bool // those that it surely means
}

// requests returns what the user asks to forget.
func (sc *scene) requests() (out []request) {
	for i, t := range sc.session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := splitPasted(t.Text)
		p := plea{sc: sc, turn: i, sentences: lang.Sentences(lang.MaskQuotes(own)), offer: sc.offered(i)}
		gone := sc.confirmed(i)
		asked := false // by an earlier sentence of the turn
		for j := range p.sentences {
			if !p.asks(j, gone != "") {
				continue
			}
			texts := p.names(j, asked)
			r := request{turn: t.ID, named: termsOf(texts), words: make(map[string]bool), people: make(map[string]bool), echo: termsOf([]string{gone})}
			var around []string
			for _, n := range p.sentences[max(0, j-1):min(len(p.sentences), j+2)] {
				around = append(around, n.Text)
			}
			r.near = termsOf(around)
			folded := lang.CuesOf(p.sentences[j].Text).Folded()
			r.all = allEN.MatchString(folded) || allZH.MatchString(folded)
			for _, text := range texts {
				r.read(text)
				if tells(text) {
					r.first = r.first || firstDayEN.MatchString(lang.CuesOf(text).Folded()) || firstDayZH.MatchString(text)
					r.when = append(r.when, lang.Whens(text, sc.session.At)...)
				}
				r.own = r.own || ownEN.MatchString(lang.CuesOf(text).Folded()) || ownZH.MatchString(text)
			}
			out, asked = append(out, r), true
		}
	}
	return out
}

// A plea is a turn of the user's in which something may be asked to be
// forgotten.
type plea struct {
	sc        *scene
	turn      int
	sentences []lang.Sentence
	offer     string // the agent's question that it answers, if that offers to forget something
}

// asks reports whether the jth sentence asks to forget something: in so many
// words, in the form of a question ("could you delete …?"), or where it accepts
// the agent's offer. One deletes, removes and wipes many things: where neither
// the verb nor what stands beside it speaks of remembering or telling, the agent
// has to have taken it so, and its next turn tells that it is done. That
// something need not be noted (别记) is said of what the turn tells, not of what
// was told before.
func (p plea) asks(j int, done bool) bool {
	s := p.sentences[j]
	cues := lang.CuesOf(s.Text)
	folded := cues.Folded()
	could := !cues.Han() && couldEN.MatchString(folded) && !thingEN.MatchString(folded) || cues.Han() && couldZH.MatchString(folded) && !thingZH.MatchString(folded)
	switch {
	case s.Question && !could:
		return false
	case whereEN.MatchString(folded), p.offer != "" && j == 0 && !cues.Has(lang.Refuse) && (accepts(s.Text) || tooEN.MatchString(folded) || tooZH.MatchString(folded)):
		return true
	case !(could && tells(s.Text)) && !asksToForget(s.Text) && !(done && erases(s.Text)), unnotedZH.MatchString(folded) && !goesZH.MatchString(folded) && !beforeZH.MatchString(folded) && !topicZH.MatchString(folded):
		return false
	}
	return done || recallsEN.MatchString(folded) || recallsZH.MatchString(folded) || pointsBack(s.Text) || tells(s.Text) || j > 0 && tells(p.sentences[j-1].Text)
}

// names returns the texts that say what the jth sentence asks to forget: the
// clause that asks and the clauses that lead up to it. A sentence that only
// points ("that part", 那段) is about the telling that went before, one that
// answers the agent's offer about what was offered, and one that names nothing
// ("I want it gone") about the sentence before, or the turns before, unless it
// asks again for what the turn has asked already.
func (p plea) names(j int, asked bool) []string {
	texts := untilAsked(p.sentences[j].Text)
	if j == 0 && p.offer != "" {
		texts = append(texts, p.offer)
	}
	if j > 0 && trailsOff(p.sentences[j-1].Text) {
		texts = append(texts, p.sentences[j-1].Text)
	}
	if pointsBack(p.sentences[j].Text) {
		for k := j - 1; k >= 0; k-- {
			if tells(p.sentences[k].Text) {
				texts = append(texts, p.sentences[k].Text)
				break
			}
		}
	}
	var before []string
	if j > 0 {
		before = append(before, p.sentences[j-1].Text)
	}
	before = append(before, p.sentences[j].Text)
	for k := p.turn - 1; k >= max(0, p.turn-2); k-- {
		before = append(before, p.sc.session.Turns[k].Text)
	}
	for !asked && !slices.ContainsFunc(texts, says) && len(before) > 0 {
		texts, before = append(texts, before[0]), before[1:]
	}
	return texts
}

// says reports whether a text has a word that says what it is about.
func says(text string) bool {
	terms := termsOf([]string{text})
	return slices.ContainsFunc(lang.Words(text), func(w lang.Word) bool { return terms[w.Term] && (w.Script != lang.Han || !pieceOf(w.Term, terms)) })
}

// erases reports whether a sentence asks to erase something that is no thing
// outside of a memory, though it may name a place: "the book", 本子.
func erases(sentence string) bool {
	c := lang.CuesOf(sentence)
	if !c.Has(lang.Forget) || c.Has(lang.Hypothesis, lang.Jest) {
		return false
	}
	return c.Han() && !thingZH.MatchString(c.Folded()) || !c.Han() && !thingEN.MatchString(c.Folded()) && erasesEN.MatchString(c.Folded())
}

// offered returns the question of the agent's turn right before turn i that
// offers to forget something, "" if there is none.
func (sc *scene) offered(i int) string {
	if i == 0 || sc.session.Turns[i-1].Speaker != dyadmem.Agent {
		return ""
	}
	for _, s := range lang.Sentences(sc.session.Turns[i-1].Text) {
		if c := lang.CuesOf(s.Text); s.Question && (c.Has(lang.Forget) || offersZH.MatchString(c.Folded()) || offersEN.MatchString(c.Folded())) {
			return s.Text
		}
	}
	return ""
}

// confirmed returns the agent's turn right after turn i if it tells that
// something is erased, "" if it does not.
func (sc *scene) confirmed(i int) string {
	if i+1 >= len(sc.session.Turns) || sc.session.Turns[i+1].Speaker != dyadmem.Agent {
		return ""
	}
	text := sc.session.Turns[i+1].Text
	if c := lang.CuesOf(text); !goneEN.MatchString(c.Folded()) && !goneZH.MatchString(c.Folded()) {
		return ""
	}
	var gone []string
	for _, c := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".,;，。；！!", r) }) {
		if !keptWord.MatchString(lang.Fold(c)) { // it may tell as well what stays
			gone = append(gone, c)
		}
	}
	if len(gone) == 0 {
		return " "
	}
	return strings.Join(gone, ". ")
}

var keptWord = regexp.MustCompile(` (?:only|still|keep|kept|stays?|remains?|just|left|know) |只|仍|还|留|保|照`)

var (
	couldEN    = regexp.MustCompile(` (?:can|could|would|will|may|might) (?:you|we|i ask you to|i get you to) (?:please |kindly |just |also |maybe |perhaps )?(?:forget|delete|erase|remove|wipe|scrub|drop|lose|bin|scrap|clear|strike|unremember|get rid|not keep|not remember|stop keeping) | (?:mind|how about|what about) (?:forgetting|deleting|erasing|removing|wiping|scrubbing|dropping|losing|not keeping) | (?:can|could|may) (?:that|this|it|they|those|these|the \w+|my \w+) be (?:forgotten|deleted|erased|removed|wiped|scrubbed|dropped) | (?:possible|okay|ok|all right) (?:for you )?to (?:forget|delete|erase|remove|wipe|scrub|drop) `)
	couldZH    = regexp.MustCompile(`(?:能不能|可不可以|可以|能否|麻烦|帮我|帮忙|能|方便).{0,16}[忘抹删擦清]|[忘抹删擦清划拿去].{0,6}(?:好吗|好不|行吗|行不|可以吗|成吗|得吗|吧)`)
	whereEN    = regexp.MustCompile(` (?:please|just|now) forget (?:where|who|when|how|why|which|whose|whether) | forget (?:where|who|when|how|why|which|whose|whether) .* please `)
	recallsEN  = regexp.MustCompile(` (?:forget|unremember|pretend|remember|keep|store|notes?|memory|off the record|mention) | what you (?:have|know|kept|noted|heard) `)
	recallsZH  = regexp.MustCompile(`忘|当我?没|[记留存]|的事`)
	unnotedZH  = regexp.MustCompile(`(?:别|不用|不要|甭|不必|无需|莫)(?:再|帮我|给我)?[记留存写]`)
	goesZH     = regexp.MustCompile(`[忘删抹擦洗]|清[掉除理]|[划去拿]掉|当我?没|撤回`)
	topicZH    = regexp.MustCompile(`[那这]条|的事|那些?话`) // it was told before
	beforeZH   = regexp.MustCompile(`上[回次周月]|那[天次回]|之前|以前|当初|早先|前[天几些]|昨|[说讲提]过`)
	allEN      = regexp.MustCompile(` (?:all|everything|anything|whole|entire|the lot|any of|every bit) `)
	allZH      = regexp.MustCompile(`全|都|整|干净|统统|一点别|一点也?不`)
	tooEN      = regexp.MustCompile(` (?:too|also|as well|both|yes|yeah|yep|please|and) `)
	tooZH      = regexp.MustCompile(`[也都]|一起|一并|一块|对|嗯|是的`)
	ownEN      = regexp.MustCompile(` (?:my|our) `)
	ownZH      = regexp.MustCompile(`我的|我家|我那|我这`)
	firstDayEN = regexp.MustCompile(` (?:first|very first) (?:day|time|session|week|chat|talk|evening|morning) | day one | (?:at|from|in) the (?:very )?(?:start|beginning) `)
	firstDayZH = regexp.MustCompile(`[第头]一[天次回]|刚认识|一开始|最开始`)
	offersEN   = regexp.MustCompile(` (?:forget|delete|erase|remove|wipe|scrub|drop|strike) `)
	offersZH   = regexp.MustCompile(`[忘抹删擦清划][掉除去了]|[抹删擦]吗`)
	goneEN     = regexp.MustCompile(` (?:wiped|erased|deleted|removed|gone|forgotten|scrubbed|struck|purged|cleared|dropped|binned) | (?:taken|thrown|crossed|rubbed) (?:[\w']+ ){0,3}out | (?:is|are) (?:not|no longer) (?:in|there|on|kept|stored) | never (?:said|told|heard|mentioned) `)
	goneZH     = regexp.MustCompile(`[忘抹删擦清划去拿撤](?:掉|除|去|干净)?[了咗]|已经?[忘抹删擦清划去撤]|都[忘抹删擦清划]|洗咗|不再?[提留记存]了?|不会再|没听过|没说过`)

	partEN = regexp.MustCompile(` (?:that|this|those|these|the) (?:parts?|bits?|things?|stuff|story|matter|business|one|lot) `)
	partZH = regexp.MustCompile(`[那这](?:一?段|一?部分|件?事|条|些|番话|几?句)`)
)

// pointsBack reports whether a sentence points at something told before.
func pointsBack(sentence string) bool {
	folded := lang.CuesOf(sentence).Folded()
	return partEN.MatchString(folded) || partZH.MatchString(folded)
}

// tells reports whether a sentence speaks of something having been told.
func tells(sentence string) bool {
	folded := lang.CuesOf(sentence).Folded()
	return rememberedEN.MatchString(folded) || rememberedZH.MatchString(folded)
}

// trailsOff reports whether a sentence breaks off and goes on in the next.
func trailsOff(sentence string) bool {
	return strings.HasSuffix(sentence, "…") || strings.HasSuffix(sentence, "...")
}

// untilAsked returns the clauses of a sentence up to the one that asks: what is
// to go stands in it or, as a topic, before it ("the thing about X, drop it").
func untilAsked(sentence string) []string {
	clauses := strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(",;，；：:", r) })
	for i := len(clauses) - 1; i >= 0; i-- {
		if lang.CuesOf(clauses[i]).Has(lang.Forget) {
			return clauses[:i+1]
		}
	}
	return []string{sentence}
}

// termsOf returns the words of texts that say what they are about.
func termsOf(texts []string) map[string]bool {
	set := make(map[string]bool)
	for _, text := range texts {
		for _, t := range lang.Terms(text) {
			if !lang.Frame(t) && !light[t] && !dated(t) {
				set[t] = true
			}
		}
	}
	return set
}

// dated reports whether a term is the bare number of a day, month or year.
func dated(term string) bool {
	n, err := strconv.Atoi(term)
	return err == nil && (n <= 31 || n >= 1900 && n <= 2100)
}

// read notes the words of text and the names among them.
func (r *request) read(text string) {
	for _, w := range lang.Words(text) {
		r.words[w.Term] = true
	}
	for _, n := range namesIn(text) {
		r.people[n] = true
	}
}

// namesIn returns the names in text, but for those of times and places: English
// words with a capital that neither open a sentence nor stand behind a
// preposition, Chinese words that the dictionary knows as names of people, and
// what it does not know at all.
func namesIn(text string) (names []string) {
	words := lang.Words(text)
	known := make(map[string]bool, len(words))
	for i, w := range words {
		known[w.Term] = true
		first, _ := utf8.DecodeRuneInString(text[w.Start:])
		if i > 0 && !w.Stop && !strings.ContainsRune(".!?", w.Break) && unicode.IsUpper(first) && !calendar[w.Text] && !placing[words[i-1].Text] || w.Tag == "nr" {
			names = append(names, w.Term)
		}
	}
	for _, t := range lang.Terms(text) {
		if !known[t] && lang.IsHan(t) {
			names = append(names, t)
		}
	}
	return names
}

var (
	calendar = setOf("january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays christmas easter")
	placing  = setOf("in at from to into near through via on since until till by")
)

// told reports whether what was told at a time may be what the user says was
// told on the first day, which is given, or at another time.
func (r *request) told(at, first time.Time) bool {
	if r.first {
		return at.Sub(first) < 24*time.Hour
	}
	return len(r.when) == 0 || slices.ContainsFunc(r.when, func(w lang.When) bool { return !at.Before(w.From) && at.Before(w.To) })
}

// light are terms that say nothing of what a request to forget is about: verbs
// of speaking, wanting and moving, words that point or count, and the place
// where things are kept.
var light = setOf("go come get put give take keep see look want like need think say tell told ask mention speak talk hear make do let leave have thing stuff bit part lot one first second last next time day today week way much many more all ever never again back book note record list memory file name please sorry also just really everything anything scrub delet eras wipe remov forget throw",
	"年 月 日 号 天 周 礼拜 星期 点 今年 去年 明天 哪儿 哪里 哪 谁 什么 怎么 事 事情 事儿 话 回 上回 上次 次 讲 说 提 看 想 不想 要 不要 人 一 个 段 那段 这段 那件事 这件事 那事 这事 那个 这个 别提 再提 别存 别记 别说 留底 做 来 去 有 给 留 记 底 数 里头 东西 时候 以后 以前 今天 昨天 点 抹 删 删掉 擦 擦掉 抹掉")

func setOf(lists ...string) map[string]bool {
	set := make(map[string]bool)
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			set[w] = true
			set[lang.Stem(w)] = true
		}
	}
	return set
}
