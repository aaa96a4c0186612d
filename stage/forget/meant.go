package forget

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// An aim is how far texts are about each entry of a bank.
type aim struct {
	sum    []float64 // by all words that it answers for
	cover  []float64 // what share of a clause it answers for, of the best clause
	like   []float64 // how near it lies to a clause as a whole, to the nearest
	margin []float64 // how much better it answers for a clause than any other entry, or worse
	claim  []float64 // how well, where none answers better
	clear  []float64 // by the words of one clause
	hard   []int     // how many words it holds
	names  []int     // how many of the names
	named  int       // how many names there are

	most             float64 // of the sums
	nearest, another float64 // of the likes, the greatest and the next
}

// aim finds how far texts are about each entry: by each of their clauses, since a request may
// name several things.
func (b *bank) aim(texts []string) *aim {
	n := len(b.old)
	a := &aim{
		sum: make([]float64, n), cover: make([]float64, n), like: make([]float64, n), margin: make([]float64, n), claim: make([]float64, n), clear: make([]float64, n),
		hard: make([]int, n), names: make([]int, n),
	}
	for i := range a.margin {
		a.margin[i] = -1
	}
	seen := make(map[string]bool)
	for _, text := range texts {
		names := setOf(NamesIn(text))
		for _, part := range append(joinedBy.Split(text, -1), text) {
			if topics := b.topicsOf(part, names); len(topics) > 0 {
				b.count(a, topics, seen)
				b.clause(a, part, topics)
			}
		}
	}
	a.most, _ = top(a.sum)
	a.nearest, a.another = top(a.like)
	return a
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// topicsOf returns what a text is about, in order: a sum of floats depends on it.
func (b *bank) topicsOf(text string, names map[string]bool) (out []*topic) {
	terms := make(map[string]bool)
	for _, t := range lang.Terms(text) {
		if !lang.Frame(t) && !Light[t] && !Dated(t) {
			terms[t] = true
		}
	}
	for t := range terms {
		if !pieceOf(t, terms) {
			out = append(out, b.topic(t, names[t]))
		}
	}
	slices.SortFunc(out, func(x, y *topic) int { return strings.Compare(x.Sense.Text, y.Sense.Text) })
	return out
}

// count counts each topic once.
func (b *bank) count(a *aim, topics []*topic, seen map[string]bool) {
	for _, p := range topics {
		if seen[p.Sense.Text] {
			continue
		}
		seen[p.Sense.Text] = true
		if p.Name {
			a.named++
		}
		for i := range b.old {
			a.sum[i] += p.gain(b.rarity, i)
			if p.Links[i] == linkSame {
				a.hard[i]++
				if p.Name {
					a.names[i]++
				}
			}
		}
	}
}

// clause weighs one clause: by its words, and by its gist.
func (b *bank) clause(a *aim, text string, topics []*topic) {
	worth := 0.0
	for _, p := range topics {
		if p.Best > 0 {
			worth += p.Weight
		} else {
			worth += p.Weight / 3 // no entry answers for it: it may be of the telling
		}
	}
	g := gist.GistIn(text)
	both := make([]float64, len(b.old))
	for i, o := range b.old {
		gain := 0.0
		for _, p := range topics {
			gain += p.gain(b.rarity, i)
		}
		like := float64(g.Dot(o.Gist()))
		both[i] = gain/worth + like
		a.cover[i], a.clear[i], a.like[i] = max(a.cover[i], gain/worth), max(a.clear[i], gain), max(a.like[i], like)
	}
	best, second := top(both)
	for i := range b.old {
		if both[i] == best {
			a.claim[i], a.margin[i] = max(a.claim[i], best), max(a.margin[i], best-second)
		} else {
			a.margin[i] = max(a.margin[i], both[i]-best)
		}
	}
}

// top returns the greatest of xs and the next, 0 if they are less.
func top(xs []float64) (best, second float64) {
	for _, x := range xs {
		if x > best {
			best, second = x, best
		} else if x > second {
			second = x
		}
	}
	return best, second
}

// share returns what the sum of an entry is of the greatest.
func (a *aim) share(i int) float64 {
	if a.most > 0 {
		return a.sum[i] / a.most
	}
	return 0
}

// apart returns how much nearer an entry lies than the nearest other.
func (a *aim) apart(i int) float64 {
	if a.like[i] == a.nearest {
		return a.nearest - a.another
	}
	return a.like[i] - a.nearest
}

// aimed returns how far the texts of a request are about each entry, by their part.
func (b *bank) aimed(r *request) (aims [roles]*aim) {
	for k := range aims {
		aims[k] = b.aim(r.texts[k])
	}
	return aims
}

var (
	roleNames = [roles]string{"asked", "around", "agent", "kept", "before"}
	aimSigns  = [...]string{"words", "share of a clause", "gist", "gist beside the best other", "words held", "a clause of its own", "margin"}
	aimNames  = func() (names [roles][len(aimSigns)]string) { // of both together
		for k, role := range roleNames {
			for n, sign := range aimSigns {
				names[k][n] = role + ": " + sign
			}
		}
		return names
	}()
)

// How many signs an entry has, by itself and beside the best: room for them is made once.
const (
	meantSigns  = 64
	besideSigns = 16
)

// meant returns what speaks for r, if it is a request that stands, being about the ith entry.
func (b *bank) meant(r *request, aims *[roles]*aim, names map[string]bool, i int) (out Signs) {
	o := b.old[i]
	out = make(Signs, 0, meantSigns)
	for k, a := range aims {
		for n, value := range [len(aimSigns)]float64{a.share(i), a.cover[i], a.like[i], a.apart(i), min(float64(a.hard[i]), 3), a.claim[i], a.margin[i]} {
			out.put(aimNames[k][n], value)
		}
	}
	ask, echo := aims[asked], aims[echoed]
	some := ask.names[i]+echo.names[i] > 0
	in := slices.ContainsFunc(r.when, func(w lang.When) bool { return !o.Entry.At.Before(w.From) && o.Entry.At.Before(w.To) })
	out.has("all names", ask.named > 0 && ask.names[i] == ask.named)
	out.has("a name", some)
	out.has("no name of those asked for", ask.named > 0 && ask.names[i] == 0)
	out.has("a name not spoken of", slices.ContainsFunc(b.names[i], func(n string) bool { return !names[n] }))
	out.has("all of it", r.all)
	out.has("all of whom is named", r.all && some)
	out.has("a rule", o.Entry.Kind.URAM())
	out.has("a rule to keep quiet", hushes(o))
	out.has("a rule to keep quiet, spoken of", r.hush && hushes(o))
	out.has("none, and one is spoken of", r.hush && !hushes(o))
	out.has("a trait", o.Entry.Kind == dyadmem.UserProfile)
	out.has("an episode", o.Entry.Kind == dyadmem.Episodic)
	out.has("another's, where the user's own is asked for", r.own && o.Stated().Subject != lang.UserSubject)
	out.has("told when it says", len(r.when) > 0 && in)
	out.has("told another time", len(r.when) > 0 && !in)
	out.has("told the first day, as it says", r.firstDay && o.Entry.At.Sub(b.from) < 24*time.Hour)
	out.has("told last", b.to.Sub(o.Entry.At) < 24*time.Hour)
	out.put("how many are gone", float64(r.count))
	out.has("the agent tells that it is gone", r.gone)
	out.has("nothing answers for what is asked", ask.most == 0)
	out.has("nothing answers for what the agent says", echo.most == 0)
	out.put("words of both", ask.share(i)*echo.share(i))
	out.put("gists of both", ask.like[i]*echo.like[i])
	out.has("more of what stays", aims[kept].clear[i] > max(ask.clear[i], echo.clear[i]))
	stays := aims[kept].claim[i]
	out.has("the best for what stays", stays > 0 && stays > max(ask.claim[i], echo.claim[i]))
	out.has("the best for what is asked and no other's", ask.margin[i] > 0 && stays == 0)
	return out
}

// spoken returns the names that a request speaks of.
func (r *request) spoken() map[string]bool {
	names := make(map[string]bool)
	for _, text := range slices.Concat(r.texts[asked], r.texts[echoed], r.texts[around]) {
		for _, n := range NamesIn(text) {
			names[n] = true
		}
	}
	return names
}

// beside returns what speaks for an entry going with the best, or with the next if it is the
// best itself: odds are those of each by itself.
func (b *bank) beside(r *request, odds []float64, rank []int, i int) (out Signs) {
	out = make(Signs, 0, besideSigns)
	best, next := slices.Index(rank, 0), slices.Index(rank, min(1, len(rank)-1))
	second := odds[best] - odds[next]
	if best == i {
		best = next
	}
	o, h := b.old[i], b.old[best]
	shares := slices.ContainsFunc(o.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return slices.Contains(h.Entry.Evidence, ref) })
	only := shares && !slices.ContainsFunc(o.Entry.Evidence, func(ref dyadmem.TurnRef) bool { return !slices.Contains(h.Entry.Evidence, ref) })
	akin, name := b.akin(o, h), slices.ContainsFunc(b.names[i], func(n string) bool { return h.Terms[n] })
	chance, ties := sigmoid(odds[best]), 0.0
	for _, ok := range []bool{shares, akin, name} {
		if ok {
			ties++
		}
	}
	when := func(ok bool) float64 {
		if ok {
			return chance
		}
		return 0
	}
	out.put("by itself", max(odds[i], -8))
	out.put("the best", max(odds[best], -8))
	out.put("beside the best", max(odds[i]-odds[best], -8))
	out.has("told in one breath with the best", shares)
	out.put("the same, and that is meant", when(shares))
	out.has("told then alone", only)
	out.put("a rare word of the best", when(akin))
	out.put("near to the best", float64(o.Gist().Dot(h.Gist()))*chance)
	out.put("a name of the best", when(name))
	out.put("its rank", min(float64(rank[i]), 6))
	switch {
	case r.count == 0:
		out.put("within the number", 0)
	case rank[i] < r.count:
		out.put("within the number", 1)
	default:
		out.put("within the number", -1)
	}
	out.put("a rule to keep the best quiet", when(hushes(o))*ties)
	out.put("how far the best is above the next", second)
	return out
}

// ranks returns the place of each entry by its odds, 0 for the best.
func ranks(odds []float64) []int {
	order := make([]int, len(odds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(odds[y], odds[x]) })
	rank := make([]int, len(odds))
	for place, i := range order {
		rank[i] = place
	}
	return rank
}

// akin reports whether two entries speak of the same: they share a word that few
// others hold.
func (b *bank) akin(o, h *gist.Gloss) bool {
	for term := range o.Terms {
		if h.Terms[term] && !Light[term] && !lang.Light(term) && b.rarity.Df[term] <= max(2, b.rarity.N/8) {
			return true
		}
	}
	return false
}

// hushes reports whether a rule says that something is not to be told on: where the
// thing is forgotten, nothing is left to keep quiet about.
func hushes(o *gist.Gloss) bool {
	if !o.Entry.Kind.URAM() {
		return false
	}
	return o.Negated() && (hushEN.MatchString(o.Cues.Folded()) || hushZH.MatchString(o.Entry.Content)) ||
		secretEN.MatchString(o.Cues.Folded()) || secretZH.MatchString(o.Entry.Content)
}
