package answer

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// A stance is what the entries say to a question that asks for yes or no.
type stance int

const (
	silent  stance = iota // neither: what is known is told without a word before it
	affirms               // what is asked is so
	denying               // it is not
)

// stance reads off the clause that shares most with the question, see nearest, whether what is asked is so. Where its entry has
// sides, they decide. It is silent where that clause tells of somebody else, is over by the day of asking, may be what its entry takes back, or bars something where the
// question is not whether one may. Two negations cancel out, of one clause or of the clause and the question.
func (a *answer) stance(clause string, of *found, shared float64) stance {
	mayI := permission.MatchString(a.question.Cues.Folded())
	if mayI && bars(of.Entry.Content) && putsRight.MatchString(of.Cues.Folded()) {
		return silent
	}
	negated, ended := a.asksDenial()
	if st, ok := a.sided(of); ok && !negated && !ended && !a.ofOthers(of) {
		return st
	}
	if a.ofOthers(of) || a.ofAnother(of) || a.ofKin(clause) || a.over(of) {
		return silent
	}
	if bars(clause) && !bars(a.query.Text) {
		switch {
		case mayI && (shared > 0 || a.pointsAt(clause)):
			return denying
		case !denies(clause):
			return silent
		}
	}
	deny := denies(clause) && !doubled(clause) || a.formerly(clause) || a.calledOff(of) || a.refusedLeave()
	switch {
	case deny && ended:
		return affirms
	case ended:
		return silent
	case deny != negated && of.Ruling() && a.besides(of):
		return silent
	case deny != negated && (shared > 0 || of.Ruling()):
		return denying
	case deny == negated && (deny || of.Ruling() && a.touched(of) || a.contents() > 0 && a.told()):
		if !negated && (!a.valuesTold() || !deny && unreal.MatchString(lang.Fold(clause)) && !unreal.MatchString(a.question.Cues.Folded())) {
			return silent
		}
		return affirms
	}
	return silent
}

// unreal is what somebody else wants or thinks, or what nearly was: it is not so for that.
var unreal = regexp.MustCompile(` (?:thinks?|thought|wants?|wanted|wishes|suggests?|suggested|insists?|says|said|reckons?) (?:that )?(?:the user|i|me|we|he|she|they)\b| (?:almost|nearly|would have|was about to) |差点|险些|(?:想让|想要|希望|觉得|建议|劝|叫)(?:用户|我)`)

// besides reports whether a rule is of another thing than the question, though both do the same with it: that no PDF may be
// sent says nothing of pictures.
func (a *answer) besides(f *found) bool {
	if slices.ContainsFunc(a.question.Values, func(v lang.Value) bool { return v.Kind != lang.Name && v.In(f.Values) }) {
		return false // of that day, or that amount
	}
	if a.han { // the verb may come last
		return false
	}
	of, asked := thingOf(f.Gloss), thingOf(a.question)
	return of != nil && asked != nil && recall.Holding(a.question, of) < 0.5 && recall.Holding(f.Gloss, asked) < 0.5
}

// thingOf returns the last word of content of a text.
func thingOf(g *gist.Gloss) *lang.Sense {
	for i := len(g.Senses) - 1; i >= 0; i-- {
		if !lang.Light(g.Senses[i].Text) {
			return &g.Senses[i]
		}
	}
	return nil
}

// valuesTold reports whether the entries tell every amount, day and place in a row that the question names.
func (a *answer) valuesTold() bool {
	return !slices.ContainsFunc(a.question.Values, func(v lang.Value) bool {
		return (v.Kind == lang.Ordinal || v.Kind == lang.Number) && !slices.ContainsFunc(a.chosen, func(f *found) bool { return v.In(f.Values) })
	})
}

// pointsAt reports whether the question has no more than a pronoun for what a clause bars ("may I take it?"), or names it
// by the one character that follows the verb of abstaining: 喝酒 and 戒酒.
func (a *answer) pointsAt(clause string) bool {
	if what := lang.AbstainedFrom(clause); what != "" && strings.Contains(a.query.Text, what) {
		return true
	}
	return pointing.MatchString(a.question.Cues.Folded())
}

var pointing = regexp.MustCompile(` (?:it|that|this|those|them|these) |它|这个|那个|这种|那种`)

// over reports whether an entry tells of a state that has ended by the day of a question about the present.
func (a *answer) over(f *found) bool { return f.Entry.Expired(a.query.At) && !a.past() }

// nearest returns the clause of the chosen entries that shares most with the question, and how much. Of a condition
// what counts is what follows from it.
func (a *answer) nearest() (clause string, of *found, shared float64) {
	clause, of = a.chosen[0].Entry.Content, a.chosen[0]
	for _, f := range a.chosen {
		for _, p := range halves(f.Entry.Content) {
			if s := a.fit(p); s > shared {
				clause, of, shared = p, f, s
				if condition.MatchString(p) {
					clause = strings.TrimPrefix(f.Entry.Content, p)
				}
			}
		}
	}
	return clause, of, shared
}

