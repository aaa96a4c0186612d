package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

// A bearer sends a key with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// connect connects a client to the tools of a dyad.
func (r *rig) connect(path, key string) (*mcp.ClientSession, error) {
	t := &mcp.StreamableClientTransport{Endpoint: r.url + path, MaxRetries: -1}
	if key != "" {
		t.HTTPClient = &http.Client{Transport: bearer(key)}
	}
	return mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(r.t.Context(), t, nil)
}

// call calls a tool, and returns its text and whether it failed.
func call(t *testing.T, s *mcp.ClientSession, tool string, args m) (string, bool) {
	t.Helper()
	got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	ok(t, err)
	var text strings.Builder
	for _, c := range got.Content {
		if c, is := c.(*mcp.TextContent); is {
			text.WriteString(c.Text)
		}
	}
	return text.String(), got.IsError
}

// What a schema of HTTP refuses a tool refuses too, instead of finding nothing; and
// what tools are asked is counted.
func TestToolArguments(t *testing.T) {
	r := serve(t, nil)
	s, err := r.connect("/mcp/desk/ann", "")
	ok(t, err)
	defer s.Close()
	for _, c := range []struct {
		tool string
		args m
	}{
		{"recall", m{"query": ""}},
		{"recall", m{"query": "x", "limit": 17}},
		{"recall", m{"query": "x", "kinds": []string{"opinion"}}},
		{"list_memories", m{"state": "old"}},
		{"list_memories", m{"kinds": []string{"opinion"}}},
		{"correct", m{"key": "a\x00", "content": "The van is red"}},
	} {
		if text, failed := call(t, s, c.tool, c.args); !failed {
			t.Errorf("%s %v: %s, want it refused", c.tool, c.args, text)
		}
	}
	if got := r.metric(`dyadmem_request_seconds_count{operation="mcp",status="200"}`); got < 6 {
		t.Errorf("%g requests of tools are counted", got)
	}
}

func TestTools(t *testing.T) {
	r := serve(t, nil)
	s, err := r.connect("/mcp/desk/ann", "")
	ok(t, err)
	defer s.Close()
	list, err := s.ListTools(t.Context(), nil)
	ok(t, err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if want := []string{"correct", "forget", "history", "list_memories", "recall", "record_session", "remember"}; !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}

	text, failed := call(t, s, "record_session", m{"id": "s1", "at": "2026-03-02T09:00:00Z", "turns": []m{{"speaker": "user", "text": "I live in Ghent."}, {"speaker": "agent", "text": "Noted."}}})
	if failed {
		t.Fatalf("record_session: %s", text)
	}
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(text, "How to work") && !strings.Contains(text, "What is known") {
		if time.Now().After(deadline) {
			t.Fatalf("recall: %s", text)
		}
		text, _ = call(t, s, "recall", m{"query": "Where do I live?"})
	}
	if !strings.Contains(text, "Ghent") {
		t.Errorf("recall: %s, want Ghent", text)
	}

	// The user's own is doubted where a tool would retire it, and the tool says so.
	var entries struct{ Entries []server.Entry }
	r.want(http.StatusOK, "GET", desk+"/entries", nil, &entries)
	key := entries.Entries[0].Key
	if text, failed = call(t, s, "forget", m{"key": key}); failed || !strings.Contains(text, "doubted") {
		t.Errorf("forget what is the user's: %s", text)
	}
	if text, failed = call(t, s, "remember", m{"kind": "user_profile", "content": "The user likes quiet places"}); !failed || !strings.Contains(text, "record_session") {
		t.Errorf("a tool stated the user's side, or is not told what to do: %s", text)
	}
	if text, failed = call(t, s, "remember", m{"kind": "agent_method", "content": "Drafts are shown before they are sent"}); failed {
		t.Errorf("remember: %s", text)
	}
	r.want(http.StatusOK, "GET", desk+"/entries?kinds=agent_method", nil, &entries)
	method := entries.Entries[0].Key
	if text, failed = call(t, s, "correct", m{"key": method, "content": "Drafts are shown in full before they are sent"}); failed {
		t.Errorf("correct: %s", text)
	}
	if text, failed = call(t, s, "history", m{"key": method}); failed || !strings.Contains(text, "add") {
		t.Errorf("history: %s", text)
	}
	if text, failed = call(t, s, "list_memories", m{}); failed || !strings.Contains(text, "shown in full") {
		t.Errorf("list_memories: %s", text)
	}
	if text, failed = call(t, s, "history", m{"key": "nosuchkey"}); !failed || !strings.Contains(text, "nothing of this name") {
		t.Errorf("history of nothing: %s", text)
	}
	if text, failed = call(t, s, "recall", m{"query": "什么"}); failed || text == "" {
		t.Errorf("recall of nothing: %s", text)
	}
}

// Where a person approves each call, the tools act as the person.
func TestToolsAsUser(t *testing.T) {
	r := serve(t, func(c *server.Config, _ *queue.Config) { c.ToolsAs = dyadmem.ActorUser })
	s, err := r.connect("/mcp/desk/ann", "")
	ok(t, err)
	defer s.Close()
	if text, failed := call(t, s, "remember", m{"kind": "user_profile", "content": "The user likes quiet places"}); failed {
		t.Fatalf("remember: %s", text)
	}
	var entries struct{ Entries []server.Entry }
	r.want(http.StatusOK, "GET", desk+"/entries", nil, &entries)
	if text, failed := call(t, s, "forget", m{"key": entries.Entries[0].Key}); failed || strings.Contains(text, "quiet") {
		t.Errorf("forget: %s, want it done, and not repeated", text)
	}
	r.want(http.StatusOK, "GET", desk+"/entries", nil, &entries)
	if len(entries.Entries) != 0 {
		t.Errorf("after forget: %+v", entries.Entries)
	}
}

// A key reaches the tools of its own dyad, and one that reads the tools that read.
func TestToolsScope(t *testing.T) {
	r := serve(t, nil)
	own, reader := r.newKey(dyadmem.RoleWrite, "desk", "ann"), r.newKey(dyadmem.RoleRead, "desk", "ann")
	for _, c := range []struct{ path, key string }{{"/mcp/desk/bob", own}, {"/mcp/other/ann", own}, {"/mcp/desk/ann", ""}, {"/mcp/desk/ann", "dm_x_y"}} {
		if s, err := r.connect(c.path, c.key); err == nil {
			s.Close()
			t.Errorf("%s let in key %q", c.path, c.key)
		}
	}
	s, err := r.connect("/mcp/desk/ann", reader)
	ok(t, err)
	defer s.Close()
	list, err := s.ListTools(t.Context(), nil)
	ok(t, err)
	if len(list.Tools) != 3 {
		t.Errorf("a key that reads is shown %d tools, want 3", len(list.Tools))
	}
	if got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "remember", Arguments: m{"kind": "fact", "content": "x"}}); err == nil && !got.IsError {
		t.Error("a key that reads remembered something")
	}
}
