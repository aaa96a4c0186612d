package gist

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem/lang"
)

// Reasons parts a rule into what it demands and what it tells besides: "I have therapy then" of "nothing on Thursdays, I
// have therapy then". Either may be empty.
func Reasons(rule string) (demands, reasons []string) {
	form := reasonEN
	if lang.IsHan(rule) {
		form = reasonZH
	}
	from := 0
	for _, m := range append(slices.Clone(form.FindAllStringSubmatchIndex(rule, -1)), []int{len(rule), len(rule)}) {
		c := strings.Trim(rule[from:m[0]], " ,;.，；。")
		from = m[1]
		switch cues := lang.CuesOf(c); {
		case c == "":
		case ordersAgent(c, cues) || cues.Has(lang.Ban) || barsEN.MatchString(cues.Folded()) || caseEN.MatchString(cues.Folded()) || caseZH.MatchString(c):
			demands = append(demands, c)
		default:
			reasons = append(reasons, c)
		}
	}
	return demands, reasons
}

var (
	// what parts a rule from its reason
	reasonEN = Compile(`(?i)[,;.]? \b(?:since|because|cos|cause|given that|due to)\b|[,;.]? \bso(?: please| plz| pls)?\b|[,;.] (?:as )?`)
	reasonZH = Compile(`[，；。]?(?:因为|由于|所以)|[，；。]`)
	// the case that a rule is for
	caseEN = Compile(`^ (?:when|whenever|if|unless|until|before|after|while|once|every|each|on|in|for|at|with|from) `)
	caseZH = Compile(`^(?:如果|要是|只要|凡是|除非|每)|(?:时|时候|之前|之后|以前|以后|的话)$`)
	// a ban without a verb
	barsEN = Compile(`^ (?:no|nothing|none|never|not) `)
)
