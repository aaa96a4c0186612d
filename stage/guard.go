package stage

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
)

// A RuleWitness is the Witness of a dyadmem.Guard by rules, for English and
// Chinese. It has a delete carried out on three grounds alone: the user asks to
// forget just that; the user states another value of the same thing; another
// entry says the same. The zero value is ready to use.
type RuleWitness struct{}

// Hear reads a session against the bank from before it.
func (RuleWitness) Hear(prior dyadmem.Bank, s dyadmem.Session, stated []dyadmem.Entry) dyadmem.Testimony {
	m := new(memo) // of this session: what is read twice below is read once
	t := &testimony{update{scene: readSession(s), old: m.entries(prior.Entries), fresh: m.entries(stated)}, m, nil, make(map[dyadmem.EntryKey]rival)}
	t.rarity = rarityOf(t.old, t.fresh)
	t.requests = t.scene.requests()
	for _, f := range t.fresh {
		if t.known(f.entry.Key) || f.entry.Kind == dyadmem.Episodic {
			continue
		}
		for _, p := range t.scene.pairs(t.rarity, f, t.old) {
			k := p.old.entry.Key
			if r, ok := t.rivals[k]; !excused(&p) && (!ok || p.conflict() > r.score) {
				t.rivals[k] = rival{f.entry, p.conflict(), p.rules() || p.values.rival() || p.retakes()}
			}
		}
	}
	return t
}

// A testimony is what rules find in one session.
type testimony struct {
	update
	memo     *memo
	requests []request
	rivals   map[dyadmem.EntryKey]rival // by the entry that they would replace
}

// A rival is the stated entry that most nearly takes the place of another.
type rival struct {
	entry dyadmem.Entry
	score float64
	plain bool // both are rules, or their values differ: there is one slot and it holds something else now
}

// What a rival has to score: where a proposal cites the turns that state it,
// where none does, and where words alone speak for a change. All are above what
// the rules ask of themselves.
const (
	rivalCited   = 0.45
	rivalUncited = 1.0
	rivalWords   = 2.0
)

// Contradicts returns the entry that takes the place of e.
func (t *testimony) Contradicts(e dyadmem.Entry, cited []dyadmem.TurnRef) (dyadmem.Entry, bool) {
	r, ok := t.rivals[e.Key]
	need := rivalUncited
	switch {
	case !r.plain:
		need = rivalWords
	case slices.ContainsFunc(r.entry.Evidence, func(ref dyadmem.TurnRef) bool { return slices.Contains(cited, ref) }):
		need = rivalCited
	}
	if !ok || r.score <= need {
		return dyadmem.Entry{}, false
	}
	return r.entry, true
}

// excused reports whether the new entry of a pair leaves the old one standing
// whatever they have in common: it makes an exception to it, it is no more than
// a thought, a supposition or a joke, it holds for a while and the old one for
// good, it tells of the user what the old one does not, the old one is a
// measurement of its day, or nothing shows that a value changed.
func excused(p *pair) bool {
	fresh, old := lang.Read(p.fresh.entry.Content), lang.Read(p.old.entry.Content)
	return fresh.Except || p.fresh.terms["unlik"] || fresh.Mood == lang.Tentative || p.turns.Has(lang.Hypothesis, lang.Jest) || p.history() ||
		!p.fresh.entry.Until.IsZero() && p.old.entry.Until.IsZero() ||
		!p.rules() && fresh.Subject == lang.UserSubject && old.Subject != lang.UserSubject ||
		!p.rules() && !p.changed()
}

// changed reports whether a value of the old entry is another in the new one,
// or the user's words say that something is other than before.
func (p *pair) changed() bool {
	return p.values.rival() || p.retakes() || p.turns.Has(lang.Change, lang.Ended, lang.Repair) || p.fresh.cues.Has(lang.Change, lang.Ended)
}

// rules reports whether both entries say how the agent is to work.
func (p *pair) rules() bool { return p.old.entry.Kind.URAM() && p.fresh.entry.Kind.URAM() }

// rival reports whether something that both texts give is not the same.
func (c comparison) rival() bool { return c.rivalAmount || c.rivalDate || c.rivalName }

// Restates reports whether a says all that b says: the words of weight, the
// values and the polarity are the same.
func (t *testimony) Restates(a, b dyadmem.Entry) bool {
	x, y := t.memo.entry(a), t.memo.entry(b)
	return dyadmem.Normalize(a.Content) == dyadmem.Normalize(b.Content) || !turned(a.Content, b.Content) && (t.same(x, y) || t.same(y, x))
}

// A request is a sentence of the user's that asks to forget something.
type request struct {
	turn   dyadmem.TurnRef
	named  map[string]bool // the words of the clause that asks and of those that lead up to it; of the sentence, or of the one before, where these say nothing ("I want it gone")
	near   map[string]bool // those of the sentence and its neighbours
	figure bool            // it speaks of a figure
}

// requests returns what the user asks to forget, in the user's own words.
func (sc *scene) requests() (out []request) {
	for _, t := range sc.session.Turns {
		if t.Speaker != dyadmem.User {
			continue
		}
		own, _ := splitPasted(t.Text)
		sentences := lang.Sentences(lang.MaskQuotes(own))
		for j, s := range sentences {
			if s.Question || !asksToForget(s.Text) {
				continue
			}
			r := request{turn: t.ID, near: make(map[string]bool), named: make(map[string]bool)}
			for _, n := range sentences[max(0, j-1):min(len(sentences), j+2)] {
				addTerms(r.near, n.Text)
			}
			for _, c := range untilAsked(s.Text) {
				addTerms(r.named, c)
			}
			if j > 0 && trailsOff(sentences[j-1].Text) {
				addTerms(r.named, sentences[j-1].Text)
			}
			if len(r.named) == 0 {
				addTerms(r.named, s.Text)
			}
			if len(r.named) == 0 && j > 0 {
				addTerms(r.named, sentences[j-1].Text)
			}
			for f := range figures {
				r.figure = r.figure || r.near[f]
			}
			out = append(out, r)
		}
	}
	return out
}

