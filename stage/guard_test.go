package stage_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/mini"
	"github.com/dyadmem/dyadmem/lang"
	"github.com/dyadmem/dyadmem/stage"
)

// A tally counts what a guard did with proposed deletes.
type tally struct {
	proposed, right map[dyadmem.Why]int // of gold's
	wrong, carried  int
	wrongProposed   int
	mistakes        []string
}

func newTally() *tally {
	return &tally{proposed: make(map[dyadmem.Why]int), right: make(map[dyadmem.Why]int)}
}

func (c *tally) share(whys ...dyadmem.Why) float64 {
	n, of := 0, 0
	for _, w := range whys {
		n += c.right[w]
		of += c.proposed[w]
	}
	return float64(n) / float64(of)
}

// wrongShare is the share of wrong deletes among those that an unreliable
// updater proposes: about what the paper reports of models.
const wrongShare = 0.84

// proposals returns gold's deletes of a session, and wrong ones: entries of the
// bank that gold keeps, half of them about what the session speaks of, with
// reasons and evidence that look like gold's.
func proposals(r *rand.Rand, prior dyadmem.Bank, s dyadmem.Session, gold []dyadmem.Op, quota float64) []dyadmem.Op {
	isGold := make(map[dyadmem.EntryKey]bool)
	var out []dyadmem.Op
	for _, op := range gold {
		if op.Action == dyadmem.Delete {
			isGold[op.Entry.Key] = true
			out = append(out, op)
		}
	}
	topic := make(map[string]bool)
	var said []dyadmem.TurnRef
	for _, t := range s.Turns {
		if t.Speaker == dyadmem.User {
			said = append(said, t.ID)
			for _, term := range lang.Terms(t.Text) {
				topic[term] = true
			}
		}
	}
	var near, far []dyadmem.Entry
	for _, i := range r.Perm(len(prior.Entries)) {
		e := prior.Entries[i]
		if isGold[e.Key] {
			continue
		}
		far = append(far, e)
		for _, term := range lang.Terms(e.Content) {
			if topic[term] && !lang.Frame(term) {
				near = append(near, e)
				break
			}
		}
	}
	whys := []dyadmem.Why{dyadmem.WhyForget, dyadmem.WhyExpired, dyadmem.WhyExpired, dyadmem.WhyCorrected, dyadmem.WhyCorrected, dyadmem.WhyCorrected, dyadmem.WhySuperseded}
	taken := make(map[dyadmem.EntryKey]bool)
	for n := 0.0; n < quota && len(far) > 0; n++ {
		pool := &far
		if r.IntN(2) == 0 && len(near) > 0 {
			pool = &near
		}
		e := (*pool)[0]
		*pool = (*pool)[1:]
		if taken[e.Key] {
			continue
		}
		taken[e.Key] = true
		out = append(out, dyadmem.Op{Action: dyadmem.Delete, Entry: dyadmem.Entry{Key: e.Key}, Why: whys[r.IntN(len(whys))], Evidence: []dyadmem.TurnRef{said[r.IntN(len(said))]}})
	}
	return out
}

// The guard over an updater whose deletes are wrong 84 times in 100.
func TestGuardUnderAnUnreliableUpdater(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	both := measure(t, func(prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, ops []dyadmem.Op) []dyadmem.Op {
		golden := 0
		for _, op := range ops {
			if op.Action == dyadmem.Delete {
				golden++
			}
		}
		// A bank that is too small for all the wrong ones leaves them to later.
		proposed := proposals(r, prior, s, ops, float64(golden)*wrongShare/(1-wrongShare)+3)
		for _, op := range ops {
			if op.Action == dyadmem.Add {
				proposed = append(proposed, op)
			}
		}
		return proposed
	})
	golden := 0
	for _, n := range both.proposed {
		golden += n
	}
	if share := float64(both.wrongProposed) / float64(golden+both.wrongProposed); share < wrongShare-0.05 {
		t.Errorf("only %.0f %% of the proposals were wrong", 100*share)
	}
	both.hold(t, "60 % of gold's are carried out", both.share(dyadmem.Whys()...) >= 0.6)
	both.hold(t, "90 % of what is to be forgotten", both.share(dyadmem.WhyForget) >= 0.9)
	both.hold(t, "95 % of what has expired", both.share(dyadmem.WhyExpired) >= 0.95)
	both.hold(t, "40 % of what was corrected or superseded", both.share(dyadmem.WhyCorrected, dyadmem.WhySuperseded) >= 0.4)
}

