package lang

import "strings"

// neutralEn begin with a negative word and deny nothing.
var neutralEn = cuesOf("not only", "not just", "not merely", "not simply", "no matter", "no problem", "no doubt", "no wonder", "why not", "or not", "no sooner", "not to mention",
	"don't forget", "do not forget", "don't hesitate", "do not hesitate", "never forget", "don't mind", "doesn't mind", "not until", "no more than", "no less than", "no later than", "not later than",
	"not fail", "never fail", "never fails", "won't fail", "can't wait", "cannot wait", "can't help", "couldn't agree", "can't get enough")

// predicatesEn deny their clause from there on, and what a form of "be" beside them links to it.
var predicatesEn = set("not never cannot cant dont doesnt didnt wont isnt arent wasnt shouldnt wouldnt couldnt nor neither")

// nominalsEn deny what follows them.
var nominalsEn = cuesOf("without", "no", "instead of", "rather than", "except for", "except", "excluding", "apart from", "other than", "lack of", "lack", "lacks", "lacking", "free of", "free from", "in place of", "as opposed to", "minus", "against", "zero")

// refusalsEn are verbs that deny their object, by stem, and what else they say: hating is not liking.
var refusalsEn = stemsTo(map[string]string{
	"":        "avoid stop quit refrain skip ban forbid forbidden prohibit disallow cease eliminate ditch abstain eschew forgo shun boycott halt discontinue",
	"include": "exclude omit",
	"accept":  "refuse reject decline",
	"like":    "hate dislike detest loathe despise abhor resent",
})

// vexes are verbs whose subject is not liked, by stem.
var vexes = set("annoy irrit displeas infuri disgust")

// refusalPhrasesEn are refusals of several words, by what else they say.
var refusalPhrasesEn = func() cues {
	c := make(cues)
	for as, list := range map[string]string{
		"like":   "can't stand|cannot stand|can't bear|cannot bear|can't stomach|turned off by|put off by|averse to|not a fan of|no fan of|fed up with|sick of|tired of",
		"":       "can't tolerate|cannot tolerate|stay away from|stays away from|steer clear of|steers clear of|give up|gives up|gave up|given up|giving up|cut out|cuts out|leave out|leaves out|get rid of|do away with|keep away from|keeps away from|off limits|opposed to",
		"accept": "turn down|turns down|turned down|turning down",
	} {
		for s := range strings.SplitSeq(list, "|") {
			c.add(cue{words: strings.Fields(s), as: as})
		}
	}
	return c
}()

var beForms = set("be is are was were been being isn't aren't wasn't weren't isnt arent wasnt get gets")

// stemsTo turns lists of words by what they become into a map by stem.
func stemsTo(lists map[string]string) map[string]string {
	m := make(map[string]string)
	for as, list := range lists {
		for w := range strings.FieldsSeq(list) {
			m[Stem(w)] = as
		}
	}
	return m
}

// negationEn reads the negation at word i, and returns the word after it.
func (p *parser) negationEn(i int) int {
	for _, rule := range [...]func(*parser, int) int{
		(*parser).neutral, (*parser).refusalPhrase, (*parser).predicate, (*parser).oneWord, (*parser).nominal, (*parser).refusal,
	} {
		if next := rule(p, i); next > i {
			return next
		}
	}
	return i + 1
}

// neutral reads what begins with a negative word and denies nothing.
func (p *parser) neutral(i int) int {
	_, j := p.at(i, neutralEn)
	if j > i {
		p.dropped(i, j, "")
	}
	return j
}

// refusalPhrase reads a refusal of several words: "stay away from".
func (p *parser) refusalPhrase(i int) int {
	c, j := p.at(i, refusalPhrasesEn)
	if j <= i {
		return i
	}
	p.dropped(i, j, c.as)
	if p.word(i) == "off" { // bullets are off limits
		p.flip(p.from(i), i)
	}
	p.notes[i].flips++
	p.flip(j, p.reached(j-1))
	return j
}

// predicate reads what denies its clause from there on: "not", "never", "no longer".
func (p *parser) predicate(i int) int {
	w := p.word(i)
	switch {
	case w == "no" && p.word(i+1) == "longer":
		p.notes[i+1].drop = true
	case !strings.HasSuffix(w, "n't") && !predicatesEn[w]:
		return i
	}
	if p.bars(i) {
		return i + 1
	}
	p.flip(i+1, p.besideEn(i, p.reached(i)))
	if beForms[p.word(i-1)] || beForms[w] || beForms[p.word(i+1)] {
		p.reach(i)
	}
	return i + 1
}

