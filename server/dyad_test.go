package server_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/queue"
	"github.com/dyadmem/dyadmem/server"
)

func TestSession(t *testing.T) {
	r := serve(t, nil)
	var got server.Recorded
	one := session("s1", "2026-03-02T09:00:00+08:00", "I live in Tealby.", "Noted.")
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", one, &got)
	if got.Job.Status != "applied" || len(got.Ops) == 0 {
		t.Fatalf("after the wait: job %+v with %d operations, want it applied with some", got.Job, len(got.Ops))
	}
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", one, &got) // the same again
	r.want(http.StatusConflict, "POST", desk+"/sessions", session("s1", "2026-03-02T09:00:00+08:00", "I live in Redcar."), nil)

	var found server.Recalled
	r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?", "explain": true}, &found)
	if !found.Known || found.Abstained || !strings.Contains(found.Context, "Tealby") || found.CompleteThrough != "s1" || found.Entries[0].Reason == "" {
		t.Errorf("recall: %+v, want the town, with a reason, complete through s1", found)
	}
	var answer struct {
		Text  string
		Cites []string
	}
	r.want(http.StatusOK, "POST", desk+"/answer", m{"query": "Where do I live?"}, &answer)
	if !strings.Contains(answer.Text, "Tealby") || len(answer.Cites) == 0 {
		t.Errorf("answer: %+v, want Tealby, with its entry", answer)
	}

	var tried server.Recorded
	r.want(http.StatusOK, "POST", desk+"/sessions?dry_run=true", session("s2", "2026-03-09T09:00:00+08:00", "My dentist is Dr Brandt."), &tried)
	if len(tried.Captured) == 0 || tried.Job != nil {
		t.Errorf("dry run: %+v, want what would be captured and no job", tried)
	}
	r.want(http.StatusOK, "POST", desk+"/sessions?dry_run=true", session("s2", "2026-03-09T09:00:00+08:00", "I moved, I live in Redcar now."), &tried)
	if !slices.ContainsFunc(tried.Ops, func(o server.Op) bool {
		return o.Action == "delete" && o.Actor == "rules" && o.Kind != "" && strings.Contains(o.Content, "Tealby")
	}) {
		t.Errorf("dry run: %+v, want the old town deleted, named by its words and by who does it", tried.Ops)
	}
	var raw map[string]any
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s0", "2026-03-01T09:00:00+08:00", "Hi.", "Hello."), &raw)
	if ops, ok := raw["ops"].([]any); !ok || len(ops) != 0 {
		t.Errorf("a session that did nothing: ops %v, want an empty list", raw["ops"])
	}
	r.want(http.StatusNotFound, "GET", "/v1/jobs/"+strings.Replace(got.Job.ID, "WyJ", "WyX", 1), nil, nil)
	var list struct{ Entries []server.Entry }
	r.want(http.StatusOK, "GET", desk+"/entries", nil, &list)
	for _, e := range list.Entries {
		if strings.Contains(e.Content, "Brandt") {
			t.Errorf("a dry run kept %q", e.Content)
		}
	}
	var job server.Job
	r.want(http.StatusOK, "GET", "/v1/jobs/"+got.Job.ID, nil, &job)
	if job.Session != "s1" || job.Agent != "desk" {
		t.Errorf("job: %+v", job)
	}
}

// A dyad's ids may hold anything, a slash too.
func TestIDs(t *testing.T) {
	r := serve(t, nil)
	path := "/v1/dyads/agent%3A%2Fdesk/%E7%94%A8%E6%88%B7%2F..%2Fb%3Fx"
	r.want(http.StatusCreated, "POST", path+"/entries", m{"kind": "fact", "content": "备份服务器每周三凌晨两点重启"}, nil)
	var dyads struct{ Dyads []server.Dyad }
	r.want(http.StatusOK, "GET", "/v1/dyads", nil, &dyads)
	if want := (server.Dyad{Agent: "agent:/desk", User: "用户/../b?x"}); len(dyads.Dyads) != 1 || dyads.Dyads[0] != want {
		t.Errorf("dyads: %+v, want %+v alone", dyads.Dyads, want)
	}
	var found server.Recalled
	r.want(http.StatusOK, "POST", path+"/recall", m{"query": "备份服务器什么时候重启？"}, &found)
	if len(found.Entries) != 1 {
		t.Errorf("recall: %+v, want one entry", found.Entries)
	}
	r.want(http.StatusOK, "POST", "/v1/dyads/agent%3A%2Fdesk/other/recall", m{"query": "备份服务器什么时候重启？"}, &found)
	if found.Known || len(found.Entries) != 0 || !found.Abstained {
		t.Errorf("recall of a dyad that never was: %+v, want known false and nothing", found)
	}
}

