package stagetest

import (
	"strings"
	"time"

	"github.com/dyadmem/dyadmem"
)

// Talk makes a session out of turns "speaker: text".
func Talk(at string, turns ...string) dyadmem.Session {
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	s := dyadmem.Session{ID: "s" + at[:10], At: when}
	for i, t := range turns {
		who, text, _ := strings.Cut(t, ": ")
		s.Turns = append(s.Turns, dyadmem.Turn{ID: dyadmem.TurnRef(s.ID + "." + string(rune('a'+i))), Speaker: dyadmem.Speaker(who), Text: text})
	}
	return s
}

func Holding(texts []string, parts ...string) int {
	n := 0
	for _, t := range texts {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(strings.ToLower(t), strings.ToLower(p))
		}
		if all {
			n++
		}
	}
	return n
}

// Old makes a bank of entries, each stated on 1 January 2026.
func Old(entries ...dyadmem.Entry) dyadmem.Bank {
	for i := range entries {
		entries[i].At = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	}
	return dyadmem.Bank{Entries: entries}
}