// trailsOff reports whether a sentence breaks off and goes on in the next.
func trailsOff(sentence string) bool {
	return strings.HasSuffix(sentence, "…") || strings.HasSuffix(sentence, "...")
}

// untilAsked returns the clauses of a sentence up to the one that asks: what is
// to go stands in it or, as a topic, before it ("the thing about X, drop it").
func untilAsked(sentence string) []string {
	clauses := strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(",;，；：:", r) })
	for i := len(clauses) - 1; i >= 0; i-- {
		if lang.CuesOf(clauses[i]).Has(lang.Forget) {
			return clauses[:i+1]
		}
	}
	return []string{sentence}
}

func addTerms(set map[string]bool, text string) {
	for _, t := range lang.Terms(text) {
		if !lang.Frame(t) && !light[t] {
			set[t] = true
		}
	}
}

// light are terms that say nothing of what a request to forget is about: verbs
// of speaking, wanting and moving, words that point or count, and the place
// where things are kept.
var light = setOf("go come get put give take keep see look want like need think say tell told ask mention speak talk hear make do let leave have thing stuff bit part lot one first second last next time day today week way much many more all ever never again back book note record list memory file name please sorry also just really everything anything scrub delet eras wipe remov forget throw",
	"事 事情 事儿 话 回 上回 上次 次 讲 说 提 看 想 不想 要 不要 人 一 个 段 那段 做 来 去 有 给 留 记 底 数 里头 东西 时候 以后 以前 今天 昨天 点 抹 删 删掉 擦 擦掉 抹掉")

func setOf(lists ...string) map[string]bool {
	set := make(map[string]bool)
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			set[w] = true
			set[lang.Stem(w)] = true
		}
	}
	return set
}

// Asks returns the turns that ask to forget e. A request is about the entry
// that has most in common with it, and about those that share with it a word
// that hardly any other entry holds. A proposal that cites the request makes
// room for entries farther off, which it names by several words or by a word
// and their figure; that the turn is cited is no link by itself.
func (t *testimony) Asks(e dyadmem.Entry, cited []dyadmem.TurnRef) (turns []dyadmem.TurnRef) {
	i := slices.IndexFunc(t.old, func(g *gloss) bool { return g.entry.Key == e.Key })
	if i < 0 {
		return nil
	}
	for _, r := range t.requests {
		best := 0.0
		for _, o := range t.old {
			best = max(best, t.aim(r, o).score)
		}
		a := t.aim(r, t.old[i])
		hit := a.sure && a.score >= aimShare*best
		if slices.Contains(cited, r.turn) {
			hit = hit || a.named && a.score >= aimCited*best && (a.several || r.figure && figured(t.old[i]))
		}
		if hit && !slices.Contains(turns, r.turn) {
			turns = append(turns, r.turn)
		}
	}
	return turns
}

// How near to the nearest entry another one has to be for a request to mean it
// too: by itself, and where a proposal cites it.
const (
	aimShare = 0.6
	aimCited = 0.3
)

// An aim is how far a request is about an entry.
type aim struct {
	score   float64
	named   bool // the request itself names something of it
	several bool // it names several things of it
	sure    bool // what it names is all but peculiar to the entry, or several things are named
}

func (t *testimony) aim(r request, o *gloss) (a aim) {
	direct := 0
	for term := range o.terms {
		w := t.rarity.weight(term)
		switch {
		case light[term] || figures[term] && !figured(o) || pieceOf(term, o.terms):
			continue
		case r.named[term]:
			direct++
			a.named = true
			a.several = direct > 1
			a.sure = a.sure || t.rarity.df[term] <= 2 || a.several
		case relatedIn(term, r.named):
			a.named = true
			w /= 2
		case kinIn(term, r.near):
			a.named = true
			w /= 4
		case r.near[term]:
			w /= 4
		default:
			continue
		}
		a.score += w
	}
	if o.entry.Kind.URAM() {
		a.score /= 2 // one asks to forget what was told, not how to work
	}
	return a
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

// kinIn reports whether set holds another form of an English term: the noun of
// its verb, "weight" of "weigh". The word itself is none.
func kinIn(term string, set map[string]bool) bool {
	if len(term) < 5 || lang.IsHan(term) {
		return false
	}
	for o := range set {
		if o != term && (strings.HasPrefix(o, term) && len(o)-len(term) <= 2 || strings.HasPrefix(term, o) && len(o) >= 5 && len(term)-len(o) <= 2) {
			return true
		}
	}
	return false
}

func relatedIn(term string, set map[string]bool) bool {
	return slices.ContainsFunc(lang.Related(term), func(o string) bool { return set[o] })
}

// figures are the terms that speak of a figure without giving it.
var figures = setOf("number amount figure sum total price score weight", "数 数字 数目 金额 钱 合计 总数 合计数")

// figured reports whether an entry holds a figure; "one" is as often none.
func figured(o *gloss) bool {
	return slices.ContainsFunc(o.values, func(v lang.Value) bool { return v.Num != 0 && v.Num != 1 && v.Kind <= lang.Age })
}
