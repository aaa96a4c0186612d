package update

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// links finds how well each entry answers for each topic of r. That a word lies
// near in meaning tells something only where no entry answers better.
func (t *testimony) links(r *request) {
	for i, o := range t.old {
		a := aim{links: make([]float64, len(r.topics)), held: make([]int, len(r.topics))}
		for n := range r.topics {
			p := &r.topics[n]
			a.links[n], a.held[n] = t.link(p, o, i)
			p.best = max(p.best, a.links[n])
		}
		r.aims[i] = a
	}
	for i := range r.aims {
		for n, l := range r.aims[i].links {
			if l < linkRelated && r.topics[n].best >= linkRelated {
				r.aims[i].links[n] = 0
			}
		}
	}
}

// weighAim finds how far r is about o, by how o answers for the topics of r. What
// stands around the request counts little: it may tell two entries apart that answer
// for it alike.
func (t *testimony) weighAim(r *request, a *aim, o *gist.Gloss) {
	for n, link := range a.links {
		if link == linkSame {
			a.close++
			a.rare = a.rare || a.held[n] <= 2
			a.sharp = a.sharp || a.held[n] <= 2 && !r.topics[n].whose()
		}
		a.score += link * min(r.topics[n].weight, t.rarity.Held(a.held[n]))
	}
	for i := range o.Senses { // in order, since a sum of floats depends on it
		term := o.Senses[i].Text
		if light[term] || lang.Light(term) || pieceOf(term, o.Terms) {
			continue
		}
		if r.near[term] && !r.named[term] {
			a.score += t.rarity.Weight(term) / 8
		}
		a.echo = a.echo || r.echo[term] && !r.near[term]
	}
	if !r.told(o.Entry.At, t.first) {
		a.score *= 0.5 // it was told another time
	}
	switch {
	case r.own && others(o):
		a.score *= 0.5 // another's is not meant
	case r.own && o.Stated().Subject != lang.UserSubject:
		a.score *= 0.9
	}
	if o.Entry.Kind.URAM() {
		a.score /= 2 // one asks to forget what was told, not how to work
	}
}

// link returns how well o answers for a topic, and how many entries hold the
// word by which it does.
func (t *testimony) link(p *topic, o *gist.Gloss, i int) (best float64, df int) {
	term := p.sense.Text
	if o.Terms[term] && (!figures[term] || figured(o)) {
		return linkSame, t.rarity.Df[term]
	}
	if p.role != "" && t.called(p.role, o) {
		return linkSame, t.rarity.N / 8
	}
	for k := range o.Senses {
		s := &o.Senses[k]
		verb := !p.name && verbOf(s.Text, term)
		if s.Text == term || light[s.Text] || pieceOf(s.Text, o.Terms) && !verb {
			continue
		}
		l := 0.0
		switch {
		case p.sense.Same(s) || kin(term, s.Text):
			l = linkSame
		case slices.Contains(lang.Related(term), s.Text) || p.sense.Sometimes(s) || p.sense.Completes(s) || verb:
			l = linkRelated
		case p.sense.Near(s) >= linkNearest:
			l = linkNear
		}
		if l > best || l == best && l > 0 && t.rarity.Df[s.Text] < df {
			best, df = l, t.rarity.Df[s.Text]
		}
	}
	if best < linkRelated && p.held != nil && p.held[i] {
		return linkRelated, p.holders
	}
	if best < linkRelated && figures[term] && figured(o) && (!sums[term] || priced(o)) {
		return linkRelated, len(t.old) / 4
	}
	return best, df
}

// verbOf reports whether verb is the first half of a Chinese compound of a verb
// and its object, which other words may part: 吃 of 吃药.
func verbOf(verb, compound string) bool {
	return verb != compound && lang.IsHan(verb) && utf8.RuneCountInString(verb) == 1 && utf8.RuneCountInString(compound) == 2 && strings.HasPrefix(compound, verb)
}

// pieceOf reports whether term is a single Han character out of another of
// terms: a name that the dictionary does not know comes whole and in pieces.
func pieceOf(term string, terms map[string]bool) bool {
	if utf8.RuneCountInString(term) != 1 || !lang.IsHan(term) {
		return false
	}
	for o := range terms {
		if o != term && strings.Contains(o, term) {
			return true
		}
	}
	return false
}

// kin reports whether two English terms are forms of one word: the noun of its
// verb, "weight" of "weigh".
func kin(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 5 && !lang.IsHan(a) && strings.HasPrefix(b, a) && len(b)-len(a) <= 2
}

// figures are the terms that speak of a figure without giving it.
var figures = gist.SetOf("number amount figure sum total price score weight money", "数 数字 数目 金额 钱 合计 总数 合计数")

// sums are those that speak of money.
var sums = gist.SetOf("money", "钱 金额")

// priced reports whether an entry holds an amount of money.
func priced(o *gist.Gloss) bool {
	return slices.ContainsFunc(o.Values, func(v lang.Value) bool { return v.Kind == lang.Money })
}

// figured reports whether an entry holds a figure; "one" is as often none.
func figured(o *gist.Gloss) bool {
	return slices.ContainsFunc(o.Values, func(v lang.Value) bool { return v.Num != 0 && v.Num != 1 && v.Kind <= lang.Age })
}

// called reports whether an entry calls by name whom the bank tells to be somebody to
// the user: "my brother" is whoever is called Trevor, where the brother is Trevor.
func (t *testimony) called(role string, o *gist.Gloss) bool {
	return slices.ContainsFunc(t.old, func(e *gist.Gloss) bool {
		return slices.ContainsFunc(e.Stated().Persons, func(who lang.Person) bool {
			return who.Role == role && slices.ContainsFunc(strings.Fields(strings.ToLower(who.Name)), func(n string) bool {
				return o.Terms[n] || o.Terms[lang.Stem(n)]
			})
		})
	})
}
