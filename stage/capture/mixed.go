package capture

import (
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// apartFromDemands parts a sentence that tells something and then draws a demand from it or
// adds one: "I'm vegan, so never suggest cheese", 我上夜班，中午前别打电话给我. Each is kept as
// what it is, and a fact outlives the demand. nil where the sentence does not do so.
func (u *utterance) apartFromDemands(at time.Time) []utterance {
	if u.question || u.pasted || !u.ordersLater() || labels(u.text) {
		return nil
	}
	var out []utterance
	for _, text := range ordersCut(u.text) {
		part := u.clause(text, at)
		n := len(out)
		switch {
		case n > 0 && demandsBare(&part) == demandsBare(&out[n-1]), n > 0 && demandsBare(&out[n-1]) && !addsEN.MatchString(text):
			out[n-1] = u.clause(spliced(out[n-1].text, text), at)
		default:
			out = append(out, part)
		}
	}
	if len(out) < 2 || demandsBare(&out[0]) {
		return nil
	}
	for i := range out {
		if p := &out[i]; demandsBare(p) && !sure(p) && !once(p) || !demandsBare(p) && !tells(p) {
			return nil
		}
	}
	for i := range out {
		out[i].alone = demandsBare(&out[i])
	}
	return out
}

// ordersLater reports whether a sentence may hold an order behind something else.
func (u *utterance) ordersLater() bool {
	if u.cues.Han() {
		return laterOrderZH.MatchString(u.text)
	}
	opens := false // a clause may have begun
	for i, w := range u.words {
		opens = i > 0 && (w.Break != 0 || opens && leadWordsEN[w.Text] || w.Text == "so")
		if i > 0 && (opens || w.Break != 0 || leadWordsEN[u.words[i-1].Text]) && orderWordsEN[w.Text] {
			return true
		}
	}
	return false
}

// demandIn returns the first part of a sentence that is a demand parted from what is told,
// the sentence itself if there is none.
func (u *utterance) demandIn(at time.Time) *utterance {
	for _, p := range u.apartFromDemands(at) {
		if p.alone {
			return &p
		}
	}
	return u
}

// ordersCut cuts a sentence at its clauses, and an English one before an order.
func ordersCut(text string) (out []string) {
	for _, c := range lang.Clauses(text) {
		if lang.IsHan(c) {
			out = append(out, c)
			continue
		}
		from := 0
		for _, m := range beforeOrderEN.FindAllStringSubmatchIndex(c, -1) {
			if m[0] > from {
				out = append(out, strings.TrimSpace(c[from:m[0]]))
			}
			from = m[2]
		}
		out = append(out, strings.TrimSpace(c[from:]))
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// demandsBare reports whether a clause by itself tells the agent how to work.
func demandsBare(u *utterance) bool {
	if u.cues.Han() {
		return bareOrderZH.MatchString(u.text) && !noOrderZH.MatchString(u.text)
	}
	folded := u.cues.Folded()
	return bareOrderEN.MatchString(folded) && !noOrderEN.MatchString(folded) && (!bareNoEN.MatchString(folded) || u.cues.Has(lang.Form) || strings.HasPrefix(folded, " so no ") && u.content() > 1)
}

// tells reports whether a clause by itself states something of the user's world.
func tells(u *utterance) bool {
	if directive(u) || u.secondPerson() || conditional(u) || u.cues.Has(lang.Standing, lang.Imperative, lang.Wish) || bids(u) {
		return false
	}
	if !u.cues.Han() && fragment(u) && !u.firstPersonSubject() {
		return false
	}
	return salience(u) >= worthKeeping && (u.content() >= 2 || u.enough() || u.avows())
}

const orderLeadZH = `(?:所以|因此|还有|另外|那|麻烦|请|你|您|也|就|都|以后|往后|今后|每次|一律|千万|今天|这[次回]|\p{Han}{1,5}(?:前|后|时|的时候))*(?:别|不要|不许|不准|叫我|称呼我|喊我|回我|回复我|跟我说话|给我(?:写|发|推荐|讲|列|短)|对我|段落|语气|口气|回答|回复)`

var (
	leadWordsEN   = gist.SetOf("and so but oh also please always never just only")
	orderWordsEN  = gist.SetOf(strings.NewReplacer("|", " ", "[sz]", "z").Replace(ordersEN), "summarise apologise capitalise do don't dont never no")
	beforeOrderEN = gist.Compile(`(?:, (?:(?:and|so|but|oh|therefore) )*(?:also )?| (?:so|and so) | and also )((?i:please )?(?i:(?:always|never|only|just) )?(?:` + ordersEN + `|do not|don['’]t|never|no) )`)
	bareOrderEN   = gist.Compile(`^ (?:(?:and|so|but|oh|also|please|always|just|only|,) )*(?:` + ordersEN + `|do not|never|no) `)
	// vagueOrderEN and vagueOrderZH order what only the words before tell.
	vagueOrderEN = gist.Compile(`^ (?:(?:and|so|but|please|just|,) )*(?:do not|never) [a-z]+ (?:anything|it|that|this|them|so) [.!]? ?$`)
	vagueOrderZH = gist.Compile(`^(?:你|也|就|都)*(?:别|不要)\p{Han}{1,2}(?:了|啊|吧)?[。！]?$`)
	// noOrderEN and noOrderZH are what only looks like an order: "answer is …", 别的.
	noOrderEN    = gist.Compile(`^ (?:(?:and|so|but|oh|also|,) )*[a-z]+ (?:is|are|was|were|will|has|had|can|does|'s) `)
	noOrderZH    = gist.Compile(`^[^别]{0,8}别(?:的|人|家|处|墅|扭|致|名|针)`)
	bareNoEN     = gist.Compile(`^ (?:(?:and|so|but|oh|also|please|,) )*no `)
	bareOrderZH  = gist.Compile(`^` + orderLeadZH)
	laterOrderZH = gist.Compile(`[，；,;]` + orderLeadZH)
	addsEN       = gist.Compile(`^(?i:and|oh|also|btw|by the way|plus|还有|另外|对了|，)`)
)

// clash reports whether one of two neighbouring sentences tells the agent how to work, the
// other states something of the user's world, and each can stand by itself.
func clash(a, b *utterance) bool {
	if demandsBare(a) {
		a, b = b, a
	}
	return demandsBare(b) && sure(b) && plain(a) && tells(a) && salience(b) >= worthKeeping
}

// sure reports whether a bare order is for good by what it says.
func sure(u *utterance) bool {
	return directive(u) && (bids(u) || orderedNot(u) || permits(u) || u.cues.Has(lang.Standing, lang.Form)) && u.content() > 0 && !u.says(vagueOrderEN, vagueOrderZH)
}
