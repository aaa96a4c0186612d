// Package stagetest is a model for tests that knows the gold of a data set: it
// answers each prompt of the stages as a very good model would, by what stands
// in the prompt. It can be sloppy.
package stagetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/bench"
	"github.com/dyadmem/dyadmem/llm/llmtest"
)

// A Model knows the gold of a few episodes. It is safe for concurrent use.
type Model struct {
	Episodes []*bench.Episode
	banks    map[string][]dyadmem.Bank
}

// Knows returns a model for the first n episodes of set, all where n is 0.
func Knows(t testing.TB, set *bench.Set, n int) *Model {
	t.Helper()
	m := &Model{banks: make(map[string][]dyadmem.Bank)}
	for e, err := range bench.Limited(set.Episodes(), n) {
		if err != nil {
			t.Fatal(err)
		}
		m.Episodes = append(m.Episodes, e)
		m.banks[e.ID] = bench.Replay(e)
	}
	if len(m.Episodes) == 0 {
		t.Fatal("there is no episode to answer for")
	}
	return m
}

// Reply answers a request with the right JSON, "" if it is about nothing that
// the model knows.
func (m *Model) Reply(r llmtest.Request) string {
	switch {
	case strings.Contains(r.System, `{"entries":[{"kind"`):
		return m.capture(r.User)
	case strings.Contains(r.System, `"merge"`):
		return m.update(r.User)
	case strings.Contains(r.System, `{"entries":[3,1]}`):
		return m.recall(r.User)
	case strings.Contains(r.System, `"abstained"`):
		return m.answer(r.User)
	}
	return ""
}

// A wireEntry is an entry as the model writes it.
type wireEntry struct {
	Kind     dyadmem.Kind `json:"kind"`
	Content  string       `json:"content"`
	Evidence []int        `json:"evidence"`
	Until    *string      `json:"until"`
}

// session finds the session that a prompt shows: its time and one of its turns.
func (m *Model) session(prompt string) (*bench.Episode, int) {
	for _, e := range m.Episodes {
		for i := range e.Sessions {
			s := &e.Sessions[i]
			if strings.Contains(prompt, s.Time.Format(time.RFC3339)) && slices.ContainsFunc(s.Turns, func(t bench.Turn) bool {
				return strings.Contains(prompt, ": "+t.Text+"\n") || strings.HasSuffix(prompt, ": "+t.Text)
			}) {
				return e, i
			}
		}
	}
	return nil, 0
}

func wire(s *bench.Session, e bench.Entry) wireEntry {
	w := wireEntry{Kind: e.Kind, Content: e.Content, Evidence: numbers(s, e.Evidence)}
	if e.Until != nil {
		u := e.Until.Format(time.RFC3339)
		w.Until = &u
	}
	return w
}

func numbers(s *bench.Session, refs []dyadmem.TurnRef) []int {
	out := []int{}
	for i, t := range s.Turns {
		if slices.Contains(refs, t.ID) {
			out = append(out, i+1)
		}
	}
	return out
}

func (m *Model) capture(prompt string) string {
	e, i := m.session(prompt)
	if e == nil {
		return ""
	}
	s := &e.Sessions[i]
	entries := []wireEntry{}
	for _, c := range s.Capture {
		entries = append(entries, wire(s, c))
	}
	return encode(map[string]any{"entries": entries})
}

// shown matches an entry of a prompt: its key and its content.
var shown = regexp.MustCompile(`(?m)^\[([bc]?\d+)\] (?:user_profile|fact|agent_\w+|episodic)[^:\n]*: (.*)$`)

func keysShown(prompt string) map[string][]string {
	out := make(map[string][]string)
	for _, f := range shown.FindAllStringSubmatch(prompt, -1) {
		out[f[2]] = append(out[f[2]], f[1])
	}
	return out
}

