package llm

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestExtract(t *testing.T) {
	const want = `{"entries":[{"kind":"fact","content":"a, b"}]}`
	for _, c := range []struct {
		name, reply string
		finished    bool
		repairs     []Repair
		want        string // empty: an error
	}{
		{"clean JSON is taken as it is", want, true, nil, want},
		{"a reasoning block is cut off", "<think>{\"entries\":[]} or not?</think>\n" + want, true, []Repair{Reasoning}, want},
		{"reasoning whose opening tag stands in the template is cut off", "hm {1}</think>" + want, true, []Repair{Reasoning}, want},
		{"reasoning that never ends is no reply", "<think>{\"entries\":[]}", true, nil, ""},
		{"a fence is opened", "```json\n" + want + "\n```", true, []Repair{Fence}, want},
		{"a fence that is not closed is opened too", "```json\n" + want, true, []Repair{Fence}, want},
		{"prose around it is dropped", "Here you go: " + want + " Hope it helps [1]!", true, []Repair{Prose}, want},
		{"trailing commas are dropped", `{"entries":[{"kind":"fact","content":"a, b",},],}`, true, []Repair{Comma}, want},
		{"a comma in a string stays", `{"entries":[{"kind":"fact","content":"a,]"}]}`, true, nil, `{"entries":[{"kind":"fact","content":"a,]"}]}`},
		{"Python's literals become JSON's", `{"a":None,"b":[True,False]}`, true, []Repair{Literal}, `{"a":null,"b":[true,false]}`},
		{"a raw line break in a string is escaped", "{\"a\":\"x\ny\"}", true, []Repair{Literal}, `{"a":"x\u000ay"}`},
		{"brackets missing at the end of a finished reply are added", `{"entries":[{"kind":"fact","content":"a, b"}`, true, []Repair{Closed}, want},
		{"the same cut off by the limit is not sure: more may have followed", `{"entries":[{"kind":"fact","content":"a, b"}`, false, nil, ""},
		{"a string cut in the middle is not sure, and neither is what stands before it", `{"entries":[{"kind":"fact","content":"a"},{"kind":"fact","content":"b`, true, nil, ""},
		{"a whole reply at the limit is whole", want, false, nil, want},
		{"two pieces that differ are not sure", `{"a":1} or {"a":2}`, true, nil, ""},
		{"the same piece twice is one", want + "\n" + want, true, []Repair{Prose}, want},
		{"brackets that cross are not sure", `{"a":[1}`, true, nil, ""},
		{"prose alone is no reply", "I could not find anything.", true, nil, ""},
		{"nothing is no reply", "", true, nil, ""},
		{"a bare list is a piece of JSON", `[{"a":1}]`, true, nil, `[{"a":1}]`},
		{"Chinese text goes through", "好的：{\"a\":\"不吃海鲜\"}", true, []Repair{Prose}, `{"a":"不吃海鲜"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, repairs, err := extract(c.reply, c.finished)
			if c.want == "" {
				if err == nil {
					t.Fatalf("extract = %s, want an error", got)
				}
				return
			}
			if err != nil || string(got) != c.want {
				t.Fatalf("extract = %s, %v; want %s", got, err, c.want)
			}
			if !slices.Equal(repairs, c.repairs) {
				t.Errorf("repairs = %v, want %v", repairs, c.repairs)
			}
		})
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ name, reply, want string }{
		{"a bare list gets its name", `[1]`, `{"entries":[1]}`},
		{"a list under another name is renamed", `{"memories":[1]}`, `{"entries":[1]}`},
		{"the right name stays", `{"entries":[1],"memories":[2]}`, `{"entries":[1],"memories":[2]}`},
		{"two fields without the right name are left to the reader", `{"a":[1],"b":[2]}`, `{"a":[1],"b":[2]}`},
		{"an object that holds no list is left to the reader", `{"a":1}`, `{"a":1}`},
	} {
		if got, _ := wrap(json.RawMessage(c.reply), "entries"); string(got) != c.want {
			t.Errorf("%s: wrap(%s) = %s, want %s", c.name, c.reply, got, c.want)
		}
	}
}

// What extract returns is JSON whatever it is given, an error is no success,
// and clean JSON comes out as it went in.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		`{"entries":[{"kind":"fact","content":"x"}]}`, "<think>a</think>[1,2,]", "```json\n{\"a\":None}\n```", `{"a":"b`, `{"a":[}`, `[[[`, `"`, `{"a":1}{"a":1}`, "{\x00}", `{,}`, `{"a" "b"}`, `[1 2]`,
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, reply string, finished bool) {
		got, _, err := extract(reply, finished)
		if err == nil && !json.Valid(got) {
			t.Fatalf("extract(%q) = %q, which is no JSON", reply, got)
		}
		if err != nil && got != nil {
			t.Fatalf("extract(%q) = %q with error %v", reply, got, err)
		}
		if t := strings.TrimSpace(reply); json.Valid([]byte(t)) && strings.HasPrefix(t, "{") && !strings.Contains(t, "<") && !strings.Contains(t, "```") {
			var a, b any
			if errors.Join(err, json.Unmarshal([]byte(t), &a), json.Unmarshal(got, &b)) != nil {
				panic("clean JSON was not read: " + reply)
			}
		}
	})
}
