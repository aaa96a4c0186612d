package llm_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem/llm"
)

// vectors serves /v1/embeddings: a text's vector is its length and a one. It
// answers in reverse order, as the index of each allows.
func vectors(t *testing.T, texts *atomic.Int64) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var form struct{ Input any }
		json.NewDecoder(r.Body).Decode(&form)
		list, ok := form.Input.([]any)
		if !ok {
			list = []any{form.Input}
		}
		texts.Add(int64(len(list)))
		var data []string
		for i := len(list) - 1; i >= 0; i-- {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(list[i].(string))))
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"data":[%s],"usage":{"prompt_tokens":7,"total_tokens":7}}`, strings.Join(data, ","))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func TestEmbedPaysForEachTextOnce(t *testing.T) {
	var texts atomic.Int64
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	base := vectors(t, &texts)
	cl := client(t, base, func(cfg *llm.Config) { cfg.Cache = path })
	many := make([]string, 100)
	for i := range many {
		many[i] = strings.Repeat("x", i%50+1)
	}
	for range 2 {
		got, err := cl.Embed(t.Context(), "recall", many)
		if err != nil {
			t.Fatal(err)
		}
		for i := range many {
			if diff := cmp.Diff([]float32{float32(len(many[i])), 1}, got[i]); diff != "" {
				t.Fatalf("text %d (-want +got):\n%s", i, diff)
			}
		}
	}
	if texts.Load() != 50 {
		t.Errorf("%d texts were sent, want each of 50 once", texts.Load())
	}
	off := client(t, base, func(cfg *llm.Config) { cfg.Cache, cfg.Mode = path, llm.Offline })
	if _, err := off.Embed(t.Context(), "recall", many); err != nil {
		t.Errorf("offline: %v", err)
	}
	var offline *llm.OfflineError
	if _, err := off.Embed(t.Context(), "recall", []string{"unknown"}); !errors.As(err, &offline) {
		t.Errorf("offline and unknown: %v", err)
	}
}

func TestEmbedAsksForEverythingInOneWave(t *testing.T) {
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprint("text ", i)
	}
	dir := t.TempDir()
	for _, c := range []struct {
		mode     llm.Mode
		requests int
	}{
		{llm.Batch, 100}, // a text is a request, so that each can fail by itself
		{llm.DryRun, 4},  // as many as would be sent: 32 texts each
	} {
		cl := client(t, "http://127.0.0.1:1/v1", func(cfg *llm.Config) {
			cfg.Mode, cfg.BatchDir, cfg.Cache = c.mode, dir, filepath.Join(dir, "calls")
		})
		for range 2 {
			if _, err := cl.Embed(t.Context(), "recall", many); !errors.As(err, new(*llm.PendingError)) {
				t.Fatalf("Embed: %v, want a PendingError", err)
			}
		}
		if l := line(t, cl); l.Waiting != c.requests || l.Tokens.Prompt < 200 {
			t.Errorf("%s: %d requests with %d tokens wait, want %d", c.mode, l.Waiting, l.Tokens.Prompt, c.requests)
		}
	}
}

// Workers that want the same texts at the same time pay for each once.
func TestEmbedPaysOnceForWhatManyWant(t *testing.T) {
	var texts atomic.Int64
	cl := client(t, vectors(t, &texts), func(cfg *llm.Config) { cfg.Cache = filepath.Join(t.TempDir(), "calls") })
	var all sync.WaitGroup
	for worker := range 16 {
		all.Go(func() {
			list := make([]string, 50)
			for i := range list {
				list[i] = strings.Repeat("x", (i+worker)%50+1)
			}
			got, err := cl.Embed(t.Context(), "recall", list)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range list {
				if got[i][0] != float32(len(list[i])) {
					t.Errorf("text %d has the vector of another", i)
				}
			}
		})
	}
	all.Wait()
	if texts.Load() != 50 {
		t.Errorf("%d texts were sent, want each of 50 once", texts.Load())
	}
}

func TestRerankReadsTheCommonForms(t *testing.T) {
	for _, c := range []struct{ name, field, reply string }{
		{"vLLM, llama.cpp and Jina", "documents", `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`},
		{"TEI", "texts", `[{"index":1,"score":0.9},{"index":0,"score":0.1}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var form map[string]json.RawMessage
				json.NewDecoder(r.Body).Decode(&form)
				w.Header().Set("Content-Type", "application/json")
				if form[c.field] == nil {
					w.WriteHeader(422)
					fmt.Fprintf(w, `{"error":"missing field %s","error_type":"Validation"}`, "`"+c.field+"`")
					return
				}
				fmt.Fprint(w, c.reply)
			}))
			defer s.Close()
			cl := client(t, s.URL+"/v1", nil)
			got, err := cl.Rerank(t.Context(), "recall", "q", []string{"a", "b"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]float64{0.1, 0.9}, got); diff != "" {
				t.Errorf("scores (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRepliesThatDoNotFitTheRequestAreErrors(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1]}],"results":[{"index":0,"score":1}]}`)
	}))
	defer s.Close()
	cl := client(t, s.URL+"/v1", nil)
	if v, err := cl.Embed(t.Context(), "x", []string{"a", "b"}); class(err) != "endpoint" {
		t.Errorf("Embed = %v, %v; want an error of the endpoint", v, err)
	}
	if v, err := cl.Rerank(t.Context(), "x", "q", []string{"a", "b"}); class(err) != "endpoint" {
		t.Errorf("Rerank = %v, %v; want an error of the endpoint", v, err)
	}
}
