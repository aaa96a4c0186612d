package dyadmem_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/dyadmem/dyadmem"
	"github.com/dyadmem/dyadmem/stage"
)

// An engine by rules, in memory: no model, no network, no set-up.
func Example() {
	ctx := context.Background()
	engine := stage.Rules()
	engine.Store = &dyadmem.MemStore{} // or sqlite.Open, or postgres.Open
	engine.Updater = dyadmem.Guarded(engine.Updater, dyadmem.Guard{Witness: stage.RuleWitness{}})

	dyad := dyadmem.Dyad{Agent: "desk", User: "u1"}
	monday := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for i, text := range []string{
		"From now on keep status mails to three lines at most.",
		"Status mails may have five lines at most from now on, three was too few.",
	} {
		session := dyadmem.Session{
			ID: fmt.Sprint("s", i+1), At: monday.AddDate(0, 0, 7*i),
			Turns: []dyadmem.Turn{{ID: dyadmem.TurnRef(fmt.Sprint("t", i+1)), Speaker: dyadmem.User, Text: text}},
		}
		if _, err := engine.Observe(ctx, dyad, session, session.At); err != nil {
			log.Fatal(err)
		}
	}
	ask := dyadmem.Request{Query: dyadmem.Query{Text: "Draft the status mail.", At: monday.AddDate(0, 0, 14)}}
	found, err := engine.Recall(ctx, dyad, ask)
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range found.Entries() {
		fmt.Println("now: ", e.Kind, e.Content)
	}
	then, err := engine.BankAt(ctx, dyad, monday.AddDate(0, 0, 1))
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range then.Entries {
		fmt.Println("then:", e.Kind, e.Content)
	}
	// Output:
	// now:  agent_identity Status mails may have five lines at most from now on, three was too few
	// then: agent_identity From now on keep status mails to three lines at most
}
