package forget

import (
	"strings"
	"sync"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A turn is what its words say of forgetting.
type turn struct {
	user      bool
	sentences []sentence
	likeness  func() likeness // found once, when it is asked for
}

// A sentence of a turn.
type sentence struct {
	text     string
	folded   string
	question bool
	short    bool
	forgets  bool // it asks to forget in so many words
	erases   bool // it has a word of erasing
	reported bool // of somebody else's
	thing    bool // it names a thing that can be deleted without a memory being meant
	tells    bool // it speaks of what was told
	points   bool // it points at it
	private  bool // it says that it is nobody's business
	whole    bool // all of it is meant
	memory   bool // it speaks of a memory
	hyp      bool // it supposes or jests
	refuses  bool
	means    bool // it may ask what is meant
	offers   bool
	gone     bool // it tells that something is gone
	keeps    bool // it tells that something stays
	words    int
}

func (sc *scene) read(i int) turn {
	t := sc.Session.Turns[i]
	own := t.Text
	if t.Speaker == dyadmem.User {
		own, _ = gist.SplitPasted(t.Text)
	}
	out := turn{user: t.Speaker == dyadmem.User}
	for _, s := range lang.Sentences(lang.MaskQuotes(own)) {
		out.sentences = append(out.sentences, readSentence(s))
	}
	return out
}

func readSentence(s lang.Sentence) sentence {
	c := lang.CuesOf(s.Text)
	f := c.Folded()
	han := c.Han()
	pick := func(en, zh *gist.Pattern) bool {
		if han {
			return zh.MatchString(f)
		}
		return en.MatchString(f)
	}
	either := func(en, zh *gist.Pattern) bool { return en.MatchString(f) || zh.MatchString(f) }
	goneText := gist.NotAsked.Replace(goneOn.ReplaceAllString(f, " … "))
	out := sentence{
		text: s.Text, folded: f, question: s.Question,
		short:    short(s.Text),
		forgets:  gist.AsksToForget(s.Text),
		erases:   c.Has(lang.Forget) || pick(erasingEN, erasingZH),
		reported: reported(s.Text),
		thing:    pick(gist.ThingEN, gist.ThingZH),
		tells:    either(gist.RememberedEN, gist.RememberedZH),
		points:   either(partEN, partZH),
		private:  pick(privateEN, privateZH),
		whole:    either(wholeEN, wholeZH),
		memory:   pick(memoryEN, memoryZH),
		hyp:      c.Has(lang.Hypothesis, lang.Jest),
		refuses:  c.Has(lang.Refuse),
		means:    either(meansEN, meansZH),
		offers:   c.Has(lang.Forget) || either(offersEN, offersZH),
		gone:     goneEN.MatchString(goneText) || goneZH.MatchString(goneText) || either(doneEN, doneZH),
		keeps:    keeps(s.Text),
		words:    len(lang.Words(s.Text)),
	}
	return out
}

// keeps reports whether a clause says that something stays.
func keeps(clause string) bool {
	folded := lang.Fold(clause)
	return keepsEN.MatchString(folded) && !unkeptEN.MatchString(folded) || keepsZH.MatchString(clause) && !unkeepsZH.MatchString(clause)
}

// reported reports whether it is somebody else who asks: the word of erasing stands in
// quotation marks, or behind what tells who says or wants it.
func reported(sentence string) bool {
	own := quotation.ReplaceAllString(sentence, " ")
	if !lang.CuesOf(own).Has(lang.Forget) {
		return lang.CuesOf(sentence).Has(lang.Forget)
	}
	var before strings.Builder
	for _, c := range clauseMarks.Split(own, -1) {
		before.WriteString(" " + c)
		if lang.CuesOf(c).Has(lang.Forget) {
			break
		}
	}
	return lang.CuesOf(before.String()).Has(lang.Reported) || saysZH.MatchString(before.String())
}

var (
	quotation   = gist.Compile(`“[^”]*”|"[^"]*"|「[^」]*」|‘[^’]*’`)
	clauseMarks = gist.Compile(`[,;，；：:。.!！?？]`)
	joinedBy    = gist.Compile(`(?i)[,;，；。、.!！?？：:—]\s*(?:and\s+|along with\s+|as well as\s+|连同|连带|还有|以及)?|\s+(?:and|along with|as well as)\s+|[和跟与]|连同|连带|还有|以及`)
)

// affirms reports whether an answer says yes to what was asked.
func affirms(answer string) bool {
	folded := lang.Fold(answer)
	return capture.Accepts(answer) || yesWordEN.MatchString(folded) || yesWordZH.MatchString(folded)
}

func (t *turn) any(of func(s *sentence) bool) bool {
	for i := range t.sentences {
		if of(&t.sentences[i]) {
			return true
		}
	}
	return false
}

// A scene is a session, its turns read.
type scene struct {
	*gist.Sitting
	turns []turn
}

func readScene(s *gist.Sitting) *scene {
	sc := &scene{Sitting: s}
	for i := range s.Session.Turns {
		sc.turns = append(sc.turns, sc.read(i))
	}
	for i := range sc.turns {
		sc.turns[i].likeness = sync.OnceValue(sc.turns[i].readLikeness)
	}
	return sc
}

var none = turn{likeness: new(turn).readLikeness}

func (sc *scene) at(i int) *turn {
	if i < 0 || i >= len(sc.turns) {
		return &none
	}
	return &sc.turns[i]
}

// agentAt is the turn of the agent's at i, an empty one if there is none.
func (sc *scene) agentAt(i int) *turn {
	if t := sc.at(i); !t.user {
		return t
	}
	return &none
}

// asksBack reports whether an agent's turn asks what is meant.
func (t *turn) asksBack() bool {
	return t.any(func(s *sentence) bool { return s.question && s.short && s.means })
}

func (t *turn) tellsGone() bool {
	return t.any(func(s *sentence) bool { return s.short && s.gone && !s.question })
}

// line is what a turn says, in one line.
func (t *turn) line() string {
	var out []string
	for i := range t.sentences {
		out = append(out, t.sentences[i].text)
	}
	return strings.Join(out, " ")
}

// words counts those of a turn.
func (t *turn) words() (n int) {
	for i := range t.sentences {
		n += t.sentences[i].words
	}
	return n
}
