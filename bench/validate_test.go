package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// good returns the episode of testdata/good.json as a line. It holds what looks
// like a fault and is none: sessions of equal times, a date as a time, restated
// keys, an until that moves, evidence from earlier sessions, a key deleted and
// added again, one forgotten in the session that stated it, a written-out entry
// under an old key, unknown members, null for absent.
func good(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/good.json")
	if err != nil {
		t.Fatal(err)
	}
	v := jsontext.Value(b)
	if err := v.Compact(); err != nil {
		t.Fatal(err)
	}
	return string(v)
}

// swap returns text with the first old replaced, and fails if there is none.
func swap(t testing.TB, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("the episode does not hold %q", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func validate(t testing.TB, files map[string]string) *Validation {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := OpenFS(fsys, "set")
	if err != nil {
		t.Fatal(err)
	}
	v, err := Validate(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// found returns the faults as "rule path".
func found(v *Validation) []string {
	out := []string{}
	for _, f := range append(append([]Fault{}, v.Errors...), v.Warnings...) {
		out = append(out, string(f.Rule)+" "+f.Path)
	}
	return out
}

func TestValidateIsSilentOnGoodEpisodes(t *testing.T) {
	g := good(t)
	for name, text := range map[string]string{
		"as it is": g,
		"a tenth of the turns is smalltalk, the least": swap(t, g, `"text":"Enjoy it."`, `"text":"Enjoy it."},`+
			`{"id":"x1","speaker":"agent","text":"a"},{"id":"x2","speaker":"agent","text":"a"},{"id":"x3","speaker":"agent","text":"a"},{"id":"x4","speaker":"agent","text":"a"`),
		"a key forgotten and captured again later, then corrected there": swap(t, g,
			`"capture":[{"key":"m6"`, `"capture":[{"key":"m4","kind":"fact","content":"The user's blood pressure was 140","evidence":["s3.2"]},{"key":"m6"`,
			`{"key":"m3","why":"expired"}`, `{"key":"m3","why":"expired"},{"key":"m4","why":"corrected"}`),
		"a temporary state beside a correction of a fact": swap(t, g, `"evidence":["s3.4"]}],"add":["m6"`,
			`"evidence":["s3.4"]},{"key":"m9","kind":"fact","content":"The user fasts this week","evidence":["s3.1"],"until":"2026-01-25"}],"add":["m6"`,
			`{"key":"m3","why":"expired"}`, `{"key":"m3","why":"corrected"}`),
		"a question asked after the last session by name": swap(t, g, `"support":["m1"],"rubric"`, `"support":["m1"],"asked_after":"s4","rubric"`),
		"an answer inside another word of the question":   swap(t, g, `"answer":"Conclusion: yes, without prawns."`, `"answer":"us"`),
		"a time with fractions and a zone":                swap(t, g, `"2026-01-27T09:30:00+08:00"`, `"2026-01-27T09:30:00.5-11:00"`),
		"an escaped text":                                 swap(t, g, `Snow at last!`, `\u96ea\uD83D\uDE00`),
	} {
		t.Run(name, func(t *testing.T) {
			v := validate(t, map[string]string{"a.jsonl": text})
			for _, f := range append(v.Errors, v.Warnings...) {
				t.Error(f)
			}
			if v.Episodes != 1 || v.Files != 1 {
				t.Errorf("%d episodes in %d files", v.Episodes, v.Files)
			}
		})
	}
}

// A fault case changes the good episode so that exactly the faults of want are in it.
var faultCases = map[string]struct {
	swap []string
	want []string
}{
	"another schema":            {[]string{`episode/v1`, `episode/v2`}, []string{"unknown-schema $.schema"}},
	"no schema":                 {[]string{`"schema":"dyadmem/episode/v1",`, ``}, []string{"missing-field $.schema"}},
	"no id":                     {[]string{`"id":"en-diet-001",`, ``}, []string{"missing-field $.id"}},
	"a blank id":                {[]string{`"id":"en-diet-001"`, `"id":" "`}, []string{"missing-field $.id"}},
	"a null language":           {[]string{`"lang":"en"`, `"lang":null`}, []string{"missing-field $.lang"}},
	"no domain":                 {[]string{`"domain":"health_routine",`, ``}, []string{"missing-field $.domain"}},
	"no agent":                  {[]string{`"agent":{"id":"meal-advisor","role":"meal advisor"},`, ``}, []string{"missing-field $.agent.id"}},
	"an agent that is a string": {[]string{`"agent":{"id":"meal-advisor","role":"meal advisor"}`, `"agent":"bob"`}, []string{"mistyped-field $.agent"}},
	"a user without an id":      {[]string{`"user":{"id":"u-1",`, `"user":{`}, []string{"missing-field $.user.id"}},
	"an unknown focus":          {[]string{`"focus":"agent"`, `"focus":"both"`}, []string{"unknown-focus $.focus"}},
	"no focus":                  {[]string{`"focus":"agent",`, ``}, []string{"missing-field $.focus"}},
	"several faults of shape in one line": {
		[]string{`"id":"s1.1","speaker":"user"`, `"id":11,"speaker":"human"`, `"text":"Then ask for`, `"texts":"Then ask for`, `"smalltalk":true`, `"smalltalk":"yes"`, `"evidence":["s3.4"]`, `"evidence":"s3.4"`, `"2026-01-20T09:30:00+08:00"`, `"tomorrow"`, `"why":"expired"`, `"why":"because"`},
		[]string{"mistyped-field $.sessions[0].turns[0].id", "mistyped-field $.sessions[0].turns[3].smalltalk", "unreadable-time $.sessions[2].time", "mistyped-field $.sessions[2].capture[0].evidence",
			"missing-field $.sessions[0].turns[1].text", "unknown-speaker $.sessions[0].turns[0].speaker", "unknown-why $.sessions[2].delete[1].why",
			// What follows from the id and the mark that could not be read:
			"evidence-unknown-turn $.sessions[0].capture[0].evidence[0]", "evidence-unknown-turn $.sessions[0].capture[2].evidence[0]",
			"evidence-unknown-turn $.sessions[1].capture[1].evidence[0]", "evidence-unknown-turn $.sessions[2].add[2].evidence[0]",
			"smalltalk-share $.sessions"}},
	"no sessions":                              {[]string{`"sessions":[`, `"seasons":[`}, nil}, // the faults that follow are many; see below
	"no questions":                             {[]string{`"questions":[`, `"queries":[`}, []string{"missing-field $.questions"}},
	"a session without an id":                  {[]string{`{"id":"s4","time"`, `{"time"`}, []string{"missing-field $.sessions[3].id"}},
	"a session without turns":                  {[]string{`"turns":[{"id":"s4.1"`, `"turn":[{"id":"s4.1"`}, []string{"missing-field $.sessions[3].turns", "smalltalk-share $.sessions"}},
	"a session that is null":                   {[]string{`"sessions":[`, `"sessions":[null,`}, nil},
	"a turn without a speaker":                 {[]string{`"speaker":"tool",`, ``}, []string{"missing-field $.sessions[0].turns[4].speaker"}},
	"a turn without text":                      {[]string{`"text":"Enjoy it."`, `"text":""`}, []string{"missing-field $.sessions[3].turns[1].text"}},
	"an unknown speaker":                       {[]string{`"speaker":"tool"`, `"speaker":"User"`}, []string{"unknown-speaker $.sessions[0].turns[4].speaker"}},
	"an entry without a key":                   {[]string{`{"key":"m6","kind"`, `{"kind"`}, []string{"missing-field $.sessions[2].capture[0].key", "add-not-captured $.sessions[2].add[0]", "support-not-in-bank $.questions[1].support[0]"}},
	"an entry without a kind":                  {[]string{`"key":"m6","kind":"agent_identity"`, `"key":"m6"`}, []string{"missing-field $.sessions[2].capture[0].kind"}},
	"an entry without content":                 {[]string{`"content":"On allergy questions the agent starts with the risk",`, ``}, []string{"missing-field $.sessions[2].capture[0].content"}},
	"a written-out entry without content":      {[]string{`"content":"When this user says 'fine', doubts usually remain",`, ``}, []string{"missing-field $.sessions[2].add[1].content"}},
	"an unknown kind":                          {[]string{`"key":"m6","kind":"agent_identity"`, `"key":"m6","kind":"identity"`}, []string{"unknown-kind $.sessions[2].capture[0].kind"}},
	"an unknown kind in a written-out entry":   {[]string{`"kind":"agent_knowledge"`, `"kind":"knowledge"`}, []string{"unknown-kind $.sessions[2].add[1].kind"}},
	"an unknown why":                           {[]string{`"why":"expired"`, `"why":"merged"`}, []string{"unknown-why $.sessions[2].delete[1].why"}},
	"a delete without a why":                   {[]string{`,"why":"expired"`, ``}, []string{"missing-field $.sessions[2].delete[1].why"}},
	"a delete that is a key alone":             {[]string{`{"key":"m3","why":"expired"}`, `"m3"`}, []string{"missing-field $.sessions[2].delete[1].why"}},
	"an unknown type":                          {[]string{`"type":"rule"`, `"type":"rules"`}, []string{"unknown-type $.questions[3].type"}},
	"a question without an answer":             {[]string{`"answer":"Shellfish.",`, ``}, []string{"missing-field $.questions[0].answer"}},
	"a question without support":               {[]string{`"answer":"There is no record of it.","support":[]`, `"answer":"There is no record of it."`}, []string{"missing-field $.questions[4].support"}},
	"a support that is a string":               {[]string{`"support":["m6","m5"]`, `"support":"m6"`}, []string{"mistyped-field $.questions[1].support", "no-multi-support $.questions"}},
	"a support that is a number":               {[]string{`"support":["m6","m5"]`, `"support":[6,"m5"]`}, []string{"mistyped-field $.questions[1].support[0]"}},
	"a time without a zone":                    {[]string{`"2026-01-27T09:30:00+08:00"`, `"2026-01-27T09:30:00"`}, []string{"unreadable-time $.sessions[3].time"}},
	"a day that is not":                        {[]string{`"2026-01-06"`, `"2026-02-30"`}, []string{"unreadable-time $.sessions[0].time"}},
	"a time as a number":                       {[]string{`"2026-01-06"`, `1767657600`}, []string{"mistyped-field $.sessions[0].time"}},
	"an unreadable until":                      {[]string{`"2026-01-12T23:00:00+01:00"`, `"soon"`}, []string{"unreadable-time $.sessions[1].capture[0].until"}},
	"an unreadable time of asking":             {[]string{`"time":"2026-01-07"`, `"time":"7 Jan"`}, []string{"unreadable-time $.questions[2].time"}},
	"a session id twice":                       {[]string{`{"id":"s4"`, `{"id":"s3"`}, []string{"duplicate-session-id $.sessions[3].id"}},
	"a turn id twice, in another session":      {[]string{`"id":"s4.2"`, `"id":"s1.1"`}, []string{"duplicate-turn-id $.sessions[3].turns[1].id"}},
	"a question id twice":                      {[]string{`"id":"q2"`, `"id":"q1"`}, []string{"duplicate-question-id $.questions[1].id"}},
	"a key twice in one capture":               {[]string{`"capture":[{"key":"m6"`, `"capture":[{"key":"m6","kind":"agent_identity","content":"Risk goes first","evidence":["s3.4"]},{"key":"m6"`}, []string{"duplicate-key $.sessions[2].capture[1].key"}},
	"sessions out of order":                    {[]string{`"2026-01-27T09:30:00+08:00"`, `"2026-01-20T09:30:00+09:00"`}, []string{"sessions-out-of-order $.sessions[3].time"}},
	"evidence that names no turn":              {[]string{`"evidence":["s2.3","s2.4"]`, `"evidence":["s2.3","s2.9"]`}, []string{"evidence-unknown-turn $.sessions[1].capture[2].evidence[1]"}},
	"evidence of a delete that names no turn":  {[]string{`"why":"forget","evidence":["s1.6"]`, `"why":"forget","evidence":["m4"]`}, []string{"evidence-unknown-turn $.sessions[0].delete[0].evidence[0]"}},
	"evidence of a later session":              {[]string{`"evidence":["s2.3","s2.4"]`, `"evidence":["s2.3","s3.1"]`}, []string{"evidence-later-turn $.sessions[1].capture[2].evidence[1]"}},
	"evidence of a delete of a later session":  {[]string{`"why":"forget","evidence":["s1.6"]`, `"why":"forget","evidence":["s2.1"]`}, []string{"evidence-later-turn $.sessions[0].delete[0].evidence[0]"}},
	"a written-out entry with later evidence":  {[]string{`"evidence":["s2.4","s3.2"]`, `"evidence":["s2.4","s4.2"]`}, []string{"evidence-later-turn $.sessions[2].add[1].evidence[1]"}},
	"smalltalk as evidence":                    {[]string{`"evidence":["s1.3"]`, `"evidence":["s1.4"]`}, []string{"evidence-smalltalk $.sessions[0].capture[1].evidence[0]"}},
	"smalltalk as evidence of a delete":        {[]string{`"why":"forget","evidence":["s1.6"]`, `"why":"forget","evidence":["s1.4"]`}, []string{"evidence-smalltalk $.sessions[0].delete[0].evidence[0]"}},
	"agent_knowledge captured too early":       {[]string{`"kind":"agent_method"`, `"kind":"agent_knowledge"`}, []string{"early-agent-knowledge $.sessions[1].capture[2].kind"}},
	"agent_knowledge written out too early":    {[]string{`"add":["m3","m5"]`, `"add":["m3","m5",{"key":"m8","kind":"agent_knowledge","content":"Short is better","evidence":["s2.3"]}]`}, []string{"early-agent-knowledge $.sessions[1].add[2].kind"}},
	"an add that was not captured here":        {[]string{`"add":["m3","m5"]`, `"add":["m3","m5","m2"]`}, []string{"add-not-captured $.sessions[1].add[2]"}},
	"a delete of an unknown key":               {[]string{`{"key":"m3","why":"expired"}`, `{"key":"m3","why":"expired"},{"key":"m99","why":"forget"}`}, []string{"delete-not-in-bank $.sessions[2].delete[2].key"}},
	"a delete of what is gone":                 {[]string{`{"key":"m3","why":"expired"}`, `{"key":"m4","why":"forget"}`}, []string{"delete-not-in-bank $.sessions[2].delete[1].key"}},
	"a delete of what only this add gains":     {[]string{`{"key":"m3","why":"expired"}`, `{"key":"m3","why":"expired"},{"key":"m7","why":"forget"}`}, []string{"delete-not-in-bank $.sessions[2].delete[2].key"}},
	"corrected in the session that states it":  {[]string{`"why":"forget"`, `"why":"corrected"`}, []string{"same-session-evolution $.sessions[0].delete[0]"}},
	"superseded in the session that states it": {[]string{`"why":"forget"`, `"why":"superseded"`}, []string{"same-session-evolution $.sessions[0].delete[0]"}},
	"support that is not there yet":            {[]string{`"support":["m2"],"asked_after":"s1"`, `"support":["m5"],"asked_after":"s1"`}, []string{"support-not-in-bank $.questions[3].support[0]"}},
	"support that is there no more":            {[]string{`"support":["m6","m5"]`, `"support":["m2","m5"]`}, []string{"support-not-in-bank $.questions[1].support[0]"}},
	"an empty support key":                     {[]string{`"support":["m6","m5"]`, `"support":["","m5"]`}, []string{"support-not-in-bank $.questions[1].support[0]"}},
	"asked after no session":                   {[]string{`"asked_after":"s1"`, `"asked_after":"s9"`}, []string{"unknown-asked-after $.questions[3].asked_after"}},
	"abstain with support":                     {[]string{`"answer":"There is no record of it.","support":[]`, `"answer":"There is no record of it.","support":["m1"]`}, []string{"needless-support $.questions[4].support"}},
	"rule without support":                     {[]string{`"support":["m2"],"asked_after":"s1"`, `"support":[]`}, []string{"missing-support $.questions[3].support"}},
	"a rubric without must":                    {[]string{`{"must":[["shellfish","crustaceans"]],`, `{`}, []string{"rubric-no-must $.questions[0].rubric.must"}},
	"a rubric with an empty must":              {[]string{`"must":[["shellfish","crustaceans"]]`, `"must":[]`}, []string{"rubric-no-must $.questions[0].rubric.must"}},
	"an empty group":                           {[]string{`"must":[["risk"],["safe"]]`, `"must":[["risk"],[]]`}, []string{"rubric-empty-group $.questions[1].rubric.must[1]"}},
	"an empty wording":                         {[]string{`"must":[["risk"],["safe"]]`, `"must":[["risk"],["safe"," "]]`}, []string{"rubric-empty-wording $.questions[1].rubric.must[1][1]"}},
	"an empty must_not wording":                {[]string{`"must_not":["140"]`, `"must_not":["140",""]`}, []string{"rubric-empty-wording $.questions[5].rubric.must_not[1]"}},
	"a gold answer without a must wording":     {[]string{`"answer":"Shellfish."`, `"answer":"Prawns."`}, []string{"answer-fails-rubric $.questions[0].answer"}},
	"a gold answer with a must_not wording":    {[]string{`"must_not":["9 January"]`, `"must_not":["12 january 2026"]`}, []string{"answer-fails-rubric $.questions[2].answer"}},
	"a must that is no list of lists":          {[]string{`"must":[["risk"],["safe"]]`, `"must":["risk"]`}, []string{"mistyped-field $.questions[1].rubric.must[0]"}},
	"too little smalltalk":                     {[]string{`,"smalltalk":true,"mood"`, `,"mood"`}, []string{"smalltalk-share $.sessions"}},
	"too much smalltalk":                       {[]string{`"text":"Noted."`, `"text":"Noted.","smalltalk":true`, `"text":"Enjoy it."`, `"text":"Enjoy it.","smalltalk":true`}, []string{"smalltalk-share $.sessions"}},
	"a temporary state over a stable trait":    {[]string{`"add":["m3","m5"],"delete":[`, `"add":["m3","m5"],"delete":[{"key":"m1","why":"corrected"},`}, []string{"temporary-over-profile $.sessions[1].delete[0]"}},
	"an answer in its question":                {[]string{`"text":"What is the user allergic to?"`, `"text":"Is the user allergic to shellfish, or not?"`}, []string{"answer-in-question $.questions[0].answer"}},
	"no delete at all":                         {[]string{`"delete":[{"key":"m4"`, `"deleted":[{"key":"m4"`, `"delete":[{"key":"m3"`, `"deleted":[{"key":"m3"`, `"delete":[{"key":"m2"`, `"deleted":[{"key":"m2"`}, []string{"no-delete $.sessions"}},
	"no question with two supports":            {[]string{`"support":["m6","m5"]`, `"support":["m6"]`}, []string{"no-multi-support $.questions"}},
	"an entry that is a turn":                  {[]string{`"content":"Menus list safe dishes first, doubtful ones after"`, `"content":"for menus, list the safe dishes first and the doubtful ones after them"`}, []string{"copied-entry $.sessions[1].capture[2].content"}},
	"an entry that is half a turn of evidence": {[]string{`"content":"When this user says 'fine', doubts usually remain","evidence":["s2.4","s3.2"]`, `"content":"Fine, safe","evidence":["s2.4","s3.2"]`}, []string{"copied-entry $.sessions[2].add[1].content"}},
	"an entry without evidence":                {[]string{`,"evidence":["s3.4"]}],"add"`, `}],"add"`}, []string{"no-evidence $.sessions[2].capture[0].evidence"}},
	"an unknown domain":                        {[]string{`"domain":"health_routine"`, `"domain":"other"`}, []string{"unknown-domain $.domain"}},
	"an unknown subdomain":                     {[]string{`"subdomain":"dietary_restrictions"`, `"subdomain":"housing"`}, []string{"unknown-domain $.subdomain"}},
	"a kind that changes under its key":        {[]string{`"key":"m1","kind":"user_profile","content":"The user is allergic to all shellfish"`, `"key":"m1","kind":"fact","content":"The user is allergic to all shellfish"`}, []string{"changed-kind $.sessions[1].capture[1].kind", "changed-kind $.sessions[2].add[2].kind"}},
}

func TestValidateNamesEachFault(t *testing.T) {
	g := good(t)
	for name, c := range faultCases {
		t.Run(name, func(t *testing.T) {
			v := validate(t, map[string]string{"a.jsonl": "\n" + swap(t, g, c.swap...)})
			if c.want == nil {
				if len(v.Errors) == 0 {
					t.Error("no error")
				}
				return
			}
			if diff := cmp.Diff(c.want, found(v)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, f := range append(v.Errors, v.Warnings...) {
				if f.File != "set/a.jsonl" || f.Line != 2 || f.Message == "" || strings.Contains(f.String(), "\n") {
					t.Errorf("%+v", f)
				}
				if f.Episode != "en-diet-001" && f.Path != "$.id" {
					t.Errorf("%v: the episode is %q", f, f.Episode)
				}
			}
		})
	}
}

// Faults of a line or of a file do not stop the lines after it.
func TestValidateGoesOnAfterBrokenLines(t *testing.T) {
	g := good(t)
	var cut bytes.Buffer
	z := gzip.NewWriter(&cut)
	z.Write([]byte(g + "\n"))
	z.Flush()
	v := validate(t, map[string]string{
		"a.jsonl":    strings.Join([]string{g, `{"schema":`, "nonsense", `[]`, swap(t, g, "en-diet-001", "b", `"lang":"en"`, "\"lang\":\"e\xff\""), swap(t, g, "en-diet-001", "c", `"id":"q1"`, `"id":"q1","id":"q1"`), g}, "\n"),
		"b.jsonl":    g[:len(g)-20],
		"c.jsonl":    "",
		"d.jsonl.gz": cut.String(),
		"e.jsonl":    swap(t, g, "en-diet-001", "e"),
	})
	var got []string
	for _, f := range append(append([]Fault{}, v.Errors...), v.Warnings...) {
		got = append(got, strings.TrimPrefix(f.File, "set/")+" "+string(rune('0'+f.Line))+" "+string(f.Rule)+" "+f.Episode)
	}
	want := []string{
		"a.jsonl 2 unreadable-json ",
		"a.jsonl 3 unreadable-json ",
		"a.jsonl 4 mistyped-field ",
		"a.jsonl 5 unreadable-utf8 b",
		"a.jsonl 6 unreadable-json ",
		"a.jsonl 7 duplicate-episode-id en-diet-001",
		"b.jsonl 1 unreadable-json ",
		"d.jsonl.gz 1 duplicate-episode-id en-diet-001",
		"d.jsonl.gz 2 unreadable-file ",
		"c.jsonl 1 empty-file ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if v.Files != 5 || v.Episodes != 10 {
		t.Errorf("%d files, %d episodes", v.Files, v.Episodes)
	}
}

func TestEveryRuleHasACase(t *testing.T) {
	covered := map[RuleName]bool{ // by the test above
		RuleUnreadableFile: true, RuleUnreadableUTF8: true, RuleUnreadableJSON: true, RuleDuplicateEpisode: true, RuleEmptyFile: true,
	}
	for _, c := range faultCases {
		for _, w := range c.want {
			rule, _, _ := strings.Cut(w, " ")
			covered[RuleName(rule)] = true
		}
	}
	for _, r := range rules() {
		if !covered[r.name] {
			t.Errorf("rule %s has no case", r.name)
		}
	}
}

func TestValidateStopsWithItsContext(t *testing.T) {
	s, err := OpenFS(fstest.MapFS{"a.jsonl": {Data: []byte(good(t))}}, "set")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Validate(ctx, s); err == nil {
		t.Error("no error")
	}
}

// Whatever a line holds: a line that the decoder takes has no fault of shape
// but missing fields and unreadable times, and one that it does not take has
// an error. A valid episode is read back from what is written.
func FuzzValidate(f *testing.F) {
	g := good(f)
	f.Add([]byte(g))
	f.Add([]byte(line("x")))
	for _, c := range faultCases {
		f.Add([]byte(swap(f, g, c.swap...)))
	}
	f.Add([]byte(`{"sessions":[[null,{"turns":{}}],3],"questions":[{"rubric":[],"support":[[]]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, faults := inspect(Line{File: "f", Number: 1, Text: text})
		read, err := Line{File: "f", Number: 1, Text: text}.Episode()
		var errs int
		for _, x := range faults {
			if !x.Rule.Warning() {
				errs++
			}
			if err == nil && (x.Rule == RuleMistypedField || x.Rule == RuleUnreadableJSON || x.Rule == RuleUnreadableUTF8) {
				t.Errorf("a line that can be decoded has the fault %v", x)
			}
		}
		if err != nil && errs == 0 {
			t.Fatalf("no error for a line that cannot be read: %v", err)
		}
		if err != nil || errs > 0 {
			return
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		if err := w.Write(read); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		again, faults2 := inspect(Line{File: "f", Number: 1, Text: bytes.TrimSpace(b.Bytes())})
		if diff := cmp.Diff(faults, faults2); diff != "" {
			t.Errorf("faults after a round trip:\n%s", diff)
		}
		if e.ID != again.ID || len(e.Sessions) != len(again.Sessions) {
			t.Errorf("the episode changed over a round trip")
		}
	})
}
