package bench

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
)

// Everything that a system is handed about an episode, and nothing else. A new
// field of one of these types fails the test until somebody has thought about
// whether a system may know it, and has written here where it comes from.
var visible = map[reflect.Type]map[string]string{
	reflect.TypeFor[dyadmem.Session](): {"ID": "sessions[].id", "At": "sessions[].time", "Lang": "lang", "Role": "agent.role", "Turns": "sessions[].turns"},
	reflect.TypeFor[dyadmem.Turn]():    {"ID": "turns[].id", "Speaker": "turns[].speaker", "Text": "turns[].text"},
	reflect.TypeFor[dyadmem.Query]():   {"Text": "questions[].text", "At": "questions[].time", "Limit": "the runner", "Recalled": "the runner: whether the entries are its own recall or gold", "ByUser": "false: the service alone sets it"},
	// What a system has made itself, or gold of the stages before the one that is measured:
	reflect.TypeFor[dyadmem.Bank]():  {"Rev": "a store", "Entries": "gold or its own"},
	reflect.TypeFor[dyadmem.Entry](): {"Key": "gold or its own", "Kind": "gold or its own", "Content": "gold or its own", "Evidence": "gold or its own", "At": "sessions[].time", "Until": "gold or its own", "Pinned": "its own", "Doubted": "its own"},
	reflect.TypeFor[Opening]():       {"Lang": "lang", "Role": "agent.role"},
}

func TestASystemSeesTheListedFieldsOnly(t *testing.T) {
	for typ, fields := range visible {
		got := make(map[string]bool)
		for i := range typ.NumField() {
			got[typ.Field(i).Name] = true
		}
		want := make(map[string]bool)
		for name := range fields {
			want[name] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-listed +is):\n%s", typ, diff)
		}
	}
}

// The stages take nothing but the listed types.
func TestStagesTakeTheListedTypesOnly(t *testing.T) {
	interfaces := []reflect.Type{
		reflect.TypeFor[dyadmem.Capturer](), reflect.TypeFor[dyadmem.Updater](), reflect.TypeFor[dyadmem.Recaller](), reflect.TypeFor[dyadmem.Answerer](),
		reflect.TypeFor[Instance](), reflect.TypeFor[Memory](),
	}
	for _, typ := range interfaces {
		for i := range typ.NumMethod() {
			m := typ.Method(i)
			for j := range m.Type.NumIn() {
				in := m.Type.In(j)
				if in.Kind() == reflect.Slice {
					in = in.Elem()
				}
				if _, ok := visible[in]; !ok && in.String() != "context.Context" {
					t.Errorf("%s.%s takes a %s", typ, m.Name, in)
				}
			}
		}
	}
}

// What a system sees of an episode whose every string is a different one.
func TestViewHandsOverNoOtherValue(t *testing.T) {
	var e Episode
	if err := json.Unmarshal([]byte(good(t)), &e); err != nil {
		t.Fatal(err)
	}
	n := 0
	mark(reflect.ValueOf(&e).Elem(), &n)
	allowed := map[string]bool{e.Lang: true, e.Agent.Role: true}
	seen := fmt.Sprintf("%q", e.Agent.Role)
	for i := range e.Sessions {
		s := &e.Sessions[i]
		allowed[s.ID] = true
		for _, t := range s.Turns {
			allowed[string(t.ID)], allowed[string(t.Speaker)], allowed[t.Text] = true, true, true
		}
		v := e.View(s)
		if v.ID != s.ID || !v.At.Equal(s.Time.Time) || v.Lang != e.Lang || v.Role != e.Agent.Role || len(v.Turns) != len(s.Turns) {
			t.Errorf("session %s is seen as %+v", s.ID, v)
		}
		for j, got := range v.Turns {
			if want := (dyadmem.Turn{ID: s.Turns[j].ID, Speaker: s.Turns[j].Speaker, Text: s.Turns[j].Text}); got != want {
				t.Errorf("turn %+v is seen as %+v", want, got)
			}
		}
		seen += fmt.Sprintf("%+v", v)
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		allowed[q.Text] = true
		seen += fmt.Sprintf("%+v", e.Query(q))
	}
	for i := range n {
		if m := markOf(i + 1); strings.Contains(seen, m) && !allowed[m] {
			t.Errorf("a system sees %s, which it must not", m)
		}
	}
}

func markOf(n int) string { return fmt.Sprintf("<%d>", n) }

// mark sets every string in v to another value.
func mark(v reflect.Value, n *int) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			*n++
			v.SetString(markOf(*n))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			mark(v.Elem(), n)
		}
	case reflect.Slice:
		for i := range v.Len() {
			mark(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			mark(v.Field(i), n)
		}
	}
}

func TestTheTimeOfAsking(t *testing.T) {
	var e Episode
	if err := json.Unmarshal([]byte(good(t)), &e); err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]string{
		"q1": "2026-01-27T09:30:00+08:00", // after the last session
		"q3": "2026-01-07",                // its own time
		"q4": "2026-01-06",                // that of the session it is asked after
	} {
		got := e.Query(e.question(q)).At
		if at, err := ParseTime(want); err != nil || !got.Equal(at.Time) {
			t.Errorf("%s is asked at %v, want %s", q, got, want)
		}
	}
}
