package forget

import (
	"maps"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// How near to the best entry another one has to be for a request to mean it
// too: by itself, and where a proposal cites it; and how many entries can be meant by a word that is
// not theirs alone, and by none of theirs where the request may mean several.
const (
	fitShare   = 0.6
	fitCited   = 0.3
	fitMany    = 2
	fitSeveral = 3
)

// linkBeside is how much more an entry counts beside what was asked for just before.
const linkBeside = 1.5

// beside reports whether o was told in one turn with what one of requests means.
func (t *Asked) beside(o *gist.Gloss, pleas []plea) bool {
	for k := range pleas {
		for j, hit := range pleas[k].hits {
			if hit && t.old[j] != o && sharesTurn(o, t.old[j]) {
				return true
			}
		}
	}
	return false
}

// A fit is how far a request is about an entry.
type fit struct {
	score float64
	links []float64 // how well the entry answers for each topic
	close int       // for how many it does so by the word itself
	rare  bool      // one of these is all but peculiar to the entry
	sharp bool      // and is no name
	echo  bool      // it holds a word by which the agent tells what is gone, and which the request has not
}

// find reads r against the bank: what it is about, and which entries it surely means.
// before are the requests of the same turn that come before it.
func (t *Asked) find(r *plea, before []plea) {
	if t.links == nil {
		t.links = linksTo(t.old, t.rarity)
	}
	for term := range r.named {
		word := r.words[term]
		if pieceOf(term, r.named) || !word && t.rarity.Df[term] == 0 {
			continue // it is part of a name, or of two words
		}
		r.topics = append(r.topics, t.links.topic(term, r.people[term] || !word))
	}
	slices.SortFunc(r.topics, func(a, b *topic) int { return strings.Compare(a.Sense.Text, b.Sense.Text) }) // a sum of floats depends on the order
	r.fits, r.hits, r.spared = make([]fit, len(t.old)), make([]bool, len(t.old)), make([]bool, len(t.old))
	best := 0.0
	for i, o := range t.old {
		t.weighFit(r, i)
		if t.beside(o, before) {
			r.fits[i].score *= linkBeside
		}
		best = max(best, r.fits[i].score)
	}
	least := linkNear // by which something in the bank is named at all, whatever stands around
	if r.part {
		least = linkRelated
	}
	named, near := slices.ContainsFunc(r.topics, func(p *topic) bool { return p.Best >= least }), 0
	for i := range r.fits {
		if r.fits[i].score /= max(best, 1e-9); !named {
			r.fits[i].score = 0
		}
		if r.fits[i].score >= fitShare {
			near++
		}
		r.pithy = r.pithy || r.names(r.fits[i]) && r.beyondNames(r.fits[i])
	}
	for i, a := range r.fits {
		r.hits[i] = a.score >= fitShare && t.means(r, a, t.old[i], near)
	}
}

// weighFit finds how far r is about the ith entry, by how that answers for the topics of r. What
// stands around the request counts little: it may tell two entries apart that answer
// for it alike.
func (t *Asked) weighFit(r *plea, i int) {
	a, o := &r.fits[i], t.old[i]
	for _, p := range r.topics {
		link, held := p.Links[i], p.Held[i]
		a.links = append(a.links, link)
		if link == linkSame {
			a.close++
			a.rare = a.rare || held <= 2
			a.sharp = a.sharp || held <= 2 && !p.whose()
		}
		a.score += link * min(p.Weight, t.rarity.Held(held))
	}
	for i := range o.Senses { // in order, since a sum of floats depends on it
		term := o.Senses[i].Text
		if Light[term] || lang.Light(term) || pieceOf(term, o.Terms) {
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

// means reports whether r surely means o, at which it has the fit a, one of the near
// ones nearest to it.
func (t *Asked) means(r *plea, a fit, o *gist.Gloss, near int) bool {
	all := r.covered(a, 0) || near == 1 && r.covered(a, linkNear)
	switch {
	case o.Ruling() && a.close > 0 && near <= fitMany && t.ofReason(r, o):
		return true
	case r.unmet(o, a), r.pithy && !r.beyondNames(a): // what is said of somebody, and not all of it
		return false
	case r.all && r.names(a) && a.close > 0 && r.ofNames():
		return true
	}
	whose := r.names(a) || near == 1 && len(NamesIn(o.Entry.Content)) == 0
	switch {
	case o.Entry.Kind != dyadmem.Fact && !all: // a trait, a rule or an episode is more than what was told
		return false
	case a.close > 1: // unless a whole topic of the bank is as near
		return all || near <= 2*fitMany
	case o.Entry.Kind.URAM(): // one asks to forget what was told, not how to work, unless the agent says that it is gone
		return r.gone != "" && a.close == 1 && all && near == 1 && o.Entry.Kind == dyadmem.AgentMethod
	case a.close == 0 && o.Entry.Kind == dyadmem.Episodic: // nor what happened, unless by a word of it
		return false
	case a.close == 1:
		return whose && near <= fitMany && (all || a.sharp || a.rare && r.ofNames())
	}
	return whose && all && (near == 1 || r.many && near <= fitSeveral) && slices.Max(append(a.links, 0)) >= linkRelated
}

// ofReason reports whether r names what a rule gives as its reason, and nothing of what it demands.
func (t *Asked) ofReason(r *plea, o *gist.Gloss) bool {
	demands, reasons := gist.Reasons(o.Entry.Content)
	named := maps.Clone(r.named)
	maps.DeleteFunc(named, func(term string, _ bool) bool { return erasers[term] })
	holds := func(clause string) bool { return t.weigh(gist.ReadText(clause), named) > 0 }
	return len(demands) > 0 && slices.ContainsFunc(reasons, holds) && !slices.ContainsFunc(demands, holds)
}

// erasers are what one does with things of all sorts: "I said dropped" names nothing.
var erasers = gist.SetOf("drop lose bin ditch toss scrap clear strike cut cancel stop")

// covered reports whether an entry at which r has the fit a answers for all in r that
// any entry answers for by a link of more than least.
func (r *plea) covered(a fit, least float64) bool {
	for n, l := range a.links {
		if l == 0 && r.topics[n].Best > least {
			return false
		}
	}
	return true
}

// names reports whether an entry at which r has the fit a answers for every name in r.
func (r *plea) names(a fit) bool {
	for n, l := range a.links {
		if l == 0 && r.topics[n].Name {
			return false
		}
	}
	return true
}

// beyondNames reports whether an entry at which r has the fit a answers for a word in r
// that is no name, or r has none that any entry answers for.
func (r *plea) beyondNames(a fit) bool {
	for n, l := range a.links {
		if l >= linkRelated && !r.topics[n].whose() {
			return true
		}
	}
	return r.ofNames()
}

// tells reports whether an entry at which r has the fit a answers by a word of it for
// one in r that says what is to go, and not of whom.
func (r *plea) tells(a *fit) bool {
	for n, l := range a.links {
		if l == linkSame && !r.topics[n].whose() {
			return true
		}
	}
	return false
}

// ofNames reports whether nothing in r but names is answered for by any entry.
func (r *plea) ofNames() bool {
	return !slices.ContainsFunc(r.topics, func(p *topic) bool { return p.Best > 0 && !p.whose() })
}

// roughly reports whether r names o, at which it has the fit a, nearly as well as the
// best entry, by a word of it.
func (r *plea) roughly(a fit, o *gist.Gloss) bool {
	return a.close > 0 && a.score >= fitShare && (!r.pithy || r.beyondNames(a)) && (r.names(a) || len(NamesIn(o.Entry.Content)) == 0)
}

// breath reports whether the ith entry was told in one breath with one that r
// surely means, and belongs to it.
func (t *Asked) breath(r *plea, i int) bool {
	for j, hit := range r.hits {
		if hit && t.belongs(r, i, j) {
			return true
		}
	}
	return false
}

// belongs reports whether the ith entry belongs to the jth, which r surely means:
// a turn that states the one states the other, and r names several things of it;
// or it tells something, and
//
//   - no other turn states it, and it answers for something that r names and the
//     jth does not answer for, by a word of it for what r names besides persons, or
//     for what the agent says is gone, or all is to go and they speak of the same;
//   - other turns state it too, r names something of it, and not of whom alone, and
//     they speak of the same.
//
// A rule that keeps quiet about what goes belongs to it.
func (t *Asked) belongs(r *plea, i, j int) bool {
	a, o, h := &r.fits[i], t.old[i], t.old[j]
	foreign := func(ref dyadmem.TurnRef) bool { return !slices.Contains(h.Entry.Evidence, ref) }
	together := slices.ContainsFunc(o.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return !foreign(ref) })
	switch {
	case hushes(o) && !together:
		return r.hush && (t.akin(o, h) || t.sharesName(h, o))
	case !together, o.Entry.Kind == dyadmem.Episodic && slices.ContainsFunc(o.Entry.Evidence, foreign) && !r.covered(*a, 0): // it tells of more
		return false
	case a.close > 1:
		return true
	case o.Entry.Kind.URAM(): // a rule about what is to go tells it too
		return a.close > 0 && r.covered(*a, 0) && t.akin(o, h) || hushes(o) && (a.close > 0 || t.akin(o, h))
	case o.Entry.Kind != dyadmem.Fact && o.Entry.Kind != dyadmem.Episodic:
		return false
	case slices.ContainsFunc(o.Entry.Evidence, foreign):
		return a.close > 0 && r.beyondNames(*a) && t.akin(o, h)
	case a.echo, r.all && t.akin(o, h), r.tells(a):
		return true
	}
	for n, l := range a.links {
		if r.fits[j].links[n] == 0 && (l == linkSame || l > 0 && a.score >= fitShare) {
			return true
		}
	}
	return false
}

var (

// a request or the agent's word for what goes speaks of such a rule
)

// akin reports whether two entries speak of the same: they share a word that few
// others hold.
func (t *Asked) akin(a, b *gist.Gloss) bool {
	for term := range a.Terms {
		if b.Terms[term] && !Light[term] && !lang.Light(term) && t.rarity.Df[term] <= max(2, t.rarity.N/8) {
			return true
		}
	}
	return false
}

// sharesName reports whether b names somebody whom a names and few others do, whole or
// without the surname.
func (t *Asked) sharesName(a, b *gist.Gloss) bool {
	if !a.Cues.Han() {
		return false
	}
	for _, n := range NamesIn(a.Entry.Content) {
		r := []rune(n)
		if len(r) < 2 || t.rarity.Df[n] > max(2, t.rarity.N/8) {
			continue
		}
		if strings.Contains(b.Entry.Content, n) || len(r) == 3 && strings.Contains(b.Entry.Content, string(r[1:])) {
			return true
		}
	}
	return false
}

// others reports whether an entry speaks of what is somebody else's: it is about a
// person other than the user, or about something with an owner of its own.
func others(o *gist.Gloss) bool {
	s := o.Stated()
	folded := o.Cues.Folded()
	return s.Subject != lang.UserSubject && (len(s.Persons) > 0 || ownerEN.MatchString(folded) && !strings.Contains(folded, " user ")) ||
		len(s.Persons) > 0 && relativeEN.MatchString(folded) || relativeZH.MatchString(o.Entry.Content)
}

var (
	// "The user's sister …", 用户的儿子…
	ownerEN    = gist.Compile(` (?:its|his|her|their) `)
	relativeEN = gist.Compile(`^ the user 's (?:\w+ ){1,3}(?:is|are|was|were|has|have|had|\w+s|\w+ed) `)
	relativeZH = gist.Compile(`^用户的?(?:妻|丈夫|爱人|老婆|老公|父|母|爸|妈|儿|女|孩|哥|弟|姐|妹|同事|朋友|邻居|室友|表|堂|舅|姨|姑|叔|伯|侄|外|婆婆|公公|岳|嫂|前男友|前女友|老板|领导)`)
)
