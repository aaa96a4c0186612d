package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// plain reports whether the new entry of a pair is told as it is, for good: no
// plan, thought, supposition or joke, and no limit for a while in place of what
// has no end.
func (p *pair) plain() bool {
	return p.fresh.Entry.Kind != dyadmem.Episodic && p.old.Entry.Kind != dyadmem.Episodic && p.fresh.Entry.Kind.Side() == p.old.Entry.Kind.Side() &&
		!p.turns.Has(lang.Hypothesis, lang.Jest) && p.fresh.Stated().Mood == lang.Asserted &&
		(p.fresh.Entry.Until.IsZero() || !p.old.Entry.Until.IsZero()) && !p.fresh.Stated().Except
}

// refills reports whether two entries are one sentence but for one part in it, and
// that part is what is told: "the hall's piano is a Bechstein", "the hall's piano is
// a Yamaha". Both say it of one thing, and by a word that gives a thing's state or
// place: who has a dog can have another.
func (p *pair) refills() bool {
	if !p.plain() || p.history() || p.fresh.Negated() != p.old.Negated() || p.fresh.Past() && p.old.Past() ||
		strangers(p.fresh.Stated().Persons, p.old.Stated().Persons) {
		return false
	}
	a, b := p.fresh.Slot(), p.old.Slot()
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	x, y, tail := a[head:], b[head:], 0
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
		tail++
	}
	part := max(unnumbered(x), unnumbered(y))
	same := head + tail
	if begin := p.begin(); len(b) > 0 && !lang.Frame(b[0]) && (ownsEN.MatchString(begin) || strings.HasSuffix(begin, "在")) {
		same++ // the verb is of the frame too
	}
	return len(x) > 0 && len(y) > 0 && part <= refillWords && head > 0 && same >= max(2, part) && (p.states() || p.values.rivalAmount && head > 1)
}

