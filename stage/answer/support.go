package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
	"github.com/dyadmem/dyadmem/stage/recall"
)

// supported reports whether the evidence can hold the answer. In a small bank
// one entry has to bear on the question; in a large one there is always one that does, and what speaks for
// an answer is how near the nearest entry is, how much of the question the entries
// hold, and that one of the best holds the kind of value that is asked for; and
// the form of the question: who asks when, whether, or how it is now takes for
// granted that the thing is known, and what is asked in vain is mostly what or
// who. The weights are those of a logistic regression over the development half
// of mini and other short episodes, checked an episode left out at a time, both
// languages at once, rounded down. A handful of entries was picked for the
// question, and a rule can always be acted by.
func (a *answer) supported() bool {
	switch {
	case erasedAsked.MatchString(a.question.Cues.Folded()):
		return false // what was erased is not known
	case a.ask.Act:
		return true
	case a.traitTold():
		return true
	case a.untold():
		return false
	case !a.many():
		return true
	}
	if len(a.ranked) < dyadmem.MaxRecall {
		return a.borne()
	}
	score := 2*a.coveredBy(3) + 0.9*a.slotHeld(3) + 0.1*min(a.ranked[0].score, 10)
	for _, form := range [...]struct {
		is     bool
		weight float64
	}{{a.ask.Both, 1.3}, {a.ask.Now, 2.5}, {a.ask.YesNo, 2.5}, {a.ask.Wants.Any(lang.TimeSlot), 2}} {
		if form.is {
			score += form.weight
		}
	}
	return score > enough
}

// erasedAsked is a question after what somebody had erased, and of nothing else that was to be taken out of something.
var erasedAsked = gist.Compile(` (?:what|which|something|anything|things?) (?:.* )?(?:(?:ask|asked|tell|told|want|wanted) you to (?:erase|forget|delete|remove|drop|wipe|scrub)|you (?:erased|deleted|forgot|removed|wiped|scrubbed)|have you (?:erased|deleted|forgotten|removed|wiped)|tell you (?:.* )?(?:take|took|taken) (?:it |that )?back) (?:(?:for|about) me |from (?:your )?memory )?(?:[?.!] )?$|(?:(?:让|叫|请|要)?你(?:删|忘|抹|清|擦)(?:掉|除|了)*(?:过|了)?|[收撤]回了?)(?:什么|哪些?|啥)(?:东西|事儿?|内容)? ?[？?]?\s*$`)

// untold reports whether what is asked was plainly never told: all that is known is of others than whom the question is about,
// or no entry that shares something with it holds the attribute that it asks for.
func (a *answer) untold() bool {
	of := lang.AttributeOf(a.query.Text)
	return !slices.ContainsFunc(a.ranked, func(f *found) bool {
		return !a.ofOthers(f) && (of == nil || a.holdsOf(of, f)) && a.counts(f)
	})
}

// counts reports whether an entry can tell how many there are of what the question asks to have counted: it names one, or a number.
func (a *answer) counts(f *found) bool {
	m := counted.FindStringSubmatch(a.question.Cues.Folded())
	if m == nil || lang.RoleOf(lang.Stem(m[1])) != "" {
		return true
	}
	s := lang.SenseOf(lang.Stem(m[1]))
	return recall.Holding(f.Gloss, &s) >= 0.5 || slices.ContainsFunc(f.Values, func(v lang.Value) bool {
		return v.Kind == lang.Number && !v.Weak && !v.In(a.question.Values) && a.touched(f)
	})
}

// counted is a thing that is asked to be counted, and no measure of time.
var counted = regexp.MustCompile(` how many (guests|people|persons|visitors|pages|tables|chairs|rooms|seats|tickets|bottles|boxes|copies|employees|staff|members|students|pupils|patients|customers|plants|trees|books|cars|bikes|windows|floors|bedrooms|beds|eggs|cups|glasses|plates|invitations|tents|players|singers|songs|chapters|slides|pictures|photos) `)

// traitTold reports whether what everybody has or is is asked of the user, and an entry tells it in the words of its field.
func (a *answer) traitTold() bool { return slices.ContainsFunc(a.ranked, a.tellsTrait) }

func (a *answer) tellsTrait(f *found) bool {
	return a.trait != nil && a.trait.In(f.Gloss)
}

