package update

import (
	"context"
	"slices"
	"testing"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/stagetest"
)

// One text with another value replaces the old one where a change is told, and
// only there.
func TestRevalued(t *testing.T) {
	for _, c := range []struct {
		name, old, turn, fresh string
		want                   bool
	}{
		{"another day", "The user's pottery class is on Mondays at 6", "The pottery class has moved, it is Wednesdays at 7 now.", "The user's pottery class is on Wednesdays at 7", true},
		{"换了钟点", "用户的陶艺课在周一六点", "陶艺课改到周三七点了。", "用户的陶艺课在周三七点", true},
		{"a second one", "The user's pottery class is on Mondays at 6", "There is a pottery class on Wednesdays at 7 too.", "The user's pottery class is on Wednesdays at 7", false},
		{"another thing", "The user's pottery class is on Mondays at 6", "The drawing class is on Wednesdays at 7 now.", "The user's drawing class is on Wednesdays at 7", false},
		{"somebody else", "Ottilie's locker is number 12", "Now that Berthold has one: his locker is number 15.", "Berthold's locker is number 15", false},
	} {
		t.Run(c.name, func(t *testing.T) { wantReplaced(t, dyadmem.Fact, c.old, c.turn, c.fresh, c.want) })
	}
}

// Rules that ask for several things live side by side, whatever small words of
// change stand around them.
func TestRulesForSeveralThingsStay(t *testing.T) {
	for _, c := range []struct{ old, turn, fresh string }{
		{"Always quote poems in the original", "Now, on to another point: always quote statutes in full.", "Always quote statutes in full"},
		{"Always add the 'lemma' line from the 'glossary' sheet to all entries", "Good. Now, always add the 'root' line from the 'glossary' sheet to all entries.", "Always add the 'root' line from the 'glossary' sheet to all entries"},
		{"Always add the 'lemma' line from the 'glossary' sheet to all entries", "And always add the 'lemma' line from the 'glossary' sheet to all verbs.", "Always add the 'lemma' line from the 'glossary' sheet to all verbs"},
	} {
		wantReplaced(t, dyadmem.AgentMethod, c.old, c.turn, c.fresh, false)
	}
}

// wantReplaced wants an entry that a turn states to take the place of an old one, or not to.
func wantReplaced(t *testing.T, kind dyadmem.Kind, old, turn, fresh string, want bool) {
	t.Helper()
	const key = dyadmem.EntryKey("old")
	s := stagetest.Talk("2026-03-01T10:00:00Z", "user: "+turn)
	prior := stagetest.Old(dyadmem.Entry{Key: key, Kind: kind, Content: old})
	stated := dyadmem.Entry{Key: "new", Kind: kind, Content: fresh, At: s.At, Evidence: []dyadmem.TurnRef{s.Turns[0].ID}}
	ops, err := Rules{}.Update(context.Background(), prior, s, []dyadmem.Entry{stated})
	if err != nil {
		t.Fatal(err)
	}
	deleted := slices.ContainsFunc(ops, func(op dyadmem.Op) bool { return op.Action == dyadmem.Delete && op.Entry.Key == key })
	if deleted != want {
		t.Errorf("%q by %q: deleted %v, want %v: %+v", old, fresh, deleted, want, ops)
	}
}
