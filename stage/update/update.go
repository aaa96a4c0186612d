package update

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// Rules are the Updater of the system `rules`. It adds what is new, and
// deletes
//
//   - what the user asks to forget, all that belongs to it
//   - a temporary state whose end lies before the session
//   - an entry whose slot a new statement of the user's takes: the same subject
//     and attribute with another value, or a rule that a new rule replaces
//   - a captured entry that restates one of the bank (merged)
//
// Similarity alone deletes nothing, and neither does what is planned,
// supposed, quoted or said of somebody else, nor a limit for a while. The zero
// value is ready to use.
type Rules struct{ Memo *gist.Memo }

// replaces is the score of a pair above which the new entry takes the place of
// the old one: where a value differs, a rule is another or it shows otherwise, and
// where words alone speak for it. They are set for few unsafe deletes rather than for
// the best F1.
const (
	replaces      = 0.6
	replacesWords = 2.0
)

// least returns the score above which the new entry of a pair takes the place of the
// old one.
func (p *pair) least() float64 {
	if p.values.rival() || p.bothRules() || p.displaces() {
		return replaces
	}
	return replacesWords
}

// Update returns the operations that s and its captured entries ask for.
func (r Rules) Update(ctx context.Context, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry) ([]dyadmem.Op, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	u := update{scene: scene{r.Memo.Sitting(s)}, old: r.Memo.Entries(prior.Entries), fresh: r.Memo.Entries(captured), gone: make(map[dyadmem.EntryKey]bool)}
	u.count()
	u.expired()
	u.forgotten()
	u.restated()
	u.swapped()
	u.moved()
	u.replaced()
	u.mended()
	u.over()
	u.added()
	u.recurring()
	return u.ops, nil
}

// An update is the work on one session.
type update struct {
	scene  scene
	old    []*gist.Gloss
	fresh  []*gist.Gloss
	rarity gist.Rarity
	index  *gist.Index // of old
	ops    []dyadmem.Op
	gone   map[dyadmem.EntryKey]bool
}

// count finds how rare each word is in the bank and the session together.
func (u *update) count() {
	u.rarity = gist.RarityOf(u.old, u.fresh)
	u.index = gist.NewIndex(u.rarity, u.old)
}

func (u *update) delete(k dyadmem.EntryKey, why dyadmem.Why, evidence []dyadmem.TurnRef) {
	if k == "" || u.gone[k] {
		return
	}
	u.gone[k] = true
	u.ops = append(u.ops, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: k}, Why: why, Evidence: evidence})
}

// known reports whether the bank from before the session holds key k.
func (u *update) known(k dyadmem.EntryKey) bool {
	return slices.ContainsFunc(u.old, func(g *gist.Gloss) bool { return g.Entry.Key == k })
}

// expired deletes temporary states that had ended before the session, unless
// the session states them again.
func (u *update) expired() {
	for _, o := range u.old {
		if o.Entry.Expired(u.scene.Session.At) && !u.statedAgain(o.Entry.Key) {
			u.delete(o.Entry.Key, dyadmem.WhyExpired, nil)
		}
	}
}

func (u *update) statedAgain(k dyadmem.EntryKey) bool {
	return slices.ContainsFunc(u.fresh, func(g *gist.Gloss) bool {
		return g.Entry.Key == k && (g.Entry.Until.IsZero() || g.Entry.Until.After(u.scene.Session.At))
	})
}

// replaced deletes what a new entry takes the place of.
func (u *update) replaced() {
	type candidate struct {
		pair  pair
		score float64
	}
	var all []candidate
	for _, f := range u.fresh {
		if u.known(f.Entry.Key) || u.gone[f.Entry.Key] || f.Entry.Kind == dyadmem.Episodic {
			continue
		}
		for _, p := range u.pairs(f) {
			score := p.conflict()
			if score > p.least() && !u.statedAgain(p.old.Entry.Key) && !excused(&p) && !u.scene.passing(&p) && !u.scene.adding(&p) {
				all = append(all, candidate{p, score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	for _, c := range all {
		rest, keep := c.pair.remains()
		if keep {
			continue
		}
		if rest == "" {
			rest = c.pair.besides()
		}
		if rest != "" && !u.gone[c.pair.old.Entry.Key] {
			u.putRight(c.pair.old, rest, c.pair.fresh.Entry.Evidence...)
			continue
		}
		why := dyadmem.WhyCorrected
		if c.pair.old.Entry.Kind.URAM() {
			why = dyadmem.WhySuperseded
		}
		u.delete(c.pair.old.Entry.Key, why, c.pair.fresh.Entry.Evidence)
	}
}

// restated deletes a captured entry that says what the bank already holds; what
// the user puts right and says with a word of its own is something else.
func (u *update) restated() {
	for _, f := range u.fresh {
		if u.known(f.Entry.Key) {
			continue
		}
		_, turns := u.scene.Shown(f.Entry)
		held := u.index.Shares(f)
		for i, o := range u.old {
			if held[i] >= sameShare && !u.gone[o.Entry.Key] && u.same(f, o) && !(turns.Has(lang.Repair) && ownWord(f.Entry.Content, f, o)) {
				u.delete(f.Entry.Key, dyadmem.WhyMerged, f.Entry.Evidence)
				break
			}
		}
	}
}

// same reports whether two entries say the same: nearly all words of weight and
// all values in common, and the same polarity. What is fresh may have words
// around it ("as I said"), but names nothing else, and gives the same words to the
// same things: who cooks and who washes up is another matter the other way round.
func (u *update) same(fresh, old *gist.Gloss) bool {
	ofOld := u.rarity.Share(old, fresh)
	if ofOld < sameShare {
		return false
	}
	ofFresh := u.rarity.Share(fresh, old)
	return (ofFresh >= 0.8 || ofOld >= 0.85 && ofFresh >= 0.5) && !properWord(fresh, old) && !labelsDiffer(fresh.Entry.Content, old.Entry.Content) && !(dealt(fresh) && dealt(old) && shuffled(fresh.Slot(), old.Slot())) &&
		lang.ValuesAgree(fresh.Values, old.Values) && fresh.Negated() == old.Negated() && !rivalQuotes(fresh, old) &&
		!(old.Entry.Kind.URAM() && (ownWord(old.Entry.Content, old, fresh) || fresh.Entry.Kind == old.Entry.Kind && ownWord(fresh.Entry.Content, fresh, old)))
}

// sameShare is the least that an entry holds of the weight of one that it says again.
const sameShare = 0.75

// properWord reports whether a names a place, a person or a thing that b does not,
// beside what both name.
func properWord(a, b *gist.Gloss) bool {
	return slices.ContainsFunc(lang.Words(a.Entry.Content), func(w lang.Word) bool {
		return w.Script == lang.Han && (w.Tag == "ns" || w.Tag == "nr") && !b.Terms[w.Term] && !strings.Contains(b.Entry.Content, w.Text)
	})
}

// dealt reports whether a text says several things, each in a clause of its own.
func dealt(g *gist.Gloss) bool { return strings.ContainsAny(g.Entry.Content, ",;，；") }

// shuffled reports whether two texts hold the same words in another order.
func shuffled(a, b []string) bool {
	if len(a) != len(b) || slices.Equal(a, b) {
		return false
	}
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// added names the captured entries that are new.
func (u *update) added() {
	for _, f := range u.fresh {
		k := f.Entry.Key
		if k != "" && !u.known(k) && !u.gone[k] {
			u.ops = append(u.ops, dyadmem.Op{Action: dyadmem.Add, Entry: dyadmem.Entry{Key: k}, Evidence: f.Entry.Evidence})
		}
	}
}
