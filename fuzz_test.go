package dyadmem_test

import (
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// Whatever an import is handed, it fails or leaves a bank that is the fold of
// its log, and nothing that its evidence may not state.
func FuzzImport(f *testing.F) {
	head := `{"schema":"dyadmem/export/v1"}` + "\n"
	f.Add(head)
	f.Add(head + `{"session":{"id":"s1","at":"2026-01-01T00:00:00Z","status":"applied","turns":[{"id":"t1","speaker":"user","text":"tea=green"}]}}` + "\n" +
		`{"change":{"rev":1,"at":"2026-01-01T00:00:00Z","session":"s1","captured":1,"actor":"x","ops":[{"action":"add","entry":{"key":"k","kind":"fact","content":"tea=green","evidence":["t1"]}},{"action":"invalidate","entry":{"key":"k"},"successor":"k2"}]}}`)
	f.Add(head + `{"change":{"at":"2026-01-01T00:00:00Z","actor":"user","late":true,"retold":[{"action":"pin","entry":{"key":"k"}}],"ops":[{"action":"purge"},{"action":"add","entry":{"key":"k","kind":"episodic","content":"x"}}]}}`)
	f.Add(head + `{"grave":{"hash":"a.b","at":"2026-01-01T00:00:00Z"}}` + `{"session":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		e := newEngine()
		if _, err := e.Import(t.Context(), dyad, strings.NewReader(text), user(1)); err != nil {
			return
		}
		records, err := e.Store.Records(t.Context(), dyad)
		if err != nil {
			t.Fatal(err)
		}
		known := make(map[dyadmem.EntryKey]dyadmem.Record)
		for c, err := range e.Store.Changes(t.Context(), dyad) {
			if err != nil {
				t.Fatal(err)
			}
			changed, err := c.Fold(known)
			if err != nil {
				t.Fatalf("the log does not fold: %v", err)
			}
			for k, r := range changed {
				known[k] = r
			}
		}
		if len(known) != len(records) {
			t.Errorf("%d entries, the log makes %d", len(records), len(known))
		}
		var out strings.Builder
		if err := e.Export(t.Context(), dyad, &out); err != nil {
			t.Fatal(err)
		}
		if _, err := newEngine().Import(t.Context(), dyad, strings.NewReader(out.String()), user(1)); err != nil {
			t.Errorf("what was imported and exported can't be imported: %v\n%s", err, out.String())
		}
	})
}

// Whatever a person makes of the Markdown, it is refused or changes rules
// alone; and the text that comes out of it changes nothing.
func FuzzReadMarkdown(f *testing.F) {
	head := "# " + dyad.String() + "\n"
	f.Add(head + "## Rules <!-- agent_identity -->\n- lead with the conclusion\n- 先说结论 <!-- k1 -->\n")
	f.Add(head + "<!-- revision 7 -->\n## <!-- agent_method -->\n* a <!-- b -->\n\n## x <!-- agent_knowledge -->\n- <!-- -->")
	f.Fuzz(func(t *testing.T, text string) {
		e := newEngine()
		remember(t, e, dyadmem.Fact, "tea=green")
		remember(t, e, dyadmem.AgentIdentity, "no emoji")
		if _, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(text), user(1)); err != nil {
			return
		}
		if b := bankOf(t, e); len(b.Entries) == 0 || b.Entries[0].Content != "tea=green" {
			t.Errorf("a fact was changed: %v", b.Entries)
		}
		var out strings.Builder
		if err := e.WriteMarkdown(t.Context(), dyad, &out); err != nil {
			t.Fatal(err)
		}
		edits, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(out.String()), user(2))
		if err != nil || edits != (dyadmem.Edits{}) {
			t.Errorf("the written text changes %+v, %v:\n%s", edits, err, out.String())
		}
	})
}

// Masking is idempotent and touches nothing that it names.
func FuzzMaskSecrets(f *testing.F) {
	f.Add("key sk-test-0000000000000000000000EXAMPLE, 密码是 hunter22")
	f.Add("secret: 4111 1111 1111 1111 bearer abcdefghijklmnopqrstuvwxyz")
	f.Add("password: password is api key = [secret:token]")
	f.Fuzz(func(t *testing.T, text string) {
		once := dyadmem.MaskSecrets(text)
		if twice := dyadmem.MaskSecrets(once); twice != once {
			t.Errorf("%q becomes %q, and that %q", text, once, twice)
		}
	})
}