// matters are the words of the question that say what it is about: "may I have one" has none.
func (a *answer) matters() iter.Seq[*lang.Sense] {
	return func(yield func(*lang.Sense) bool) {
		for i := range a.question.Senses {
			if s := &a.question.Senses[i]; !lang.Light(s.Text) && !asksWhether(s.Text) && !yield(s) {
				return
			}
		}
	}
}

// asksWhether reports whether a word puts a verb beside its denial: 是不是, 有没有.
func asksWhether(word string) bool {
	r := []rune(word)
	return len(r) == 3 && r[0] == r[2] && (r[1] == '不' || r[1] == '没')
}

// contents counts them.
func (a *answer) contents() (n int) {
	for range a.matters() {
		n++
	}
	return n
}

// touched reports whether an entry speaks of any of the things that the question is about, where it names some: that the
// agent may use charts says nothing of emojis.
func (a *answer) touched(f *found) bool {
	held, asked := a.mentions(f, 0, func(term string) bool { return !lang.Light(term) })
	return held || !asked
}

// mentions reports whether an entry holds any of the words of the question that are of a kind, by more than least, and whether
// there are such.
func (a *answer) mentions(f *found, least float64, of func(term string) bool) (held, asked bool) {
	for i := range a.question.Senses {
		if s := &a.question.Senses[i]; of(s.Text) {
			if asked = true; recall.Holding(f.Gloss, s) > least {
				return true, true
			}
		}
	}
	return false, asked
}

// bars reports whether a text tells what keeps somebody from something without a word of denial: an allergy, an
// abstention, what a doctor advises against.
func bars(text string) bool { return barring.MatchString(lang.Fold(text)) }

var barring = regexp.MustCompile(` (?:allerg(?:ic|y|ies)|intoleran(?:t|ce)|abstain(?:s|ing|ed)?|teetotal|(?:stay|stays|staying|keep|keeps|keeping|lay|lays|come|came|sworn|swore) (?:off|away from|clear of)|(?:gave|given|gives|giving) up|cut out|off limits|taboo|advised against|warned (?:off|against)|makes? (?:him|her|them|the user) (?:ill|sick|queasy)|brings? (?:him|her|them|the user) out in) |过敏|不耐受?|忌口|忌食|戒[了掉酒烟糖]|禁食|禁酒`)

// putsRight says that something else was said before: what an entry holds may be what it takes back.
var putsRight = regexp.MustCompile(` (?:actually|not .* but|by mistake|got .* wrong|meant to say|turns out|turned out) |其实|说错|搞错|弄错|记错|不是.*(?:是|而)|(?:是|对).*不是`)

// permission is a question of whether somebody may or can do something.
var permission = regexp.MustCompile(` (?:can|could|may|might|allowed|okay|ok|safe|all right|fine) |能|可以|可不可|行[吗不]`)

// doubled reports whether two negations of a clause cancel out: 不是不能, "it is not that he can't".
func doubled(clause string) bool {
	return len(negatives.FindAllString(lang.Fold(clause), 2)) == 2 && !lang.Read(clause).Negated
}

var negatives = regexp.MustCompile(`\b(?:not|never|no|without|nothing)\b|不|没|别|非`)

// formerly reports whether a clause tells what used to be so, to a question of what is.
func (a *answer) formerly(clause string) bool {
	return !a.past() && !pastAsked.MatchString(a.question.Cues.Folded()) && lang.Read(clause).Mood == lang.Former
}

var pastAsked = regexp.MustCompile(` (?:did|was|were|had|have|has|ever|used) |过|以前|曾|当时|那时`)

// calledOff reports whether a newer entry of those chosen calls off what another tells: the trip was planned, then the
// tickets were given back.
func (a *answer) calledOff(of *found) bool {
	return slices.ContainsFunc(a.chosen, func(f *found) bool {
		return f != of && f.Entry.At.After(of.Entry.At) && slices.ContainsFunc(halves(f.Entry.Content), func(p string) bool {
			return a.fit(p) > 0 && (off.MatchString(f.Cues.Folded()) || f.Cues.Has(lang.Ended) || undone.MatchString(p))
		})
	})
}

// undone is what comes to nothing: 去不成了, 不办了.
var undone = regexp.MustCompile(`\p{Han}不(?:去|成|来|回)了?$|不(?:去|来|回|办|做|买|搬)了`)

// refusedLeave reports whether the question asks for leave and a rule bans.
func (a *answer) refusedLeave() bool {
	return leave.MatchString(a.question.Cues.Folded()) && slices.ContainsFunc(a.rules(), func(f *found) bool {
		return bans.MatchString(f.Cues.Folded()) && a.touched(f) && !a.besides(f) && !slices.ContainsFunc(halves(f.Entry.Content), doubled)
	})
}

// asksDenial reports whether the question itself asks whether something is not so ("don't I"), or is over or off.
func (a *answer) asksDenial() (negated, ended bool) {
	if !a.han {
		q := a.question.Cues
		return q.Has(lang.Negation), q.Has(lang.Ended) || off.MatchString(q.Folded()) || strings.Contains(q.Folded(), " off ")
	}
	return false, off.MatchString(a.query.Text)
}
