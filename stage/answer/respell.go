package answer

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dyadmem/dyadmem/stage/gist"
)

// respelt writes a quoted sentence of the question in the English that a rule
// asks for, old and new side by side where the rule wants that.
func (a *answer) respelt() string {
	if a.han || len(a.brief.Quotes) == 0 {
		return ""
	}
	for _, f := range a.rules() {
		m := spellings.FindStringSubmatch(f.Entry.Content)
		if m == nil {
			continue
		}
		old := a.brief.Quotes[0]
		fresh := respell(old, british(m[1]+m[2]))
		if fresh == old {
			continue
		}
		a.keep(f)
		for _, o := range a.rules() {
			if strings.ContainsAny(o.Entry.Content, "→") {
				a.keep(o)
				return old + " → " + fresh
			}
		}
		return fresh
	}
	return ""
}

var spellings = regexp.MustCompile(`(?i)\b(British|American|UK|US) (?:English|spellings?|words?|way|style|\w+ names?|terms?)|\bspel\w+ (?:\w+ ){0,2}?(British|American)\b`)

func british(variety string) bool {
	return strings.EqualFold(variety, "British") || strings.EqualFold(variety, "UK")
}

// respell turns American spelling into British, or the other way about: -or
// and -our, -ize and -ise, -er and -re, -og and -ogue, one l or two.
func respell(text string, british bool) string {
	for _, p := range spellingForms() {
		from, to := p.us, p.gb
		if !british {
			from, to = p.gb, p.us
		}
		text = from.begins.ReplaceAllStringFunc(text, func(w string) string {
			if w[0] >= 'A' && w[0] <= 'Z' {
				return gist.Upper(to.word)
			}
			return to.word
		})
	}
	return text
}

// A form is a word, or how it begins, in one of the two spellings.
type form struct {
	word   string
	begins *regexp.Regexp
}

type formPair struct{ us, gb form }

var spellingForms = sync.OnceValue(func() []formPair {
	begins := func(w string) form { return form{w, regexp.MustCompile(`(?i)\b` + w)} }
	var out []formPair
	for pair := range strings.SplitSeq(spellingPairs, ";") {
		us, gb, _ := strings.Cut(strings.TrimSpace(pair), "/")
		out = append(out, formPair{begins(us), begins(gb)})
	}
	return out
})

// spellingPairs holds words and the beginnings of words, American then British.
const spellingPairs = `color/colour;flavor/flavour;favor/favour;neighbor/neighbour;harbor/harbour;honor/honour;labor/labour;humor/humour;rumor/rumour;behavior/behaviour;vapor/vapour;odor/odour;
	organiz/organis;recogniz/recognis;realiz/realis;apologiz/apologis;summariz/summaris;prioritiz/prioritis;finaliz/finalis;memoriz/memoris;analyz/analys;customiz/customis;minimiz/minimis;maximiz/maximis;
	center/centre;theater/theatre;meter/metre;liter/litre;fiber/fibre;
	catalog/catalogue;dialog/dialogue;gray/grey;tire/tyre;program/programme;check/cheque;plow/plough;mold/mould;jewelry/jewellery;traveler/traveller;traveling/travelling;canceled/cancelled;labeled/labelled;modeling/modelling;fulfill/fulfil;skillful/skilful;enroll/enrol;aluminum/aluminium;pajama/pyjama;aging/ageing;eggplant/aubergine;zucchini/courgette;cilantro/coriander;arugula/rocket;scallions/spring onions;scallion/spring onion;rutabaga/swede;ground beef/minced beef;shrimp/prawn;cookies/biscuits;cookie/biscuit;candy/sweets;elevator/lift;sidewalk/pavement;apartment/flat;vacation/holiday;diaper/nappy;stroller/pushchair;flashlight/torch;faucet/tap;
	defense/defence;license/licence;offense/offence`