// The guard over the rules' own updater.
func TestGuardUnderTheRules(t *testing.T) {
	measure(t, func(prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, _ []dyadmem.Op) []dyadmem.Op {
		proposed, err := stage.Rules().Updater.Update(t.Context(), prior, s, captured)
		if err != nil {
			t.Fatal(err)
		}
		return proposed
	})
}

// measure has the guard judge what propose proposes, in both languages, prints
// what became of it, and fails t where the guard lets too much through.
func measure(t *testing.T, propose func(prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, gold []dyadmem.Op) []dyadmem.Op) *tally {
	t.Helper()
	both := newTally()
	for _, lng := range []string{"en", "zh"} {
		c := newTally()
		eachSession(t, lng, func(prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, gold []dyadmem.Op) {
			proposed := propose(prior, s, captured, gold)
			c.judge(t, proposed, prior, s, captured, gold)
			both.judge(t, proposed, prior, s, captured, gold)
		})
		c.report(t, lng)
	}
	both.report(t, "both")
	both.hold(t, "at least 50 are carried out", both.carried >= 50)
	both.hold(t, "at most 2 % of them are wrong", float64(both.wrong) <= 0.02*float64(both.carried))
	return both
}

// eachSession calls f with every session of the development half in one
// language that has a bank before it.
func eachSession(t *testing.T, lng string, f func(prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, ops []dyadmem.Op)) {
	t.Helper()
	fsys, err := mini.FS("mini:dev")
	if err != nil {
		t.Fatal(err)
	}
	set, err := bench.OpenFS(fsys, "mini:dev")
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range set.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Lang != lng {
			continue
		}
		for i, prior := range bench.Replay(e)[:len(e.Sessions)] {
			captured, ops := e.Sessions[i].Gold()
			f(prior, e.View(&e.Sessions[i]), captured, ops)
		}
	}
}

// judge has the guard judge proposed, and counts what it carries out of bank
// entries.
func (c *tally) judge(t *testing.T, proposed []dyadmem.Op, prior dyadmem.Bank, s dyadmem.Session, captured []dyadmem.Entry, gold []dyadmem.Op) {
	t.Helper()
	whys := make(map[dyadmem.EntryKey]dyadmem.Why)
	for _, op := range gold {
		if op.Action == dyadmem.Delete {
			whys[op.Entry.Key] = op.Why
		}
	}
	u := dyadmem.Guarded(dyadmem.UpdateFunc(func(context.Context, dyadmem.Bank, dyadmem.Session, []dyadmem.Entry) ([]dyadmem.Op, error) {
		return proposed, nil
	}), dyadmem.Guard{Witness: stage.RuleWitness{}})
	ops, err := u.Update(t.Context(), prior, s, captured)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range proposed {
		if _, ok := prior.Entry(op.Entry.Key); ok && op.Action == dyadmem.Delete {
			if why, ok := whys[op.Entry.Key]; ok {
				c.proposed[why]++
			} else {
				c.wrongProposed++
			}
		}
	}
	done := make(map[dyadmem.EntryKey]bool)
	for _, op := range ops {
		e, ok := prior.Entry(op.Entry.Key)
		if op.Action != dyadmem.Delete || !ok {
			continue
		}
		done[e.Key] = true
		c.carried++
		if why, ok := whys[e.Key]; ok {
			c.right[why]++
		} else {
			c.wrong++
			c.mistakes = append(c.mistakes, fmt.Sprintf("%s: %s", op.Why, e.Content))
		}
	}
	// Whatever it does, an entry is deleted or in doubt, and never both.
	for _, op := range ops {
		if op.Action == dyadmem.Doubt && done[op.Entry.Key] {
			t.Errorf("%s is deleted and doubted", op.Entry.Key)
		}
	}
}

func (c *tally) report(t *testing.T, name string) {
	t.Helper()
	t.Logf("%s: %d carried out, %d of them wrong, of %d wrong ones proposed", name, c.carried, c.wrong, c.wrongProposed)
	for _, w := range dyadmem.Whys() {
		t.Logf("  %s: %d of gold's %d", w, c.right[w], c.proposed[w])
	}
	for _, m := range c.mistakes {
		t.Logf("  wrong: %s", m)
	}
}

func (c *tally) hold(t *testing.T, what string, ok bool) {
	t.Helper()
	if !ok {
		t.Errorf("it does not hold that %s", what)
	}
}
