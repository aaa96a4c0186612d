package bench

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/dyadmem/dyadmem"
)

func TestStats(t *testing.T) {
	g := good(t)
	s, err := OpenFS(fstest.MapFS{
		"a.jsonl": {Data: []byte(g)},
		"b.jsonl": {Data: []byte(swap(t, line("e2"), `"lang":"en"`, `"lang":"zh"`, `"sessions":[]`, `"sessions":[{"id":"s1","time":"2026-01-01","turns":[{"id":"t","speaker":"user","text":"你好吗 ok"}]}]`))},
	}, "set")
	if err != nil {
		t.Fatal(err)
	}
	got, err := NewStats(s.Episodes())
	if err != nil {
		t.Fatal(err)
	}
	// By hand from testdata/good.json: 4 + 3 + 1 entries are captured; m1 and m3
	// come again in s2; m1 and m7 are written out in s3.
	en := &Figures{
		Episodes: 1, Sessions: 4, Turns: 16, Questions: 7, Smalltalk: 2, SmalltalkShare: new(2.0 / 16),
		Captured: 8, Restated: 2, Entries: 7, Adds: 8, Written: 2, Deletes: 4,
		ByKind:     map[dyadmem.Kind]int{"user_profile": 1, "fact": 2, "agent_identity": 2, "agent_method": 1, "agent_knowledge": 1},
		ByWhy:      map[dyadmem.Why]int{"forget": 1, "corrected": 1, "superseded": 1, "expired": 1},
		ByType:     map[QuestionType]int{"single_hop": 1, "multi_hop": 1, "update": 1, "rule": 1, "abstain": 1, "forgotten": 1, "temporal": 1},
		BySupports: map[int]int{0: 2, 1: 4, 2: 1},
		Bank:       Sizes{Mean: new(4.0), Median: new(4.0), Max: new(4)}, // m5, m6, m7, m1
	}
	ignore := cmp.Options{cmpopts.IgnoreUnexported(Sizes{}), cmpopts.IgnoreFields(Figures{}, "Tokens")}
	if diff := cmp.Diff(en, got.ByLang["en"], ignore); diff != "" {
		t.Errorf("en (-want +got):\n%s", diff)
	}
	if got.Episodes != 2 || got.Turns != 17 || *got.Bank.Mean != 2 || *got.Bank.Median != 2 || got.ByLang["zh"].Tokens != 4 {
		t.Errorf("all: %+v", got.Figures)
	}
	var b strings.Builder
	if err := got.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"agent_knowledge", "superseded", "health_routine"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the text does not hold %q:\n%s", want, b.String())
		}
	}
	if out, err := json.Marshal(got); err != nil || !strings.Contains(string(out), `"smalltalk_share":0.117`) {
		t.Errorf("JSON: %s, %v", out, err)
	}
}

func TestStatsOfNothingHaveNoMeans(t *testing.T) {
	s, err := NewStats(func(func(*Episode, error) bool) {})
	if err != nil {
		t.Fatal(err)
	}
	if s.SmalltalkShare != nil || s.Bank.Mean != nil || s.Bank.Max != nil {
		t.Errorf("%+v", s)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "forty-five characters make ten tokens, 4.5 ea.": 11, "海鲜": 2, "用VPN吧": 3} {
		if got := Tokens(text); got != want {
			t.Errorf("Tokens(%q) = %d, want %d", text, got, want)
		}
	}
}
