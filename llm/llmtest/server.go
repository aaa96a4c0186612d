// Package llmtest is a model endpoint for tests: it speaks the protocol of
// OpenAI-compatible servers and answers by a script.
package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem/llm"
)

// A Request is a chat request as the endpoint sees it.
type Request struct {
	N        int    // which request it is, from 1
	Model    string // the name that was asked for
	System   string
	User     string // the first user message
	Last     string // the last message
	Format   string // the name of the JSON schema, empty if none was sent
	Mode     string // the type of response_format, empty if none was sent
	Limit    int    // of tokens
	Messages int
	Body     []byte
	Key      string // the bearer token
}

// A Response is what the endpoint does. The zero Response is an empty reply.
type Response struct {
	Text    string        // the content of the message
	Cut     bool          // the model ran out of tokens
	Refusal string        // a refusal in place of a text
	Status  int           // HTTP status; 0: 200
	Error   string        // the server's words, for a status that is an error
	Param   string        // the field that the error is about
	Code    string        // the error's code
	After   time.Duration // Retry-After; 0: no such header
	Delay   time.Duration // before anything is sent
	Plain   string        // a body that is no JSON, instead of a reply
	Broken  bool          // the connection breaks in the middle of the body
	Gone    bool          // the connection is closed before anything is sent
	NoUsage bool          // usage is not reported
}

// A Server is an endpoint that counts its requests. Its URL has no /v1: use
// Base.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	requests int
	bodies   map[string]int
}

// Serve starts an endpoint that answers chat requests by script, and ends with
// the test. The script is called by several goroutines.
func Serve(t testing.TB, script func(Request) Response) *Server {
	s := &Server{bodies: make(map[string]int)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		req, err := s.read(r)
		if r.Context().Err() != nil || errors.Is(err, io.ErrUnexpectedEOF) {
			return // the client has given up
		}
		if err != nil {
			t.Errorf("the endpoint was sent a request that it cannot read: %v", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		res := script(req)
		select {
		case <-time.After(res.Delay):
			res.write(w, req)
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("POST /v1/embeddings", s.embed)
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"object":"list","data":[{"id":"scripted","object":"model"}]}`)
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// Base returns the base URL of the endpoint.
func (s *Server) Base() string { return s.URL + "/v1" }

// Requests returns how many chat requests came in, and how many of those were
// the same as one before.
func (s *Server) Requests() (all, repeated int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.requests - len(s.bodies)
}

// embed answers with vectors of a few topics: texts with words in common are
// near.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	var form struct{ Input json.RawMessage }
	if err := json.NewDecoder(r.Body).Decode(&form); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var texts []string
	if json.Unmarshal(form.Input, &texts) != nil {
		texts = make([]string, 1)
		json.Unmarshal(form.Input, &texts[0])
	}
	var data []any
	for i, text := range texts {
		v := make([]float32, 32)
		for _, word := range strings.Fields(strings.ToLower(text)) {
			h := fnv.New32a()
			h.Write([]byte(word))
			v[h.Sum32()%32]++
		}
		data = append(data, map[string]any{"index": i, "embedding": v})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "usage": map[string]any{"prompt_tokens": 10 * len(texts), "total_tokens": 10 * len(texts)}})
}

func (s *Server) read(r *http.Request) (Request, error) {
	var body json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return Request{}, err
	}
	var form struct {
		Model    string `json:"model"`
		Messages []struct{ Role, Content string }
		Max      int `json:"max_tokens"`
		MaxNew   int `json:"max_completion_tokens"`
		Format   struct {
			Type   string `json:"type"`
			Schema struct {
				Name string `json:"name"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(body, &form); err != nil {
		return Request{}, err
	}
	if len(form.Messages) == 0 {
		return Request{}, fmt.Errorf("no messages in %s", body)
	}
	req := Request{Model: form.Model, Format: form.Format.Schema.Name, Mode: form.Format.Type, Limit: max(form.Max, form.MaxNew), Messages: len(form.Messages), Body: body}
	for _, m := range form.Messages {
		switch {
		case m.Role == "system":
			req.System = m.Content
		case m.Role == "user" && req.User == "":
			req.User = m.Content
		}
		req.Last = m.Content
	}
	if len(r.Header.Get("Authorization")) > len("Bearer ") {
		req.Key = r.Header.Get("Authorization")[len("Bearer "):]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.bodies[string(body)]++
	req.N = s.requests
	return req, nil
}

func (res Response) write(w http.ResponseWriter, req Request) {
	if res.Gone {
		panic(http.ErrAbortHandler)
	}
	if res.After > 0 {
		w.Header().Set("Retry-After", strconv.FormatFloat(res.After.Seconds(), 'f', -1, 64))
	}
	if res.Plain != "" {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(max(res.Status, 200))
		fmt.Fprint(w, res.Plain)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if res.Status >= 400 {
		w.WriteHeader(res.Status)
		json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": res.Error, "type": "error", "param": res.Param, "code": res.Code}})
		return
	}
	finish := "stop"
	if res.Cut {
		finish = "length"
	}
	message := map[string]any{"role": "assistant", "content": res.Text}
	if res.Refusal != "" {
		message["refusal"] = res.Refusal
	}
	reply := map[string]any{
		"id": "x", "object": "chat.completion", "created": 0, "model": req.Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}},
	}
	if !res.NoUsage {
		n := len(req.Body) / 4
		reply["usage"] = map[string]any{"prompt_tokens": n, "completion_tokens": 10, "total_tokens": n + 10, "prompt_tokens_details": map[string]any{"cached_tokens": n / 2}}
	}
	body, err := json.Marshal(reply)
	if err != nil {
		panic(err) // it is made of strings and numbers
	}
	if res.Broken {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body[:len(body)/2])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Write(body)
}

// A Chatter is a function as a model: it returns the text of a reply, which is
// read as a client reads one.
type Chatter func(p llm.Prompt) (string, error)

// Chat calls f.
func (f Chatter) Chat(_ context.Context, p llm.Prompt) (llm.Reply, error) {
	text, err := f(p)
	if err != nil || p.Format == nil {
		return llm.Reply{Text: text}, err
	}
	repairs, err := llm.ReadReply(p, text)
	return llm.Reply{Text: text, Repairs: repairs}, err
}
