package update_test

import (
	"strings"
	"testing"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/update"
)

func TestCompactor(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 1, n, 9, 0, 0, 0, time.UTC) }
	entry := func(key string, kind dyadmem.Kind, content string, n int) dyadmem.Entry {
		return dyadmem.Entry{Key: dyadmem.EntryKey(key), Kind: kind, Content: content, At: day(n)}
	}
	b := dyadmem.Bank{Entries: []dyadmem.Entry{
		entry("old", dyadmem.Fact, "The backup server restarts every Wednesday at 2 am", 1),
		entry("less", dyadmem.Fact, "The backup server does not restart on Wednesdays", 2),
		entry("other", dyadmem.Fact, "The backup server restarts every Wednesday at 3 am", 3),
		entry("e1", dyadmem.Episodic, "On 4 January 2026 the user chose the blue folder.", 4),
		entry("e2", dyadmem.Episodic, "On 5 January 2026 the user sent the report.", 5),
		entry("e3", dyadmem.Episodic, "On 6 February 2026 the user moved.", 37),
		entry("new", dyadmem.Fact, "Every Wednesday at 2 am the backup server restarts", 38),
	}}
	merges, err := update.Compactor{}.Compact(t.Context(), b, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(merges) != 2 {
		t.Fatalf("merges: %+v", merges)
	}
	if m := merges[0]; len(m.Keys) != 2 || m.Into.Key != "new" || m.Keys[1] != "old" {
		t.Errorf("the same in other words: %+v", m)
	}
	if m := merges[1]; len(m.Keys) != 2 || m.Into.Kind != dyadmem.Episodic || !strings.Contains(m.Into.Content, "blue folder") || !strings.Contains(m.Into.Content, "sent the report") {
		t.Errorf("a month: %+v", m)
	}
	merges, err = update.Compactor{}.Compact(t.Context(), b, 1)
	if err != nil || len(merges) != 1 {
		t.Errorf("no more than is asked for: %+v, %v", merges, err)
	}
}

func TestEchoes(t *testing.T) {
	for _, c := range []struct {
		content, text string
		want          bool
	}{
		{"The user pays 640 dollars rent", "So that's 640 dollars of rent you pay.", true},
		{"The user pays 640 dollars rent", "Rent is 700 dollars these days.", false},
		{"用户的花呗欠四千二百元", "你的花呗还欠4200元", true},
		{"用户的花呗欠四千二百元", "用户欠朋友一顿饭", false},
		{"", "anything", false},
	} {
		if got := update.Echoes(c.content, c.text); got != c.want {
			t.Errorf("Echoes(%q, %q) = %t", c.content, c.text, got)
		}
	}
}
