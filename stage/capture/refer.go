package capture

import (
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// refer puts into each sentence of the user's that begins with "she" or 他 whom
// it means: the one person of that sex who was named in the sentence before it or else in the
// turn, the agent's turn before it or the user's before that. Where nobody or more than one
// was, the pronoun stays.
func refer(sentences []utterance, at time.Time) {
	var p people
	last, turns := -1, 0 // turns of the user's, so far
	for i := range sentences {
		u := &sentences[i]
		if u.pasted {
			continue
		}
		if u.turn != last {
			last = u.turn
			turns++
			if u.before != nil {
				p.name(u.before.text, turns, i)
			}
		}
		if sex, rest := pronoun(u.text); sex != 0 {
			if phrase := p.meant(sex, turns, i); phrase != "" {
				*u = u.reworded(phrase+rest, at)
			}
		}
		p.name(u.text, turns, i+1)
	}
}

// people are those who were named, in order.
type people []struct {
	phrase string
	turn   int // of the user's, counted; that of the agent's before it counts with it
	before int // the sentence that comes after the one that names them
}

func (p *people) name(text string, turn, before int) {
	for _, phrase := range peopleIn(text) {
		*p = append(*p, struct {
			phrase string
			turn   int
			before int
		}{phrase, turn, before})
	}
}

// meant returns the one person of a sex that sentence i of a turn can mean: of those of
// the last sentence, relations before names; else of the relations named before.
func (p people) meant(sex byte, turn, i int) string {
	for _, look := range []struct{ near, named bool }{{true, false}, {true, true}, {false, false}} {
		phrase, fits := "", 0
		for _, x := range p {
			named := x.phrase[0] >= 'A' && x.phrase[0] <= 'Z'
			if look.near && x.before != i || turn-x.turn > 1 || named != look.named || x.phrase == phrase || !agrees(x.phrase, sex) {
				continue
			}
			fits++
			phrase = x.phrase
		}
		switch {
		case fits == 1:
			return phrase
		case fits > 1:
			return ""
		}
	}
	return ""
}

// pronoun returns of which sex the person is whom a sentence begins with a
// pronoun for, 'f' or 'm', and what follows the pronoun; 0 if it begins with none.
func pronoun(text string) (sex byte, rest string) {
	m := pronounEN.FindStringSubmatchIndex(text)
	if m != nil {
		rest = text[m[3]:]
		switch w := strings.ToLower(text[m[2]:m[3]]); w {
		case "she":
			return 'f', rest
		case "he":
			return 'm', rest
		case "she's", "she’s":
			return 'f', " is" + rest
		case "he's", "he’s":
			return 'm', " is" + rest
		case "his":
			return 'm', "'s" + rest
		case "her":
			return 'f', "'s" + rest
		}
	}
	for p, sex := range map[string]byte{"他": 'm', "她": 'f'} {
		if rest, ok := strings.CutPrefix(lang.TrimOpening(text), p); ok && !strings.HasPrefix(rest, "们") && !strings.HasPrefix(rest, "俩") {
			return sex, rest
		}
	}
	return 0, ""
}

var pronounEN = gist.Compile(`^(?i:(?:and|but|so|also|oh|well|,)\s+)*((?i:she['’]s|he['’]s|she|he|his|her))\b`)

// peopleIn returns the persons whom a text names: relations of the user's with
// the name that stands beside them, and English names that no dictionary has.
func peopleIn(text string) []string {
	if lang.IsHan(text) {
		return relationZH.FindAllString(text, -1)
	}
	var out []string
	for _, m := range relationEN.FindAllString(text, -1) {
		out = append(out, strings.ToLower(m[:2])+m[2:])
	}
	for _, name := range nameEN.FindAllString(text, -1) {
		known := slices.ContainsFunc(out, func(o string) bool { return strings.HasSuffix(o, name) })
		if s := lang.SenseOf(lang.Stem(strings.ToLower(name))); !known && !notNamesEN[strings.ToLower(name)] && len(s.Groups()) == 0 {
			out = append(out, name)
		}
	}
	return out
}

// Whom of the user's a pronoun can mean: these, where the word tells the sex, and others.
const (
	womenEN = `wife|mother|mum|mom|mam|mama|daughter|sister|aunt|auntie|niece|grandmother|gran|grandma|girlfriend|granddaughter|mother-in-law|sister-in-law|landlady`
	menEN   = `husband|father|dad|papa|son|brother|uncle|nephew|grandfather|grandad|grandpa|boyfriend|grandson|father-in-law|brother-in-law`
	otherEN = `partner|friend|neighbour|neighbor|colleague|coworker|cousin|flatmate|roommate|roomie|client|teacher|fiance|fiancee|ex|` + gist.PostsEN
	womenZH = `阿姨|老婆|妻子|媳妇|太太|爱人|妈妈|妈|母亲|娘|女儿|闺女|姐姐|姐|妹妹|妹|奶奶|外婆|姥姥|姑姑|姑|姨|婶|嫂子|女友|女朋友|岳母|婆婆|侄女|外甥女|孙女`
	menZH   = `老公|丈夫|爸爸|爸|父亲|爹|儿子|哥哥|哥|弟弟|弟|爷爷|外公|姥爷|叔叔|叔|舅舅|舅|姑父|姨父|姐夫|妹夫|男友|男朋友|岳父|公公|侄子|外甥|孙子`
	otherZH = `同事|邻居|朋友|室友|客户|同学|老师|师傅|徒弟|医生|大夫|对象|` + gist.PostsZH
)

var (
	relationEN = gist.Compile(`\b[Mm]y (?:\w+ )?(?:` + womenEN + `|` + menEN + `|` + otherEN + `)\b(?: [A-Z][a-z]+\b)?`)
	womanEN    = gist.Compile(`\b(?:` + womenEN + `)\b`)
	manEN      = gist.Compile(`\b(?:` + menEN + `)\b`)
	nameEN     = gist.Compile(`\b[A-Z][a-z]{2,}\b`)
	relationZH = gist.Compile(`我(?:家|们家|的)?(?:` + womenZH + `|` + menZH + `|` + otherZH + `)`)
	womanZH    = gist.Compile(`(?:` + womenZH + `)$`)
	manZH      = gist.Compile(`(?:` + menZH + `)$`)
)

// notNamesEN are words with a capital that are no person's.
var notNamesEN = gist.SetOf("i it he she they we you the a an this that these those there what who which when where how if so and but or my your his her our their its monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december everything everyone nothing nobody god")

// agrees reports whether a person may be of a sex.
func agrees(phrase string, sex byte) bool {
	woman, man := womanEN, manEN
	if lang.IsHan(phrase) {
		woman, man = womanZH, manZH
	}
	if sex == 'f' {
		return !man.MatchString(phrase) || woman.MatchString(phrase)
	}
	return !woman.MatchString(phrase)
}
