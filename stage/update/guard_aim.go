package update

import (
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/forget"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Asks returns the turns that ask to forget e. A request is about the entry
// that answers best for what it names, about others that do so nearly as well,
// and about what was told in one breath with these and answers for the rest.
// That a proposal cites the request makes room for entries farther off, which it
// names by several words or by a word and their figure; one that cites every
// other turn says nothing by it.
func (t *testimony) Asks(e dyadmem.Entry, cited []dyadmem.TurnRef) (turns []dyadmem.TurnRef) {
	i := slices.IndexFunc(t.old, func(g *gist.Gloss) bool { return g.Entry.Key == e.Key })
	if i < 0 {
		return nil
	}
	turns = t.forgets(i)
	for n := range t.requests {
		r := &t.requests[n]
		asks := !r.spared[i] && len(cited) <= aimCitations && slices.Contains(cited, r.turn) && r.roughly(r.aims[i], t.old[i])
		if asks && !slices.Contains(turns, r.turn) {
			turns = append(turns, r.turn)
		}
	}
	return turns
}

// How near to the best entry another one has to be for a request to mean it
// too: by itself, and where a proposal cites it; how many turns it may cite; and
// how many entries can be meant by a word that is not theirs alone, and by none of
// theirs where the request may mean several.
const (
	aimShare     = 0.6
	aimCited     = 0.3
	aimCitations = 2
	aimMany      = 2
	aimSeveral   = 3
)

// linkBeside is how much more an entry counts beside what was asked for just before.
const linkBeside = 1.5

// beside reports whether o was told in one turn with what one of requests means.
func (t *testimony) beside(o *gist.Gloss, requests []request) bool {
	for k := range requests {
		for j, hit := range requests[k].hits {
			if hit && t.old[j] != o && sharesTurn(o, t.old[j]) {
				return true
			}
		}
	}
	return false
}

// An aim is how far a request is about an entry.
type aim struct {
	score float64
	links []float64 // how well the entry answers for each topic
	close int       // for how many it does so by the word itself
	rare  bool      // one of these is all but peculiar to the entry
	sharp bool      // and is no name
	echo  bool      // it holds a word by which the agent tells what is gone, and which the request has not
}

// find reads r against the bank: what it is about, and which entries it surely means.
// before are the requests of the same turn that come before it.
func (t *testimony) find(r *request, before []request) {
	if t.links == nil {
		t.links = forget.LinksTo(t.old, t.rarity)
	}
	for term := range r.named {
		word := r.words[term]
		if forget.PieceOf(term, r.named) || !word && t.rarity.Df[term] == 0 {
			continue // it is part of a name, or of two words
		}
		r.topics = append(r.topics, t.links.Topic(term, r.people[term] || !word))
	}
	slices.SortFunc(r.topics, func(a, b *forget.Topic) int { return strings.Compare(a.Sense.Text, b.Sense.Text) }) // a sum of floats depends on the order
	r.aims, r.hits, r.spared = make([]aim, len(t.old)), make([]bool, len(t.old)), make([]bool, len(t.old))
	best := 0.0
	for i, o := range t.old {
		t.weighAim(r, i)
		if t.beside(o, before) {
			r.aims[i].score *= linkBeside
		}
		best = max(best, r.aims[i].score)
	}
	least := forget.LinkNear // by which something in the bank is named at all, whatever stands around
	if r.part {
		least = forget.LinkRelated
	}
	named, near := slices.ContainsFunc(r.topics, func(p *forget.Topic) bool { return p.Best >= least }), 0
	for i := range r.aims {
		if r.aims[i].score /= max(best, 1e-9); !named {
			r.aims[i].score = 0
		}
		if r.aims[i].score >= aimShare {
			near++
		}
		r.pithy = r.pithy || r.names(r.aims[i]) && r.beyondNames(r.aims[i])
	}
	for i, a := range r.aims {
		r.hits[i] = a.score >= aimShare && r.means(a, t.old[i], near)
	}
}

// means reports whether r surely means o, at which it has aim a, one of the near
// ones nearest to it.
func (r *request) means(a aim, o *gist.Gloss, near int) bool {
	all := r.covered(a, 0) || near == 1 && r.covered(a, forget.LinkNear)
	switch {
	case r.pithy && !r.beyondNames(a): // what is said of somebody, and not all of it
		return false
	case r.all && r.names(a) && a.close > 0 && r.ofNames():
		return true
	}
	whose := r.names(a) || near == 1 && len(forget.NamesIn(o.Entry.Content)) == 0
	switch {
	case o.Entry.Kind != dyadmem.Fact && !all: // a trait, a rule or an episode is more than what was told
		return false
	case a.close > 1: // unless a whole topic of the bank is as near
		return all || near <= 2*aimMany
	case o.Entry.Kind.URAM(): // one asks to forget what was told, not how to work, unless the agent says that it is gone
		return r.gone != "" && a.close == 1 && all && near == 1 && o.Entry.Kind == dyadmem.AgentMethod
	case a.close == 0 && o.Entry.Kind == dyadmem.Episodic: // nor what happened, unless by a word of it
		return false
	case a.close == 1:
		return whose && near <= aimMany && (all || a.sharp || a.rare && r.ofNames())
	}
	return whose && all && (near == 1 || r.many && near <= aimSeveral) && slices.Max(append(a.links, 0)) > 0
}

// covered reports whether an entry at which r has aim a answers for all in r that
// any entry answers for by a link of more than least.
func (r *request) covered(a aim, least float64) bool {
	for n, l := range a.links {
		if l == 0 && r.topics[n].Best > least {
			return false
		}
	}
	return true
}

// names reports whether an entry at which r has aim a answers for every name in r.
func (r *request) names(a aim) bool {
	for n, l := range a.links {
		if l == 0 && r.topics[n].Name {
			return false
		}
	}
	return true
}

// beyondNames reports whether an entry at which r has aim a answers for a word in r
// that is no name, or r has none that any entry answers for.
func (r *request) beyondNames(a aim) bool {
	for n, l := range a.links {
		if l >= forget.LinkRelated && !r.topics[n].Whose() {
			return true
		}
	}
	return r.ofNames()
}

// tells reports whether an entry at which r has aim a answers by a word of it for
// one in r that says what is to go, and not of whom.
func (r *request) tells(a *aim) bool {
	for n, l := range a.links {
		if l == forget.LinkSame && !r.topics[n].Whose() {
			return true
		}
	}
	return false
}

// ofNames reports whether nothing in r but names is answered for by any entry.
func (r *request) ofNames() bool {
	return !slices.ContainsFunc(r.topics, func(p *forget.Topic) bool { return p.Best > 0 && !p.Whose() })
}

// roughly reports whether r names o, at which it has aim a, nearly as well as the
// best entry, by a word of it.
func (r *request) roughly(a aim, o *gist.Gloss) bool {
	return a.close > 0 && a.score >= aimShare && (!r.pithy || r.beyondNames(a)) && (r.names(a) || len(forget.NamesIn(o.Entry.Content)) == 0)
}

// breath reports whether the ith entry was told in one breath with one that r
// surely means, and belongs to it.
func (t *testimony) breath(r *request, i int) bool {
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
func (t *testimony) belongs(r *request, i, j int) bool {
	a, o, h := &r.aims[i], t.old[i], t.old[j]
	foreign := func(ref dyadmem.TurnRef) bool { return !slices.Contains(h.Entry.Evidence, ref) }
	together := slices.ContainsFunc(o.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return !foreign(ref) })
	switch {
	case forget.Hushes(o) && !together:
		return r.hush && (t.akin(o, h) || t.sharesName(h, o))
	case !together, o.Entry.Kind == dyadmem.Episodic && slices.ContainsFunc(o.Entry.Evidence, foreign) && !r.covered(*a, 0): // it tells of more
		return false
	case a.close > 1:
		return true
	case o.Entry.Kind.URAM(): // a rule about what is to go tells it too
		return a.close > 0 && r.covered(*a, 0) && t.akin(o, h) || forget.Hushes(o) && (a.close > 0 || t.akin(o, h))
	case o.Entry.Kind != dyadmem.Fact && o.Entry.Kind != dyadmem.Episodic:
		return false
	case slices.ContainsFunc(o.Entry.Evidence, foreign):
		return a.close > 0 && r.beyondNames(*a) && t.akin(o, h)
	case a.echo, r.all && t.akin(o, h), r.tells(a):
		return true
	}
	for n, l := range a.links {
		if r.aims[j].links[n] == 0 && (l == forget.LinkSame || l > 0 && a.score >= aimShare) {
			return true
		}
	}
	return false
}

var (

	// a request or the agent's word for what goes speaks of such a rule
	hushAskEN = gist.Compile(` (?:hush|rule|secret|secrecy|quiet|promise|promised) `)
	hushAskZH = gist.Compile(`[不别](?:说|提|写|讲|往外|跟|告诉|透露)[^，。]{0,6}那[条个]|保密那|瞒[^，。]{0,6}那条`)
)

// akin reports whether two entries speak of the same: they share a word that few
// others hold.
func (t *testimony) akin(a, b *gist.Gloss) bool {
	for term := range a.Terms {
		if b.Terms[term] && !forget.Light[term] && !lang.Light(term) && t.rarity.Df[term] <= max(2, t.rarity.N/8) {
			return true
		}
	}
	return false
}

// sharesName reports whether b names somebody whom a names and few others do, whole or
// without the surname.
func (t *testimony) sharesName(a, b *gist.Gloss) bool {
	if !a.Cues.Han() {
		return false
	}
	for _, n := range forget.NamesIn(a.Entry.Content) {
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
