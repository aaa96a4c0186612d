package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dyadmem/dyadmem"
)

// hostile are ids that a careless store mixes up: prefixes of each other,
// separators, patterns, look-alikes that Unicode normalisation or a collation
// would make equal, and long ones.
var hostile = []string{
	"a", "a/b", "a/b/c", "b", "/", "//", "a:b", "a\x1fb", "a\nb", " a", "a ", "A", "ａ", "а", // Latin, fullwidth, Cyrillic
	"é", "e\u0301", "ß", "ss", "İ", "i̇", "%", "_", "a%", "a_", "*", "'", "\"", "''; DROP TABLE entries; --", "\\", "a\\b",
	"null", "NULL", "0", "00", "-", ".", "..", "../a", "用户", "用戶", "🙂", "\u200b", "a\u200b", "\ufeffa",
	strings.Repeat("x", dyadmem.MaxID), strings.Repeat("x", dyadmem.MaxID-1), strings.Repeat("x", dyadmem.MaxID-1) + "y",
}

// testHostileIDs gives every pair out of the hostile ids that could be taken
// for another a bank of its own, and sees to it that each holds its own alone,
// that an erasure reaches one only, and that keys and sessions named by hostile
// ids are told apart too.
func testHostileIDs(t *testing.T, s dyadmem.Store) {
	var all []dyadmem.Dyad
	for i, id := range hostile {
		all = append(all, dyadmem.Dyad{Agent: id, User: "u"}, dyadmem.Dyad{Agent: "g", User: id}, dyadmem.Dyad{Agent: id, User: hostile[(i+1)%len(hostile)]}, dyadmem.Commons(id))
	}
	own := func(d dyadmem.Dyad) string { return "of " + d.String() }
	for i, d := range all {
		e := fact("shared", own(d))
		named := fact(hostile[i%len(hostile)], own(d)+", named")
		commit(t, s, d, add(e), add(named))
		accept(t, s, d, accepted(hostile[i%len(hostile)], day(i), own(d)))
	}
	check := func(d dyadmem.Dyad, i int) {
		t.Helper()
		for _, e := range bank(t, s, d).Entries {
			if !strings.HasPrefix(e.Content, own(d)) {
				t.Fatalf("%s reads an entry %q", d, e.Content)
			}
		}
		r, err := s.Record(t.Context(), d, "shared")
		ok(t, err)
		same(t, "by key", own(d), r.Content)
		sessions, err := s.Sessions(t.Context(), d)
		ok(t, err)
		same(t, "sessions of "+d.String(), 1, len(sessions))
		a, err := s.Session(t.Context(), d, hostile[i%len(hostile)])
		ok(t, err)
		same(t, "turn", own(d), a.Turns[0].Text)
	}
	for i, d := range all {
		check(d, i)
	}
	list := dyads(t, s, dyadmem.Dyad{})
	same(t, "dyads", len(all), len(list))
	for i, d := range list {
		same(t, "dyads after "+d.String(), list[i+1:], dyads(t, s, d))
	}
	// Every other one is erased; the rest is as it was.
	for i, d := range all {
		if i%2 == 0 {
			_, err := s.Erase(t.Context(), d, dyadmem.Erasure{At: start, Actor: "x", All: true})
			ok(t, err)
		}
	}
	for i, d := range all {
		if i%2 == 1 {
			check(d, i)
			continue
		}
		same(t, fmt.Sprintf("bank of the erased %s", d), 0, len(bank(t, s, d).Entries))
	}
	same(t, "dyads left", len(all)/2, len(dyads(t, s, dyadmem.Dyad{})))
}