func TestByHand(t *testing.T) {
	r := serve(t, nil)
	var e, moved server.Entry
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": "The backup runs on Fridays"}, &e)
	r.want(http.StatusOK, "PATCH", desk+"/entries/"+e.Key, m{"content": "The backup runs on Mondays", "reason": "moved"}, &moved)
	if moved.Key == e.Key || moved.Content != "The backup runs on Mondays" {
		t.Errorf("corrected: %+v, want an entry of its own", moved)
	}
	r.want(http.StatusOK, "GET", desk+"/entries/"+e.Key, nil, &e)
	if e.State != "invalid" || e.Successor != moved.Key {
		t.Errorf("the old entry: %+v, want it invalid and linked to %s", e, moved.Key)
	}
	r.want(http.StatusOK, "POST", desk+"/entries/"+moved.Key+"/pin", nil, &moved)
	if !moved.Pinned {
		t.Error("pin did not pin")
	}
	r.want(http.StatusOK, "POST", desk+"/entries/"+moved.Key+"/unpin", m{"actor": "user"}, nil)
	r.want(http.StatusOK, "POST", desk+"/entries/"+moved.Key+"/retire", m{"actor": "agent"}, &moved)
	if !moved.Doubted || moved.State != "active" {
		t.Errorf("the assistant retired what is the user's: %+v, want it only doubted", moved)
	}
	var doubtful struct{ Entries []server.Entry }
	r.want(http.StatusOK, "GET", desk+"/entries?doubted=true", nil, &doubtful)
	if len(doubtful.Entries) != 1 {
		t.Errorf("%d entries wait for review, want 1", len(doubtful.Entries))
	}
	r.want(http.StatusOK, "POST", desk+"/entries/"+moved.Key+"/confirm", nil, &moved)
	if moved.Doubted {
		t.Error("confirm did not clear the doubt")
	}

	var ops struct {
		Ops  []server.Op
		Next int64
	}
	r.want(http.StatusOK, "GET", desk+"/entries/"+moved.Key+"/history", nil, &ops)
	if len(ops.Ops) < 5 {
		t.Errorf("history has %d operations, want add, pin, unpin, doubt and confirm", len(ops.Ops))
	}
	r.want(http.StatusOK, "POST", desk+"/entries/"+moved.Key+"/retire", m{"why": "corrected"}, nil)
	r.want(http.StatusOK, "GET", desk+"/ops", nil, &ops)
	last := ops.Ops[len(ops.Ops)-1]
	r.want(http.StatusOK, "POST", desk+"/ops/"+last.ID+"/revert", nil, nil)
	r.want(http.StatusOK, "GET", desk+"/entries/"+moved.Key, nil, &moved)
	if moved.State != "active" {
		t.Errorf("after the revert of %+v: %+v, want it active", last, moved)
	}
	all, n := len(ops.Ops)+1, 0 // and the revert
	for after := int64(0); ; {
		r.want(http.StatusOK, "GET", fmt.Sprintf("%s/ops?limit=2&after=%d", desk, after), nil, &ops)
		n += len(ops.Ops)
		if after = ops.Next; after == 0 || n > all {
			break
		}
	}
	if n != all {
		t.Errorf("the pages of the log hold %d operations, want %d", n, all)
	}

	var rule, shared server.Entry
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "agent_method", "content": "Reports put the numbers first"}, &rule)
	r.want(http.StatusOK, "POST", desk+"/entries/"+rule.Key+"/promote", nil, &shared)
	var commons struct{ Entries []server.Entry }
	r.want(http.StatusOK, "GET", "/v1/agents/desk/commons/entries", nil, &commons)
	if len(commons.Entries) != 1 || commons.Entries[0].Key != shared.Key {
		t.Errorf("commons: %+v, want the promoted rule", commons.Entries)
	}
	var found server.Recalled
	r.want(http.StatusOK, "POST", "/v1/dyads/desk/bob/recall", m{"query": "Write the report", "commons": true}, &found)
	if len(found.Entries) != 1 {
		t.Errorf("recall with the commons: %+v, want the promoted rule", found.Entries)
	}
	r.want(http.StatusBadRequest, "POST", desk+"/entries", m{"kind": "user_profile", "content": "The user likes quiet places", "actor": "agent"}, nil)
}

// What the user asked to forget is shown nowhere, and its history says no more
// than that it was.
func TestForgotten(t *testing.T) {
	r := serve(t, nil)
	var e server.Entry
	r.want(http.StatusCreated, "POST", desk+"/entries", m{"kind": "fact", "content": "The user earns 71,000 a year"}, &e)
	r.want(http.StatusOK, "POST", desk+"/entries/"+e.Key+"/retire", m{"why": "forget"}, nil)
	r.want(http.StatusNotFound, "GET", desk+"/entries/"+e.Key, nil, nil)
	for _, path := range []string{"/entries?state=all", "/entries?state=invalid", "/ops", "/entries/" + e.Key + "/history", "/export"} {
		if status, body := r.do("GET", desk+path, nil); status != http.StatusOK || bytes.Contains(body, []byte("71,000")) {
			t.Errorf("GET %s: %d %s", path, status, body)
		}
	}
}

