package forget

import (
	"github.com/dyadmem/dyadmem/lang"
)

// weighAim finds how far r is about the ith entry, by how that answers for the topics of r. What
// stands around the request counts little: it may tell two entries apart that answer
// for it alike.
func (t *Asked) weighFit(r *plea, i int) {
	a, o := &r.fits[i], t.old[i]
	for _, p := range r.topics {
		link, held := p.Links[i], p.Held[i]
		a.links = append(a.links, link)
		if link == LinkSame {
			a.close++
			a.rare = a.rare || held <= 2
			a.sharp = a.sharp || held <= 2 && !p.Whose()
		}
		a.score += link * min(p.Weight, t.rarity.Held(held))
	}
	for i := range o.Senses { // in order, since a sum of floats depends on it
		term := o.Senses[i].Text
		if Light[term] || lang.Light(term) || PieceOf(term, o.Terms) {
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
