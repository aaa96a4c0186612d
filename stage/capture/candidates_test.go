package capture_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/convert"
	"github.com/dyadmem/dyadmem/stage/capture"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// A tradeOff is what a threshold on the score of turns costs and saves. An
// entry is kept where at least one of its evidence turns is at or above the
// threshold, it is kept whole where all of those of its session are; text is
// counted in runes.
type tradeOff struct {
	threshold         float64
	kept, whole, left float64 // shares of the entries, and of the text that is dropped
}

// curve returns the trade-off at the highest thresholds that keep at least the
// given shares of the entries.
func curve(t *testing.T, set *bench.Set, lang string, shares ...float64) []tradeOff {
	t.Helper()
	type turn struct {
		score float64
		runes int
	}
	var turns []turn
	var best, worst []float64 // of each entry, its evidence turns
	for e, err := range set.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if lang != "" && e.Lang != lang {
			continue
		}
		for i := range e.Sessions {
			s := e.View(&e.Sessions[i])
			scores := make(map[dyadmem.TurnRef]float64)
			for _, p := range capture.Candidates(s) {
				scores[p.Turn] = p.Score
				turns = append(turns, turn{p.Score, utf8.RuneCountInString(p.Text)})
			}
			for _, c := range e.Sessions[i].Capture {
				var own []float64
				for _, ref := range c.Evidence {
					if x, ok := scores[ref]; ok {
						own = append(own, x)
					}
				}
				if len(own) > 0 {
					best, worst = append(best, slices.Max(own)), append(worst, slices.Min(own))
				}
			}
		}
	}
	slices.SortFunc(best, func(a, b float64) int { return cmp.Compare(b, a) })
	atLeast := func(xs []float64, limit float64) float64 {
		n := 0
		for _, x := range xs {
			if x >= limit {
				n++
			}
		}
		return float64(n) / float64(len(xs))
	}
	var out []tradeOff
	for _, share := range shares {
		at := best[min(len(best)-1, int(share*float64(len(best))+0.999)-1)]
		all, dropped := 0, 0
		for _, x := range turns {
			all += x.runes
			if x.score < at {
				dropped += x.runes
			}
		}
		out = append(out, tradeOff{at, atLeast(best, at), atLeast(worst, at), float64(dropped) / float64(all)})
	}
	return out
}

func report(t *testing.T, name string, c []tradeOff) {
	fmt.Fprintf(t.Output(), "%-12s threshold  kept  whole  dropped\n", name)
	for _, x := range c {
		fmt.Fprintf(t.Output(), "%-12s %9.2f %5.1f %6.1f %8.1f\n", "", x.threshold, 100*x.kept, 100*x.whole, 100*x.left)
	}
}

var shares = []float64{0.99, 0.98, 0.97, 0.95, 0.9, 0.8}

// TestCandidatesKeepEntries holds what the filter saves on mini's development
// half at 97 % of the entries kept; -v prints the curve.
func TestCandidatesKeepEntries(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		c := curve(t, stagetest.Mini(t, "mini:dev"), lang, shares...)
		report(t, "mini:dev "+lang, c)
		if at97 := c[2]; at97.left < 0.45 {
			t.Errorf("%s: %.3f of the text dropped where %.3f of the entries are kept", lang, at97.left, at97.kept)
		}
	}
}

// TestCandidatesOnRealMem prints the curve on RealMem; three signs are fitted to
// half of its personas.
func TestCandidatesOnRealMem(t *testing.T) {
	dir := os.Getenv("DYADMEM_DATA")
	if dir == "" {
		t.Skip("DYADMEM_DATA does not name a folder with the public data sets")
	}
	in, err := convert.Open(filepath.Join(dir, "realmem"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "realmem.jsonl")
	out, err := bench.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Abort()
	if _, err := convert.RealMem(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	set, err := bench.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	c := curve(t, set, "", shares...)
	report(t, "realmem", c)
	if c[2].left <= 0 {
		t.Error("nothing is dropped where 97 % of the entries are kept")
	}
}

// A plan that the agent sets out for the user is no lecture.
func TestCandidatesTellAPlanFromALecture(t *testing.T) {
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	lecture := strings.Repeat("Bees have been kept since antiquity, and many peoples prized their honey.\n", 8)
	plan := "Here is your plan:\n**Week 1**: clean the hives.\n**Week 2**: order 40 jars.\n**Week 3**: label them.\n" + strings.Repeat("Keep the receipts for the club. ", 12)
	s := dyadmem.Session{ID: "s", At: at, Turns: []dyadmem.Turn{
		{ID: "u1", Speaker: dyadmem.User, Text: "Tell me about bees."}, {ID: "lecture", Speaker: dyadmem.Agent, Text: lecture},
		{ID: "u2", Speaker: dyadmem.User, Text: "Draw up what I have to do for the harvest."}, {ID: "plan", Speaker: dyadmem.Agent, Text: plan},
	}}
	p := capture.Candidates(s)
	if p[3].Score <= p[1].Score {
		t.Errorf("the plan has %.1f, the lecture %.1f", p[3].Score, p[1].Score)
	}
}