func TestExportAndImport(t *testing.T) {
	r := serve(t, nil)
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in Tealby.", "Noted."), nil)
	_, whole := r.do("GET", desk+"/export", nil)
	var got struct{ Sessions, Changes, Known, Added int }
	r.want(http.StatusOK, "POST", "/v1/dyads/desk/copy/import", whole, &got)
	if got.Sessions != 1 || got.Changes == 0 {
		t.Errorf("imported %+v, want the session and its change", got)
	}
	r.want(http.StatusBadRequest, "POST", "/v1/dyads/desk/cut/import", whole[:len(whole)/2], nil)
	r.want(http.StatusNotFound, "GET", "/v1/dyads/desk/nobody/export", nil, nil)

	_, md := r.do("GET", desk+"/export?markdown=true", nil)
	edited := bytes.Replace(md, []byte("## How this agent behaves for this user <!-- agent_identity -->\n"), []byte("## How this agent behaves for this user <!-- agent_identity -->\n\n- Answers lead with the conclusion\n"), 1)
	r.want(http.StatusOK, "POST", desk+"/import?markdown=true", edited, &got)
	if got.Added != 1 {
		t.Errorf("edited Markdown: %+v, want one rule added", got)
	}
}

// After an erasure nothing on disk or in the log holds what was erased (PC-20).
func TestPurge(t *testing.T) {
	r := serve(t, nil)
	for _, user := range []string{"ann", "bob"} {
		r.want(http.StatusOK, "POST", "/v1/dyads/desk/"+user+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "I live in "+map[string]string{"ann": "Tealby", "bob": "Ochreton"}[user]+".", "Noted."), nil)
	}
	var found server.Recalled
	r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?"}, &found)
	if !strings.Contains(found.Context, "Tealby") {
		t.Fatalf("positive control: recall %+v", found)
	}
	var receipt dyadmem.Receipt
	r.want(http.StatusOK, "DELETE", desk, nil, &receipt)
	if receipt.Entries == 0 || receipt.Turns == 0 || receipt.Graves == 0 {
		t.Errorf("receipt: %+v, want what was reached", receipt)
	}
	r.want(http.StatusOK, "POST", desk+"/recall", m{"query": "Where do I live?"}, &found)
	if len(found.Entries) != 0 {
		t.Errorf("recall after the erasure: %+v", found.Entries)
	}
	r.want(http.StatusOK, "POST", "/v1/dyads/desk/bob/recall", m{"query": "Where do I live?"}, &found)
	if !strings.Contains(found.Context, "Ochreton") {
		t.Errorf("the other user's memory: %+v, want it untouched", found)
	}
	if _, err := r.store.DB().Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(r.dir)
	ok(t, err)
	for _, f := range files {
		raw, err := os.ReadFile(filepath.Join(r.dir, f.Name()))
		ok(t, err)
		if bytes.Contains(raw, []byte("Tealby")) {
			t.Errorf("%s still holds it", f.Name())
		}
	}
	if strings.Contains(r.log.String(), "Tealby") {
		t.Error("the log holds it")
	}
}

// No log line holds what was said, whatever becomes of the request.
func TestLogs(t *testing.T) {
	r := serve(t, func(c *server.Config, qc *queue.Config) {
		broken := dyadmem.CaptureFunc(func(_ context.Context, s dyadmem.Session) ([]dyadmem.Entry, error) {
			return nil, fmt.Errorf("cannot read %q", s.Turns[0].Text)
		})
		c.Engine.Capturer, qc.Engine.Capturer = broken, broken
		c.Engine.Recaller = dyadmem.RecallFunc(func(_ context.Context, _ dyadmem.Bank, q dyadmem.Query) ([]dyadmem.Hit, error) {
			return nil, fmt.Errorf("cannot rank %q", q.Text)
		})
	})
	r.want(http.StatusOK, "POST", desk+"/sessions?wait=true", session("s1", "2026-03-02T09:00:00Z", "zirconium needle one"), nil)
	r.want(http.StatusInternalServerError, "POST", desk+"/sessions?dry_run=true", session("s2", "2026-03-02T09:00:00Z", "zirconium needle two"), nil)
	status, body := r.do("POST", desk+"/recall", m{"query": "zirconium needle three"})
	if status != http.StatusInternalServerError || bytes.Contains(body, []byte("zirconium")) {
		t.Errorf("a recall that fails: %d %s", status, body)
	}
	if strings.Contains(r.log.String(), "zirconium") {
		t.Errorf("the log holds what was said:\n%s", r.log)
	}
	if !strings.Contains(r.log.String(), "request failed") {
		t.Error("the failures are not in the log")
	}
}