// begin returns the folded text that begins both entries.
func (p *pair) begin() string {
	a, b := p.fresh.Cues.Folded(), p.old.Cues.Folded()
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

// ownsEN is how the state of what belongs to somebody begins: "the hall's piano is".
var ownsEN = gist.Compile(` 's (?:[\w-]+ ){1,3}(?:is|are) `)

// refillWords is the most words that the part has which is another, numbers apart.
const refillWords = 4

// unnumbered counts words, those of a number or date all together as one.
func unnumbered(words []string) (n int) {
	numbers := 0
	for _, w := range words {
		if forget.Light[w] || forget.Dated(w) || strings.ContainsAny(w, "0123456789") {
			numbers = 1
			continue
		}
		n++
	}
	return n + numbers
}

// states reports whether the words that begin both entries hold one that gives a
// thing's state, place or time, and none that tells of one of several.
func (p *pair) states() bool {
	begin := p.begin()
	if p.fresh.Cues.Han() {
		return statesZH.MatchString(begin) && !strings.Contains(begin, "有") || p.bothRules() && strings.Contains(begin, "用")
	}
	return statesEN.MatchString(begin) && !oneOfEN.MatchString(begin)
}

var (
	statesEN = gist.Compile(` (?:is|are|was|be|has|have|at|in|on|for|with|by|to) `)
	oneOfEN  = gist.Compile(` (?:has|have|owns|keeps|knows|likes|loves) (?:an?|another|one|\w+ing) `)
	statesZH = gist.Compile(`[是在为由归叫放按]|位于`)
)

// flips reports whether the new entry denies what the old one said, or affirms what
// that denied: nearly all words are the same, and the polarity is the other or a word
// is the opposite ("is insulated", "is uninsulated").
func (p *pair) flips() bool {
	if !p.plain() || p.history() || p.ofOld < 0.4 || p.fresh.Stated().Subject != p.old.Stated().Subject {
		return false
	}
	if p.fresh.Negated() != p.old.Negated() {
		return p.ofOld >= flipShare && (p.ofFresh >= flipShare || p.told() && p.ofFresh >= flipShare/2)
	}
	return !p.old.Entry.Kind.URAM() && slices.ContainsFunc(p.fresh.Senses, func(s lang.Sense) bool {
		return slices.ContainsFunc(p.old.Senses, func(o lang.Sense) bool { return s.Opposite(&o) })
	})
}

const flipShare = 0.6

// disposes reports whether the new entry tells that the user no longer has what the
// old one speaks of: sold, given away, returned.
func (p *pair) disposes() bool {
	if p.old.Entry.Kind.URAM() || p.fresh.Entry.Kind == dyadmem.Episodic || p.old.Entry.Kind == dyadmem.Episodic || !p.plain() || p.old.Cues.Has(lang.Plan) {
		return false
	}
	object := p.fresh.Disposed()
	if object == "" || !ownedEN.MatchString(p.old.Cues.Folded()) && !ownedZH.MatchString(p.old.Entry.Content) {
		return false
	}
	held := false
	for _, t := range lang.Terms(object) {
		if forget.Light[t] || lang.Light(t) || lang.Frame(t) || forget.Dated(t) {
			continue
		}
		if !p.old.Terms[t] {
			return false
		}
		held = true
	}
	return held
}

var (
	ownedEN = gist.Compile(` (?:has|have|bought|owns?|uses?|drives?|rides?|keeps?|got|rents|subscribes|warranty|dates) `)
	ownedZH = gist.Compile(`有|买|办了?|用的?是|开的|骑|养了?|订了?|租了?|保修`)
)

// fulfils reports whether the new entry tells that what the old one planned, or held
// open, has come to be.
func (p *pair) fulfils() bool {
	if !p.plain() || p.ofOld < 0.35 || p.fresh.Cues.Has(lang.Vague) || p.fresh.Stated().Mood != lang.Asserted {
		return false
	}
	return openEN.MatchString(p.old.Cues.Folded()) && !openEN.MatchString(p.fresh.Cues.Folded()) && strings.Contains(p.fresh.Cues.Folded(), " ") && !p.fresh.Cues.Han() ||
		openZH.MatchString(p.old.Entry.Content) && !openZH.MatchString(p.fresh.Entry.Content) && doneZH.MatchString(p.fresh.Entry.Content)
}

var (
	openEN = gist.Compile(` (?:plans to|intends to|hopes to|is going to|is uncertain|uncertain whether|undecided|suspects|is waiting|waits for|is considering|is applying|wants to) `)
	openZH = gist.Compile(`打算|计划|想要|准备|申报|申请|考虑|还没定|未定|等着|疑似|怀疑|要去|要在|约好|答应`)
	doneZH = gist.Compile(`了|过|已经?|完|成|到`)
)

// turnsTaste reports whether the user likes or takes now what the old entry says
// was disliked or refused, or the other way round.
func (p *pair) turnsTaste() bool {
	if !p.plain() || p.fresh.Stated().Subject != p.old.Stated().Subject || p.fresh.Entry.Kind.URAM() || p.old.Entry.Kind.URAM() || !p.told() {
		return false
	}
	if p.fresh.Taste()*p.old.Taste() >= 0 {
		return false
	}
	for term := range p.old.Terms {
		if p.fresh.Terms[term] && !forget.Light[term] && !lang.Light(term) && !gist.LikesEN.MatchString(" "+term+" ") {
			return true
		}
	}
	return false
}

// waives reports whether the user's words do away with what the old rule demands
// and the new one does not: "no more bullet points", 不要表格了.
func (p *pair) waives() bool {
	if !p.bothRules() || !p.plain() {
		return false
	}
	return slices.ContainsFunc(waived(p.turns.Folded()), func(t string) bool { return p.old.Terms[t] && !p.fresh.Terms[t] })
}

var (
	waivedEN = gist.Compile(` (?:no more|enough of|enough with|stop the|stop with the|instead of|rather than|scrap the|drop the|skip the|without the|never mind the) ((?:[\w-]+ ){1,3})`)
	waivedZH = gist.Compile(`(?:不要|别|不用|不必|甭)([\p{Han}]{1,8})了|([\p{Han}]{2,6})(?:那套)?(?:不要了|免了|取消|就算了)`)
)
