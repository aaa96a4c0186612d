package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/sqlite"
)

// A purge looks into the files of model calls that it is told of: what holds an
// erased text goes from them, however deep it is quoted, and so do vectors.
func TestPurgeScrubsFilesOfModelCalls(t *testing.T) {
	dir := t.TempDir()
	store := filepath.Join(dir, "memory.db")
	st, err := sqlite.Open(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	d := dyadmem.Dyad{Agent: "desk", User: "ann"}
	key, err := engine(st).Remember(t.Context(), d, dyadmem.Entry{Kind: dyadmem.Fact, Content: "The laptop opens with Bosko1970"}, hand("test"))
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	kept := `{"key":"00","stage":"capture","reply":{"content":"{\"entries\":[{\"content\":\"The tea is green\"}]}"}}`
	write := func(name string, lines ...string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	calls := write("calls.jsonl", kept, `{"key":"01","stage":"capture","reply":{"content":"{\"entries\":[{\"content\":\"The \\u006captop opens with bosko1970\"}]}"}}`)
	embed := write("calls-embed.jsonl", `{"key":"02","stage":"recall","reply":{"data":[{"embedding":[0.1,0.2]}]}}`)
	batch := write("waves/chat/wave-001-chat.requests.jsonl", `{"custom_id":"capture-03","body":{"messages":[{"content":"[1] user: it is Bosko1970"}]}}`, kept)
	log := write("log.jsonl", kept, `{"request":"BOSKO1970"}`)
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"purge", "--store", "sqlite:" + store, "--agent", "desk", "--user", "ann", "--entry", string(key), "--yes",
		"--calls", calls, "--batch", filepath.Join(dir, "waves"), "--call-log", log}, &out, &errs)
	var receipt dyadmem.Receipt
	if err := json.Unmarshal(out.Bytes(), &receipt); code != exitDone || err != nil {
		t.Fatalf("purge ended with %d, %v: %s%s", code, err, out.String(), errs.String())
	}
	if receipt.Elsewhere != 4 || len(receipt.Rest) != 0 || strings.Contains(strings.ToLower(out.String()), "bosko") {
		t.Errorf("receipt: %s", out.String())
	}
	for path, want := range map[string]string{calls: kept + "\n", embed: "", batch: kept + "\n", log: kept + "\n"} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, want)
		}
	}
}

func TestPurgeSaysWhatItHasNotLookedInto(t *testing.T) {
	store := "sqlite:" + filepath.Join(t.TempDir(), "memory.db")
	var out, errs bytes.Buffer
	args := []string{"purge", "--store", store, "--agent", "desk", "--user", "ann", "--yes"}
	if code := run(t.Context(), args, &out, &errs); code != exitDone || !strings.Contains(out.String(), "--calls") {
		t.Errorf("purge ended with %d: %s%s", code, out.String(), errs.String())
	}
	if code := run(t.Context(), append(args, "--calls", "nowhere.jsonl"), &out, &errs); code != exitUsage {
		t.Errorf("purge with a file that is not there ended with %d", code)
	}
}