// holdsOf reports whether an entry can state an attribute of what the question asks about: it speaks of that itself, or
// of somebody or something by a name that another entry gives it.
func (a *answer) holdsOf(of *lang.Attribute, f *found) bool {
	told := a.notOfSelf(f.Entry.Content)
	return of.In(told, lang.Values(told), a.question.Values) && (a.speaksOf(of, f) || slices.ContainsFunc(a.ranked, func(o *found) bool {
		return o != f && a.speaksOf(of, o) && sharesNamed(f, o)
	}))
}

// notOfSelf returns a text without the clauses that tell of the user alone, where what is asked is an attribute of somebody
// around him: "my name is Ada, I look after my mother" does not say what she is called.
func (a *answer) notOfSelf(text string) string {
	if len(a.rolesAsked()) == 0 {
		return text
	}
	return strings.Join(slices.DeleteFunc(phrases(text), func(p string) bool {
		st := lang.Read(p)
		return st.Subject == lang.UserSubject && len(st.Persons) == 0
	}), a.comma())
}

// rolesAsked are those around the user whom the question is about, and not what he has of them: "what size may my wife get me?"
func (a *answer) rolesAsked() []lang.Person {
	if recall.SpeaksOfUser(a.question) {
		return nil
	}
	return a.question.Stated().Persons
}

// speaksOf reports whether an entry speaks of who, by his role, or of what the question asks for an attribute of.
func (a *answer) speaksOf(of *lang.Attribute, f *found) bool {
	asked := a.rolesAsked()
	for _, p := range f.Stated().Persons {
		if slices.ContainsFunc(asked, func(o lang.Person) bool { return o.Role == p.Role }) {
			return true
		}
	}
	held, named := a.mentions(f, 0.4, func(term string) bool { return !of.Names(term) && !lang.Light(term) && lang.RoleOf(term) == "" })
	return held || !named && len(asked) == 0
}

// sharesNamed reports whether two entries have a name in common.
func sharesNamed(f, o *found) bool {
	return slices.ContainsFunc(f.Stated().Terms, func(t lang.Term) bool { return (t.Name || t.Proper) && o.Terms[t.Text] }) || sharesName(f.Values, o.Values)
}

// borne reports whether an entry of a small bank bears on the question.
func (a *answer) borne() bool {
	need := bearEnough
	if a.ask.Now {
		need = bearNow
	}
	top := max(a.ranked[0].score, 1e-9)
	return slices.ContainsFunc(a.ranked, func(f *found) bool { return a.bearing.Of(f.Gloss, f.score/top) > need })
}

// bearEnough is how much the best entry of a small bank has to bear. One question
// in five that has an answer is not answered then, and one in five is that has none among a handful of
// entries about other things.
const bearEnough = 0.7

// bearNow is how much where the question is how something is now: who asks that knows that it was told.
const bearNow = 0.2

// enough is set for about one false answer in five unanswerable questions.
const enough = 2.5

// slotHeld returns 1 if one of the best n entries holds a value of the kind
// that is asked for, 0 if none does, and one half where no kind is.
func (a *answer) slotHeld(n int) float64 {
	if a.ask.Wants == 0 {
		return 0.5
	}
	for _, f := range a.ranked[:min(n, len(a.ranked))] {
		if a.bearing.Fills(f.Gloss) {
			return 1
		}
	}
	return 0
}

// coveredBy returns the share of the question's words that the best n entries
// hold. A related word counts half.
func (a *answer) coveredBy(n int) float64 {
	glosses := make([]*gist.Gloss, 0, len(a.ranked))
	for _, f := range a.ranked {
		glosses = append(glosses, f.Gloss)
	}
	r := gist.RarityOf(glosses)
	all, hit := 0.0, 0.0
	for i := range a.question.Senses { // in order, since a sum of floats depends on it
		t := a.question.Senses[i].Text
		w := r.Weight(t)
		all += w
		best := 0.0
		for _, f := range a.ranked[:min(n, len(a.ranked))] {
			if f.Terms[t] {
				best = 1
				break
			}
			for _, o := range lang.Related(t) {
				if f.Terms[o] {
					best = 0.5
				}
			}
		}
		hit += w * best
	}
	if all == 0 {
		return 1
	}
	return hit / all
}
