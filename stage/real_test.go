package stage_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// What of an episode is run with a real model: what a processor without a GPU
// gets through in a few minutes.
const (
	realSessions  = 2
	realQuestions = 1
	realContext   = 4096
	realReply     = 96 // tokens
)

// TestRealModel runs the beginnings of two episodes of mini, one English and then
// one Chinese, through all stages with a real engine and a real small model, at
// the endpoint that DYADMEM_REAL_CHAT names (make real-models starts one). It
// proves the protocol: that requests are taken, schemas are kept, and no call
// fails. What such a model answers is of no interest.
func TestRealModel(t *testing.T) {
	base := os.Getenv("DYADMEM_REAL_CHAT")
	if base == "" {
		t.Skip("DYADMEM_REAL_CHAT names no endpoint; make real-models does")
	}
	for e, err := range pair(t).Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		t.Run(e.Lang, func(t *testing.T) { realEpisode(t, base, e) })
	}
}

// realEpisode runs the beginning of an episode through all stages.
func realEpisode(t *testing.T, base string, e *bench.Episode) {
	client, err := llm.New(llm.Config{
		BaseURL: base, Model: "small", Context: realContext, MaxTokens: realReply, InFlight: 1, Timeout: 5 * time.Minute,
		Structured: llm.Schema, Cache: filepath.Join(t.TempDir(), "calls"), Notice: func(text string) { t.Log(text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Check(t.Context(), llm.Chatting); err != nil {
		t.Fatal(err)
	}
	m := stage.Model{Chat: client, Context: realContext, MaxTokens: realReply}
	r := bench.Run{Set: shortened(t, e), System: bench.EngineSystem{Engine: m.Engine()}, Stages: bench.Stages(), Dir: t.TempDir(), Key: "k",
		Failed: func(p *bench.Prediction, err error) {
			t.Logf("%s %s%s: %v", p.Stage, p.Session, p.Question, err)
			if p.Error != "format" {
				t.Errorf("a unit failed with class %q: only what the model writes may be at fault", p.Error)
			}
		}}
	out, err := r.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", out)
	asked := make(map[string]bool)
	for _, l := range client.Ledger().Lines() {
		t.Logf("%s %s: %d calls, %d kept, %d failed, %d unreadable, tokens %+v, latency %v, repairs %v", l.For, l.Stage, l.Calls, l.Kept, l.Failed, l.Format, l.Tokens, l.Latency.Mean.Round(time.Millisecond), l.Repairs)
		asked[l.For] = true
		if l.Estimated > 0 || l.Failed > 0 {
			t.Errorf("%s %s: the endpoint failed, or reported no tokens", l.For, l.Stage)
		}
		for _, sign := range []llm.Repair{llm.Fence, llm.Prose, llm.Comma, llm.Literal, llm.BareList, llm.Renamed} {
			if l.Repairs[sign] > 0 {
				t.Errorf("%s %s: %d replies needed the repair %q: the schema was not kept", l.For, l.Stage, l.Repairs[sign], sign)
			}
		}
	}
	for _, st := range bench.Stages() {
		if !asked[string(st)] {
			t.Errorf("the model was not asked for %s", st)
		}
	}
	if out.Failed == out.Planned {
		t.Error("every unit failed")
	}
}

// shortened is a set of one episode, cut to its first sessions and the first
// questions that these can answer.
func shortened(t *testing.T, e *bench.Episode) *bench.Set {
	t.Helper()
	sessions, questions := len(e.Sessions), len(e.Questions)
	e.Sessions = e.Sessions[:realSessions]
	bank := bench.Replay(e)[realSessions]
	e.Questions = slices.DeleteFunc(e.Questions, func(q bench.Question) bool {
		return len(q.Support) == 0 || slices.ContainsFunc(q.Support, func(k dyadmem.EntryKey) bool {
			_, ok := bank.Entry(k)
			return !ok
		})
	})
	e.Questions = e.Questions[:realQuestions]
	for i := range e.Questions {
		e.Questions[i].AskedAfter = ""
	}
	t.Logf("episode %s (%s), cut to %d of its %d sessions and %d of its %d questions; replies to %d tokens", e.ID, e.Lang, realSessions, sessions, realQuestions, questions, realReply)
	path := filepath.Join(t.TempDir(), "set.jsonl")
	w, err := bench.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(e), w.Close()); err != nil {
		t.Fatal(err)
	}
	set, err := bench.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestRealEmbedder recalls mini's questions by a real multilingual embedder, at
// the endpoint that DYADMEM_REAL_EMBED names. Both languages have to do better
// than words alone could do by chance.
func TestRealEmbedder(t *testing.T) {
	base := os.Getenv("DYADMEM_REAL_EMBED")
	if base == "" {
		t.Skip("DYADMEM_REAL_EMBED names no endpoint; make real-models does")
	}
	client, err := llm.New(llm.Config{BaseURL: base, Model: "e5", Cache: filepath.Join(t.TempDir(), "calls")})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	dense := stage.DenseRecaller{Embedder: client, Query: "query: ", Passage: "passage: "}
	for name, r := range map[string]dyadmem.Recaller{
		"bm25": stage.BM25{}, "dense": dense, "fused": stage.FusedRecaller{Recallers: []dyadmem.Recaller{stage.BM25{}, dense}},
	} {
		found, wanted := map[string]int{}, map[string]int{}
		n := 0
		for e, err := range stagetest.Mini(t, "mini:dev").Episodes() {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%5 != 1 { // two episodes of each language are enough
				continue
			}
			banks := bench.Replay(e)
			for i := range e.Questions {
				q := &e.Questions[i]
				hits, err := r.Recall(t.Context(), banks[e.AskedIndex(q)+1], e.Query(q))
				if err != nil {
					t.Fatal(err)
				}
				for _, k := range q.Support {
					wanted[e.Lang]++
					for _, h := range hits[:min(len(hits), len(q.Support)+4)] {
						if h.Entry.Key == k {
							found[e.Lang]++
						}
					}
				}
			}
		}
		for lang, n := range wanted {
			share := float64(found[lang]) / float64(n)
			t.Logf("%s, %s: %.3f of %d supports are among the first n+4", name, lang, share, n)
			if name != "bm25" && share < 0.5 {
				t.Errorf("%s, %s: %.3f of the supports found, want at least half", name, lang, share)
			}
		}
	}
}
