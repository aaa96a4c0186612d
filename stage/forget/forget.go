// Package forget reads what a user asks to forget of a bank ([AskedIn]). It reads it twice:
// by words (plea.go, asks.go, exchange.go), each plea against the entries (fit.go, settle.go), and
// by signs. Two questions are asked of every exchange: whether it is a request that stands, and
// which entries of the bank it means. Each is answered by signs that have names (stand.go, meant.go)
// and weights that were fitted (weights.go, by internal/fit).
package forget

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/gist"
)

// A Request is what the user's turn settles that is asked to be forgotten.
type Request struct {
	Turn    dyadmem.TurnRef
	Chances []float64 // of each entry of the bank that it is meant, 0 to 1

	named map[string]bool // what the user names
}

// Requests returns the requests of a session that may stand, against the entries of the bank.
func Requests(s *gist.Sitting, old []*gist.Gloss) (out []Request) {
	Read(s, old, func(standing Signs) bool { return standWeights.odds(standing) > leastOdds }, func(x *Exchange) {
		if chances := x.Chances(&standWeights, &meantWeights, &besideWeights); chances != nil {
			out = append(out, Request{x.Turn, chances, termsOf(x.request.texts[asked])})
		}
	})
	return out
}

// leastOdds are the log odds of an exchange to stand, by what is said in it alone, for the bank to be looked
// at: below them the bank takes three quarters of the time and finds two requests in a hundred.
const leastOdds = -1.0

// leastChance is that of an exchange to stand for its entries to be looked at.
const leastChance = 0.15

// An Exchange is what may be a request, with its signs.
type Exchange struct {
	Turn     dyadmem.TurnRef
	Turns    []dyadmem.TurnRef // all of it, the agent's answer too
	Standing Signs
	Meant    []Signs // of each entry

	bank    *bank
	request *request
}

// Chances returns that of each entry to be meant by a request that stands: the product of the
// answers to the two questions. It is nil where the exchange is hardly a request.
func (x *Exchange) Chances(standing, meant, beside *Weights) []float64 {
	stands := sigmoid(standing.odds(x.Standing))
	if stands < leastChance {
		return nil
	}
	chances := make([]float64, len(x.Meant))
	names := x.bank.named(x.request)
	for i, signs := range x.Beside(x.Odds(meant)) {
		if !unmet(names, i, x.bank.old[i]) {
			chances[i] = stands * sigmoid(beside.odds(x.Meant[i], signs))
		}
	}
	return chances
}

// Odds returns the log odds of each entry by itself.
func (x *Exchange) Odds(meant *Weights) []float64 {
	odds := make([]float64, len(x.Meant))
	for i, signs := range x.Meant {
		odds[i] = meant.odds(signs)
	}
	return odds
}

// Beside returns the signs of each entry beside the best, given the log odds of each by itself.
func (x *Exchange) Beside(odds []float64) []Signs {
	out, rank := make([]Signs, len(odds)), ranks(odds)
	for i := range odds {
		out[i] = x.bank.beside(x.request, odds, rank, i)
	}
	return out
}

// Read hands each exchange of a session that may be a request to f, if what is said in it is worth
// looking at the bank.
func Read(s *gist.Sitting, old []*gist.Gloss, worth func(Signs) bool, f func(*Exchange)) {
	if len(old) == 0 {
		return
	}
	sc := gist.FoundIn(s, "read for what is asked to be forgotten", func() *scene { return readScene(s) })
	var b *bank
	for i := range sc.turns {
		if !sc.turns[i].user || sc.linked(i+2) || !sc.suspect(i) {
			continue
		}
		first := sc.begins(i)
		standing := sc.standing(first, i)
		if !worth(standing) {
			continue
		}
		if b == nil {
			b = bankOf(old)
		}
		r := sc.request(first, i)
		x := &Exchange{Turn: s.Session.Turns[i].ID, Standing: standing, Meant: make([]Signs, len(old)), bank: b, request: r}
		for k := r.first; k <= min(i+1, len(sc.turns)-1); k++ {
			if k <= i || !sc.turns[k].user {
				x.Turns = append(x.Turns, s.Session.Turns[k].ID)
			}
		}
		aims, names := b.aimed(r), r.spoken()
		for k := range old {
			x.Meant[k] = b.meant(r, &aims, names, k)
		}
		x.Standing = append(x.Standing, held(&aims)...)
		f(x)
	}
}

// held returns what the bank says for an exchange being a request: that it holds what it is about.
func held(aims *[roles]*aim) (out Signs) {
	best := func(xs []float64) float64 { b, _ := top(xs); return b }
	ask, echo := aims[asked], aims[echoed]
	both, turn := 0.0, 0.0
	for i := range ask.sum {
		both = max(both, ask.share(i)*echo.share(i))
		turn = max(turn, ask.share(i)*echo.like[i])
	}
	for k, value := range [len(heldSigns)]float64{best(ask.cover), best(echo.cover), best(ask.like), best(echo.like), both, turn} {
		out.put(heldSigns[k], value)
	}
	return out
}

// heldSigns are the names of the signs of [held].
var heldSigns = [...]string{"the bank holds what is asked for", "the bank holds what the agent says", "near to what is asked for", "near to what the agent says", "words of both", "words of one, the gist of the other"}

// suspect reports whether the user's turn i may settle a request: it, or the turn that it answers,
// has a word of erasing, of secrecy or of telling, or the agent tells that something is gone.
func (sc *scene) suspect(i int) bool {
	says := func(s *sentence) bool { return s.erases || s.forgets || s.private || s.tells }
	return sc.turns[i].any(says) || sc.linked(i) || sc.agentAt(i+1).tellsGone()
}

// Weights are those of named signs, in log odds.
type Weights struct {
	Bias float64
	Of   map[string]float64
}

// Names returns the names of the signs, the heaviest first.
func (w *Weights) Names() []string {
	return slices.SortedFunc(maps.Keys(w.Of), func(a, b string) int {
		return cmp.Or(cmp.Compare(math.Abs(w.Of[b]), math.Abs(w.Of[a])), strings.Compare(a, b))
	})
}

// odds returns the log odds that signs come to.
func (w *Weights) odds(of ...Signs) float64 {
	sum := w.Bias
	for _, signs := range of {
		for _, x := range signs {
			if x.Value != 0 {
				sum += w.Of[x.Name] * x.Value
			}
		}
	}
	return sum
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
