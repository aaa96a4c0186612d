package answer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// many reports whether the entries were recalled, or are more than are picked for one
// question, so that most of them are not about it.
func (a *answer) many() bool { return a.query.Recalled || len(a.ranked) > fewEnough }

// A point is one of the things that a question asks.
type point struct {
	*gist.Gloss
	ask  lang.Ask
	near map[*found]float64 // how near each entry is to it; the nearest about 1
}

// What tells a statement that answers from one that does not, against an entry
// that is nearest to the question. The weights were set on the development half
// of mini and on episodes of other authors; the curve is flat around them.
const (
	ownShare   = 0.5 // what is near to one point of several, against what is near to the question
	turnShare  = 0.8 // what an entry takes over from the nearest of its turn
	wordWorth  = 0.1 // a word of the point in the statement
	slotWorth  = 0.2 // a value of the kind that is asked for
	sideWorth  = 0.3 // and that on the side that is asked for ("until when")
	traitWorth = 1.0 // what everybody has or is, in other words than it is asked in
	newsWorth  = 0.5 // news of a change in what the nearest entry tells
)

// The entries that are searched for statements, and how many of these are said
// of each point.
const (
	searched = 8
	saidOf   = 5
)

// answersToo is how near to the best a statement has to come to be said too. With none left out, answers are a third
// longer, and two in a hundred more of them hold what was asked.
const answersToo = 0.6

// points reads what the question asks. Where it asks for several things, the
// words of one must not outweigh those of the others.
func (a *answer) points() []point {
	parts := gist.Askings(a.query.Text)
	top := max(a.ranked[0].score, 1e-9)
	var out []point
	for _, text := range parts {
		p := point{Gloss: gist.ReadText(text), ask: lang.Asks(text), near: make(map[*found]float64)}
		for _, f := range a.ranked {
			p.near[f] = f.score / top
		}
		if len(parts) > 1 {
			own := a.nearTo(text)
			for _, f := range a.ranked {
				p.near[f] += ownShare * (own[f.Entry.DedupKey()] - p.near[f])
			}
		}
		p.shareTurns(a.ranked)
		out = append(out, p)
	}
	return out
}

// nearTo returns how near the entries are to a text, against the nearest.
func (a *answer) nearTo(text string) map[string]float64 {
	bank := dyadmem.Bank{}
	for _, f := range a.ranked {
		bank.Entries = append(bank.Entries, f.Entry)
	}
	out := make(map[string]float64)
	top := 0.0
	for _, h := range answerWeights.Recall(a.memo, bank, dyadmem.Query{Text: text, At: a.query.At}) {
		top = max(top, h.Score) // the first
		out[h.Entry.DedupKey()] = h.Score / max(top, 1e-9)
	}
	return out
}

// shareTurns lets an entry take over most of how near the nearest entry of its
// turn is: what was said in one breath is of one thing, and names it once.
func (p point) shareTurns(entries []*found) {
	high := make(map[dyadmem.TurnRef]float64)
	for _, f := range entries {
		for _, t := range f.Entry.Evidence {
			high[t] = max(high[t], p.near[f])
		}
	}
	for _, f := range entries {
		best := p.near[f]
		for _, t := range f.Entry.Evidence {
			best = max(best, high[t])
		}
		p.near[f] += turnShare * (best - p.near[f])
	}
}

// A statement is a part of an entry that an answer may say.
type statement struct {
	part
	of    *found
	whole *gist.Gloss // of the part as the entry puts it
}

// pieces are what an answer says of many entries: for each point the statement
// that fits it best, then the next best of each that comes near to it, and news.
func (a *answer) pieces() []string {
	var lists [][]statement
	for _, p := range a.points() {
		lists = append(lists, a.statements(p))
	}
	var out []string
	for i := range saidOf {
		for _, l := range lists {
			if i >= len(l) || l[i].score < answersToo*l[0].score && l[i].of != a.news {
				continue
			}
			text := gist.Upper(a.subjectless(l[i].text))
			if !slices.ContainsFunc(out, func(o string) bool { return strings.Contains(o, text) }) {
				out = append(out, text)
				a.use(l[i].of)
			}
		}
	}
	return out
}

// use notes an entry that the answer says something of.
func (a *answer) use(f *found) {
	if !slices.Contains(a.used, f) {
		a.used = append(a.used, f)
	}
}

// statements are the parts of the entries nearest to a point, the best first.
func (a *answer) statements(p point) []statement {
	order := slices.Clone(a.ranked)
	slices.SortStableFunc(order, func(x, y *found) int { return cmp.Compare(p.near[y], p.near[x]) })
	var out []statement
	for _, f := range order[:min(searched, len(order))] {
		if a.ofOthers(f) && a.ownTold() {
			continue
		}
		base := p.near[f] + a.fresh(f)
		if f == a.news {
			base += newsWorth
		}
		if a.tellsTrait(f) {
			base += traitWorth
		}
		for _, s := range a.parts(f) {
			whole := a.read(s.text)
			at, worth := a.filling(p, whole)
			out = append(out, statement{part{a.forward(s.text, at), base + wordWorth*p.fit(whole) + worth}, f, whole})
		}
	}
	if !a.past() && !a.ask.Both {
		out = a.outdate(p, out)
	}
	slices.SortStableFunc(out, func(x, y statement) int { return cmp.Compare(y.score, x.score) })
	return out
}

