package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A servedProcess is a running dyadmem serve.
type servedProcess struct {
	t   *testing.T
	cmd *exec.Cmd
	url string
}

var listening = regexp.MustCompile(`on (http://\S+?)(;|$)`)

// start starts dyadmem serve and waits until it listens.
func start(t *testing.T, bin string, args ...string) *servedProcess {
	t.Helper()
	s := &servedProcess{t: t, cmd: exec.Command(bin, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)}
	log, err := s.cmd.StderrPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			s.url = found[1]
			go io.Copy(io.Discard, log)
			return s
		}
	}
	t.Fatal("it ended before it listened")
	return nil
}

// do sends a request and decodes the reply, whose status it returns.
func (s *servedProcess) do(method, path string, body, out any) int {
	s.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, bytes.NewReader(raw))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(out); err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode
}

// What was answered with 202 outlives the process, whenever it is killed: after
// the next start each job is known and finishes, once (PC-19).
func TestKilledServiceLosesNothing(t *testing.T) {
	bin, file := program(t), filepath.Join(t.TempDir(), "memory.db")
	type job struct{ ID, Status string }
	var jobs []string
	for life := range 3 {
		s := start(t, bin, "--store", "sqlite:"+file, "--workers", "1")
		for i := range 20 {
			id := fmt.Sprintf("s%d.%d", life, i)
			var got struct{ Job job }
			code := s.do("POST", fmt.Sprintf("/v1/dyads/desk/u%d/sessions", i%4), map[string]any{
				"id": id, "at": time.Date(2026, 3, 1+life, 9, i, 0, 0, time.UTC), "turns": []map[string]string{{"speaker": "user", "text": fmt.Sprintf("I live at number %d.", 100*life+i)}},
			}, &got)
			if code != http.StatusAccepted {
				t.Fatalf("session %s: %d", id, code)
			}
			jobs = append(jobs, got.Job.ID)
		}
		s.cmd.Process.Kill()
		s.cmd.Wait()
	}
	s := start(t, bin, "--store", "sqlite:"+file)
	deadline := time.Now().Add(time.Minute)
	for _, id := range jobs {
		for {
			var j job
			if code := s.do("GET", "/v1/jobs/"+id, nil, &j); code != http.StatusOK {
				t.Fatalf("job %s: %d after the restart", id, code)
			}
			if j.Status == "applied" {
				break
			}
			if j.Status != "pending" || time.Now().After(deadline) {
				t.Fatalf("job %s: %+v", id, j)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	changes := 0
	for i := range 4 {
		var ops struct {
			Ops []struct{ Session, Action string }
		}
		s.do("GET", fmt.Sprintf("/v1/dyads/desk/u%d/ops?limit=10000", i), nil, &ops)
		seen := map[string]bool{}
		for _, op := range ops.Ops {
			seen[op.Session] = true
		}
		changes += len(seen)
	}
	if changes != len(jobs) {
		t.Errorf("%d sessions are in the logs, want %d", changes, len(jobs))
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("told to stop: %v", err)
	}
}

// Beyond this machine a service takes a key; with one it can be reached.
func TestServeBeyond(t *testing.T) {
	bin, store := program(t), "sqlite:"+filepath.Join(t.TempDir(), "memory.db")
	out, err := exec.Command(bin, "serve", "--store", store, "--listen", "0.0.0.0:0").CombinedOutput()
	if e, is := err.(*exec.ExitError); !is || e.ExitCode() != exitUsage || !bytes.Contains(out, []byte("dyadmem keys create")) {
		t.Fatalf("without a key: %v, %s; want it refused, with what to do", err, out)
	}
	key, err := exec.Command(bin, "keys", "create", "--store", store, "--name", "test", "--role", "read").Output()
	if err != nil || !strings.HasPrefix(string(key), "dm_") {
		t.Fatalf("keys create: %v, %s", err, key)
	}
	s := start(t, bin, "--store", store, "--listen", "0.0.0.0:0")
	var problem struct{ Detail string }
	if code := s.do("GET", "/v1/dyads", nil, &problem); code != http.StatusUnauthorized {
		t.Errorf("without the key: %d", code)
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/v1/dyads", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(key)))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("with the key: %d", resp.StatusCode)
	}
}

// The MCP server on standard input and output, as an assistant's program starts it.
func TestMCP(t *testing.T) {
	bin, store := program(t), "sqlite:"+filepath.Join(t.TempDir(), "memory.db")
	cmd := exec.Command(bin, "mcp", "--agent", "desk", "--user", "ann", "--store", store)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	call := func(tool string, args map[string]any) string {
		t.Helper()
		got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(got.Content)
		if err != nil || got.IsError {
			t.Fatalf("%s: %v %s", tool, err, raw)
		}
		return string(raw)
	}
	call("record_session", map[string]any{"id": "s1", "at": "2026-03-02T09:00:00Z", "turns": []map[string]string{{"speaker": "user", "text": "I live in Ghent."}}})
	deadline := time.Now().Add(time.Minute)
	for {
		if text := call("list_memories", nil); strings.Contains(text, "Ghent") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the session was never captured")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := session.Close(); err != nil {
		t.Errorf("the client went away: %v", err)
	}
}

// On PostgreSQL one process serves and another one works: what the first accepts
// the second captures, and the first recalls.
func TestServeAndWorkApart(t *testing.T) {
	base := os.Getenv("DYADMEM_TEST_POSTGRES")
	if base == "" {
		t.Skip("DYADMEM_TEST_POSTGRES is not set")
	}
	bin, store := program(t), schema(t, base)
	for _, args := range [][]string{{"migrate", "--store", store}, {"migrate", "--store", store}} {
		if out, err := exec.Command(bin, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v %s", args, err, out)
		}
	}
	s := start(t, bin, "--store", store, "--idle")
	worker := exec.Command(bin, "work", "--store", store)
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		worker.Process.Signal(syscall.SIGTERM)
		if err := worker.Wait(); err != nil {
			t.Errorf("the worker, told to stop: %v", err)
		}
	}()
	var got struct {
		Job struct{ Status string }
		Ops []struct{ Content string }
	}
	code := s.do("POST", "/v1/dyads/desk/ann/sessions?wait=true", map[string]any{
		"id": "s1", "at": "2026-03-02T09:00:00Z", "turns": []map[string]string{{"speaker": "user", "text": "I live in Ghent."}},
	}, &got)
	if code != http.StatusOK || got.Job.Status != "applied" || len(got.Ops) == 0 {
		t.Fatalf("a session that another process captures: %d %+v", code, got)
	}
	var found struct{ Context string }
	if s.do("POST", "/v1/dyads/desk/ann/recall", map[string]any{"query": "Where do I live?"}, &found); !strings.Contains(found.Context, "Ghent") {
		t.Errorf("recall: %q", found.Context)
	}
}

// schema returns the URL of an empty schema of the database at base, for the
// length of the test.
func schema(t *testing.T, base string) string {
	t.Helper()
	name := fmt.Sprintf("serve_%d", os.Getpid())
	query := func(text string) {
		t.Helper()
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, base)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, text); err != nil {
			t.Fatal(err)
		}
	}
	query("CREATE SCHEMA " + name)
	t.Cleanup(func() { query("DROP SCHEMA " + name + " CASCADE") })
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}
