package judge

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

func TestModelEquivalence(t *testing.T) {
	predicted := entries("The user drinks tea", "The user lives in Porto and has a dog", "Likes jazz", "The user's rent is 900")
	gold := entries("the user drinks tea", "The user has a dog", "The user's rent is 800")
	for _, c := range []struct {
		name, reply string
		err         error
		want        []bench.Link
	}{
		{"pairs are reported with their verdicts", `{"pairs":[{"p":1,"g":2,"verdict":"entails"},{"p":3,"g":3,"verdict":"conflict"}]}`, nil, []bench.Link{
			{Pred: 0, Gold: 0, Same: bench.Yes, Entails: bench.Yes},
			{Pred: 1, Gold: 1, Same: bench.No, Entails: bench.Yes},
			{Pred: 3, Gold: 2, Same: bench.No, Entails: bench.No, Conflict: true},
		}},
		{"no pair is related but the equal ones", `{"pairs":[]}`, nil, []bench.Link{{Pred: 0, Gold: 0, Same: bench.Yes, Entails: bench.Yes}}},
		{"the word correct in prose decides nothing", "That is correct, they are the same.", nil, undecidedBut(predicted, gold)},
		{"a verdict that there is not decides nothing", `{"pairs":[{"p":1,"g":2,"verdict":"maybe"}]}`, nil, undecidedBut(predicted, gold)},
		{"a pair that there is not decides nothing", `{"pairs":[{"p":9,"g":2,"verdict":"same"}]}`, nil, undecidedBut(predicted, gold)},
		{"a refusal decides nothing", "", &llm.RefusedError{}, undecidedBut(predicted, gold)},
		{"a call that failed decides nothing", "", &llm.CallError{Status: 500}, undecidedBut(predicted, gold)},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := ModelEquivalence{Chat: llmtest.Chatter(func(p llm.Prompt) (string, error) {
				if strings.Contains(p.User, "drinks tea\np") || !strings.Contains(p.User, "g3 fact: The user's rent is 800") {
					t.Errorf("prompt:\n%s", p.User)
				}
				return c.reply, c.err
			})}
			got, err := j.Links(t.Context(), CaseOf(nil), predicted, gold)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(bench.Link{}, "Similarity")); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
		})
	}
}

// undecidedBut returns a link of no verdict for every pair but the first
// predicted entry's, which equals a gold one.
func undecidedBut(predicted, gold []bench.Entry) []bench.Link {
	links := []bench.Link{{Pred: 0, Gold: 0, Same: bench.Yes, Entails: bench.Yes}}
	for i := 1; i < len(predicted); i++ {
		for g := range gold {
			links = append(links, bench.Link{Pred: i, Gold: g})
		}
	}
	return links
}

func TestModelAnswers(t *testing.T) {
	q := &bench.Question{Text: "When is the rent due?", Answer: "On the 5th"}
	for _, c := range []struct {
		name, reply string
		err         error
		want        bench.Verdict
	}{
		{"correct", `{"verdict":"correct"}`, nil, bench.Yes},
		{"wrong", `{"verdict":"wrong"}`, nil, bench.No},
		{"unsure is undecided", `{"verdict":"unsure"}`, nil, bench.Undecided},
		{"incorrect is no verdict, and not a correct one", `{"verdict":"incorrect"}`, nil, bench.Undecided},
		{"prose is undecided", "correct", nil, bench.Undecided},
		{"a refusal is undecided", "", &llm.RefusedError{}, bench.Undecided},
		{"a failed call is undecided", "", &llm.CallError{Status: 500}, bench.Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := ModelAnswers{Chat: llmtest.Chatter(func(llm.Prompt) (string, error) { return c.reply, c.err })}
			if got, err := j.Answer(t.Context(), q, "on the fifth"); err != nil || got != c.want {
				t.Errorf("Answer = %v, %v; want %v", got, err, c.want)
			}
		})
	}
}

func TestModelJudgesSeeNoMoreThanARubric(t *testing.T) {
	j := ModelAnswers{Chat: llmtest.Chatter(func(p llm.Prompt) (string, error) {
		if strings.Contains(p.User, "leaked") {
			t.Error("the judge is shown the end of a recital")
		}
		return `{"verdict":"wrong"}`, nil
	})}
	if _, err := j.Answer(t.Context(), &bench.Question{Answer: "tea"}, strings.Repeat("all I know, ", 50)+"leaked"); err != nil {
		t.Fatal(err)
	}
}

// What ends a run or waits for a reply is no verdict on anything.
func TestModelJudgesPassOnWhatIsNoVerdict(t *testing.T) {
	for _, want := range []error{&llm.CallError{Status: 401}, &llm.PendingError{}, &llm.BudgetError{}, context.Canceled} {
		m := Model{Chat: llmtest.Chatter(func(llm.Prompt) (string, error) { return "", want })}
		if _, err := ModelAnswers(m).Answer(t.Context(), &bench.Question{}, "x"); !errors.Is(err, want) {
			t.Errorf("Answer: %v, want %v", err, want)
		}
		if _, err := ModelEquivalence(m).Links(t.Context(), CaseOf(nil), entries("a b"), entries("a c")); !errors.Is(err, want) {
			t.Errorf("Links: %v, want %v", err, want)
		}
	}
}

func TestGatheredJudgesAskForEverything(t *testing.T) {
	asked := 0
	m := Model{Chat: llmtest.Chatter(func(llm.Prompt) (string, error) { asked++; return "", &llm.PendingError{Key: "k"} })}
	j, waiting := Judges{Equivalence: ModelEquivalence(m), Answers: ModelAnswers(m)}.Gathered()
	e := example()
	_, err := Episode(t.Context(), e, units(t, e,
		bench.Prediction{Stage: bench.CaptureStage, Session: "s1", Entries: entries("Peanuts are off the menu")},
		bench.Prediction{Stage: bench.CaptureStage, Session: "s2", Entries: entries("Rent is due on the 5th")},
		bench.Prediction{Stage: bench.GoldQA, Question: "q1", Answer: "the fifth"},
	), j)
	if err != nil || asked != 3 {
		t.Errorf("%v after %d questions, want 3 asked", err, asked)
	}
	var pending *llm.PendingError
	if err := waiting(); !errors.As(err, &pending) {
		t.Errorf("waiting: %v, want the PendingError", err)
	}
}

// near is an embedder whose vectors say that everything is on one topic.
type near struct{}

func (near) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = []float32{1, 1}
	}
	return out, nil
}

func TestSemanticTopicDoesNotOverruleValues(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bench.Verdict
	}{
		{"other words for one thing are the same", "The user resides near a waterfront", "The user lives by the harbour", bench.Yes},
		{"another number is not", "The user's rent is 900 euros", "The user's rent is 800 euros", bench.No},
		{"a negation is not", "The user drinks coffee", "The user does not drink coffee", bench.No},
	} {
		links, err := Semantic{Embedder: near{}}.Links(t.Context(), CaseOf(nil), entries(c.a), entries(c.b))
		if err != nil {
			t.Fatal(err)
		}
		got := bench.No
		for _, l := range links {
			got = l.Same
		}
		if got != c.want {
			t.Errorf("%s: same = %v, want %v", c.name, got, c.want)
		}
	}
}