// ownTold reports whether another entry tells of him whom the question is about what it asks, so that what others do is beside
// the point.
func (a *answer) ownTold() bool {
	return slices.ContainsFunc(a.ranked, func(f *found) bool {
		return !a.ofOthers(f) && f.score >= answersToo*a.ranked[0].score
	})
}

// outdate takes out statements that a newer one of the answer takes the place of,
// and puts that where they stood: of what changed, the newest holds.
func (a *answer) outdate(p point, all []statement) []statement {
	gone := make([]bool, len(all))
	for i := range all {
		for j := range all {
			old, news := all[i], &all[j]
			if news.of.Entry.At.After(old.of.Entry.At) && news.score >= stillNear*old.score && (takesBack(news.whole, old.whole) || a.replaces(p, news, &old)) {
				gone[i] = true
				news.score = max(news.score, old.score)
			}
		}
	}
	var out []statement
	for i, s := range all {
		if !gone[i] {
			out = append(out, s)
		}
	}
	return out
}

// stillNear is how near news has to be to a point, against what it changes.
const stillNear = 0.7

// takesBack reports whether a text denies a value that another states: "not in
// Oban but in Mallaig", 不是左手.
func takesBack(text, other *gist.Gloss) bool {
	if len(other.Values) == 0 || !text.Cues.Has(lang.Negation, lang.Repair) {
		return false
	}
	low := strings.ToLower(text.Entry.Content)
	for _, v := range other.Values {
		value := strings.ToLower(other.Entry.Content[v.Start:v.End])
		for _, no := range [...]string{"not ", "not in ", "not at ", "not on ", "no longer ", "instead of ", "rather than ", "不是", "不在", "不去", "不用", "不再是", "并非"} {
			if strings.Contains(low, no+value) {
				return true
			}
		}
	}
	return false
}

// replaces reports whether a statement gives another value, of the kind that is
// asked for and in the same unit, for what an older one speaks of too.
func (a *answer) replaces(p point, news, old *statement) bool {
	shared := 0
	for t := range old.of.Terms {
		if news.of.Terms[t] && !lang.Light(t) && !lang.Frame(t) {
			shared++
		}
	}
	if shared == 0 || shared < 2 && !news.of.Cues.Has(lang.Change, lang.Ended, lang.Repair) {
		return false
	}
	for _, v := range old.whole.Values {
		if v.Weak || v.Kind == lang.Name || !p.takes(v.Kind) || a.held(v) {
			continue
		}
		for _, w := range news.whole.Values {
			if !w.Weak && w.Kind == v.Kind && !w.Agrees(v) && !a.held(w) && sameUnit(old.whole.Entry.Content, v, news.whole.Entry.Content, w) {
				return true
			}
		}
	}
	return false
}

// fresh is what an entry is worth for being newer than others.
func (a *answer) fresh(f *found) float64 {
	return a.recency() * (1 - float64(a.age[slices.Index(a.ranked, f)])/float64(len(a.ranked)))
}

// fit scores how many of the words of a point a text holds.
func (p point) fit(g *gist.Gloss) float64 {
	score := 2 * gist.PairShare(p.Gloss, g)
	for t := range p.Terms {
		if g.Terms[t] && !lang.Light(t) {
			score++
		}
	}
	return score
}

// filling returns what a statement is worth for a value of the kind that a
// point asks for, and where that stands, −1 for nowhere. A value that the
// question states is none.
func (a *answer) filling(p point, g *gist.Gloss) (at int, worth float64) {
	at = -1
	for _, v := range g.Values {
		if v.Weak || a.held(v) || !p.takes(v.Kind) {
			continue
		}
		w := slotWorth
		if onSide(p.Gloss, g.Entry.Content, v) {
			w += sideWorth
		}
		if w > worth {
			at, worth = v.Start, w
		}
	}
	if at < 0 && g.Slots().Any(p.ask.Wants&(lang.ReasonSlot|lang.PlaceSlot)) {
		worth = slotWorth
	}
	return at, worth
}

// takes reports whether a value of a kind can fill what a point asks for.
func (p point) takes(k lang.ValueKind) bool {
	for _, s := range slotKinds {
		if p.ask.Wants.Any(s.slot) && slices.Contains(s.kinds, k) {
			return true
		}
	}
	return k == lang.Name && p.ask.Wants.Any(lang.PersonSlot|lang.PlaceSlot)
}

// forward puts the clause of a sentence that holds the place at first, where
// the sentence is longer than is read at a glance.
func (a *answer) forward(sentence string, at int) string {
	if at < 0 || utf8.RuneCountInString(sentence) < glance/2 {
		return sentence
	}
	all := phrases(sentence)
	from := 0
	for i, p := range all {
		j := strings.Index(sentence[from:], p)
		if j < 0 {
			return sentence
		}
		from += j
		if i > 0 && at >= from && at < from+len(p) {
			return a.joined(append([]string{p}, slices.Delete(all, i, i+1)...))
		}
		from += len(p)
	}
	return sentence
}
