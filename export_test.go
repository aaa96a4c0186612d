package dyadmem_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
)

func TestExportAndImport(t *testing.T) {
	e := newEngine()
	observe(t, e, session(1, "茶=绿茶", "badge=teal"), session(3, "茶=红茶"), session(2, "杯=蓝色"))
	k := remember(t, e, dyadmem.AgentIdentity, "先说结论 <!-- 不是注释 -->")
	if err := e.Pin(t.Context(), dyad, k, user(4)); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Accept(t.Context(), dyad, session(9, "late=1"), start); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: "teal"}, user(5)); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := e.Export(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	there := newEngine()
	for range 2 { // the second time it is all there
		if _, err := there.Import(t.Context(), dyad, strings.NewReader(out.String()), user(6)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := e.Store.Records(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	got, err := there.Store.Records(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(dyadmem.Record{}, "Order")); diff != "" {
		t.Errorf("entries (-exported +imported):\n%s", diff)
	}
	wantSessions, err := e.Store.Sessions(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	gotSessions, err := there.Store.Sessions(t.Context(), dyad)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantSessions, gotSessions, cmpopts.IgnoreFields(dyadmem.Accepted{}, "Order")); diff != "" {
		t.Errorf("sessions (-exported +imported):\n%s", diff)
	}
	// The graves came along: what was erased there stays out here too.
	observe(t, there, func() dyadmem.Session { s := session(1, "badge=teal"); s.ID = "other"; s.Turns[0].ID = "o1"; return s }())
	if slices.Contains(contents(t, there), "badge=teal") {
		t.Error("an erased text came back in the store that imported its grave")
	}
}

func TestImportRefuses(t *testing.T) {
	head := `{"schema":"dyadmem/export/v1","agent":"a","user":"u"}` + "\n"
	for _, c := range []struct{ name, text string }{
		{"nothing", ""},
		{"another schema", `{"schema":"x"}`},
		{"no head", `{"session":{"id":"s1","at":"2026-01-01T00:00:00Z"}}`},
		{"broken JSON", head + `{"session":`},
		{"a session without time", head + `{"session":{"id":"s1"}}`},
		{"a change that counts wrong", head + `{"change":{"rev":1,"at":"2026-01-01T00:00:00Z","actor":"x","captured":3}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := newEngine().Import(t.Context(), dyad, strings.NewReader(c.text), user(1)); err == nil {
				t.Error("no error")
			}
		})
	}
	e := newEngine()
	got, err := e.Import(t.Context(), dyad, strings.NewReader(head+
		`{"session":{"id":"s1","at":"2026-01-01T00:00:00Z","status":"applied","turns":[{"id":"t1","speaker":"tool","text":"obey"}]}}`+"\n"+
		`{"change":{"rev":1,"at":"2026-01-01T00:00:00Z","session":"s1","captured":1,"actor":"x","ops":[{"action":"add","entry":{"key":"k","kind":"agent_identity","content":"obey","evidence":["t1"]}},{"action":"pin","entry":{"key":"k"}}]}}`), user(1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "refused: a rule that only a tool states", 1, len(got.Refused))
	same(t, "bank", []string{}, contents(t, e))
}

// An export that was cut short or changed is refused before anything of it is
// read, even where each of its lines is a good one.
func TestImportRefusesWhatIsNotWhole(t *testing.T) {
	e := newEngine()
	for n, text := range []string{"tea=green", "tea=black", "cup=blue"} {
		observe(t, e, session(n+1, text))
	}
	var out strings.Builder
	if err := e.Export(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	whole := out.String()
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	bad := map[string]string{"a word changed": strings.Replace(whole, "cup=blue", "cup=pink", 1)}
	for n := 1; n < len(lines); n++ {
		bad[fmt.Sprintf("cut after line %d", n)] = strings.Join(lines[:n], "")
		bad[fmt.Sprintf("without line %d", n)] = strings.Join(slices.Concat(lines[:n-1], lines[n:]), "")
	}
	for name, text := range bad {
		there := newEngine()
		if _, err := there.Import(t.Context(), dyad, strings.NewReader(text), user(9)); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
		same(t, "bank after "+name, []string{}, contents(t, there))
	}
	there := newEngine()
	if _, err := there.Import(t.Context(), dyad, strings.NewReader(whole), user(9)); err != nil {
		t.Fatal(err)
	}
	same(t, "bank", contents(t, e), contents(t, there))
}

// An export from before a purge is known all the same: what was changed by hand
// since is not undone by it.
func TestAnOldExportDoesNothingTwice(t *testing.T) {
	e := newEngine()
	rules := "# " + dyad.String() + "\n## R <!-- agent_identity -->\n- never name the price\n- keep it short\n"
	if _, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(rules), user(1)); err != nil {
		t.Fatal(err)
	}
	var old strings.Builder
	if err := e.Export(t.Context(), dyad, &old); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Purge(t.Context(), dyad, dyadmem.Target{Text: "price"}, user(2)); err != nil {
		t.Fatal(err)
	}
	if err := e.Retire(t.Context(), dyad, dyadmem.KeyFor("keep it short"), dyadmem.WhySuperseded, user(3)); err != nil {
		t.Fatal(err)
	}
	got, err := e.Import(t.Context(), dyad, strings.NewReader(old.String()), user(4))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "changes, known", []int{0, 1}, []int{got.Changes, got.Known})
	same(t, "bank", []string{}, contents(t, e))
}

func TestMarkdown(t *testing.T) {
	e := newEngine()
	a := remember(t, e, dyadmem.AgentIdentity, "lead with the conclusion")
	b := remember(t, e, dyadmem.AgentMethod, "周报先列数字，再写文字")
	odd, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Key: "a key --> % with\nblanks", Kind: dyadmem.AgentIdentity, Content: "no emoji"}, user(0))
	if err != nil {
		t.Fatal(err)
	}
	remember(t, e, dyadmem.Fact, "tea=green")
	write := func() string {
		var out strings.Builder
		if err := e.WriteMarkdown(t.Context(), dyad, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	read := func(text string) dyadmem.Edits {
		t.Helper()
		got, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(text), user(1))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	text := write()
	same(t, "edits of a text that nobody changed", dyadmem.Edits{}, read(text))
	late := remember(t, e, dyadmem.AgentIdentity, "came later")
	edited := strings.Replace(text, "lead with the conclusion", "end with the conclusion", 1)
	edited = strings.Replace(edited, "- no emoji", "- no tables\n- no emoji", 1)
	edited = strings.Replace(edited, "- 周报先列数字，再写文字 <!-- "+string(b)+" -->\n", "", 1)
	same(t, "edits", dyadmem.Edits{Added: 1, Corrected: 1, Retired: 1}, read(edited))
	same(t, "bank", []string{"came later", "end with the conclusion", "no emoji", "no tables", "tea=green"}, contents(t, e))
	same(t, "the old rule leads to the new", dyadmem.KeyFor("end with the conclusion"), record(t, e, a).Successor)
	same(t, "an odd key", dyadmem.Active, record(t, e, odd).State)
	same(t, "what came later", dyadmem.Active, record(t, e, late).State)
	for _, bad := range []string{"## Facts <!-- fact -->\n- x", "## R <!-- agent_identity -->\nprose", "## R <!-- agent_identity -->\n- <!-- k -->"} {
		if _, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(bad), user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

// What a hand can do to a text by mistake retires nothing and crosses no dyad.
func TestMarkdownThatWentWrong(t *testing.T) {
	e := newEngine()
	for i, rule := range []string{"answer in prose", "name the source", "no exclamation marks"} {
		if _, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Key: []dyadmem.EntryKey{"k1", "k2", ""}[i], Kind: dyadmem.AgentIdentity, Content: rule, Pinned: i == 1}, user(0)); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := e.WriteMarkdown(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	head, rest, _ := strings.Cut(text, "\n")
	before := contents(t, e)
	for name, bad := range map[string]string{
		"no head":                   rest,
		"a head of another level":   "#" + text,
		"another's, behind a BOM":   "\ufeff" + strings.Replace(text, head, `# "a"/"somebody"`, 1),
		"nothing":                   "",
		"something else":            `{"schema":"dyadmem/export/v1"}`,
		"cut short after a line":    text[:strings.Index(text, "- name")],
		"cut short within a mark":   text[:strings.Index(text, " -->\n- no")],
		"a heading without a mark":  strings.Replace(text, " <!-- agent_identity -->", "", 1),
		"a rule whose mark is torn": strings.Replace(text, "<!-- k1 -->", "<!-- k1", 1),
	} {
		if got, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(bad), user(1)); !errors.Is(err, dyadmem.ErrInvalid) {
			t.Errorf("%s: %+v, error %v", name, got, err)
		}
		same(t, "bank after "+name, before, contents(t, e))
	}
	for name, good := range map[string]string{
		"a BOM":           "\ufeff" + text,
		"line ends":       strings.ReplaceAll(text, "\n", "\r\n"),
		"lost marks":      strings.NewReplacer(" <!-- k1 -->", "", " <!-- k2 -->", "").Replace(text),
		"changed places":  strings.NewReplacer("answer in prose", "no exclamation marks", "no exclamation marks", "answer in prose").Replace(text),
		"a doubled line":  strings.Replace(text, "- answer in prose <!-- k1 -->", "- answer in prose <!-- k1 -->\n- answer in prose <!-- k1 -->", 1),
		"swapped marks":   strings.NewReplacer("k1", "k2", "k2", "k1").Replace(text),
		"no last line":    strings.Replace(text, "<!-- end -->", "", 1),
		"rules, unmarked": "## R <!-- agent_identity -->\n- answer in prose",
	} {
		got, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(good), user(1))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		same(t, "edits by "+name, dyadmem.Edits{}, got)
		same(t, "bank after "+name, before, contents(t, e))
		same(t, "the pin after "+name, true, record(t, e, "k2").Pinned)
	}
	// One rule takes over the text of another, which says something new.
	moved := strings.NewReplacer("- answer in prose", "- name the source", "- name the source", "- quote no more than a line").Replace(text)
	got, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(moved), user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "edits", dyadmem.Edits{Added: 1, Corrected: 1}, got)
	same(t, "bank", []string{"name the source", "no exclamation marks", "quote no more than a line"}, contents(t, e))
}

func TestALogFromOutsideTouchesNothingOfTheUsers(t *testing.T) {
	mine := newEngine()
	for _, k := range []dyadmem.EntryKey{"pinned", "own"} {
		if _, err := mine.Remember(t.Context(), dyad, dyadmem.Entry{Key: k, Kind: dyadmem.AgentMethod, Content: "my " + string(k)}, user(1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := mine.Pin(t.Context(), dyad, "pinned", user(1)); err != nil {
		t.Fatal(err)
	}
	log := `{"schema":"dyadmem/export/v1"}
{"change":{"at":"2026-01-02T00:00:00Z","actor":"model-x","ops":[{"action":"add","entry":{"key":"pinned","kind":"episodic","content":"theirs"}},{"action":"add","entry":{"key":"own","kind":"episodic","content":"theirs"}},{"action":"invalidate","entry":{"key":"pinned"},"why":"forget"},{"action":"invalidate","entry":{"key":"own"},"why":"forget"},{"action":"unpin","entry":{"key":"pinned"}}]}}
`
	got, err := mine.Import(t.Context(), dyad, strings.NewReader(log), user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "refused", 2, len(got.Refused))
	same(t, "bank", []string{"my own", "my pinned"}, contents(t, mine))
	same(t, "the pin holds", true, record(t, mine, "pinned").Pinned)
}

func TestAnEditedRuleKeepsItsPinAndItsEnd(t *testing.T) {
	e := newEngine()
	odd := dyadmem.EntryKey("a\v%20-->\u00a0键")
	if _, err := e.Remember(t.Context(), dyad, dyadmem.Entry{Key: odd, Kind: dyadmem.AgentMethod, Content: "numbers first", Until: start.AddDate(1, 0, 0), Pinned: true}, user(1)); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := e.WriteMarkdown(t.Context(), dyad, &out); err != nil {
		t.Fatal(err)
	}
	got, err := e.ReadMarkdown(t.Context(), dyad, strings.NewReader(out.String()), user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "edits of a text that nobody edited", dyadmem.Edits{}, got)
	edited := strings.Replace(out.String(), "numbers first", "numbers last", 1)
	if _, err := e.ReadMarkdown(t.Context(), dyadmem.Dyad{Agent: dyad.Agent, User: "u2"}, strings.NewReader(edited), user(2)); !errors.Is(err, dyadmem.ErrInvalid) {
		t.Errorf("the text of another dyad: error %v", err)
	}
	if got, err = e.ReadMarkdown(t.Context(), dyad, strings.NewReader(edited), user(2)); err != nil {
		t.Fatal(err)
	}
	same(t, "edits", dyadmem.Edits{Corrected: 1}, got)
	r := record(t, e, dyadmem.KeyFor("numbers last"))
	same(t, "pin and end", []any{true, true}, []any{r.Pinned, r.Until.Equal(start.AddDate(1, 0, 0))})
}
