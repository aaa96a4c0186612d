package bench

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

// A round trip keeps what this version does not know, on every level.
func TestRoundTripKeepsUnknownMembers(t *testing.T) {
	in := `{"schema":"dyadmem/episode/v1","id":"e1","lang":"zh","focus":"agent","domain":"d","agent":{"id":"a","x":1},"user":{"id":"u"},` +
		`"sessions":[{"id":"s1","time":"2026-01-06T09:30:00+08:00","turns":[{"id":"s1.1","speaker":"user","text":"t","mood":"dry"}],` +
		`"capture":[{"key":"m1","kind":"fact","content":"c","evidence":["s1.1"],"until":"2026-02-01","w":[1,2]}],` +
		`"add":["m1",{"key":"m2","kind":"fact","content":"d","y":true}],"delete":[{"key":"m0","why":"forget","z":null}],"q":2}],` +
		`"questions":[{"id":"q1","type":"rule","text":"t","answer":"a","support":["m1"],"rubric":{"must":[["a"]],"n":1},"k":"v"}],"extra":{"deep":[{}]}}`
	var e Episode
	if err := json.Unmarshal([]byte(in), &e); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal([]byte(in), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("round trip (-in +out):\n%s", diff)
	}
}
