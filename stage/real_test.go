package stage_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm"
	"github.com/dyadmem/dyadmem/stage"
)

// TestRealModel runs the beginnings of two episodes of mini through all stages
// with a real engine and a real small model, at the endpoint that
// DYADMEM_REAL_CHAT names (make real-models starts one). It proves the
// protocol: that requests are taken, schemas are kept, and no call fails. What
// such a model answers is of no interest.
func TestRealModel(t *testing.T) {
	base := os.Getenv("DYADMEM_REAL_CHAT")
	if base == "" {
		t.Skip("DYADMEM_REAL_CHAT names no endpoint; make real-models does")
	}
	log, err := os.Create(filepath.Join(t.TempDir(), "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	client, err := llm.New(llm.Config{BaseURL: base, Model: "small", Context: 4096, MaxTokens: 128, InFlight: 2, Timeout: 10 * time.Minute,
		Cache: filepath.Join(t.TempDir(), "calls"), Log: log, Notice: func(text string) { t.Log(text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Check(t.Context(), llm.Chatting); err != nil {
		t.Fatal(err)
	}
	set := shortened(t, 2, 2, 1)
	m := stage.Model{Chat: client, Context: 4096, MaxTokens: 128}
	r := bench.Run{Set: set, System: bench.EngineSystem{Engine: m.Engine()}, Stages: bench.Stages(), Workers: 2, Dir: t.TempDir(), Key: "k",
		Failed: func(p *bench.Prediction, err error) {
			t.Logf("%s %s %s%s: %v", p.Stage, p.Episode, p.Session, p.Question, err)
			if p.Error != "format" {
				t.Errorf("a unit failed with class %q: only what the model writes may be at fault", p.Error)
			}
		}}
	out, err := r.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", out)
	for _, l := range client.Ledger().Lines() {
		t.Logf("%s: %d calls, %d kept, %d failed, %d unreadable, tokens %+v, %d estimated, latency %v, repairs %v", l.Stage, l.Calls, l.Kept, l.Failed, l.Format, l.Tokens, l.Estimated, l.Latency.Mean, l.Repairs)
		if l.Calls == 0 || l.Estimated > 0 || l.Failed > 0 {
			t.Errorf("%s: the endpoint was not called, failed, or reported no tokens", l.Stage)
		}
	}
	if out.Failed == out.Planned {
		t.Error("every unit failed: the schemas were not kept")
	}
}

// shortened is mini's development half cut to so many episodes with so many
// sessions, and the first questions that these can answer: what a processor
// without a GPU gets through in a few minutes.
func shortened(t *testing.T, episodes, sessions, questions int) *bench.Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set.jsonl")
	w, err := bench.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range bench.Limited(dev(t).Episodes(), episodes) {
		if err != nil {
			t.Fatal(err)
		}
		e.Sessions = e.Sessions[:sessions]
		banks := bench.Replay(e)
		var asked []bench.Question
		for _, q := range e.Questions {
			q.AskedAfter = ""
			missing := slices.ContainsFunc(q.Support, func(k dyadmem.EntryKey) bool {
				_, ok := banks[sessions].Entry(k)
				return !ok
			})
			if !missing && len(q.Support) > 0 && len(asked) < questions {
				asked = append(asked, q)
			}
		}
		e.Questions = asked
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
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
		for e, err := range dev(t).Episodes() {
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
