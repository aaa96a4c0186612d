package recall

import (
	"cmp"
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Rules are the Recaller of the system `rules`: BM25 over the terms
// of the query and, at less weight, over related words; then what the query
// asks for besides its words:
//
//   - a kind of value ("when", "how much", 几点): entries that hold one
//   - a time ("in May", "now"): entries of that time, and none that have expired
//   - that the agent act ("draft", "how do you answer"): the standing rules
//
// The newer of two equal entries comes first. Where the bank shares nothing
// with the query, nothing is returned, and of a small bank only what bears on it. The zero value is ready to use.
type Rules struct{ Memo *gist.Memo }

// Weights hold what each sign is worth, as a share of the best BM25
// score in the bank.
type Weights struct {
	related   float64 // a related word, against the word itself
	same      float64 // a synonym
	sometimes float64 // a word that can mean the same
	near      float64 // a word whose meaning lies near, times how near
	nearFrom  float64 // how near it has to lie
	About     float64 // what the query is about as a whole, whatever its words, times how near the entry lies to that
	Value     float64 // an entry that holds the kind of value that is asked for
	date      float64 // an entry of the time that is asked about
	rule      float64 // a standing rule, where the agent is to act
	aside     float64 // of the agent's side, where it is not
	apiece    float64 // what it is near to one of several things that are asked
	fresh     float64 // the newest entry, falling to 0 for the oldest
	now       float64 // how much more the newest counts where the query asks about now
	expired   float64 // a temporary state that is over, where the query asks about now
	profile   float64 // what lasts about the user: it bears on more than what is asked in its words
	episodic  float64 // an entry that only tells what happened in a session
	Beside    float64 // what an entry takes over from its neighbours of the same session
	trait     float64 // it tells what everybody has or is, and is asked in other words
	when      float64 // a word of an expression of time, against a word
	light     float64 // a word that says next to nothing of a topic, against a word
	pair      float64 // a pair of neighbouring Han characters, against a word
}

// Usual were set on the development half of mini and on questions of five more authors, both languages at
// once; the curve is flat around them.
var Usual = Weights{related: 0.6, same: 0.5, sometimes: 0.1, near: 0.4, nearFrom: 0.4, pair: 0.4, light: 0.4, when: 0.45, Beside: 0.15, About: 1.2, Value: 0.3, date: 0.1, rule: 0.6, aside: -0.1, apiece: 0.2, fresh: 0.05, now: 8, expired: -0.3, profile: 0.05, trait: 1, episodic: -0.4}

// Recall ranks the entries of b for q.
func (r Rules) Recall(_ context.Context, b dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
	want := Usual.read(q)
	hits := Usual.rank(r.Memo, b, want, q.K())
	return want.sift(r.Memo, hits, len(b.Entries) <= dyadmem.MaxRecall), nil
}

// ranking is how the words of a query are weighed.
var ranking = BM25{K1: 0.9, B: 0.3}

// Recall ranks the entries of b for q by r.
func (r Weights) Recall(m *gist.Memo, b dyadmem.Bank, q dyadmem.Query) []dyadmem.Hit {
	return r.rank(m, b, r.read(q), q.K())
}

func (r Weights) rank(m *gist.Memo, b dyadmem.Bank, want wanted, k int) []dyadmem.Hit {
	var matter *lang.Gist
	if r.About != 0 {
		matter = gist.AboutIn(want.text)
	}
	docs, digests := make([][]string, len(b.Entries)), make([]*gist.Digest, len(b.Entries))
	like := r.likeness(want)
	for i, e := range b.Entries {
		digests[i] = m.Digest(e.Content)
		docs[i] = digests[i].List
		like.learn(digests[i].Senses)
	}
	scores := r.smooth(b.Entries, ranking.rank(docs, want.terms))
	r.apart(want, docs, scores)
	best := slices.Max(append(scores, 0))
	if best == 0 {
		if !want.personal {
			return nil
		}
		best = 1 // of this dyad, if not in its words: by what is asked for alone
	}
	hits := make([]dyadmem.Hit, 0, len(b.Entries))
	for i := len(b.Entries) - 1; i >= 0; i-- {
		e := b.Entries[i]
		bonus, reason := r.bonus(want, e, digests[i], scores[i]/best)
		if matter != nil {
			bonus += r.About * max(0, float64(matter.Dot(digests[i].About())))
		}
		fresh := r.fresh
		if want.query.Now {
			fresh *= r.now
		}
		if want.trait != nil && want.trait.In(m.Entry(e)) {
			bonus, reason = bonus+r.trait, "what it asks of the user"
		}
		bonus += fresh * float64(i) / float64(max(1, len(b.Entries)-1))
		if scores[i] > 0 && reason == "" {
			reason = "words of the query"
		}
		hits = append(hits, dyadmem.Hit{Entry: e, Score: scores[i] + best*bonus, Reason: cmp.Or(reason, "recent"), Aside: reason == ""})
	}
	return top(hits, k)
}

// apart adds to the scores how near the entries are to each of the things that
// a query asks for, where it asks for several: the words of one would outweigh
// those of the others.
func (r Weights) apart(want wanted, docs [][]string, scores []float64) {
	parts := gist.Askings(want.text)
	if len(parts) < 2 {
		return
	}
	share := r.apiece * slices.Max(append(scores, 0))
	nearest := make([]float64, len(scores))
	for _, p := range parts {
		own := ranking.rank(docs, want.of(p))
		best := slices.Max(append(own, 0))
		for i := range own {
			nearest[i] = max(nearest[i], own[i]/max(best, 1e-9))
		}
	}
	for i := range scores {
		scores[i] += share * nearest[i]
	}
}

// smooth lets each entry take over a share of the score of its neighbours of
// the same session: what was said together belongs together.
func (r Weights) smooth(entries []dyadmem.Entry, scores []float64) []float64 {
	out := slices.Clone(scores)
	for i := range entries {
		near := 0.0
		if i > 0 && entries[i-1].At.Equal(entries[i].At) {
			near = scores[i-1]
		}
		if i+1 < len(entries) && entries[i+1].At.Equal(entries[i].At) {
			near = max(near, scores[i+1])
		}
		out[i] += r.Beside * near
	}
	return out
}

// A likener gives words of the bank that mean what a word of the query means
// a weight among the terms.
type likener struct {
	weights Weights
	terms   map[string]float64 // of the query; grows
	senses  []lang.Sense       // of its own words
	seen    map[string]bool
}

func (r Weights) likeness(w wanted) *likener {
	l := &likener{weights: r, terms: w.terms, seen: make(map[string]bool)}
	for t, weight := range w.terms {
		if weight == 1 && !lang.Light(t) {
			l.senses = append(l.senses, lang.SenseOf(t))
		}
	}
	return l
}

func (l *likener) learn(senses []lang.Sense) {
	for i := range senses {
		x := &senses[i]
		if l.seen[x.Text] {
			continue
		}
		l.seen[x.Text] = true
		for j := range l.senses {
			if w := l.weights.alike(x, &l.senses[j]); w > l.terms[x.Text] {
				l.terms[x.Text] = w
			}
		}
	}
}

// alike returns what a word counts for where another stands in the query.
func (r Weights) alike(a, b *lang.Sense) float64 {
	switch {
	case a.Same(b):
		return r.same
	case a.Sometimes(b):
		return r.sometimes
	}
	if a.Text[0] < utf8.RuneSelf {
		return 0 // what lies near an English word is as often its opposite or its rival
	}
	if near := a.Near(b); near >= r.nearFrom {
		return r.near * near
	}
	return 0
}

// A wanted is what a query asks for.
type wanted struct {
	text  string
	terms map[string]float64
	query lang.Ask
	whens []lang.When
	at    time.Time

	trait *Trait // of the user, that it asks for

	self     bool // the user asks in his own person, or tells a case: what a rule wants may be meant
	told     bool // it tells a case
	personal bool // it asks about the user or the agent
}

func (r Weights) read(q dyadmem.Query) wanted {
	ask, brief := gist.AskOf(q.Text)
	w := wanted{text: q.Text, terms: make(map[string]float64), query: ask, at: q.At, told: brief.TellsCase()}
	w.trait = TraitOf(gist.ReadText(q.Text))
	w.self = w.told || gist.SpeaksForSelf(q.Text)
	for _, word := range lang.Words(q.Text) {
		w.personal = w.personal || gist.Dyadic(word.Text)
	}
	if !q.At.IsZero() {
		w.whens = lang.Whens(q.Text, q.At)
	}
	for _, t := range lang.Terms(q.Text) {
		if !lang.Frame(t) {
			w.terms[t] = r.when
		}
	}
	for _, t := range lang.Terms(withoutWhens(q.Text, w.whens)) {
		switch {
		case lang.Frame(t):
		case lang.Light(t):
			w.terms[t] = r.light
		default:
			w.terms[t] = 1
		}
	}
	for _, p := range gist.HanPairs(q.Text) {
		w.terms[p] = r.pair
	}
	for t := range w.terms {
		if w.terms[t] < 1 {
			continue
		}
		for _, other := range lang.Related(t) {
			if w.terms[other] == 0 {
				w.terms[other] = r.related
			}
		}
	}
	return w
}

// of returns the terms that a part of the query has, with their weights in the
// whole of it.
func (w wanted) of(part string) map[string]float64 {
	terms := make(map[string]float64)
	for _, t := range append(lang.Terms(part), gist.HanPairs(part)...) {
		terms[t] = w.terms[t]
		for _, other := range lang.Related(t) {
			terms[other] = max(terms[other], w.terms[other])
		}
	}
	return terms
}

// withoutWhens blanks out the expressions of time: what happened then is told
// by its date, not by the words for it.
func withoutWhens(text string, whens []lang.When) string {
	for _, w := range slices.Backward(whens) {
		text = text[:w.Start] + " " + text[w.End:]
	}
	return text
}

// bonus returns what e earns besides its words, and why; near is its score for
// its words, against the best.
func (r Weights) bonus(w wanted, e dyadmem.Entry, d *gist.Digest, near float64) (bonus float64, reason string) {
	switch {
	case !w.query.Act && !w.self && e.Kind.URAM():
		bonus += r.aside
	case !w.query.Act:
	case e.Kind.URAM():
		bonus += r.rule
		reason = "a standing rule"
	case e.Kind != dyadmem.Episodic && d.Orders(): // kept as a fact, and perhaps one
		bonus += r.rule * factRule
		reason = "perhaps a standing rule"
	}
	if e.Kind == dyadmem.UserProfile {
		bonus += r.profile
	}
	if e.Kind == dyadmem.Episodic {
		bonus += r.episodic
	}
	if w.query.Wants != 0 && d.Slots().Any(w.query.Wants) {
		bonus += r.Value * min(1, valueFrom+near)
	}
	if slices.ContainsFunc(w.whens, func(when lang.When) bool { return concerns(e, d, when) }) {
		bonus += r.date
		reason = "of the time asked about"
	}
	if w.query.Now && e.Expired(w.at) {
		bonus += r.expired
	}
	return bonus, reason
}

// concerns reports whether e speaks of a time that when covers.
func concerns(e dyadmem.Entry, d *gist.Digest, when lang.When) bool {
	for _, own := range d.Said(e.At) {
		if own.From.Before(when.To) && when.From.Before(own.To) && own.Grain <= max(when.Grain, lang.Month) {
			return true
		}
	}
	return false
}

// factRule is the share of what a rule is worth that an entry gets which orders
// and was captured as a fact.
const factRule = 0.4

// valueFrom is the share of what a kind of value is worth that an entry gets
// for it even where it shares no word with the query; the nearer it is to the
// best, the more of the rest.
const valueFrom = 0.25
