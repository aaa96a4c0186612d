package llm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
)

func TestScrubDeletesTheRepliesThatHoldAText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	c, err := openCache(path, func(*record) {})
	if err != nil {
		t.Fatal(err)
	}
	keep, gone, escaped := keyOf("keep", nil), keyOf("gone", nil), keyOf("escaped", nil)
	for k, reply := range map[key]string{
		keep:    `{"content":"{\"kind\":\"fact\",\"content\":\"tea is green\"}"}`,
		gone:    `{"content":"{\"content\":\"The badge is TEAL\"}"}`,
		escaped: `{"content":"\\u9752\\u8272\u7684\u5de5\u724c"}`,
	} {
		if err := c.put(&record{Key: k.String(), Reply: []byte(reply)}); err != nil {
			t.Fatal(err)
		}
	}
	client := &Client{cache: c}
	n, err := client.Scrub(t.Context(), dyadmem.Dyad{}, []string{"the badge is teal", "青色的工牌", "is"}, nil)
	if err != nil || n != 2 {
		t.Errorf("deleted %d, error %v; want 2", n, err)
	}
	after := keyOf("after", nil)
	if err := c.put(&record{Key: after.String(), Reply: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(raw), "TEAL") {
		t.Errorf("the file still holds it, or error %v", err)
	}
	if c, err = openCache(path, func(*record) {}); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for k, want := range map[key]bool{keep: true, after: true, gone: false, escaped: false} {
		if c.has(k) != want {
			t.Errorf("%s is there: %t", k, !want)
		}
	}
}
