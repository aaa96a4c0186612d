package stage

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage/capture"
)

// What a memo keeps of a session is that session's alone, whatever its id, and
// nobody's to change.
func TestMemoOfSessions(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	said := func(text string) dyadmem.Session {
		return dyadmem.Session{ID: "s1", At: at, Lang: "en", Turns: []dyadmem.Turn{{ID: "s1.1", Speaker: dyadmem.User, Text: text}}}
	}
	sessions := []dyadmem.Session{
		said("I moved to Utrecht last week. Always answer me in bullet points."),
		said("My sister Nora plays the viola. Her concert is tomorrow at 8 pm."),
	}
	sessions = append(sessions, sessions[1])
	sessions[2].At = at.AddDate(0, 0, 7) // tomorrow is another day

	rules := Rules()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i, s := range sessions {
				want, err := capture.Rules{}.Capture(context.Background(), s)
				if err != nil || len(want) == 0 {
					t.Errorf("session %d: captured %v, %v", i, want, err)
				}
				got, err := rules.Capturer.Capture(context.Background(), s)
				if diff := cmp.Diff(want, got); err != nil || diff != "" {
					t.Errorf("session %d: %v\n%s", i, err, diff)
				}
				for j := range got {
					got[j].Content = "changed"
				}
			}
		})
	}
	all.Wait()
}