func (m *Model) update(prompt string) string {
	e, i := m.session(prompt)
	if e == nil {
		return ""
	}
	s, prior := &e.Sessions[i], m.banks[e.ID][i]
	keys := keysShown(prompt)
	key := func(content, list string) string {
		for _, k := range keys[content] {
			if strings.HasPrefix(k, list) {
				return k
			}
		}
		return ""
	}
	type deletion struct {
		Key      string      `json:"key"`
		Why      dyadmem.Why `json:"why"`
		Evidence []int       `json:"evidence"`
	}
	var reply struct {
		Add    []string    `json:"add"`
		Merge  []string    `json:"merge"`
		New    []wireEntry `json:"new"`
		Delete []deletion  `json:"delete"`
	}
	reply.Add, reply.Merge, reply.New, reply.Delete = []string{}, []string{}, []wireEntry{}, []deletion{}
	for _, a := range s.Add {
		if a.Content != "" {
			reply.New = append(reply.New, wire(s, a.Entry))
			continue
		}
		for _, c := range s.Capture {
			if k := key(c.Content, "c"); c.Key == a.Key && k != "" {
				reply.Add = append(reply.Add, k)
			}
		}
	}
	for _, d := range s.Delete {
		if old, ok := prior.Entry(d.Key); ok {
			if k := key(old.Content, "b"); k != "" {
				reply.Delete = append(reply.Delete, deletion{k, d.Why, numbers(s, d.Evidence)})
			}
		}
	}
	return encode(reply)
}

// question finds the question that a prompt ends with.
func (m *Model) question(prompt string) (*bench.Episode, *bench.Question) {
	_, text, _ := strings.Cut(prompt, "\nQuery: ")
	for _, e := range m.Episodes {
		for i := range e.Questions {
			if q := &e.Questions[i]; strings.TrimSpace(q.Text) == strings.TrimSpace(text) {
				return e, q
			}
		}
	}
	return nil, nil
}

// support returns the numbers of the question's support among the entries that
// the prompt shows.
func (m *Model) support(prompt string, e *bench.Episode, q *bench.Question) []int {
	bank := m.banks[e.ID][e.AskedIndex(q)+1]
	keys := keysShown(prompt)
	out := []int{}
	for _, k := range q.Support {
		if s, ok := bank.Entry(k); ok {
			for _, n := range keys[s.Content] {
				var i int
				fmt.Sscan(n, &i)
				out = append(out, i)
			}
		}
	}
	return out
}

func (m *Model) recall(prompt string) string {
	e, q := m.question(prompt)
	if e == nil {
		return ""
	}
	return encode(map[string]any{"entries": m.support(prompt, e, q)})
}

func (m *Model) answer(prompt string) string {
	e, q := m.question(prompt)
	if e == nil {
		return ""
	}
	if len(q.Support) == 0 {
		return encode(map[string]any{"answer": "I have no record of that.", "abstained": true, "used": []int{}})
	}
	return encode(map[string]any{"answer": q.Answer, "abstained": false, "used": m.support(prompt, e, q)})
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is made of strings and numbers
	}
	return string(b)
}

var (
	lastNumber = regexp.MustCompile(`([\[,]\d+)\]`)
	lastKey    = regexp.MustCompile(`("c\d+")\]`)
)

// Sloppy spoils a right reply in one of the ways of small models, by turns.
// What it means stays sure.
func Sloppy(n int, reply string) string {
	switch n % 7 {
	case 0:
		return "<think>Let me see: {\"entries\": maybe}.</think>\n" + reply
	case 1:
		return "```json\n" + reply + "\n```"
	case 2:
		return "Sure! Here is the JSON:\n" + reply + "\nLet me know [if] it helps."
	case 3:
		return strings.Replace(strings.Replace(reply, `}]`, `},]`, 1), `"until":null`, `"until":None`, 1)
	case 4:
		reply = strings.ReplaceAll(strings.ReplaceAll(reply, `"content":`, `"text":`), `"kind":`, `"type":`)
		return strings.ReplaceAll(strings.ReplaceAll(reply, `"user_profile"`, `"User Profile"`), `"agent_method"`, `"procedure"`)
	case 5: // turns, entries and keys that there are not, beside those that there are
		return lastKey.ReplaceAllString(lastNumber.ReplaceAllString(reply, `$1,999]`), `$1,"c999"]`)
	}
	if strings.HasPrefix(reply, `{"entries":[`) && strings.HasSuffix(reply, `]}`) {
		return reply[len(`{"entries":`) : len(reply)-1] // a bare list
	}
	return reply[:len(reply)-1] // the last bracket forgotten
}
