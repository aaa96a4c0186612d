package mini_test

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/bench/judge"
)

func lines(t *testing.T, file string) [][]byte {
	t.Helper()
	b, err := os.ReadFile(path.Join("..", "audit", "judges", file))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		out = append(out, bytes.Clone(s.Bytes()))
	}
	return out
}

func TestLabelledPairsAreHalfSame(t *testing.T) {
	for file, want := range map[string]int{"pairs.jsonl": 100, "anchored.jsonl": 50, "pairs_2.jsonl": 60, "anchored_2.jsonl": 100} {
		same, all := map[string]int{}, map[string]int{}
		for i, line := range lines(t, file) {
			p, err := judge.ParsePair(line)
			if err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
			var of struct {
				Lang string `json:"lang"`
			}
			if err := json.Unmarshal(line, &of); err != nil {
				t.Fatal(err)
			}
			all[of.Lang]++
			if p.Same {
				same[of.Lang]++
			}
			if p.A.Content == p.B.Content {
				t.Errorf("%s:%d: the same text twice", file, i+1)
			}
			for _, x := range []bench.Entry{p.A, p.B} {
				for _, turn := range x.Evidence {
					if p.Turns[turn] == "" {
						t.Errorf("%s:%d: evidence %s names no turn", file, i+1, turn)
					}
				}
			}
		}
		for _, lang := range []string{"en", "zh"} {
			if all[lang] != want || 2*same[lang] != want {
				t.Errorf("%s: %d of %d pairs in %s are the same, want %d of %d", file, same[lang], all[lang], lang, want/2, want)
			}
		}
	}
}

// TestOverlapDoesNotTell holds the pairs against a judge that looks at shared
// words alone: it has to be at chance.
func TestOverlapDoesNotTell(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		var same, other []float64
		for _, line := range lines(t, "pairs.jsonl") {
			var p struct {
				A, B, Lang string
				Same       bool
			}
			if err := json.Unmarshal(line, &p, json.MatchCaseInsensitiveNames(true)); err != nil {
				t.Fatal(err)
			}
			if p.Lang != lang {
				continue
			}
			if o := dice(p.A, p.B); p.Same {
				same = append(same, o)
			} else {
				other = append(other, o)
			}
		}
		won := 0.0
		for _, a := range same {
			for _, b := range other {
				switch {
				case a > b:
					won++
				case a == b:
					won += .5
				}
			}
		}
		auc := won / float64(len(same)*len(other))
		t.Logf("%s: overlap %.2f of the same, %.2f of the others, AUC %.2f", lang, mean(same), mean(other), auc)
		if auc < .45 || auc > .55 {
			t.Errorf("%s: overlap tells the same from the others: AUC %.2f, want .45 to .55", lang, auc)
		}
	}
}

func dice(a, b string) float64 {
	x, y := shingles(a), shingles(b)
	common := 0
	for w := range x {
		if y[w] {
			common++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y))
}

func TestPlantedAnswers(t *testing.T) {
	plants := map[string]int{}
	asked := map[string]bool{}
	for i, line := range lines(t, "answers.jsonl") {
		var a struct {
			Question string        `json:"question"`
			Gold     string        `json:"gold"`
			Rubric   *bench.Rubric `json:"rubric"`
			Plant    string        `json:"plant"`
			Answer   string        `json:"answer"`
			Correct  *bool         `json:"correct"`
		}
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		if a.Answer == "" || a.Correct == nil || !a.Rubric.Passes(a.Gold, a.Gold) {
			t.Errorf("answers.jsonl:%d: no answer, no verdict, or a gold answer that fails", i+1)
		}
		if *a.Correct != (a.Plant == "right" || a.Plant == "paraphrased") {
			t.Errorf("answers.jsonl:%d: a %s answer is labelled %v", i+1, a.Plant, *a.Correct)
		}
		plants[a.Plant]++
		asked[a.Question] = true
	}
	for _, p := range []string{"right", "paraphrased", "specific-wrong", "vague-wrong", "partial", "stale", "abstaining"} {
		if plants[p] != 20 {
			t.Errorf("%d %s answers, want 20", plants[p], p)
		}
	}
	if len(asked) != 20 {
		t.Errorf("%d questions, want 20", len(asked))
	}
}
