package dyadmem_test

import (
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage"
)

// A purge of one entry takes what else holds a value that is its own, wherever
// it stands and however it is worded; and nothing brings it back.
func TestPurgeByEntryReachesItsValues(t *testing.T) {
	e := newEngine()
	e.Echoes, e.Marks = stage.Echoes, stage.Marks
	e.Compactor = stage.RuleCompactor{}
	observe(t, e,
		session(1, "laptop=The user's laptop opens with Bosko1970", "tea=green"),
		session(2, "tablet=The tablet takes bosko1970 as well", "cup=blue"),
		session(3, "By the way, was it BOSKO1970 with a capital?", "We meet Bosko at seven."))
	if !strings.Contains(strings.ToLower(everything(t, e, dyad)), "bosko1970") {
		t.Fatal("there was nothing to purge")
	}
	var export strings.Builder
	if err := e.Export(t.Context(), dyad, &export); err != nil {
		t.Fatal(err)
	}
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.KeyFor("laptop=The user's laptop opens with Bosko1970")}}, user(30))
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Entries != 2 || receipt.Turns != 3 || receipt.Marks == 0 {
		t.Errorf("receipt: %+v", receipt)
	}
	gone := func(when string) {
		t.Helper()
		all := strings.ToLower(everything(t, e, dyad))
		if strings.Contains(all, "bosko1970") {
			t.Errorf("%s it is there:\n%s", when, all)
		}
		for _, kept := range []string{"tea=green", "cup=blue", "we meet bosko at seven."} {
			if !strings.Contains(all, kept) {
				t.Errorf("%s %q is gone", when, kept)
			}
		}
	}
	gone("after the purge")
	old := session(4, "phone=It unlocks by bosko1970, my machine does", "hat=red") // older than the purge
	observe(t, e, old)
	gone("after an old session told it in other words")
	if _, err := e.Import(t.Context(), dyad, strings.NewReader(export.String()), user(31)); err != nil {
		t.Fatal(err)
	}
	gone("after the old export was imported")
	e.Cap = 1
	if _, err := e.Compact(t.Context(), dyad, model(32)); err != nil {
		t.Fatal(err)
	}
	gone("after the compaction")
	observe(t, e, session(40, "phone=The phone opens with Bosko1970"))
	if all := everything(t, e, dyad); !strings.Contains(all, "Bosko1970") {
		t.Error("what the user states after the purge is not remembered")
	}
}

// A name that other entries hold is left where they stand, and the receipt says
// so.
func TestPurgeByEntryLeavesWhatIsOthers(t *testing.T) {
	e := newEngine()
	e.Echoes, e.Marks = stage.Echoes, stage.Marks
	observe(t, e, session(1, "debt=The user lent Wilma money", "flat=The user shares a flat with Wilma", "Wilma says hello."))
	receipt, err := e.Purge(t.Context(), dyad, dyadmem.Target{Entries: []dyadmem.EntryKey{dyadmem.KeyFor("debt=The user lent Wilma money")}}, user(2))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "bank", []string{"flat=The user shares a flat with Wilma"}, contents(t, e))
	if all := everything(t, e, dyad); !strings.Contains(all, "Wilma says hello.") {
		t.Error("a turn that says nothing of the debt is gone")
	}
	if receipt.Entries != 1 || receipt.Turns != 1 || len(receipt.Rest) != 1 || !strings.Contains(receipt.Rest[0], "1 names") || strings.Contains(receipt.Rest[0], "ilma") {
		t.Errorf("receipt: %+v", receipt)
	}
}

func TestAWordIsNoPartOfAnother(t *testing.T) {
	g := dyadmem.BuryWord("Ann", user(1).At)
	for text, want := range map[string]bool{"ann": true, "I told Ann, twice": true, "Ann's": true, "the annual report": false, "Joann": false, "安Ann说": true, "": false} {
		if got := g.Holds(text); got != want {
			t.Errorf("%q holds it: %t, want %t", text, got, want)
		}
	}
	if g := dyadmem.BuryWord("小岚", user(1).At); !g.Holds("妹妹小岚来了") {
		t.Error("a Chinese name is not found")
	}
}