// oneWord reads a word that denies what stands around it, each in its own way.
func (p *parser) oneWord(i int) int {
	end := p.reached(i)
	switch p.word(i) {
	case "nobody", "none", "nothing", "noone":
		if p.word(i+1) != "but" {
			p.flip(p.from(i), end)
		}
		return i + 1
	case "free", "less":
		if i > 0 && p.words[i].Start > 0 && p.text[p.words[i].Start-1] == '-' { // sugar-free
			p.notes[i-1].flips++
			p.notes[i].drop = true
			return i + 1
		}
	case "non":
		if p.words[i].End < len(p.text) && p.text[p.words[i].End] == '-' {
			p.flip(i+1, min(i+2, end))
			p.notes[i].drop = true
			return i + 1
		}
	case "least":
		if p.word(i-1) != "at" && i+1 < end { // least favourite
			p.flip(i+1, i+2)
			p.notes[i].drop = true
			return i + 1
		}
	case "from":
		if strings.HasSuffix(p.word(i+1), "ing") && p.prevents(i) { // keeps her from sleeping
			p.flip(i+1, end)
			return i + 1
		}
	case "over", "than", "to":
		if p.compared(i) {
			for k := i + 2; k < end; k++ {
				if prepositions[p.word(k)] {
					end = k // tea over coffee in the morning
				}
			}
			p.flip(i+1, end)
			return i + 1
		}
	}
	return i
}

// nominal reads what denies the noun that follows it: "without", "instead of".
func (p *parser) nominal(i int) int {
	_, j := p.at(i, nominalsEn)
	w, end := p.word(i), p.reached(i)
	switch {
	case j <= i, p.notes[i].barred, w == "no" && p.word(i+1) == "one":
		return i
	case w == "against" && !p.content(j, end): // decided against it
		p.dropped(i, j, "")
		p.flip(max(p.from(i), i-1), i)
	default:
		p.dropped(i, j, "")
		p.flip(j, max(j, p.besideEn(i, end)))
	}
	return j
}

// refusal reads a verb that denies its object, or, where it vexes, its subject.
func (p *parser) refusal(i int) int {
	w, note := p.words[i], &p.notes[i]
	as, ok := refusalsEn[w.Term]
	switch {
	case note.barred, p.used[i]:
	case vexes[w.Term]: // what annoys is not liked
		note.drop, note.as = true, "like"
		p.flip(p.from(i), p.reached(i))
	case ok:
		note.drop, note.as = true, as
		if beForms[p.word(i-1)] && strings.HasSuffix(w.Text, "ed") || w.Text == "forbidden" || w.Text == "banned" {
			p.flip(p.from(i), i)
		}
		p.flip(i+1, p.reached(i))
		if as != "" {
			note.flips++
		}
	}
	return i
}

// besideEn cuts what the negation at word i reaches where another one denies
// something else beside it: no calls and no mail.
func (p *parser) besideEn(i, end int) int {
	for k := i + 2; k < end; k++ {
		if w := p.word(k - 1); (w == "and" || w == "or") && (p.word(k) == "no" || predicatesEn[p.word(k)]) {
			return k
		}
	}
	return end
}

// bars reports whether the negation at word i only bars something until
// something else: "never send it until I have seen it" says to show it first. It ranks the two.
func (p *parser) bars(i int) bool {
	to := p.to(i)
	for k := i + 2; k+1 < to; k++ {
		switch p.word(k) {
		case "until", "till", "without", "unless", "before":
			if p.used[k+1] || !p.content(i+1, k) {
				return false // not until Friday, not before lunch
			}
			p.rank(i+1, k, 1)
			p.rank(k+1, to, -1)
			p.notes[k].drop = true
			p.notes[k].barred = true
			for n := k + 1; n < to; n++ {
				p.notes[n].scoped = false
			}
			return true
		}
	}
	return false
}

// prevents reports whether a verb that keeps somebody from something stands
// shortly before word i.
func (p *parser) prevents(i int) bool {
	for k := max(p.from(i), i-4); k < i; k++ {
		switch p.words[k].Term {
		case "keep", "prevent", "stop", "discourag":
			return true
		}
	}
	return false
}

// compared reports whether word i ("over", "than", "to") stands between what
// is preferred and what is not.
func (p *parser) compared(i int) bool {
	for k := p.from(i); k < i; k++ {
		switch p.words[k].Term {
		case "prefer", "prefers":
			return p.word(i) != "to" || !infinitive(p, i, k)
		case "rather", "like", "love", "enjoy":
			if p.word(i) == "than" {
				return true
			}
		}
	}
	return false
}

// infinitive reports whether the "to" at i follows the verb at k directly or
// begins another verb ("prefers tea to be hot").
func infinitive(p *parser, i, k int) bool {
	return i == k+1 || p.word(i+1) == "be" || p.word(i+1) == "have" || p.word(i+1) == "get" || p.word(i+1) == "see" || p.word(i+1) == "receive"
}
